#ifndef SLUICE_TESTS_CAPI_CALLS_HPP
#define SLUICE_TESTS_CAPI_CALLS_HPP

/// Shared by the tests of the C interface: handles that free themselves, a small catalog, and the
/// outputs of calls.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "sluice.h"
#include "sluice/core/file.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"

namespace sluice::test {

struct End {
  void operator()(sluice_catalog *catalog) const noexcept { sluice_catalog_release(catalog); }
  void operator()(sluice_catalog_builder *builder) const noexcept {
    sluice_catalog_builder_free(builder);
  }
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
inline Owned<sluice_catalog> load_script(const char *sql,
                                         const sluice_load_options *options = nullptr) {
  return made<sluice_catalog>([&](auto out, auto error) {
    return sluice_catalog_load_ddl(sql, SLUICE_NUL, "shop", SLUICE_NUL, options, out, error);
  });
}
inline Owned<sluice_catalog> load_path(const std::string &path) {
  return made<sluice_catalog>([&](auto out, auto error) {
    return sluice_catalog_load(path.data(), path.size(), nullptr, out, error);
  });
}
/// A builder with a table without columns.
inline Owned<sluice_catalog_builder> new_builder() {
  auto builder = made<sluice_catalog_builder>(
      [](auto out, auto error) { return sluice_catalog_builder_new(out, error); });
  std::uint32_t database = 0, table = 0;
  REQUIRE(sluice_catalog_builder_add_database(builder.get(), "shop", 4, nullptr, &database,
                                              nullptr) == SLUICE_OK);
  REQUIRE(sluice_catalog_builder_add_table(builder.get(), database, "sale", 4, nullptr, &table,
                                           nullptr) == SLUICE_OK);
  return builder;
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
/// A folder with the databases `good` and `bad`, of which the second cannot be read.
class DamagedFolder {
 public:
  DamagedFolder() {
    make_sqlite((folder_.path() / "good.sqlite").string(), "CREATE TABLE sale (wine TEXT)");
    write_file((folder_.path() / "bad.sqlite").string(), "not a database");
  }
  std::string path() const { return folder_.path().string(); }

 private:
  TemporaryDirectory folder_;
};
inline Owned<sluice_suite> build_suite_of(const DamagedFolder &folder) {
  const sluice_gold golds[] = {{str("bad"), str("SELECT 1")}, {str("good"), str("SELECT 1")}};
  return made<sluice_suite>([&](auto out, auto error) {
    return sluice_suite_build(golds, 2, folder.path().c_str(), SLUICE_NUL, nullptr, out, error);
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
  /// Something in its script is skipped.
  Owned<sluice_catalog> script = load_script("CREATE TABLE t (x);\nCREATE TABLE (x);");
  Owned<sluice_catalog_builder> builder = new_builder();
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
  DamagedFolder damaged;
  /// Something is skipped.
  Owned<sluice_suite> built = build_suite_of(damaged);
  Owned<sluice_cancellation> cancellation = made<sluice_cancellation>(
      [](auto out, auto error) { return sluice_cancellation_new(out, error); });
};

/// False in a build without SLUICE_WITH_LLM or without the label model's weights.
inline bool can_answer(const Shops &shops) {
  sluice_text *text = nullptr;
  const sluice_status status =
      sluice_answer(shops.retriever.get(), question, SLUICE_NUL, nullptr, nullptr, &text, nullptr);
  sluice_text_free(text);
  return status != SLUICE_UNSUPPORTED;
}

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
           builder == nothing<sluice_catalog_builder>() && skipped.where.data == nullptr &&
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
    end(builder);
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
    skipped = SLUICE_SKIPPED_INIT;
  }

  sluice_catalog *catalog = nothing<sluice_catalog>();
  sluice_catalog_builder *builder = nothing<sluice_catalog_builder>();
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
  sluice_skipped skipped = SLUICE_SKIPPED_INIT;

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

}  // namespace sluice::test

#endif
