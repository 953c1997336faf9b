/// The rules that sluice.h states for every function.

#include <cstring>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "calls.hpp"
#include "support/error_of.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

using namespace test;

struct Everything {
  TemporaryDirectory folder;
  std::string path = (folder.path() / "cellar.sqlite").string();
  Shops shops;
  Results results;

  Everything() { make_sqlite(path, "CREATE TABLE bottle (id INTEGER PRIMARY KEY, wine TEXT)"); }
  std::vector<FallibleCall> calls() { return fallible_calls(shops, path, results); }
};

/// Calls in which one parameter is NULL that must not be NULL.
std::vector<FallibleCall> calls_with_null(const Shops &shops, Results &results) {
  return {
      {"load: path",
       [&](auto e) { return sluice_catalog_load(nullptr, 0, nullptr, &results.catalog, e); }},
      {"load: path, size",
       [&](auto e) {
         return sluice_catalog_load(nullptr, SLUICE_NUL, nullptr, &results.catalog, e);
       }},
      {"load: out", [](auto e) { return sluice_catalog_load("x", 1, nullptr, nullptr, e); }},
      {"load_ddl: sql",
       [&](auto e) {
         return sluice_catalog_load_ddl(nullptr, 0, "x", 1, nullptr, &results.catalog, e);
       }},
      {"load_ddl: name",
       [&](auto e) {
         return sluice_catalog_load_ddl("", 0, nullptr, SLUICE_NUL, nullptr, &results.catalog, e);
       }},
      {"load_ddl: out",
       [](auto e) { return sluice_catalog_load_ddl("", 0, "x", 1, nullptr, nullptr, e); }},
      {"load_json: json",
       [&](auto e) { return sluice_catalog_load_json(nullptr, 3, nullptr, &results.catalog, e); }},
      {"load_json: out",
       [](auto e) { return sluice_catalog_load_json("[]", 2, nullptr, nullptr, e); }},
      {"find: catalog",
       [&](auto e) { return sluice_catalog_find(nullptr, SLUICE_TABLE, "x", 1, &results.id, e); }},
      {"find: path",
       [&](auto e) {
         return sluice_catalog_find(shops.catalog.get(), SLUICE_TABLE, nullptr, 1, &results.id, e);
       }},
      {"find: out",
       [&](auto e) { return sluice_catalog_find(shops.catalog.get(), 1, "shop", 4, nullptr, e); }},
      {"mask_new: catalog", [&](auto e) { return sluice_mask_new(nullptr, 1, &results.mask, e); }},
      {"mask_new: out",
       [&](auto e) { return sluice_mask_new(shops.catalog.get(), 1, nullptr, e); }},
      {"mask_set: mask", [](auto e) { return sluice_mask_set(nullptr, SLUICE_TABLE, 0, 1, e); }},
      {"retriever_new: catalog",
       [&](auto e) { return sluice_retriever_new(nullptr, nullptr, &results.retriever, e); }},
      {"retriever_new: out",
       [&](auto e) { return sluice_retriever_new(shops.catalog.get(), nullptr, nullptr, e); }},
      {"retrieve: retriever",
       [&](auto e) {
         return sluice_retrieve(nullptr, "x", 1, nullptr, nullptr, &results.subset, e);
       }},
      {"retrieve: question",
       [&](auto e) {
         return sluice_retrieve(shops.retriever.get(), nullptr, 0, shops.mask.get(), nullptr,
                                &results.subset, e);
       }},
      {"retrieve: out",
       [&](auto e) {
         return sluice_retrieve(shops.retriever.get(), "x", 1, nullptr, nullptr, nullptr, e);
       }},
      {"item: subset", [&](auto e) { return sluice_subset_item(nullptr, 0, &results.item, e); }},
      {"item: out", [&](auto e) { return sluice_subset_item(shops.subset.get(), 0, nullptr, e); }},
      {"render: subset",
       [&](auto e) { return sluice_subset_render(nullptr, 1, nullptr, &results.text, e); }},
      {"render: out",
       [&](auto e) { return sluice_subset_render(shops.subset.get(), 1, nullptr, nullptr, e); }},
      {"cancellation: out", [&](auto e) { return sluice_cancellation_new(nullptr, e); }},
      {"route: retriever",
       [&](auto e) { return sluice_route(nullptr, "x", 1, nullptr, &results.routes, e); }},
      {"route: question",
       [&](auto e) {
         return sluice_route(shops.retriever.get(), nullptr, 1, nullptr, &results.routes, e);
       }},
      {"route: out",
       [&](auto e) { return sluice_route(shops.retriever.get(), "x", 1, nullptr, nullptr, e); }},
      {"route_with: retriever",
       [&](auto e) {
         return sluice_route_with(nullptr, "x", 1, nullptr, nullptr, &results.routes, e);
       }},
      {"route_with: out",
       [&](auto e) {
         return sluice_route_with(shops.retriever.get(), "x", 1, nullptr, nullptr, nullptr, e);
       }},
      {"routes_item: routes",
       [&](auto e) { return sluice_routes_item(nullptr, 0, &results.routed, e); }},
      {"routes_item: out",
       [&](auto e) { return sluice_routes_item(shops.routes.get(), 0, nullptr, e); }},
      {"parse: sql",
       [&](auto e) { return sluice_query_parse(nullptr, 0, 1, nullptr, 3, &results.query, e); }},
      {"parse: out",
       [&](auto e) { return sluice_query_parse(nullptr, 0, 1, "SELECT 1", 8, nullptr, e); }},
      {"check: query", [&](auto e) { return sluice_query_check(nullptr, nullptr, e); }},
      {"text: query", [&](auto e) { return sluice_query_text(nullptr, 1, &results.text, e); }},
      {"text: out", [&](auto e) { return sluice_query_text(shops.query.get(), 1, nullptr, e); }},
      {"reads: query", [&](auto e) { return sluice_query_reads(nullptr, &results.text, e); }},
      {"reads: out", [&](auto e) { return sluice_query_reads(shops.query.get(), nullptr, e); }},
      {"similarity: from",
       [&](auto e) {
         return sluice_query_similarity(nullptr, shops.query.get(), &results.number, e);
       }},
      {"similarity: to",
       [&](auto e) {
         return sluice_query_similarity(shops.query.get(), nullptr, &results.number, e);
       }},
      {"similarity: out",
       [&](auto e) {
         return sluice_query_similarity(shops.query.get(), shops.query.get(), nullptr, e);
       }},
      {"open: path", [&](auto e) { return sluice_suite_open(nullptr, 1, &results.suite, e); }},
      {"open: out", [&](auto e) { return sluice_suite_open("x", 1, nullptr, e); }},
      {"open_ddl: sql",
       [&](auto e) { return sluice_suite_open_ddl(nullptr, 0, "x", 1, &results.suite, e); }},
      {"open_ddl: name",
       [&](auto e) { return sluice_suite_open_ddl("", 0, nullptr, 1, &results.suite, e); }},
      {"open_ddl: out", [&](auto e) { return sluice_suite_open_ddl("", 0, "x", 1, nullptr, e); }},
      {"judge: suite",
       [&](auto e) {
         return sluice_suite_judge(nullptr, nullptr, 0, "x", 1, "x", 1, nullptr, &results.verdict,
                                   e);
       }},
      {"judge: gold",
       [&](auto e) {
         return sluice_suite_judge(shops.suite.get(), nullptr, 0, nullptr, 1, "x", 1, nullptr,
                                   &results.verdict, e);
       }},
      {"judge: predicted",
       [&](auto e) {
         return sluice_suite_judge(shops.suite.get(), nullptr, 0, "x", 1, nullptr, 1, nullptr,
                                   &results.verdict, e);
       }},
      {"judge: out",
       [&](auto e) {
         return sluice_suite_judge(shops.suite.get(), nullptr, 0, "x", 1, "x", 1, nullptr, nullptr,
                                   e);
       }},
      {"refute: suite",
       [&](auto e) {
         return sluice_suite_refute(nullptr, nullptr, 0, "x", 1, "x", 1, nullptr, &results.verdict,
                                    e);
       }},
      {"refute: gold",
       [&](auto e) {
         return sluice_suite_refute(shops.suite.get(), nullptr, 0, nullptr, 1, "x", 1, nullptr,
                                    &results.verdict, e);
       }},
      {"refute: predicted",
       [&](auto e) {
         return sluice_suite_refute(shops.suite.get(), nullptr, 0, "x", 1, nullptr, 1, nullptr,
                                    &results.verdict, e);
       }},
      {"refute: out",
       [&](auto e) {
         return sluice_suite_refute(shops.suite.get(), nullptr, 0, "x", 1, "x", 1, nullptr, nullptr,
                                    e);
       }},
      {"verdict_get: verdict",
       [&](auto e) { return sluice_verdict_get(nullptr, &results.info, e); }},
      {"verdict_get: out",
       [&](auto e) { return sluice_verdict_get(shops.verdict.get(), nullptr, e); }},
      {"index_build: catalog",
       [](auto e) { return sluice_index_build(nullptr, "x", 1, nullptr, e); }},
      {"index_build: folder",
       [&](auto e) { return sluice_index_build(shops.catalog.get(), nullptr, 1, nullptr, e); }},
      {"suite_build: golds",
       [&](auto e) { return sluice_suite_build(nullptr, 1, "x", 1, nullptr, &results.suite, e); }},
      {"suite_build: golds->sql",
       [&](auto e) {
         const sluice_gold gold{str("x"), {nullptr, 1}};
         return sluice_suite_build(&gold, 1, "x", 1, nullptr, &results.suite, e);
       }},
      {"suite_build: folder",
       [&](auto e) {
         return sluice_suite_build(nullptr, 0, nullptr, 1, nullptr, &results.suite, e);
       }},
      {"suite_build: out",
       [](auto e) { return sluice_suite_build(nullptr, 0, "x", 1, nullptr, nullptr, e); }},
      {"suite_save: suite", [](auto e) { return sluice_suite_save(nullptr, "x", 1, e); }},
      {"suite_save: path",
       [&](auto e) { return sluice_suite_save(shops.built.get(), nullptr, 1, e); }},
      {"examples_open: path",
       [&](auto e) {
         return sluice_examples_open(nullptr, nullptr, nullptr, 1, &results.examples, e);
       }},
      {"examples_open: out",
       [](auto e) { return sluice_examples_open(nullptr, nullptr, "x", 1, nullptr, e); }},
      {"rank: examples",
       [&](auto e) { return sluice_examples_rank(nullptr, "x", 1, nullptr, &results.ranking, e); }},
      {"rank: question",
       [&](auto e) {
         return sluice_examples_rank(shops.examples.get(), nullptr, 1, nullptr, &results.ranking,
                                     e);
       }},
      {"rank: options->guesses",
       [&](auto e) {
         sluice_rank_options options = SLUICE_RANK_OPTIONS_INIT;
         options.guess_count = 1;
         return sluice_examples_rank(shops.examples.get(), "x", 1, &options, &results.ranking, e);
       }},
      {"rank: out",
       [&](auto e) {
         return sluice_examples_rank(shops.examples.get(), "x", 1, nullptr, nullptr, e);
       }},
      {"ranking_item: ranking",
       [&](auto e) { return sluice_ranking_item(nullptr, 0, &results.ranked, e); }},
      {"ranking_item: out",
       [&](auto e) { return sluice_ranking_item(shops.ranking.get(), 0, nullptr, e); }},
      {"answer: retriever",
       [&](auto e) { return sluice_answer(nullptr, "x", 1, nullptr, nullptr, &results.text, e); }},
      {"answer: question",
       [&](auto e) {
         return sluice_answer(shops.retriever.get(), nullptr, 1, nullptr, nullptr, &results.text,
                              e);
       }},
      {"answer: out",
       [&](auto e) {
         return sluice_answer(shops.retriever.get(), "x", 1, nullptr, nullptr, nullptr, e);
       }},
      {"suite_run: gold",
       [&](auto e) {
         return sluice_suite_run(nullptr, 1, "x", 1, "x", 1, nullptr, &results.text, e);
       }},
      {"suite_run: databases",
       [&](auto e) {
         return sluice_suite_run("x", 1, nullptr, 1, "x", 1, nullptr, &results.text, e);
       }},
      {"suite_run: file",
       [&](auto e) {
         return sluice_suite_run("x", 1, "x", 1, nullptr, 1, nullptr, &results.text, e);
       }},
      {"suite_run: options->golds",
       [&](auto e) {
         sluice_suite_run_options options = SLUICE_SUITE_RUN_OPTIONS_INIT;
         options.gold_count = 1;
         return sluice_suite_run("x", 1, "x", 1, "x", 1, &options, &results.text, e);
       }},
      {"suite_run: out",
       [](auto e) { return sluice_suite_run("x", 1, "x", 1, "x", 1, nullptr, nullptr, e); }},
      {"score_run: gold",
       [&](auto e) {
         return sluice_score_run(nullptr, 1, "x", 1, "x", 1, nullptr, &results.text, e);
       }},
      {"score_run: predicted",
       [&](auto e) {
         return sluice_score_run("x", 1, nullptr, 1, "x", 1, nullptr, &results.text, e);
       }},
      {"score_run: databases",
       [&](auto e) {
         return sluice_score_run("x", 1, "x", 1, nullptr, 1, nullptr, &results.text, e);
       }},
      {"score_run: options->items",
       [&](auto e) {
         sluice_score_options options = SLUICE_SCORE_OPTIONS_INIT;
         options.item_count = 1;
         return sluice_score_run("x", 1, "x", 1, "x", 1, &options, &results.text, e);
       }},
      {"score_run: options->reports",
       [&](auto e) {
         sluice_score_options options = SLUICE_SCORE_OPTIONS_INIT;
         options.report_count = 1;
         return sluice_score_run("x", 1, "x", 1, "x", 1, &options, &results.text, e);
       }},
      {"score_run: out",
       [](auto e) { return sluice_score_run("x", 1, "x", 1, "x", 1, nullptr, nullptr, e); }},
      {"audit: path",
       [&](auto e) { return sluice_audit(nullptr, 1, nullptr, 0, nullptr, &results.text, e); }},
      {"audit: golds",
       [&](auto e) { return sluice_audit("x", 1, nullptr, 1, nullptr, &results.text, e); }},
      {"audit: out", [](auto e) { return sluice_audit("x", 1, nullptr, 0, nullptr, nullptr, e); }},
  };
}

/// Calls in which one text has a byte that is not UTF-8, after a line break.
std::vector<FallibleCall> calls_with_bad_text(const Shops &shops, Results &results,
                                              const sluice_retrieve_options &bad_options) {
  static constexpr const char *bad = "a\nb\xFF";
  return {
      {"path", [&](auto e) { return sluice_catalog_load(bad, 4, nullptr, &results.catalog, e); }},
      {"sql",
       [&](auto e) {
         return sluice_catalog_load_ddl(bad, SLUICE_NUL, "x", 1, nullptr, &results.catalog, e);
       }},
      {"name",
       [&](auto e) {
         return sluice_catalog_load_ddl("", 0, bad, 4, nullptr, &results.catalog, e);
       }},
      {"json",
       [&](auto e) { return sluice_catalog_load_json(bad, 4, nullptr, &results.catalog, e); }},
      {"path",
       [&](auto e) {
         return sluice_catalog_find(shops.catalog.get(), SLUICE_TABLE, bad, SLUICE_NUL, &results.id,
                                    e);
       }},
      {"question",
       [&](auto e) {
         return sluice_retrieve(shops.retriever.get(), bad, 4, nullptr, nullptr, &results.subset,
                                e);
       }},
      {"question",
       [&](auto e) {
         return sluice_route(shops.retriever.get(), bad, 4, nullptr, &results.routes, e);
       }},
      {"sql", [&](auto e) { return sluice_query_parse(nullptr, 0, 1, bad, 4, &results.query, e); }},
      {"path", [&](auto e) { return sluice_suite_open(bad, 4, &results.suite, e); }},
      {"sql",
       [&](auto e) { return sluice_suite_open_ddl(bad, SLUICE_NUL, "x", 1, &results.suite, e); }},
      {"name", [&](auto e) { return sluice_suite_open_ddl("", 0, bad, 4, &results.suite, e); }},
      {"database",
       [&](auto e) {
         return sluice_suite_judge(shops.suite.get(), bad, 4, "x", 1, "x", 1, nullptr,
                                   &results.verdict, e);
       }},
      {"gold",
       [&](auto e) {
         return sluice_suite_judge(shops.suite.get(), nullptr, 0, bad, 4, "x", 1, nullptr,
                                   &results.verdict, e);
       }},
      {"predicted",
       [&](auto e) {
         return sluice_suite_judge(shops.suite.get(), nullptr, 0, "x", 1, bad, 4, nullptr,
                                   &results.verdict, e);
       }},
      {"database",
       [&](auto e) {
         return sluice_suite_refute(shops.suite.get(), bad, 4, "x", 1, "x", 1, nullptr,
                                    &results.verdict, e);
       }},
      {"gold",
       [&](auto e) {
         return sluice_suite_refute(shops.suite.get(), nullptr, 0, bad, 4, "x", 1, nullptr,
                                    &results.verdict, e);
       }},
      {"predicted",
       [&](auto e) {
         return sluice_suite_refute(shops.suite.get(), nullptr, 0, "x", 1, bad, 4, nullptr,
                                    &results.verdict, e);
       }},
      {"hallucinated",
       [&](auto e) {
         return sluice_retrieve(shops.retriever.get(), "x", 1, nullptr, &bad_options,
                                &results.subset, e);
       }},
      {"folder",
       [&](auto e) { return sluice_index_build(shops.catalog.get(), bad, 4, nullptr, e); }},
      {"folder",
       [&](auto e) { return sluice_suite_build(nullptr, 0, bad, 4, nullptr, &results.suite, e); }},
      {"golds->database",
       [&](auto e) {
         const sluice_gold gold{{bad, 4}, {"x", 1}};
         return sluice_suite_build(&gold, 1, "x", 1, nullptr, &results.suite, e);
       }},
      {"path", [&](auto e) { return sluice_suite_save(shops.built.get(), bad, 4, e); }},
      {"path",
       [&](auto e) {
         return sluice_examples_open(nullptr, nullptr, bad, 4, &results.examples, e);
       }},
      {"question",
       [&](auto e) {
         return sluice_examples_rank(shops.examples.get(), bad, 4, nullptr, &results.ranking, e);
       }},
      {"options->guesses",
       [&](auto e) {
         const sluice_str guess{bad, 4};
         sluice_rank_options options = SLUICE_RANK_OPTIONS_INIT;
         options.guesses = &guess;
         options.guess_count = 1;
         return sluice_examples_rank(shops.examples.get(), "x", 1, &options, &results.ranking, e);
       }},
      {"options->except_database",
       [&](auto e) {
         sluice_rank_options options = SLUICE_RANK_OPTIONS_INIT;
         options.except_database = bad;
         return sluice_examples_rank(shops.examples.get(), "x", 1, &options, &results.ranking, e);
       }},
      {"question",
       [&](auto e) {
         return sluice_answer(shops.retriever.get(), bad, 4, nullptr, nullptr, &results.text, e);
       }},
      {"file",
       [&](auto e) { return sluice_suite_run("x", 1, "x", 1, bad, 4, nullptr, &results.text, e); }},
      {"options->golds->sql",
       [&](auto e) {
         const sluice_gold gold{{"x", 1}, {bad, 4}};
         sluice_suite_run_options options = SLUICE_SUITE_RUN_OPTIONS_INIT;
         options.golds = &gold;
         options.gold_count = 1;
         return sluice_suite_run(nullptr, 0, "x", 1, "x", 1, &options, &results.text, e);
       }},
      {"options->resume",
       [&](auto e) {
         sluice_score_options options = SLUICE_SCORE_OPTIONS_INIT;
         options.resume = {bad, 4};
         return sluice_score_run("x", 1, "x", 1, "x", 1, &options, &results.text, e);
       }},
      {"options->items->predicted",
       [&](auto e) {
         const sluice_score_item item{{"x", 1}, {"x", 1}, {bad, 4}};
         sluice_score_options options = SLUICE_SCORE_OPTIONS_INIT;
         options.items = &item;
         options.item_count = 1;
         return sluice_score_run(nullptr, 0, nullptr, 0, "x", 1, &options, &results.text, e);
       }},
      {"path", [&](auto e) { return sluice_audit(bad, 4, nullptr, 0, nullptr, &results.text, e); }},
      {"golds->sql",
       [&](auto e) {
         const sluice_gold gold{{"x", 1}, {bad, 4}};
         return sluice_audit("x", 1, &gold, 1, nullptr, &results.text, e);
       }},
  };
}

}  // namespace

TEST_CASE("a successful call sets no error, whether or not error is NULL") {
  Everything all;
  for (const FallibleCall &fallible : all.calls()) {
    CAPTURE(fallible.name);
    CHECK(fallible.call(nullptr) == SLUICE_OK);
    all.results.end();
    sluice_error *error = nullptr;
    CHECK(fallible.call(&error) == SLUICE_OK);
    CHECK(error == nullptr);
    all.results.end();
  }
}

TEST_CASE("a call with an error that is already set does nothing and does not change it") {
  Everything all;
  sluice_error *old = nullptr;
  REQUIRE(sluice_mask_new(nullptr, 1, nullptr, &old) == SLUICE_INVALID_ARGUMENT);
  const Owned<sluice_error> ended(old);
  const std::string message(view(sluice_error_message(old)));
  for (const FallibleCall &fallible : all.calls()) {
    CAPTURE(fallible.name);
    sluice_error *error = old;
    CHECK(fallible.call(&error) == SLUICE_INVALID_ARGUMENT);
    CHECK(error == old);
    CHECK(view(sluice_error_message(error)) == message);
    CHECK(all.results.untouched());
  }
}

TEST_CASE("NULL for a required parameter is an invalid argument that names the parameter") {
  Everything all;
  for (const FallibleCall &fallible : calls_with_null(all.shops, all.results)) {
    CAPTURE(fallible.name);
    const Failure failure = failure_of(fallible.call);
    CHECK(failure.status == SLUICE_INVALID_ARGUMENT);
    CHECK(contains(failure.message, " is NULL"));
    CHECK(contains(fallible.name, failure.message.substr(0, failure.message.find(' '))));
    CHECK(all.results.untouched());
  }
}

TEST_CASE("text that is not UTF-8 is an invalid argument, with its place") {
  Everything all;
  sluice_retrieve_options bad_options = SLUICE_RETRIEVE_OPTIONS_INIT;
  bad_options.hallucinated = "a\nb\xFF";
  for (const FallibleCall &fallible : calls_with_bad_text(all.shops, all.results, bad_options)) {
    CAPTURE(fallible.name);
    const Failure failure = failure_of(fallible.call);
    CHECK(failure.status == SLUICE_INVALID_ARGUMENT);
    CHECK(failure.where == fallible.name + ":2:2");
    CHECK(failure.message == failure.where + ": is not UTF-8");
    CHECK(all.results.untouched());
  }
}

TEST_CASE("functions that cannot fail return 0 or an empty string for NULL") {
  CHECK(view(sluice_text_view(nullptr)).empty());
  CHECK(sluice_text_view(nullptr).data != nullptr);
  CHECK(sluice_error_status(nullptr) == SLUICE_OK);
  CHECK(view(sluice_error_message(nullptr)).empty());
  CHECK(view(sluice_error_where(nullptr)).empty());
  CHECK(sluice_error_where(nullptr).data != nullptr);
  CHECK(sluice_catalog_count(nullptr, SLUICE_TABLE) == 0);
  CHECK(view(sluice_catalog_name(nullptr, SLUICE_TABLE, 0)).empty());
  CHECK(sluice_catalog_name(nullptr, SLUICE_TABLE, 0).data != nullptr);
  CHECK(sluice_catalog_parent(nullptr, SLUICE_TABLE, 0) == SLUICE_NO_ID);
  CHECK(sluice_subset_size(nullptr) == 0);
  CHECK(sluice_error_offset(nullptr) == SLUICE_NO_OFFSET);
  CHECK(sluice_routes_size(nullptr) == 0);
  CHECK(sluice_ranking_size(nullptr) == 0);
  CHECK(view(sluice_verdict_json(nullptr)).empty());
  CHECK(sluice_verdict_json(nullptr).data != nullptr);
  sluice_cancellation_cancel(nullptr);
}

TEST_CASE("freeing or releasing NULL does nothing") {
  sluice_text_free(nullptr);
  sluice_error_free(nullptr);
  sluice_catalog_release(nullptr);
  sluice_mask_free(nullptr);
  sluice_retriever_release(nullptr);
  sluice_subset_free(nullptr);
  sluice_routes_free(nullptr);
  sluice_query_release(nullptr);
  sluice_suite_release(nullptr);
  sluice_verdict_free(nullptr);
  sluice_cancellation_release(nullptr);
  sluice_examples_release(nullptr);
  sluice_ranking_free(nullptr);
}

TEST_CASE(
    "string parameters may be freed when the call returns, and need no NUL if they have a size") {
  const Shops shops;
  std::string path = "shop.customer.name and more";
  std::uint32_t id = 0;
  CHECK(sluice_catalog_find(shops.catalog.get(), SLUICE_COLUMN, path.data(), 18, &id, nullptr) ==
        SLUICE_OK);
  CHECK(id == 1);

  std::string asked = std::string(question) + "garbage";
  const auto subset = retrieve(shops.retriever.get(), asked.substr(0, std::strlen(question)));
  asked.assign(asked.size(), '?');
  CHECK(render(subset.get(), SLUICE_FORM_PROMPT) == render(shops.subset.get(), SLUICE_FORM_PROMPT));
}

TEST_CASE("every returned view is followed by a NUL") {
  const Shops shops;
  const auto check = [](sluice_str text) { CHECK(std::strlen(text.data) == text.size); };
  for (const sluice_kind kind : {SLUICE_DATABASE, SLUICE_TABLE, SLUICE_COLUMN}) {
    for (std::uint32_t id = 0; id < sluice_catalog_count(shops.catalog.get(), kind); ++id) {
      check(sluice_catalog_name(shops.catalog.get(), kind, id));
    }
  }
  for (std::size_t i = 0; i < sluice_subset_size(shops.subset.get()); ++i) {
    const sluice_item item = item_at(shops.subset.get(), i);
    check(item.database);
    check(item.table);
    check(item.column);
    for (std::uint32_t r = 0; r < item.reason_count; ++r) {
      check(item.reasons[r].kind);
      check(item.reasons[r].text);
    }
  }
  for (std::size_t i = 0; i < sluice_routes_size(shops.routes.get()); ++i) {
    sluice_routed routed = SLUICE_ROUTED_INIT;
    REQUIRE(sluice_routes_item(shops.routes.get(), i, &routed, nullptr) == SLUICE_OK);
    check(routed.database);
  }
  for (std::size_t i = 0; i < sluice_ranking_size(shops.ranking.get()); ++i) {
    const sluice_ranked ranked = ranked_at(shops.ranking.get(), i);
    for (const sluice_str text : {ranked.question, ranked.database, ranked.sql}) check(text);
  }
  const auto refuted = refute(shops.suite.get(), gold_sql, wrong_sql);
  for (const sluice_verdict *verdict : {shops.verdict.get(), refuted.get()}) {
    const sluice_verdict_info info = info_of(verdict);
    for (const sluice_str text : {info.name, info.kind, info.title, info.message, info.script,
                                  sluice_verdict_json(verdict)}) {
      check(text);
    }
  }
}

}  // namespace sluice
