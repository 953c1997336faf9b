#include "sluice/learn/calibration.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "sluice/core/random.hpp"
#include "sluice/learn/linear_model.hpp"
#include "support/error_of.hpp"
#include "train/folds.hpp"

namespace sluice {
namespace {

struct Sample {
  std::vector<float> scores;
  std::vector<std::uint8_t> labels;
};

/// Labels drawn with probability sigmoid(2 × score - 1).
Sample drawn(std::size_t size) {
  Random random(7);
  Sample sample;
  for (std::size_t i = 0; i < size; ++i) {
    const double score = 4 * random.unit() - 2;
    sample.scores.push_back(static_cast<float>(score));
    sample.labels.push_back(random.unit() < sigmoid(2 * score - 1) ? 1 : 0);
  }
  return sample;
}

}  // namespace

TEST_CASE("Platt scaling finds the curve that labels were drawn from") {
  const Sample sample = drawn(20'000);
  const PlattScaling fitted = PlattScaling::fit(sample.scores, sample.labels);
  CHECK(fitted.slope == doctest::Approx(2).epsilon(0.1));
  CHECK(fitted.offset == doctest::Approx(-1).epsilon(0.1));
}

TEST_CASE("the temperature corrects overconfident scores") {
  Random random(3);
  std::vector<float> scores;
  std::vector<std::size_t> sizes, right;
  for (int g = 0; g < 4'000; ++g) {
    std::vector<float> group(4);
    for (float &score : group) score = static_cast<float>(4 * random.unit());
    std::vector<float> odds = group;
    softmax(odds);
    double left = random.unit();
    std::size_t at = 0;
    while (at < 3 && (left -= odds[at]) > 0) ++at;
    right.push_back(at);
    sizes.push_back(4);
    for (const float score : group) scores.push_back(3 * score);
  }
  CHECK(fit_temperature(scores, sizes, right) == doctest::Approx(3).epsilon(0.1));
  sizes.pop_back();
  test::check_code(ErrorCode::invalid_argument,
                   [&] { return fit_temperature(scores, sizes, right); });
}

TEST_CASE("folds keep groups together and have equal sizes") {
  std::vector<std::uint32_t> groups;
  for (std::uint32_t i = 0; i < 1'000; ++i) groups.push_back(i % 23);
  const std::vector<std::size_t> folds = folds_by_group(groups, 5, 1);
  std::vector<std::size_t> groups_in(5, 0);
  for (std::uint32_t group = 0; group < 23; ++group) ++groups_in[folds[group]];
  for (const std::size_t count : groups_in) CHECK((count == 4 || count == 5));
  for (std::size_t i = 23; i < groups.size(); ++i) CHECK(folds[i] == folds[i - 23]);
  CHECK(folds == folds_by_group(groups, 5, 1));
  CHECK(folds != folds_by_group(groups, 5, 2));
  test::check_code(ErrorCode::invalid_argument,
                   [&] { return folds_by_group(std::span(groups).first(3), 5, 1); });
}

}  // namespace sluice
