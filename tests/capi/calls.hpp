#ifndef SLUICE_TESTS_CAPI_CALLS_HPP
#define SLUICE_TESTS_CAPI_CALLS_HPP

/// Shared by the tests of the C interface: handles that free themselves, a small catalog, and every
/// call that can fail, to test rules on all of them.

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "sluice.h"
#include "sluice/core/file.hpp"
#include "support/support.hpp"

namespace sluice::test {

struct End {
  void operator()(sluice_catalog *catalog) const noexcept { sluice_catalog_release(catalog); }
  void operator()(sluice_mask *mask) const noexcept { sluice_mask_free(mask); }
  void operator()(sluice_retriever *retriever) const noexcept {
    sluice_retriever_release(retriever);
  }
  void operator()(sluice_subset *subset) const noexcept { sluice_subset_free(subset); }
  void operator()(sluice_routes *routes) const noexcept { sluice_routes_free(routes); }
  void operator()(sluice_query *query) const noexcept { sluice_query_release(query); }
  void operator()(sluice_suite *suite) const noexcept { sluice_suite_release(suite); }
  void operator()(sluice_verdict *verdict) const noexcept { sluice_verdict_free(verdict); }
  void operator()(sluice_cancellation *cancellation) const noexcept {
    sluice_cancellation_release(cancellation);
  }
  void operator()(sluice_examples *examples) const noexcept { sluice_examples_release(examples); }
  void operator()(sluice_ranking *ranking) const noexcept { sluice_ranking_free(ranking); }
  void operator()(sluice_text *text) const noexcept { sluice_text_free(text); }
  void operator()(sluice_error *error) const noexcept { sluice_error_free(error); }
};
template <class Handle>
using Owned = std::unique_ptr<Handle, End>;

inline std::string_view view(sluice_str text) noexcept { return {text.data, text.size}; }

inline constexpr const char *question = "Which customers bought wine?";

/// Three databases; the question is about `shop`.
inline constexpr const char *shops_json = R"({"version": 1, "databases": [
  {"name": "shop", "tables": [
    {"name": "customer", "columns": [{"name": "id", "type": "INTEGER"}, {"name": "name", "type": "TEXT"}],
     "primary_key": ["id"]},
    {"name": "purchase", "columns": [{"name": "customer_id", "type": "INTEGER"}, {"name": "wine", "type": "TEXT"},
                                     {"name": "bought_on", "type": "DATE"}]}],
   "foreign_keys": [{"table": "purchase", "columns": ["customer_id"],
                     "referenced_table": "customer", "referenced_columns": ["id"]}]},
  {"name": "a.b", "tables": [
    {"name": "c", "columns": [{"name": "d"}, {"name": "e.f"}]},
    {"name": "c.d", "columns": [{"name": "e"}, {"name": "Wein"}]}]},
  {"name": "empty", "tables": []}]})";

template <class Handle, class Call>
Owned<Handle> made(Call call) {
  Handle *handle = nullptr;
  sluice_error *error = nullptr;
  const sluice_status status = call(&handle, &error);
  const Owned<sluice_error> ended(error);
  REQUIRE_MESSAGE(status == SLUICE_OK, view(sluice_error_message(error)));
  REQUIRE(handle != nullptr);
  CHECK(error == nullptr);
  return Owned<Handle>(handle);
}

inline Owned<sluice_catalog> load_json(const char *json = shops_json) {
  return made<sluice_catalog>([&](auto out, auto error) {
    return sluice_catalog_load_json(json, SLUICE_NUL, nullptr, out, error);
  });
}
inline Owned<sluice_catalog> load_path(const std::string &path) {
  return made<sluice_catalog>([&](auto out, auto error) {
    return sluice_catalog_load(path.data(), path.size(), nullptr, out, error);
  });
}
inline Owned<sluice_mask> new_mask(const sluice_catalog *catalog, bool visible = true) {
  return made<sluice_mask>(
      [&](auto out, auto error) { return sluice_mask_new(catalog, visible ? 1 : 0, out, error); });
}
inline Owned<sluice_retriever> new_retriever(const sluice_catalog *catalog) {
  return made<sluice_retriever>(
      [&](auto out, auto error) { return sluice_retriever_new(catalog, nullptr, out, error); });
}
inline Owned<sluice_subset> retrieve(const sluice_retriever *retriever,
                                     std::string_view asked = question,
                                     const sluice_mask *mask = nullptr,
                                     const sluice_retrieve_options *options = nullptr) {
  return made<sluice_subset>([&](auto out, auto error) {
    return sluice_retrieve(retriever, asked.data(), asked.size(), mask, options, out, error);
  });
}
inline std::string render(const sluice_subset *subset, sluice_form form,
                          const sluice_render_options *options = nullptr) {
  const auto text = made<sluice_text>([&](auto out, auto error) {
    return sluice_subset_render(subset, form, options, out, error);
  });
  return std::string(view(sluice_text_view(text.get())));
}

/// Parses for the first database.
inline Owned<sluice_query> parse(const sluice_catalog *catalog, std::string_view sql) {
  return made<sluice_query>([&](auto out, auto error) {
    return sluice_query_parse(catalog, 0, SLUICE_SQLITE, sql.data(), sql.size(), out, error);
  });
}
inline Owned<sluice_suite> open_ddl(const char *script) {
  return made<sluice_suite>([&](auto out, auto error) {
    return sluice_suite_open_ddl(script, SLUICE_NUL, "shop", SLUICE_NUL, out, error);
  });
}

inline constexpr const char *sales_ddl =
    "CREATE TABLE sale (id INTEGER PRIMARY KEY, wine TEXT NOT NULL, price REAL);"
    "INSERT INTO sale VALUES (1, 'Riesling', 9.5), (2, 'Merlot', NULL);";
inline constexpr const char *gold_sql = "SELECT count(*) FROM sale";
inline constexpr const char *wrong_sql = "SELECT count(price) FROM sale";

inline sluice_str str(const char *text) noexcept { return {text, SLUICE_NUL}; }

/// Examples of the shops, and one of an unknown database.
inline constexpr const char *examples_jsonl =
    R"({"question": "Who bought a Riesling?", "db_id": "shop", "sql": "SELECT customer_id FROM purchase WHERE wine = 'Riesling'"}
{"question": "How many customers are there?", "db_id": "shop", "sql": "SELECT count(*) FROM customer"}
{"question": "Which bottles are red?", "db_id": "cellar", "sql": "SELECT label FROM bottle WHERE colour = 'red'"}
)";
/// A file that is removed with the object.
class ExamplesFile {
 public:
  ExamplesFile() { write_file(path(), examples_jsonl); }
  std::string path() const { return (folder_.path() / "shop.jsonl").string(); }

 private:
  TemporaryDirectory folder_;
};
inline Owned<sluice_examples> open_examples(const ExamplesFile &file, const sluice_catalog *catalog,
                                            const sluice_mask *mask = nullptr) {
  return made<sluice_examples>([&](auto out, auto error) {
    return sluice_examples_open(catalog, mask, file.path().c_str(), SLUICE_NUL, out, error);
  });
}
inline Owned<sluice_ranking> rank(const sluice_examples *examples,
                                  const sluice_rank_options *options = nullptr) {
  return made<sluice_ranking>([&](auto out, auto error) {
    return sluice_examples_rank(examples, question, SLUICE_NUL, options, out, error);
  });
}
inline sluice_ranked ranked_at(const sluice_ranking *ranking, std::size_t position) {
  sluice_ranked item = SLUICE_RANKED_INIT;
  REQUIRE(sluice_ranking_item(ranking, position, &item, nullptr) == SLUICE_OK);
  return item;
}

/// Judges with NULL as `database`.
inline Owned<sluice_verdict> judge(const sluice_suite *suite, const char *gold,
                                   const char *predicted,
                                   const sluice_judge_options *options = nullptr) {
  return made<sluice_verdict>([&](auto out, auto error) {
    return sluice_suite_judge(suite, nullptr, 0, gold, SLUICE_NUL, predicted, SLUICE_NUL, options,
                              out, error);
  });
}
inline Owned<sluice_verdict> refute(const sluice_suite *suite, const char *gold,
                                    const char *predicted,
                                    const sluice_refute_options *options = nullptr) {
  return made<sluice_verdict>([&](auto out, auto error) {
    return sluice_suite_refute(suite, nullptr, 0, gold, SLUICE_NUL, predicted, SLUICE_NUL, options,
                               out, error);
  });
}
inline sluice_verdict_info info_of(const sluice_verdict *verdict) {
  sluice_verdict_info info = SLUICE_VERDICT_INFO_INIT;
  REQUIRE(sluice_verdict_get(verdict, &info, nullptr) == SLUICE_OK);
  return info;
}

inline sluice_item item_at(const sluice_subset *subset, std::size_t position) {
  sluice_item item = SLUICE_ITEM_INIT;
  REQUIRE(sluice_subset_item(subset, position, &item, nullptr) == SLUICE_OK);
  return item;
}
inline std::string path_of(const sluice_item &item) {
  return std::string(view(item.database)) + '.' + item.table.data + '.' + item.column.data;
}
inline std::vector<std::string> paths(const sluice_subset *subset) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < sluice_subset_size(subset); ++i) {
    result.push_back(path_of(item_at(subset, i)));
  }
  return result;
}

inline std::uint32_t find(const sluice_catalog *catalog, sluice_kind kind, std::string_view path) {
  std::uint32_t id = SLUICE_NO_ID;
  REQUIRE(sluice_catalog_find(catalog, kind, path.data(), path.size(), &id, nullptr) == SLUICE_OK);
  return id;
}
inline void set(sluice_mask *mask, sluice_kind kind, std::uint32_t id, bool visible) {
  REQUIRE(sluice_mask_set(mask, kind, id, visible ? 1 : 0, nullptr) == SLUICE_OK);
}

/// One handle of each kind that calls take.
struct Shops {
  Owned<sluice_catalog> catalog = load_json();
  Owned<sluice_mask> mask = new_mask(catalog.get());
  Owned<sluice_retriever> retriever = new_retriever(catalog.get());
  Owned<sluice_subset> subset = retrieve(retriever.get());
  Owned<sluice_routes> routes = made<sluice_routes>([this](auto out, auto error) {
    return sluice_route(retriever.get(), question, SLUICE_NUL, nullptr, out, error);
  });
  Owned<sluice_query> query = parse(catalog.get(), "SELECT name FROM customer WHERE id = 7");
  Owned<sluice_suite> suite = open_ddl(sales_ddl);
  Owned<sluice_verdict> verdict = judge(suite.get(), gold_sql, wrong_sql);
  ExamplesFile examples_file;
  Owned<sluice_examples> examples = open_examples(examples_file, catalog.get());
  Owned<sluice_ranking> ranking = rank(examples.get());
  /// Built from no gold query.
  Owned<sluice_suite> built = made<sluice_suite>([](auto out, auto error) {
    return sluice_suite_build(nullptr, 0, ".", SLUICE_NUL, nullptr, out, error);
  });
  Owned<sluice_cancellation> cancellation = made<sluice_cancellation>(
      [](auto out, auto error) { return sluice_cancellation_new(out, error); });
};

/// A failure: the status and the content of the error object.
struct Failure {
  sluice_status status = SLUICE_OK;
  std::string message;
  std::string where;
};

/// Calls twice, with `error` NULL and not NULL, and checks that both calls fail in the same way.
template <class Call>
Failure failure_of(Call call) {
  const sluice_status alone = call(static_cast<sluice_error **>(nullptr));
  sluice_error *error = nullptr;
  const sluice_status status = call(&error);
  const Owned<sluice_error> ended(error);
  CHECK(status != SLUICE_OK);
  CHECK(status == alone);
  REQUIRE(error != nullptr);
  CHECK(sluice_error_status(error) == status);
  const sluice_str message = sluice_error_message(error);
  CHECK(message.size > 0);
  CHECK(message.data[message.size] == '\0');
  CHECK(view(message).find('\n') == std::string_view::npos);
  return {status, std::string(view(message)), std::string(view(sluice_error_where(error)))};
}

/// Outputs for every call, which record whether they were set.
class Results {
 public:
  Results() = default;
  ~Results() { end(); }
  Results(const Results &) = delete;
  Results &operator=(const Results &) = delete;

  bool untouched() const noexcept {
    return catalog == nothing<sluice_catalog>() && mask == nothing<sluice_mask>() &&
           retriever == nothing<sluice_retriever>() && subset == nothing<sluice_subset>() &&
           text == nothing<sluice_text>() && routes == nothing<sluice_routes>() &&
           query == nothing<sluice_query>() && suite == nothing<sluice_suite>() &&
           verdict == nothing<sluice_verdict>() && cancellation == nothing<sluice_cancellation>() &&
           examples == nothing<sluice_examples>() && ranking == nothing<sluice_ranking>() &&
           ranked.sql.data == nullptr && id == no_id && number == -1 && item.reasons == nullptr &&
           item.column.data == nullptr && item.struct_size == sizeof(sluice_item) &&
           routed.database.data == nullptr && info.name.data == nullptr;
  }
  void end() noexcept {
    end(catalog);
    end(mask);
    end(retriever);
    end(subset);
    end(text);
    end(routes);
    end(query);
    end(suite);
    end(verdict);
    end(cancellation);
    end(examples);
    end(ranking);
    id = no_id;
    number = -1;
    item = SLUICE_ITEM_INIT;
    routed = SLUICE_ROUTED_INIT;
    info = SLUICE_VERDICT_INFO_INIT;
    ranked = SLUICE_RANKED_INIT;
  }

  sluice_catalog *catalog = nothing<sluice_catalog>();
  sluice_mask *mask = nothing<sluice_mask>();
  sluice_retriever *retriever = nothing<sluice_retriever>();
  sluice_subset *subset = nothing<sluice_subset>();
  sluice_text *text = nothing<sluice_text>();
  sluice_routes *routes = nothing<sluice_routes>();
  sluice_query *query = nothing<sluice_query>();
  sluice_suite *suite = nothing<sluice_suite>();
  sluice_verdict *verdict = nothing<sluice_verdict>();
  sluice_cancellation *cancellation = nothing<sluice_cancellation>();
  sluice_examples *examples = nothing<sluice_examples>();
  sluice_ranking *ranking = nothing<sluice_ranking>();
  std::uint32_t id = no_id;
  double number = -1;
  sluice_item item = SLUICE_ITEM_INIT;
  sluice_routed routed = SLUICE_ROUTED_INIT;
  sluice_verdict_info info = SLUICE_VERDICT_INFO_INIT;
  sluice_ranked ranked = SLUICE_RANKED_INIT;

 private:
  static constexpr std::uint32_t no_id = 0xABABABAB;

  template <class Handle>
  static Handle *nothing() noexcept {
    alignas(16) static char place[16];
    return reinterpret_cast<Handle *>(place);
  }
  template <class Handle>
  static void end(Handle *&handle) noexcept {
    if (handle != nothing<Handle>()) End{}(handle);
    handle = nothing<Handle>();
  }
};

struct FallibleCall {
  std::string name;
  std::function<sluice_status(sluice_error **error)> call;
};

/// False in a build without SLUICE_WITH_LLM or without the label model's weights.
inline bool can_answer(const Shops &shops) {
  sluice_text *text = nullptr;
  const sluice_status status =
      sluice_answer(shops.retriever.get(), question, SLUICE_NUL, nullptr, nullptr, &text, nullptr);
  sluice_text_free(text);
  return status != SLUICE_UNSUPPORTED;
}

/// Returns a correct call of every function that returns a status. `path` is a SQLite file in a
/// writable folder.
inline std::vector<FallibleCall> fallible_calls(const Shops &shops, const std::string &path,
                                                Results &results) {
  constexpr const char *ddl = "CREATE TABLE t (a INT, b TEXT); INSERT INTO t VALUES (1, 'x');";
  std::vector<FallibleCall> calls{
      {"sluice_catalog_load",
       [&](auto error) {
         return sluice_catalog_load(path.c_str(), SLUICE_NUL, nullptr, &results.catalog, error);
       }},
      {"sluice_catalog_load_ddl",
       [&](auto error) {
         return sluice_catalog_load_ddl(ddl, SLUICE_NUL, "db", SLUICE_NUL, nullptr,
                                        &results.catalog, error);
       }},
      {"sluice_catalog_load_json",
       [&](auto error) {
         return sluice_catalog_load_json(shops_json, SLUICE_NUL, nullptr, &results.catalog, error);
       }},
      {"sluice_catalog_find",
       [&](auto error) {
         return sluice_catalog_find(shops.catalog.get(), SLUICE_COLUMN, "shop.customer.name",
                                    SLUICE_NUL, &results.id, error);
       }},
      {"sluice_mask_new",
       [&](auto error) { return sluice_mask_new(shops.catalog.get(), 1, &results.mask, error); }},
      {"sluice_mask_set",
       [&](auto error) { return sluice_mask_set(shops.mask.get(), SLUICE_TABLE, 0, 1, error); }},
      {"sluice_retriever_new",
       [&](auto error) {
         return sluice_retriever_new(shops.catalog.get(), nullptr, &results.retriever, error);
       }},
      {"sluice_retrieve",
       [&](auto error) {
         return sluice_retrieve(shops.retriever.get(), question, SLUICE_NUL, shops.mask.get(),
                                nullptr, &results.subset, error);
       }},
      {"sluice_subset_item",
       [&](auto error) { return sluice_subset_item(shops.subset.get(), 0, &results.item, error); }},
      {"sluice_subset_render",
       [&](auto error) {
         return sluice_subset_render(shops.subset.get(), SLUICE_FORM_PROMPT, nullptr, &results.text,
                                     error);
       }},
      {"sluice_cancellation_new",
       [&](auto error) { return sluice_cancellation_new(&results.cancellation, error); }},
      {"sluice_route",
       [&](auto error) {
         return sluice_route(shops.retriever.get(), question, SLUICE_NUL, shops.mask.get(),
                             &results.routes, error);
       }},
      {"sluice_route_with",
       [&](auto error) {
         return sluice_route_with(shops.retriever.get(), question, SLUICE_NUL, shops.mask.get(),
                                  nullptr, &results.routes, error);
       }},
      {"sluice_routes_item",
       [&](auto error) {
         return sluice_routes_item(shops.routes.get(), 0, &results.routed, error);
       }},
      {"sluice_query_parse",
       [&](auto error) {
         return sluice_query_parse(shops.catalog.get(), 0, SLUICE_SQLITE, "SELECT id FROM customer",
                                   SLUICE_NUL, &results.query, error);
       }},
      {"sluice_query_check",
       [&](auto error) { return sluice_query_check(shops.query.get(), shops.mask.get(), error); }},
      {"sluice_query_text",
       [&](auto error) {
         return sluice_query_text(shops.query.get(), SLUICE_QUERY_MASKED, &results.text, error);
       }},
      {"sluice_query_reads",
       [&](auto error) { return sluice_query_reads(shops.query.get(), &results.text, error); }},
      {"sluice_query_similarity",
       [&](auto error) {
         return sluice_query_similarity(shops.query.get(), shops.query.get(), &results.number,
                                        error);
       }},
      {"sluice_suite_open",
       [&](auto error) {
         return sluice_suite_open(path.c_str(), SLUICE_NUL, &results.suite, error);
       }},
      {"sluice_suite_open_ddl",
       [&](auto error) {
         return sluice_suite_open_ddl(ddl, SLUICE_NUL, "db", SLUICE_NUL, &results.suite, error);
       }},
      {"sluice_suite_judge",
       [&](auto error) {
         return sluice_suite_judge(shops.suite.get(), "shop", 4, gold_sql, SLUICE_NUL, wrong_sql,
                                   SLUICE_NUL, nullptr, &results.verdict, error);
       }},
      {"sluice_suite_refute",
       [&](auto error) {
         return sluice_suite_refute(shops.suite.get(), "shop", 4, gold_sql, SLUICE_NUL, wrong_sql,
                                    SLUICE_NUL, nullptr, &results.verdict, error);
       }},
      {"sluice_verdict_get",
       [&](auto error) { return sluice_verdict_get(shops.verdict.get(), &results.info, error); }},
      {"sluice_index_build",
       [&, folder = path + ".index"](auto error) {
         return sluice_index_build(shops.catalog.get(), folder.c_str(), SLUICE_NUL, nullptr, error);
       }},
      {"sluice_suite_build",
       [&](auto error) {
         return sluice_suite_build(nullptr, 0, ".", SLUICE_NUL, nullptr, &results.suite, error);
       }},
      {"sluice_suite_save",
       [&, file = path + ".suite"](auto error) {
         return sluice_suite_save(shops.built.get(), file.c_str(), SLUICE_NUL, error);
       }},
      {"sluice_examples_open",
       [&, file = shops.examples_file.path()](auto error) {
         return sluice_examples_open(shops.catalog.get(), shops.mask.get(), file.c_str(),
                                     SLUICE_NUL, &results.examples, error);
       }},
      {"sluice_examples_rank",
       [&](auto error) {
         return sluice_examples_rank(shops.examples.get(), question, SLUICE_NUL, nullptr,
                                     &results.ranking, error);
       }},
      {"sluice_ranking_item",
       [&](auto error) {
         return sluice_ranking_item(shops.ranking.get(), 0, &results.ranked, error);
       }},
      {"sluice_suite_run",
       [&, folder = path.substr(0, path.rfind('/')), file = path + ".built"](auto error) {
         const sluice_gold gold{str("cellar"), str("SELECT wine FROM bottle")};
         sluice_suite_run_options options = SLUICE_SUITE_RUN_OPTIONS_INIT;
         options.golds = &gold;
         options.gold_count = 1;
         options.mutators = SLUICE_MUTATORS_TREE;
         return sluice_suite_run(nullptr, 0, folder.c_str(), SLUICE_NUL, file.c_str(), SLUICE_NUL,
                                 &options, &results.text, error);
       }},
      {"sluice_score_run",
       [&, folder = path.substr(0, path.rfind('/'))](auto error) {
         const sluice_score_item item{str("cellar"), str("SELECT wine FROM bottle"),
                                      str("SELECT id FROM bottle")};
         sluice_score_options options = SLUICE_SCORE_OPTIONS_INIT;
         options.items = &item;
         options.item_count = 1;
         return sluice_score_run(nullptr, 0, nullptr, 0, folder.c_str(), SLUICE_NUL, &options,
                                 &results.text, error);
       }},
      {"sluice_audit",
       [&](auto error) {
         const sluice_gold gold{str("cellar"), str("SELECT wine FROM bottle")};
         return sluice_audit(path.c_str(), SLUICE_NUL, &gold, 1, nullptr, &results.text, error);
       }},
  };
  if (can_answer(shops)) {
    calls.push_back({"sluice_answer", [&](auto error) {
                       return sluice_answer(shops.retriever.get(), question, SLUICE_NUL,
                                            shops.mask.get(), nullptr, &results.text, error);
                     }});
  }
  return calls;
}

}  // namespace sluice::test

#endif
