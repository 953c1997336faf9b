#include "sluice/learn/perceptron.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "sluice/core/random.hpp"
#include "sluice/train/perceptron_fit.hpp"
#include "support/error_of.hpp"

namespace sluice {
namespace {

using test::error_of;

constexpr std::size_t columns = 3;

/// The relevant one of three rows is that whose first two numbers are both large or both small,
/// which no weighted sum can detect; the third number is constant.
RankedGroups drawn(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  RankedGroups groups;
  groups.columns = columns;
  for (std::size_t g = 0; g < count; ++g) {
    groups.begin_group();
    const std::size_t right = random.below(3);
    for (std::size_t r = 0; r < 3; ++r) {
      const double x = random.unit(), y = (x > 0.5) == (r == right) ? 0.9 : 0.1;
      groups.add(std::array{static_cast<float>(x), static_cast<float>(y), 2.0F}, r == right);
    }
  }
  return groups;
}

constexpr PerceptronOptions small{.hidden = 20, .rate = 0.02F};  // 20: not a multiple of 16

std::size_t found(const Perceptron &perceptron, const RankedGroups &groups) {
  std::vector<float> scores(groups.target.size());
  perceptron.score_rows(groups.rows, scores);
  std::size_t right = 0;
  for (std::size_t first = 0; first < scores.size(); first += 3) {
    std::size_t best = first;
    for (std::size_t r = first; r < first + 3; ++r) best = scores[r] > scores[best] ? r : best;
    right += groups.target[best];
  }
  return right;
}

/// The relevant row has a part whose two numbers are both large: no sum over parts distinguishes
/// that from two parts with one large number each.
struct Parted {
  RankedGroups groups;
  RowParts parts{2, {}, {}};
};

Parted parted(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  Parted made;
  made.groups.columns = 1;
  for (std::size_t g = 0; g < count; ++g) {
    made.groups.begin_group();
    const std::size_t right = random.below(3);
    for (std::size_t r = 0; r < 3; ++r) {
      made.groups.add(std::array{static_cast<float>(random.unit())}, r == right);
      made.parts.begin_row();
      for (std::size_t more = random.below(3); more > 0; --more)
        made.parts.add(std::array{0.0F, 0.0F});
      if (r == right) {
        made.parts.add(std::array{1.0F, 1.0F});
        made.parts.add(std::array{0.0F, 0.0F});
      } else {
        made.parts.add(std::array{1.0F, 0.0F});
        made.parts.add(std::array{0.0F, 1.0F});
      }
    }
  }
  return made;
}

}  // namespace

TEST_CASE("a perceptron ranks the relevant row of a group first where no weighted sum does") {
  const Perceptron perceptron = fit_perceptron(drawn(2'000, 1), small);
  CHECK(perceptron.columns() == columns);
  CHECK(found(perceptron, drawn(300, 2)) > 285);
  // With calibrated scores: of three equal rows, each has the same probability.
  RankedGroups alike = drawn(1, 3);
  std::vector<float> scores(3);
  for (std::size_t i = columns; i < alike.rows.size(); ++i) alike.rows[i] = alike.rows[i - columns];
  perceptron.score_rows(alike.rows, scores);
  CHECK(scores[0] == scores[2]);
}

TEST_CASE("a perceptron processes each part of a row separately, in any order") {
  const Parted seen = parted(1'000, 6), unseen = parted(200, 7);
  const Perceptron perceptron = fit_perceptron(seen.groups, seen.parts, small);
  CHECK(perceptron.part_columns() == 2);
  std::vector<float> scores(600);
  perceptron.score_rows(unseen.groups.rows, unseen.parts, scores);
  std::size_t right = 0;
  for (std::size_t r = 0; r < 600; r += 3) {
    const auto best = std::max_element(scores.begin() + static_cast<std::ptrdiff_t>(r),
                                       scores.begin() + static_cast<std::ptrdiff_t>(r + 3));
    right += unseen.groups.target[static_cast<std::size_t>(best - scores.begin())];
  }
  CHECK(right == 200);

  const auto score_of = [&](const Perceptron &of, std::vector<float> numbers) {
    std::array<float, 1> score;
    of.score_rows(std::array{0.5F}, {2, numbers, {numbers.size() / 2}}, score);
    return score[0];
  };
  CHECK(score_of(perceptron, {0, 1, 1, 0}) == doctest::Approx(score_of(perceptron, {1, 0, 0, 1})));
  CHECK(score_of(perceptron, {}) < score_of(perceptron, {1, 1}));
  const std::string bytes = perceptron.bytes();
  CHECK(fit_perceptron(seen.groups, seen.parts, small).bytes() == bytes);
  const Perceptron read = Perceptron::parse(bytes);
  CHECK(read.bytes() == bytes);
  CHECK(score_of(read, {0.5F, 0.25F}) == score_of(perceptron, {0.5F, 0.25F}));
}

TEST_CASE("parts that do not match the rows are rejected") {
  const Parted seen = parted(20, 8);
  const Perceptron perceptron = fit_perceptron(seen.groups, seen.parts, {.hidden = 2, .epochs = 1});
  const auto refused = [&](auto change) {
    RowParts parts = seen.parts;
    change(parts);
    std::vector<float> scores(60);
    const auto is_refused = [](auto &&call) {
      return error_of(call).code() == ErrorCode::invalid_argument;
    };
    return is_refused([&] { perceptron.score_rows(seen.groups.rows, parts, scores); }) &&
           is_refused([&] { (void)fit_perceptron(seen.groups, parts, small); });
  };
  CHECK(refused([](RowParts &parts) { parts.sizes.pop_back(); }));
  CHECK(refused([](RowParts &parts) { parts.numbers.pop_back(); }));
  CHECK(refused([](RowParts &parts) { ++parts.sizes.front(); }));
  std::vector<float> scores(60);
  CHECK(error_of([&] { perceptron.score_rows(seen.groups.rows, scores); }).code() ==
        ErrorCode::invalid_argument);
  RowParts broken = seen.parts;
  broken.numbers[3] = std::numeric_limits<float>::quiet_NaN();
  for (const std::size_t units : {0U, 1025U}) {
    CHECK(error_of([&] {
            (void)fit_perceptron(seen.groups, seen.parts, {.part_units = units});
          }).code() == ErrorCode::invalid_argument);
  }
  CHECK(error_of([&] { (void)fit_perceptron(seen.groups, broken, small); }).code() ==
        ErrorCode::invalid_argument);

  const std::string bytes = perceptron.bytes();
  const auto malformed_with = [&](std::size_t at, char to) {
    std::string changed = bytes;
    changed[at] = to;
    return error_of([&] { (void)Perceptron::parse(changed); }).code() == ErrorCode::malformed;
  };
  CHECK(malformed_with(8, 0));        // columns of parts
  CHECK(malformed_with(8, 3));        // the same
  CHECK(malformed_with(12, 0));       // units
  CHECK(malformed_with(12, 31));      // the same
  CHECK(malformed_with(15, '\x7f'));  // too large
  CHECK(malformed_with(bytes.size() - 1, '\x80'));
}

TEST_CASE("several relevant rows of a group share the target probability") {
  RankedGroups groups;
  groups.columns = 1;
  for (int g = 0; g < 400; ++g) {
    groups.begin_group();
    for (const float x : {1.0F, 1.0F, 0.0F}) groups.add({&x, 1}, x > 0);
  }
  const Perceptron perceptron = fit_perceptron(groups, small);
  std::array<float, 2> scores;
  perceptron.score_rows(std::array{1.0F, 0.0F}, scores);
  CHECK(scores[0] > scores[1] + 2);
}

TEST_CASE("the same groups give the same perceptron, which is restored from its bytes") {
  const RankedGroups seen = drawn(200, 4);
  const Perceptron perceptron = fit_perceptron(seen, small);
  const std::string bytes = perceptron.bytes();
  CHECK(fit_perceptron(seen, small).bytes() == bytes);
  PerceptronOptions other = small;
  other.seed = 2;
  CHECK(fit_perceptron(seen, other).bytes() != bytes);
  const Perceptron read = Perceptron::parse(bytes);
  CHECK(read.bytes() == bytes);
  CHECK(read.columns() == columns);
  std::vector<float> scores(600), again(600);
  perceptron.score_rows(seen.rows, scores);
  read.score_rows(seen.rows, again);
  CHECK(scores == again);
  // A row gets the same score alone and in a batch.
  std::array<float, 1> alone;
  read.score_rows(std::span(seen.rows).subspan(5 * columns, columns), alone);
  CHECK(alone[0] == scores[5]);

  const Perceptron none;
  CHECK(none.columns() == 0);
  CHECK(Perceptron::parse(none.bytes()).columns() == 0);
}

TEST_CASE("a perceptron rejects groups of the wrong size and damaged bytes") {
  const RankedGroups seen = drawn(20, 5);
  const auto refused = [](const RankedGroups &groups, const PerceptronOptions &options) {
    return error_of([&] { (void)fit_perceptron(groups, options); }).code() ==
           ErrorCode::invalid_argument;
  };
  CHECK(refused({}, small));
  RankedGroups broken = seen;
  broken.rows.pop_back();
  CHECK(refused(broken, small));
  broken = seen;
  broken.target.assign(broken.target.size(), 0);
  CHECK(refused(broken, small));
  broken = seen;
  broken.rows[4] = std::numeric_limits<float>::infinity();
  CHECK(refused(broken, small));
  for (const PerceptronOptions &options : {PerceptronOptions{.hidden = 0},
                                           {.hidden = 1025},
                                           {.batch = 0},
                                           {.rate = 0},
                                           {.decay = -1},
                                           {.dropout = 1},
                                           {.dropout = -0.1F},
                                           {.rate = std::nanf("")}})
    CHECK(refused(seen, options));
  const Perceptron perceptron = fit_perceptron(seen, {.hidden = 2, .epochs = 1});
  std::vector<float> scores(59);
  CHECK(error_of([&] { perceptron.score_rows(seen.rows, scores); }).code() ==
        ErrorCode::invalid_argument);

  const std::string bytes = perceptron.bytes();
  const auto malformed = [](const std::string &of) {
    return error_of([&] { (void)Perceptron::parse(of); }).code() == ErrorCode::malformed;
  };
  CHECK(malformed(""));
  CHECK(malformed(bytes.substr(0, bytes.size() - 1)));
  CHECK(malformed(bytes + "x"));
  const auto with = [&](std::size_t at, char to) {
    std::string changed = bytes;
    changed[at] = to;
    return changed;
  };
  CHECK(malformed(with(0, 2)));                 // columns
  CHECK(malformed(with(3, '\x7f')));            // too large
  CHECK(malformed(with(4, 3)));                 // units
  CHECK(malformed(with(16 + 3, '\x7e')));       // a mean's exponent
  CHECK(malformed(with(16 + 12 + 3, '\x80')));  // a deviation below 0
  CHECK(malformed(with(16 + 24 + 3, '\x7e')));  // a bias
  CHECK(malformed(with(bytes.size() - 1, '\x80')));
}

}  // namespace sluice
