#include "route/contenders.hpp"
#include "sluice/train/perceptron_fit.hpp"

#include <doctest/doctest.h>

#include <array>
#include <vector>

namespace sluice {
namespace {

using Places = std::vector<std::size_t>;

TEST_CASE("contenders are the eight best in order, equal ones by position") {
  CHECK(route_detail::contenders_of({}).empty());
  CHECK(route_detail::contenders_of(std::array{1.0F, 3.0F, 2.0F, 3.0F}) == Places{1, 3, 2, 0});
  std::vector<float> scores(40, 0.0F);
  scores[39] = 1;
  const Places best = route_detail::contenders_of(scores);
  CHECK(best.size() == 8);
  CHECK(best.front() == 39);
  CHECK(best.back() == 6);
}

TEST_CASE("a perceptron reorders contenders, and all others keep their distance to them") {
  // The right row is the one with a 1.
  RankedGroups groups;
  groups.columns = 2;
  for (int i = 0; i < 200; ++i) {
    groups.begin_group();
    for (int r = 0; r < 4; ++r)
      groups.add(std::array{r == i % 4 ? 1.0F : 0.0F, static_cast<float>(-r)}, r == i % 4);
  }
  const Perceptron perceptron = fit_perceptron(groups, {.hidden = 8, .rate = 0.05F});
  std::vector<float> scores;
  for (int i = 0; i < 13; ++i) scores.push_back(static_cast<float>(-i));
  const std::vector<float> before = scores;
  const Places contenders = route_detail::contenders_of(scores);
  std::vector<float> rows;
  for (const std::size_t place : contenders)
    rows.insert(rows.end(), {place == 3 ? 1.0F : 0.0F, 0.0F});
  route_detail::rescore_contenders(Perceptron(), {}, {}, contenders, scores);
  CHECK(scores == before);
  route_detail::rescore_contenders(perceptron, rows, {}, contenders, scores);
  CHECK(route_detail::contenders_of(scores).front() == 3);
  CHECK(scores[0] == scores[7]);
  CHECK(scores[8] == doctest::Approx(scores[7] - 1));
  CHECK(scores[12] == doctest::Approx(scores[7] - 5));
  std::vector<float> none;
  route_detail::rescore_contenders(perceptron, {}, {}, {}, none);
  CHECK(none.empty());
}

}  // namespace
}  // namespace sluice
