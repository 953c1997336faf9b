#ifndef SLUICE_TESTS_CAPI_CALLS_WITH_BAD_TEXT_HPP
#define SLUICE_TESTS_CAPI_CALLS_WITH_BAD_TEXT_HPP

#include <vector>

#include "fallible_calls.hpp"

namespace sluice::test {

/// Calls in which one text has a byte that is not UTF-8, after a line break.
inline std::vector<FallibleCall> calls_with_bad_text(const Shops &shops, Results &results,
                                                     const sluice_retrieve_options &bad_options) {
  static constexpr const char *bad = "a\nb\xFF";
  std::vector<FallibleCall> calls{
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
      {"options->dialect",
       [&](auto e) {
         sluice_load_options options = SLUICE_LOAD_OPTIONS_INIT;
         options.dialect = {bad, 4};
         return sluice_catalog_load_json("[]", 2, &options, &results.catalog, e);
       }},
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
  add_builder_calls_with_bad_text(calls, shops.builder.get(), results);
  return calls;
}

}  // namespace sluice::test

#endif
