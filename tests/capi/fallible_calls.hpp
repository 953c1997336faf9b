#ifndef SLUICE_TESTS_CAPI_FALLIBLE_CALLS_HPP
#define SLUICE_TESTS_CAPI_FALLIBLE_CALLS_HPP

/// Every call of the C interface that can fail, to test rules on all of them.

#include <string>
#include <vector>

#include "builder_calls.hpp"

namespace sluice::test {

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
      {"sluice_catalog_json",
       [&](auto error) { return sluice_catalog_json(shops.catalog.get(), &results.text, error); }},
      {"sluice_catalog_skipped",
       [&](auto error) {
         return sluice_catalog_skipped(shops.script.get(), 0, &results.skipped, error);
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
      {"sluice_subset_doubts",
       [&](auto error) { return sluice_subset_doubts(shops.subset.get(), &results.text, error); }},
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
      {"sluice_routes_doubts",
       [&](auto error) { return sluice_routes_doubts(shops.routes.get(), &results.text, error); }},
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
      {"sluice_suite_skipped",
       [&](auto error) {
         return sluice_suite_skipped(shops.built.get(), 0, &results.skipped, error);
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
  add_builder_calls(calls, results);
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
