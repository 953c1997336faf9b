#include "sluice/learn/recall_control.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <vector>

#include "sluice/core/random.hpp"
#include "support/error_of.hpp"

namespace sluice {
namespace {

using test::error_of;

/// Questions with one to four right items; those of an easy question score high.
std::vector<std::vector<float>> drawn(std::size_t questions, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::vector<float>> right(questions);
  for (std::vector<float> &scores : right) {
    const double ease = random.unit();
    for (std::uint64_t n = 0; n <= random.below(4); ++n) {
      const double score = ease * random.unit();
      scores.push_back(score < 0.01 ? 0.0F : static_cast<float>(score));
    }
  }
  return right;
}

double recall_at(float threshold, const std::vector<std::vector<float>> &right) {
  double sum = 0;
  for (const std::vector<float> &scores : right) {
    double found = 0;
    for (const float score : scores) found += score > 0 && score >= threshold ? 1 : 0;
    sum += found / static_cast<double>(scores.size());
  }
  return sum / static_cast<double>(right.size());
}

}  // namespace

TEST_CASE("recall control chooses the thresholds of the theorem's bound") {
  std::vector<std::vector<float>> right;
  for (int q = 1; q <= 9; ++q) right.push_back({static_cast<float>(q) / 10});
  const RecallControl control = RecallControl::fit(right);
  CHECK(control.threshold(0.5) == 0.5F);  // five of nine questions and one more that misses
  CHECK(control.threshold(0.51) == 0.4F);
  CHECK(control.threshold(0.9) == 0.1F);
  CHECK(control.threshold(0.95) == 0);  // nine questions cannot guarantee so much
  CHECK(RecallControl().threshold(0.5) == 0);
}

TEST_CASE("recall control holds on questions that it was not fitted to") {
  const RecallControl control = RecallControl::fit(drawn(4'000, 1));
  const auto fresh = drawn(20'000, 2);
  float last = std::numeric_limits<float>::infinity();
  for (const double recall : {0.5, 0.7, 0.8, 0.9, 0.95}) {
    const float threshold = control.threshold(recall);
    CHECK(threshold <= last);
    CHECK(recall_at(threshold, fresh) == doctest::Approx(recall).epsilon(0.015));
    last = threshold;
  }
}

TEST_CASE("recall control round-trips through its bytes and refuses other bytes") {
  const RecallControl control = RecallControl::fit(drawn(1'000, 3));
  const std::string bytes = control.bytes();
  const RecallControl again = RecallControl::parse(bytes);
  CHECK(again.bytes() == bytes);
  CHECK(again.threshold(0.9) == control.threshold(0.9));
  CHECK_FALSE(RecallControl::parse("").is_fitted());

  const auto error = [](std::string changed) {
    return error_of([&] { RecallControl::parse(changed); }).code();
  };
  CHECK(error(bytes.substr(1)) == ErrorCode::malformed);
  CHECK(error(bytes.substr(0, 8) + bytes.substr(0, 8)) == ErrorCode::malformed);
  CHECK(error(std::string(8, '\xff')) == ErrorCode::malformed);  // not valid numbers
  CHECK(error(std::string((RecallControl::max_steps + 1) * 8, '\x3f')) == ErrorCode::malformed);
}

TEST_CASE("recall control refuses data that it cannot learn from") {
  using Right = std::vector<std::vector<float>>;
  for (const Right &right : {Right{}, Right{{0.5F}, {}}, Right{{-0.1F}},
                             Right{{std::numeric_limits<float>::infinity()}}}) {
    CHECK(error_of([&] { RecallControl::fit(right); }).code() == ErrorCode::invalid_argument);
  }
}

}  // namespace sluice
