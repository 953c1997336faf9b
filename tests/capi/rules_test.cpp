/// The rules that sluice.h states for every function.

#include <cstring>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "calls_with_bad_text.hpp"
#include "calls_with_null.hpp"
#include "fallible_calls.hpp"
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
  CHECK(sluice_catalog_text_count(nullptr, SLUICE_TABLE, 0, SLUICE_TABLE_KIND) == 0);
  CHECK(view(sluice_catalog_text(nullptr, SLUICE_TABLE, 0, SLUICE_TABLE_KIND, 0)).empty());
  CHECK(sluice_catalog_text(nullptr, SLUICE_TABLE, 0, SLUICE_TABLE_KIND, 0).data != nullptr);
  CHECK(sluice_catalog_skipped_count(nullptr) == 0);
  CHECK(sluice_suite_skipped_count(nullptr) == 0);
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
  sluice_catalog_builder_free(nullptr);
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
