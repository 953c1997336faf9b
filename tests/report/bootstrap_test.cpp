#include "sluice/report/bootstrap.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "sluice/core/random.hpp"
#include "support/error_of.hpp"

namespace sluice {

TEST_CASE("the interval of equal groups is a point, and that of a single group is its share") {
  const std::vector<Ratio> equal(7, {3, 4});
  CHECK(bootstrap_interval(equal).low == doctest::Approx(0.75));
  CHECK(bootstrap_interval(equal).high == doctest::Approx(0.75));
  const Interval one = bootstrap_interval(std::vector<Ratio>{{1, 5}});
  CHECK(one.low == doctest::Approx(0.2));
  CHECK(one.high == doctest::Approx(0.2));
}

TEST_CASE("the interval of many groups is as wide as the normal interval of their mean") {
  Random random(5);
  std::vector<Ratio> groups;
  double sum = 0, squares = 0;
  constexpr double number = 200;
  for (int i = 0; i < 200; ++i) {
    const double share = random.unit();
    groups.push_back({10 * share, 10});
    sum += share;
    squares += share * share;
  }
  const double mean = sum / number;
  const double error = std::sqrt((squares / number - mean * mean) / number);
  const Interval interval = bootstrap_interval(groups, {.rounds = 4'000});
  CHECK(interval.low == doctest::Approx(mean - 1.96 * error).epsilon(0.01));
  CHECK(interval.high == doctest::Approx(mean + 1.96 * error).epsilon(0.01));
}

TEST_CASE("a higher level gives a wider interval, and the draws depend on the seed") {
  const std::vector<Ratio> groups{{0, 4}, {4, 4}, {1, 9}, {5, 6}, {2, 2}, {0, 0}};
  const Interval narrow = bootstrap_interval(groups, {.level = 0.5});
  const Interval wide = bootstrap_interval(groups, {.level = 0.99});
  CHECK(wide.low < narrow.low);
  CHECK(narrow.high < wide.high);
  CHECK(bootstrap_interval(groups).low == bootstrap_interval(groups).low);
}

TEST_CASE("without groups the interval is empty, and an invalid level is rejected") {
  CHECK(bootstrap_interval({}).high == 0);
  CHECK(bootstrap_interval(std::vector<Ratio>(3)).high == 0);
  const std::vector<Ratio> groups(2, {1, 2});
  for (const double level : {0.0, 1.0, -1.0, std::nan("")}) {
    test::check_code(ErrorCode::invalid_argument,
                     [&] { return bootstrap_interval(groups, {.level = level}).low; });
  }
  test::check_code(ErrorCode::invalid_argument,
                   [&] { return bootstrap_interval(groups, {.rounds = 0}).low; });
}

}  // namespace sluice
