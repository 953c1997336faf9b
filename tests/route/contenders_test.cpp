#include "../../src/route/contenders.hpp"

#include <doctest/doctest.h>

#include <array>
#include <vector>

namespace sluice {
namespace {

using Places = std::vector<std::size_t>;

TEST_CASE("contenders are the dozen best, the best first, of equal ones the first") {
  CHECK(detail::contenders_of({}).empty());
  CHECK(detail::contenders_of(std::array{1.0F, 3.0F, 2.0F, 3.0F}) == Places{1, 3, 2, 0});
  std::vector<float> scores(40, 0.0F);
  scores[39] = 1;
  const Places best = detail::contenders_of(scores);
  CHECK(best.size() == 12);
  CHECK(best.front() == 39);
  CHECK(best.back() == 10);
}

TEST_CASE("a contender is told by its features and by how far it leads") {
  const std::array scores{1.0F, 4.0F, 2.5F};
  const Places contenders{1, 2, 0};
  std::vector<float> rows;
  detail::add_contender(std::array{7.0F, 8.0F, 70.0F, 80.0F}, scores, contenders, 1, rows);
  detail::add_contender(std::array{5.0F, 6.0F, 50.0F, 60.0F}, scores, contenders, 0, rows);
  CHECK(rows == std::vector{7.0F, 8.0F, 1.5F, 5.0F, 6.0F, -3.0F});
  rows.clear();
  detail::add_contender(std::array{7.0F, 70.0F}, std::array{1.0F}, Places{0}, 0, rows);
  CHECK(rows == std::vector{7.0F, 0.0F});
}

TEST_CASE("trees move contenders among each other, and never below one that did not contend") {
  // Of fourteen, those that have a 1 are right, whatever their scores.
  RankedGroups groups;
  groups.columns = 2;
  std::vector<float> starts;
  for (int i = 0; i < 200; ++i) {
    groups.begin_group();
    for (int r = 0; r < 4; ++r) {
      const bool is_right = r == i % 4;
      groups.add(std::array{is_right ? 1.0F : 0.0F, static_cast<float>(-r)}, is_right);
      starts.push_back(static_cast<float>(-r));
    }
  }
  const BoostedTrees trees = BoostedTrees::fit_listwise(groups, starts, {.depth = 2, .l2 = 1});
  std::vector<float> scores;
  for (int i = 0; i < 14; ++i) scores.push_back(static_cast<float>(-i));
  const Places contenders = detail::contenders_of(scores);
  std::vector<float> rows;
  for (const std::size_t place : contenders) {
    const float mark = place == 3 ? 1 : 0;
    detail::add_contender(std::array{mark, 0.0F}, scores, contenders, place, rows);
  }
  const std::vector<float> before = scores;
  detail::settle(trees, rows, contenders, scores);
  CHECK(detail::contenders_of(scores).front() == 3);
  for (const std::size_t beaten : {12U, 13U}) {
    for (std::size_t c = 0; c < 12; ++c) CHECK(scores[c] > scores[beaten]);
  }
  CHECK(scores[12] - scores[13] == doctest::Approx(before[12] - before[13]));
  std::vector<float> none;
  detail::settle(trees, {}, {}, none);
  CHECK(none.empty());
}

}  // namespace
}  // namespace sluice
