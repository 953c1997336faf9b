/// Worked examples.

#include <filesystem>
#include <string>

#include <doctest/doctest.h>

#include "calls.hpp"
#include "support/error_of.hpp"
#include "support/support.hpp"

namespace sluice {

using namespace test;

TEST_CASE("examples are ranked for the question, and filtered by options and mask") {
  const Shops shops;
  CHECK(sluice_ranking_size(shops.ranking.get()) == 3);
  const sluice_str guess = str("SELECT count(*) FROM purchase");
  sluice_rank_options options = SLUICE_RANK_OPTIONS_INIT;
  options.guesses = &guess;
  options.guess_count = 1;
  options.count = 1;
  options.database = 0;
  const auto first = rank(shops.examples.get(), &options);
  REQUIRE(sluice_ranking_size(first.get()) == 1);
  const sluice_ranked best = ranked_at(first.get(), 0);
  CHECK(view(best.sql) == "SELECT count(*) FROM customer");
  CHECK(view(best.question) == "How many customers are there?");
  CHECK(best.score > 0.3);
  CHECK(best.similarity <= 1);
  options.except_database = "shop";
  const auto others = rank(shops.examples.get(), &options);
  REQUIRE(sluice_ranking_size(others.get()) == 1);
  CHECK(view(ranked_at(others.get(), 0).database) == "cellar");

  const auto mask = new_mask(shops.catalog.get());
  set(mask.get(), SLUICE_COLUMN, find(shops.catalog.get(), SLUICE_COLUMN, "shop.purchase.wine"),
      false);
  const auto seen = open_examples(shops.examples_file, shops.catalog.get(), mask.get());
  const auto left = rank(seen.get());
  REQUIRE(sluice_ranking_size(left.get()) == 2);
  for (std::size_t i = 0; i < 2; ++i)
    CHECK(!contains(std::string(view(ranked_at(left.get(), i).sql)), "wine"));
}

TEST_CASE("invalid examples and options are rejected") {
  const Shops shops;
  const TemporaryDirectory folder;
  const std::string path = (folder.path() / "x").string();
  const auto open_fails = [&](const char *content, const sluice_mask *mask) {
    write_file(path, content);
    sluice_examples *out = nullptr;
    return failure_of([&](auto error) {
             return sluice_examples_open(nullptr, mask, path.c_str(), SLUICE_NUL, &out, error);
           })
        .status;
  };
  CHECK(open_fails("{\"question\": 1}", nullptr) == SLUICE_MALFORMED);
  CHECK(open_fails("no store", nullptr) == SLUICE_MALFORMED);
  CHECK(open_fails(examples_jsonl, shops.mask.get()) == SLUICE_MISMATCH);
  const auto rank_fails = [&](const sluice_rank_options &options) {
    sluice_ranking *out = nullptr;
    return failure_of([&](auto error) {
             return sluice_examples_rank(shops.examples.get(), "x", 1, &options, &out, error);
           })
        .status;
  };
  sluice_rank_options options = SLUICE_RANK_OPTIONS_INIT;
  options.count = 0;
  CHECK(rank_fails(options) == SLUICE_INVALID_ARGUMENT);
  options = SLUICE_RANK_OPTIONS_INIT;
  options.database = 3;
  CHECK(rank_fails(options) == SLUICE_INVALID_ARGUMENT);
  options = SLUICE_RANK_OPTIONS_INIT;
  options.reserved = 1;
  CHECK(rank_fails(options) == SLUICE_UNSUPPORTED);
  sluice_ranked item = SLUICE_RANKED_INIT;
  CHECK(failure_of([&](auto error) {
          return sluice_ranking_item(shops.ranking.get(), 3, &item, error);
        }).status == SLUICE_INVALID_ARGUMENT);
}

}  // namespace sluice
