/// Programs and libraries of different releases: structs shorter or longer than those of this
/// release.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include <doctest/doctest.h>

#include "builder_calls.hpp"
#include "support/error_of.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

using namespace test;

constexpr std::size_t more = 64;

/// A struct of a later release: that of this release and `more` bytes.
template <class Struct>
class Longer {
 public:
  explicit Longer(const Struct &known) : bytes_(sizeof(Struct) + more) {
    std::memcpy(bytes_.data(), &known, sizeof known);
  }
  Struct *get() noexcept { return reinterpret_cast<Struct *>(bytes_.data()); }
  std::byte &beyond(std::size_t i) noexcept { return bytes_[sizeof(Struct) + i]; }

 private:
  std::vector<std::byte> bytes_;  // from new, so it is aligned for any struct
};

/// `call(given, error)` passes the struct to the library. `first` is its size in the first release,
/// if it has grown since.
template <class Struct, class Call>
void check_sizes(const Struct &known, Results &results, Call call,
                 std::size_t first = sizeof(Struct)) {
  const auto fails = [&](Struct *given, sluice_status status) {
    const Failure failure = failure_of([&](auto error) { return call(given, error); });
    CHECK(failure.status == status);
    CHECK(results.untouched());
  };

  SUBCASE("shorter than in the first release") {
    for (std::size_t size = 0; size < first; ++size) {
      Struct given = known;
      given.struct_size = size;
      fails(&given, SLUICE_INVALID_ARGUMENT);
    }
  }
  SUBCASE("of the first release, or cut after it, without later fields") {
    for (std::size_t size = first; size < sizeof(Struct); ++size) {
      Struct given = known;
      given.struct_size = size;
      auto *const bytes = reinterpret_cast<std::byte *>(&given);
      std::fill(bytes + first, bytes + sizeof(Struct), std::byte{0xEE});
      CHECK(call(&given, nullptr) == SLUICE_OK);
      CHECK(given.struct_size == size);
      results.end();
    }
  }
  SUBCASE("never initialized") {
    for (const std::size_t size : {std::size_t{4097}, SIZE_MAX / 2, SIZE_MAX}) {
      Struct given = known;
      given.struct_size = size;
      fails(&given, SLUICE_INVALID_ARGUMENT);
    }
  }
  SUBCASE("of a later release, with no new field set") {
    for (std::size_t size = 0; size <= more; ++size) {
      Longer<Struct> given(known);
      given.get()->struct_size = sizeof(Struct) + size;
      for (std::size_t i = size; i < more; ++i) given.beyond(i) = std::byte{0xEE};
      CHECK(call(given.get(), nullptr) == SLUICE_OK);
      CHECK(given.get()->struct_size == sizeof(Struct) + size);
      results.end();
    }
  }
  SUBCASE("of a later release, with a new field set") {
    for (std::size_t i = 0; i < more; ++i) {
      Longer<Struct> given(known);
      given.get()->struct_size = sizeof(Struct) + more;
      given.beyond(i) = std::byte{1};
      fails(given.get(), SLUICE_UNSUPPORTED);
    }
  }
}

}  // namespace

TEST_CASE("load options of another release are accepted or rejected, never misread") {
  Results results;
  check_sizes(
      sluice_load_options SLUICE_LOAD_OPTIONS_INIT, results,
      [&](const sluice_load_options *options, sluice_error **error) {
        return sluice_catalog_load_json(shops_json, SLUICE_NUL, options, &results.catalog, error);
      },
      offsetof(sluice_load_options, dialect));
}

TEST_CASE("a progress of another release is accepted or rejected, never misread") {
  Results results;
  check_sizes(sluice_progress SLUICE_PROGRESS_INIT, results,
              [&](const sluice_progress *progress, sluice_error **error) {
                sluice_load_options options = SLUICE_LOAD_OPTIONS_INIT;
                options.progress = progress;
                return sluice_catalog_load_ddl("CREATE TABLE t (a)", SLUICE_NUL, "db", SLUICE_NUL,
                                               &options, &results.catalog, error);
              });
}

TEST_CASE("retriever options of another release are accepted or rejected, never misread") {
  const Shops shops;
  Results results;
  check_sizes(sluice_retriever_options SLUICE_RETRIEVER_OPTIONS_INIT, results,
              [&](const sluice_retriever_options *options, sluice_error **error) {
                return sluice_retriever_new(shops.catalog.get(), options, &results.retriever,
                                            error);
              });
}

TEST_CASE("retrieve options of another release are accepted or rejected, never misread") {
  const Shops shops;
  Results results;
  check_sizes(
      sluice_retrieve_options SLUICE_RETRIEVE_OPTIONS_INIT, results,
      [&](const sluice_retrieve_options *options, sluice_error **error) {
        return sluice_retrieve(shops.retriever.get(), question, SLUICE_NUL, nullptr, options,
                               &results.subset, error);
      },
      offsetof(sluice_retrieve_options, cancellation));
}

TEST_CASE("route options of another release are accepted or rejected, never misread") {
  const Shops shops;
  Results results;
  check_sizes(sluice_route_options SLUICE_ROUTE_OPTIONS_INIT, results,
              [&](const sluice_route_options *options, sluice_error **error) {
                return sluice_route_with(shops.retriever.get(), question, SLUICE_NUL, nullptr,
                                         options, &results.routes, error);
              });
}

TEST_CASE("render options of another release are accepted or rejected, never misread") {
  const Shops shops;
  Results results;
  check_sizes(sluice_render_options SLUICE_RENDER_OPTIONS_INIT, results,
              [&](const sluice_render_options *options, sluice_error **error) {
                return sluice_subset_render(shops.subset.get(), SLUICE_FORM_COMPACT, options,
                                            &results.text, error);
              });
}

TEST_CASE("an embedder of another release is accepted or rejected, never misread") {
  const Shops shops;
  Results results;
  sluice_embedder embedder = SLUICE_EMBEDDER_INIT;
  embedder.name = "ones";
  embedder.dimensions = 1;
  embedder.embed = [](void *, const sluice_str *, std::size_t count, float *vectors) {
    for (std::size_t i = 0; i < count; ++i) vectors[i] = 1;
    return sluice_status{SLUICE_OK};
  };
  check_sizes(embedder, results, [&](const sluice_embedder *given, sluice_error **error) {
    sluice_retriever_options options = SLUICE_RETRIEVER_OPTIONS_INIT;
    options.embedder = given;
    return sluice_retriever_new(shops.catalog.get(), &options, &results.retriever, error);
  });
}

TEST_CASE("options of judging and refuting of another release are accepted or rejected") {
  const Shops shops;
  Results results;
  SUBCASE("judging") {
    check_sizes(sluice_judge_options SLUICE_JUDGE_OPTIONS_INIT, results,
                [&](const sluice_judge_options *options, sluice_error **error) {
                  return sluice_suite_judge(shops.suite.get(), nullptr, 0, gold_sql, SLUICE_NUL,
                                            gold_sql, SLUICE_NUL, options, &results.verdict, error);
                });
  }
  SUBCASE("refuting") {
    check_sizes(sluice_refute_options SLUICE_REFUTE_OPTIONS_INIT, results,
                [&](const sluice_refute_options *options, sluice_error **error) {
                  return sluice_suite_refute(shops.suite.get(), nullptr, 0, gold_sql, SLUICE_NUL,
                                             gold_sql, SLUICE_NUL, options, &results.verdict,
                                             error);
                });
  }
}

TEST_CASE("a route and a verdict of another release are filled or rejected, never overrun") {
  const Shops shops;
  Results results;
  SUBCASE("a route") {
    check_sizes(sluice_routed SLUICE_ROUTED_INIT, results,
                [&](sluice_routed *routed, sluice_error **error) {
                  return sluice_routes_item(shops.routes.get(), 0, routed, error);
                });
  }
  SUBCASE("a verdict") {
    check_sizes(sluice_verdict_info SLUICE_VERDICT_INFO_INIT, results,
                [&](sluice_verdict_info *info, sluice_error **error) {
                  return sluice_verdict_get(shops.verdict.get(), info, error);
                });
  }
}

TEST_CASE("options of indexing and building of another release are accepted or rejected") {
  const Shops shops;
  Results results;
  const TemporaryDirectory folder;
  const std::string index = (folder.path() / "index").string();
  SUBCASE("indexing") {
    check_sizes(sluice_index_options SLUICE_INDEX_OPTIONS_INIT, results,
                [&](const sluice_index_options *options, sluice_error **error) {
                  return sluice_index_build(shops.catalog.get(), index.c_str(), SLUICE_NUL, options,
                                            error);
                });
  }
  SUBCASE("building") {
    check_sizes(sluice_suite_options SLUICE_SUITE_OPTIONS_INIT, results,
                [&](const sluice_suite_options *options, sluice_error **error) {
                  return sluice_suite_build(nullptr, 0, ".", 1, options, &results.suite, error);
                });
  }
}

TEST_CASE("options of runs of another release are accepted or rejected, never misread") {
  Results results;
  const TemporaryDirectory folder;
  const std::string databases = folder.path().string(), file = databases + "/out.suite";
  const sluice_gold gold{str("nowhere"), str("SELECT 1")};
  const sluice_score_item item{str("nowhere"), str("SELECT 1"), str("SELECT 1")};
  make_sqlite(databases + "/nowhere.sqlite", "CREATE TABLE t (a)");
  SUBCASE("suites") {
    sluice_suite_run_options options = SLUICE_SUITE_RUN_OPTIONS_INIT;
    options.golds = &gold;
    options.gold_count = 1;
    options.mutators = SLUICE_MUTATORS_TREE;
    check_sizes(options, results, [&](const sluice_suite_run_options *given, sluice_error **error) {
      return sluice_suite_run(nullptr, 0, databases.c_str(), SLUICE_NUL, file.c_str(), SLUICE_NUL,
                              given, &results.text, error);
    });
  }
  SUBCASE("scores") {
    sluice_score_options options = SLUICE_SCORE_OPTIONS_INIT;
    options.items = &item;
    options.item_count = 1;
    options.comparison = SLUICE_STRICT;
    check_sizes(options, results, [&](const sluice_score_options *given, sluice_error **error) {
      return sluice_score_run(nullptr, 0, nullptr, 0, databases.c_str(), SLUICE_NUL, given,
                              &results.text, error);
    });
  }
}

TEST_CASE("options of ranking and answering of another release are accepted or rejected") {
  const Shops shops;
  Results results;
  SUBCASE("ranking") {
    check_sizes(
        sluice_rank_options SLUICE_RANK_OPTIONS_INIT, results,
        [&](const sluice_rank_options *options, sluice_error **error) {
          return sluice_examples_rank(shops.examples.get(), question, SLUICE_NUL, options,
                                      &results.ranking, error);
        },
        offsetof(sluice_rank_options, cancellation));
  }
  SUBCASE("a ranked example") {
    check_sizes(sluice_ranked SLUICE_RANKED_INIT, results,
                [&](sluice_ranked *ranked, sluice_error **error) {
                  return sluice_ranking_item(shops.ranking.get(), 0, ranked, error);
                });
  }
  if (!can_answer(shops)) return;
  SUBCASE("answering") {
    check_sizes(sluice_answer_options SLUICE_ANSWER_OPTIONS_INIT, results,
                [&](const sluice_answer_options *options, sluice_error **error) {
                  return sluice_answer(shops.retriever.get(), question, SLUICE_NUL, nullptr,
                                       options, &results.text, error);
                });
  }
  SUBCASE("a completer") {
    sluice_completer completer = SLUICE_COMPLETER_INIT;
    completer.complete = [](void *, const sluice_message *, std::size_t, sluice_write write,
                            void *to) {
      write(to, "SELECT name FROM customer", 25);
      return sluice_status{SLUICE_OK};
    };
    check_sizes(completer, results, [&](const sluice_completer *given, sluice_error **error) {
      sluice_answer_options options = SLUICE_ANSWER_OPTIONS_INIT;
      options.completer = given;
      return sluice_answer(shops.retriever.get(), question, SLUICE_NUL, nullptr, &options,
                           &results.text, error);
    });
  }
}

TEST_CASE("options of a builder of another release are accepted or rejected, never misread") {
  Results results;
  SUBCASE("databases") {
    check_sizes(sluice_database_options SLUICE_DATABASE_OPTIONS_INIT, results,
                [&](const sluice_database_options *options, sluice_error **error) {
                  return with_builder(error, [&](auto builder, auto e) {
                    return sluice_catalog_builder_add_database(builder, "x", 1, options,
                                                               &results.id, e);
                  });
                });
  }
  SUBCASE("tables") {
    check_sizes(sluice_table_options SLUICE_TABLE_OPTIONS_INIT, results,
                [&](const sluice_table_options *options, sluice_error **error) {
                  return with_builder(error, [&](auto builder, auto e) {
                    return sluice_catalog_builder_add_table(builder, 0, "x", 1, options,
                                                            &results.id, e);
                  });
                });
  }
  SUBCASE("columns") {
    check_sizes(sluice_column_options SLUICE_COLUMN_OPTIONS_INIT, results,
                [&](const sluice_column_options *options, sluice_error **error) {
                  return with_builder(error, [&](auto builder, auto e) {
                    return sluice_catalog_builder_add_column(builder, 0, "x", 1, options, e);
                  });
                });
  }
  SUBCASE("foreign keys") {
    check_sizes(key_to("sale"), results, [&](const sluice_foreign_key *key, sluice_error **error) {
      return with_builder(error, [&](auto builder, auto e) {
        return sluice_catalog_builder_add_foreign_key(builder, 0, key, e);
      });
    });
  }
}

TEST_CASE("what was skipped, of another release, is filled or rejected, never overrun") {
  const Shops shops;
  Results results;
  check_sizes(sluice_skipped SLUICE_SKIPPED_INIT, results,
              [&](sluice_skipped *skipped, sluice_error **error) {
                return sluice_catalog_skipped(shops.script.get(), 0, skipped, error);
              });
  check_sizes(sluice_skipped SLUICE_SKIPPED_INIT, results,
              [&](sluice_skipped *skipped, sluice_error **error) {
                return sluice_suite_skipped(shops.built.get(), 0, skipped, error);
              });
}

TEST_CASE("an item of another release is filled or rejected, never overrun") {
  const Shops shops;
  Results results;
  check_sizes(sluice_item SLUICE_ITEM_INIT, results, [&](sluice_item *item, sluice_error **error) {
    return sluice_subset_item(shops.subset.get(), 0, item, error);
  });
}

TEST_CASE("an item of a later release is filled with the fields of this release") {
  const Shops shops;
  Longer<sluice_item> longer(SLUICE_ITEM_INIT);
  longer.get()->struct_size = sizeof(sluice_item) + more;
  REQUIRE(sluice_subset_item(shops.subset.get(), 0, longer.get(), nullptr) == SLUICE_OK);
  CHECK(path_of(*longer.get()) == path_of(item_at(shops.subset.get(), 0)));
  for (std::size_t i = 0; i < more; ++i) CHECK(longer.beyond(i) == std::byte{0});
}

}  // namespace sluice
