#include "sluice/route/alternatives.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include "sluice/route/ranker.hpp"
#include "trades.hpp"

namespace sluice {
namespace {

using Databases = std::vector<Scored<DatabaseId>>;

Databases ranked(std::initializer_list<float> scores) {
  Databases databases;
  for (const float score : scores)
    databases.push_back({DatabaseId(static_cast<std::uint32_t>(databases.size())), score});
  return databases;
}

std::size_t likely(const Databases &databases) {
  return about_as_likely(std::span<const Scored<DatabaseId>>(databases),
                         [](DatabaseId id) { return id == DatabaseId(0); })
      .size();
}

}  // namespace

TEST_CASE("an alternative is at least a twentieth as likely as the first") {
  CHECK(likely(ranked({0.34F, 0.33F, 0.33F})) == 2);
  CHECK(likely(ranked({0.6F, 0.3F, 0.08F, 0.02F})) == 2);
  CHECK(likely(ranked({0.97F, 0.03F})) == 0);
  CHECK(likely(ranked({1})) == 0);
  CHECK(likely({}) == 0);
}

TEST_CASE("there are at most nine alternatives, and none where all scores are 0") {
  CHECK(likely(Databases(50, {DatabaseId(7), 0.02F})) == 9);
  CHECK(likely(ranked({0, 0, 0})) == 0);
  CHECK(likely(ranked({-1, -2})) == 0);
}

TEST_CASE("an answer is unsure if its database or its table is likelier wrong than right") {
  CHECK(!is_unsure({.database = 0.6F, .table = 0.55F}));
  CHECK(is_unsure({.database = 0.4F, .table = {}}));
  CHECK(is_unsure({.database = 0.9F, .table = 0.3F}));
  CHECK(!is_unsure({.database = 0.6F, .table = {}}));
  CHECK(is_unsure({}));
}

TEST_CASE("an answer is unsure if perhaps no database fits") {
  CHECK(is_unsure({.database = 1, .table = 1, .fits = 0.1F, .fits_threshold = 0.2F}));
  CHECK(!is_unsure({.database = 1, .table = 1, .fits = 0.1F, .fits_threshold = 0}));
  CHECK(!is_unsure({.database = 1, .table = 1, .fits = {}, .fits_threshold = 0.2F}));
}

TEST_CASE(
    "alternatives to a ranking are other databases, and tables of the first that come later") {
  const auto catalog = test::trades();  // each database has two tables
  const DatabaseId music(0), shop(1);
  const auto table = [&](DatabaseId database, std::size_t at) {
    return catalog->tables(database)[at];
  };
  RankerAnswer answer;
  answer.databases = {{music, 0.6F}, {shop, 0.39F}, {DatabaseId(2), 0.01F}};
  answer.tables = {{table(music, 1), 0.5F}, {table(shop, 0), 0.3F}, {table(music, 0), 0.2F}};
  const Alternatives after_one = alternatives_of(answer, 1, *catalog);
  CHECK(after_one.databases == Databases{{shop, 0.39F}});
  CHECK(after_one.tables == std::vector<Scored<TableId>>{{table(music, 0), 0.2F}});
  CHECK(alternatives_of(answer, 3, *catalog).tables.empty());
  CHECK(!is_unsure(answer, 0));
  answer.tables.clear();
  CHECK(is_unsure(answer, 0));
  CHECK(alternatives_of({}, 1, *catalog).databases.empty());
}

}  // namespace sluice
