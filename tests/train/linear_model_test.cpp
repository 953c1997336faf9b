#include "sluice/learn/linear_model.hpp"

#include <doctest/doctest.h>

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
