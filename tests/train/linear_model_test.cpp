#include "sluice/learn/linear_model.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "sluice/core/random.hpp"
#include "sluice/train/linear_fit.hpp"
#include "support/error_of.hpp"

namespace sluice {
namespace {

/// Groups of four rows of three features; the relevant row has the greatest x0 - x1.
RankedGroups random_groups(std::uint64_t seed, std::size_t groups) {
  Random random(seed);
  RankedGroups made;
  made.columns = 3;
  for (std::size_t g = 0; g < groups; ++g) {
    made.begin_group();
    std::vector<std::vector<float>> rows;
    std::size_t best = 0;
    for (std::size_t r = 0; r < 4; ++r) {
      std::vector<float> row;
      for (int c = 0; c < 3; ++c) row.push_back(static_cast<float>(random.unit()));
      rows.push_back(row);
      if (row[0] - row[1] > rows[best][0] - rows[best][1]) best = r;
    }
    for (std::size_t r = 0; r < 4; ++r) made.add(rows[r], r == best);
  }
  return made;
}

double listwise_loss(const LinearModel &model, const RankedGroups &groups, double l2) {
  double loss = 0;
  for (const float weight : model.weights) loss += l2 * double{weight} * weight;
  std::size_t row = 0;
  for (const std::size_t size : groups.sizes) {
    double sum = 0, right = 0;
    for (std::size_t r = 0; r < size; ++r, ++row) {
      const double score =
          model.score(std::span(groups.rows).subspan(row * groups.columns, groups.columns));
      sum += std::exp(score);
      if (groups.target[row] != 0) right = score;
    }
    loss += (std::log(sum) - right) / static_cast<double>(groups.sizes.size());
  }
  return loss;
}

}  // namespace

TEST_CASE("a listwise fit is a minimum: no small change of a weight lowers the loss") {
  const RankedGroups groups = random_groups(1, 300);
  const LinearFitOptions options{.l2 = 1e-2, .tolerance = 1e-9};
  const LinearModel fitted = fit_listwise(groups, options);
  const double least = listwise_loss(fitted, groups, options.l2);
  for (std::size_t c = 0; c < fitted.columns(); ++c) {
    for (const float step : {-0.05F, 0.05F}) {
      LinearModel moved = fitted;
      moved.weights[c] += step;
      CHECK(listwise_loss(moved, groups, options.l2) > least);
    }
  }
  CHECK(fitted.weights[0] > 0.5F);
  CHECK(fitted.weights[1] < -0.5F);
}

TEST_CASE("a fit gives the same bytes twice, and is restored from them") {
  const LinearModel fitted = fit_listwise(random_groups(2, 50));
  CHECK(fit_listwise(random_groups(2, 50)).bytes() == fitted.bytes());
  CHECK(LinearModel::parse(fitted.bytes()).bytes() == fitted.bytes());
}

TEST_CASE("a listwise fit gives the same bytes on any number of threads") {
  const RankedGroups groups = random_groups(4, 9000);  // enough for several jobs
  const std::string bytes = fit_listwise(groups, {.iterations = 5}).bytes();
  CHECK(fit_listwise(groups, {.iterations = 5, .threads = 3}).bytes() == bytes);
  test::check_code(ErrorCode::invalid_argument,
                   [&] { return fit_listwise(groups, {.threads = 0}).bias; });
}

TEST_CASE("weights that must not be negative are not, and the others are those of the minimum") {
  const RankedGroups groups = random_groups(1, 300);
  LinearFitOptions options{.l2 = 1e-2, .tolerance = 1e-9};
  options.free.assign(groups.columns, 1);
  options.free[1] = 0;  // its weight would be negative
  const LinearModel fitted = fit_listwise(groups, options);
  CHECK(fitted.weights[1] == 0);
  CHECK(fitted.weights[0] > 0.5F);
  const double least = listwise_loss(fitted, groups, options.l2);
  for (std::size_t c = 0; c < fitted.columns(); ++c) {
    for (const float step : {-0.05F, 0.05F}) {
      LinearModel moved = fitted;
      moved.weights[c] += step;
      if (c != 1 || step > 0) CHECK(listwise_loss(moved, groups, options.l2) > least);
    }
  }
  options.free.pop_back();
  test::check_code(ErrorCode::invalid_argument, [&] { return fit_listwise(groups, options).bias; });
}

TEST_CASE("a group of weight 2 counts as two groups, and one of weight 0 not at all") {
  const RankedGroups groups = random_groups(5, 40);
  RankedGroups twice = groups, weighed = groups;
  twice.append(groups);
  weighed.append(random_groups(6, 40));
  weighed.weights.assign(80, 0);
  std::fill_n(weighed.weights.begin(), 40, 2.0F);
  const LinearFitOptions options{.l2 = 1e-2, .tolerance = 1e-9};
  // Standardizers differ, so scores are compared.
  const LinearModel one = fit_listwise(twice, options), other = fit_listwise(weighed, options);
  for (std::size_t c = 0; c < one.columns(); ++c) {
    CHECK(one.weights[c] * one.standardizer.inverses()[c] ==
          doctest::Approx(other.weights[c] * other.standardizer.inverses()[c]).epsilon(0.1));
  }
  weighed.weights.pop_back();
  test::check_code(ErrorCode::invalid_argument, [&] { return fit_listwise(weighed).bias; });
}

TEST_CASE("if each right row competes with the wrong ones only, all right rows come first") {
  RankedGroups groups;
  groups.columns = 2;
  for (int g = 0; g < 20; ++g) {
    groups.begin_group();  // the first feature is that of one right row, the second of all
    groups.add(std::array{4.0F, 1.0F}, true);
    groups.add(std::array{0.0F, 1.0F}, true);
    groups.add(std::array{1.0F, 0.0F}, false);
    groups.add(std::array{1.5F, 0.0F}, false);
  }
  const auto score = [](const LinearModel &of, float a, float b) {
    return of.score(std::array{a, b});
  };
  const LinearModel each = fit_listwise(groups, {.each_right = true});
  CHECK(score(each, 0, 1) > score(each, 1.5F, 0));
  CHECK(score(each, 4, 1) > score(each, 1.5F, 0));
}

TEST_CASE("a logistic fit finds the probability of a group") {
  // One feature distinguishes two groups of rows; 3 of 4 and 1 of 4 rows have label 1.
  std::vector<float> rows;
  std::vector<std::uint8_t> labels;
  for (int i = 0; i < 400; ++i) {
    rows.push_back(i % 2 == 0 ? 0.0F : 1.0F);
    labels.push_back((i / 2) % 4 < (i % 2 == 0 ? 3 : 1) ? 1 : 0);
  }
  const LinearModel fitted = fit_logistic(rows, 1, labels, {.l2 = 1e-8, .tolerance = 1e-10});
  CHECK(sigmoid(fitted.score(std::vector{0.0F})) == doctest::Approx(0.75).epsilon(0.01));
  CHECK(sigmoid(fitted.score(std::vector{1.0F})) == doctest::Approx(0.25).epsilon(0.01));
}

TEST_CASE("rows of the wrong size and damaged bytes are rejected") {
  RankedGroups groups = random_groups(3, 2);
  groups.target.assign(groups.target.size(), 0);
  test::check_code(ErrorCode::invalid_argument, [&] { return fit_listwise(groups).bias; });
  groups = random_groups(3, 2);
  groups.rows[0] = NAN;
  test::check_code(ErrorCode::invalid_argument, [&] { return fit_listwise(groups).bias; });
  std::string bytes = fit_listwise(random_groups(3, 2)).bytes();
  test::check_code(ErrorCode::malformed, [&] { return LinearModel::parse(bytes.substr(4)).bias; });
  bytes[3] = '\x7e';  // the bias's exponent: scores would be infinite
  test::check_code(ErrorCode::malformed, [&] { return LinearModel::parse(bytes).bias; });
}

}  // namespace sluice
