#include "sluice/retrieve/fused_candidates.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "retrieve/any_candidates.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/random.hpp"
#include "support/error_of.hpp"
#include "support/random_pool.hpp"

namespace sluice {
namespace {

using Floats = std::vector<float>;

/// A source with given scores for all columns.
class KnownScores {
 public:
  KnownScores(Floats scores, std::size_t columns) : scores_(std::move(scores)), columns_(columns) {}
  CandidatePool candidates(const ProbeSet &probes, const Mask *mask, std::size_t pool) const {
    return pool_of(
        scores_, probes.probes.size(), columns_,
        [&](ColumnId column) { return visible(mask, column); }, pool);
  }
  Floats similarities(const ProbeSet &probes, const Mask *,
                      std::span<const ColumnId> columns) const {
    return scores_of(scores_, probes.probes.size(), columns_, columns);
  }

 private:
  Floats scores_;
  std::size_t columns_;
};

Floats random_scores(Random &random, std::size_t size) {
  Floats scores(size);
  for (float &score : scores) score = static_cast<float>(random.below(9)) / 8;  // with ties
  return scores;
}

/// Reciprocal ranks, from the number of better columns.
Floats slow_ranks(const Floats &first, const Floats &second, std::size_t probes, float weight,
                  float constant) {
  const std::size_t columns = first.size() / probes;
  const auto worth = [&](const Floats &all, std::size_t p, std::size_t c) {
    double better = 0;
    for (std::size_t o = 0; o < columns; ++o) {
      better += all[p * columns + o] > all[p * columns + c] ? 1 : 0;
    }
    return (constant + 1) / (constant + 1 + better);
  };
  Floats fused;
  for (std::size_t p = 0; p < probes; ++p) {
    for (std::size_t c = 0; c < columns; ++c) {
      const double sum = worth(first, p, c) + double{weight} * worth(second, p, c);
      fused.push_back(static_cast<float>(2 * sum / (1 + weight) - 1));
    }
  }
  return fused;
}

}  // namespace

TEST_CASE("scaled similarities are added: 1 for the maximum of both, -1 without any match") {
  const Floats first{2, 1, 0, -4, 0, 0, 0, 0};
  const Floats second{8, 0, 4, 0, 0, 3, 0, 0};
  CHECK(fuse(first, second, 2, {.second_weight = 1}) == Floats{1, -0.5F, -0.5F, -1, -1, 0, -1, -1});
  CHECK(fuse(first, second, 2, {.second_weight = 0}) == Floats{1, 0, -1, -1, -1, -1, -1, -1});
}

TEST_CASE("reciprocal ranks follow from the number of better columns, and ties share a rank") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const Floats first = random_scores(random, 3 * 25), second = random_scores(random, 3 * 25);
    const Floats fused =
        fuse(first, second, 3,
             {.rule = FusionRule::reciprocal_rank, .second_weight = 0.5F, .rank_constant = 10});
    const Floats expected = slow_ranks(first, second, 3, 0.5F, 10);
    for (std::size_t i = 0; i < fused.size(); ++i) {
      CHECK(fused[i] == doctest::Approx(expected[i]).epsilon(1e-5));
    }
  }
}

TEST_CASE("fused candidates are the best of all columns, with the same scores") {
  const ProbeSet probes{"q", {"a", "b"}};
  const std::size_t columns = 60;
  for (const FusionRule rule : {FusionRule::scaled_sum, FusionRule::reciprocal_rank}) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      Random random(seed);
      const Floats first = random_scores(random, 2 * columns);
      const Floats second = random_scores(random, 2 * columns);
      const FusionOptions options{.rule = rule, .depth = columns};
      const AnyCandidates fused(
          FusedCandidates(KnownScores(first, columns), KnownScores(second, columns), options));
      const CandidatePool found = fused.candidates(probes, nullptr, 15);
      const CandidatePool expected = pool_of(
          fuse(first, second, 2, options), 2, columns, [](ColumnId) { return true; }, 15);
      CHECK(found.columns == expected.columns);
      CHECK(found.similarities == expected.similarities);
      CHECK(fused.similarities(probes, nullptr, found.columns) == found.similarities);
    }
  }
}

TEST_CASE("different sizes and negative weights are refused") {
  const Floats four(4), three(3);
  test::check_code(ErrorCode::invalid_argument, [&] { return fuse(four, three, 1, {}); });
  test::check_code(ErrorCode::invalid_argument, [&] { return fuse(three, three, 2, {}); });
  test::check_code(ErrorCode::invalid_argument,
                   [&] { return fuse(four, four, 2, {.second_weight = -1}); });
  CHECK(fuse({}, {}, 0, {}).empty());
}

}  // namespace sluice
