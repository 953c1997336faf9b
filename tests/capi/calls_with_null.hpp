#ifndef SLUICE_TESTS_CAPI_CALLS_WITH_NULL_HPP
#define SLUICE_TESTS_CAPI_CALLS_WITH_NULL_HPP

#include <vector>

#include "fallible_calls.hpp"

namespace sluice::test {

/// Calls in which one parameter is NULL that must not be NULL.
inline std::vector<FallibleCall> calls_with_null(const Shops &shops, Results &results) {
  std::vector<FallibleCall> calls{
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
      {"json: catalog", [&](auto e) { return sluice_catalog_json(nullptr, &results.text, e); }},
      {"json: out", [&](auto e) { return sluice_catalog_json(shops.catalog.get(), nullptr, e); }},
      {"skipped: catalog",
       [&](auto e) { return sluice_catalog_skipped(nullptr, 0, &results.skipped, e); }},
      {"skipped: out",
       [&](auto e) { return sluice_catalog_skipped(shops.script.get(), 0, nullptr, e); }},
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
      {"subset_doubts: subset",
       [&](auto e) { return sluice_subset_doubts(nullptr, &results.text, e); }},
      {"subset_doubts: out",
       [&](auto e) { return sluice_subset_doubts(shops.subset.get(), nullptr, e); }},
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
      {"routes_doubts: routes",
       [&](auto e) { return sluice_routes_doubts(nullptr, &results.text, e); }},
      {"routes_doubts: out",
       [&](auto e) { return sluice_routes_doubts(shops.routes.get(), nullptr, e); }},
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
      {"suite_skipped: suite",
       [&](auto e) { return sluice_suite_skipped(nullptr, 0, &results.skipped, e); }},
      {"suite_skipped: out",
       [&](auto e) { return sluice_suite_skipped(shops.built.get(), 0, nullptr, e); }},
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
  add_builder_calls_with_null(calls, shops.builder.get(), results);
  return calls;
}

}  // namespace sluice::test

#endif
