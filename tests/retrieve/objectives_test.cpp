/// The objectives against slow references that recompute everything from the equations.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "sluice/core/error.hpp"
#include "sluice/core/random.hpp"
#include "sluice/retrieve/connected_coverage.hpp"
#include "sluice/retrieve/rounds.hpp"
#include "sluice/retrieve/select.hpp"
#include "support/random_pool.hpp"

namespace sluice {
namespace {

using test::RandomPool;

double smx(const std::vector<double> &values) {
  double sum = 0;
  for (const double value : values) sum += std::exp(value);
  return std::log(sum);
}

/// O1 (eq. 4) and O2 (eq. 5) of a set, from scratch.
struct SlowObjective {
  const RandomPool &pool;
  double reward;

  double coverage(const std::vector<CandidateId> &set) const {
    double sum = 0;
    for (std::size_t p = 0; p < pool.probes; ++p) {
      std::vector<double> scores;
      for (const CandidateId c : set) scores.push_back(pool.matrix()(p, c.index()));
      if (!scores.empty()) sum += smx(scores);
    }
    return sum;
  }

  double connection(const std::vector<CandidateId> &set) const {
    double sum = 0;
    for (const CandidateId d : set) {
      std::vector<double> edges;
      for (const CandidateId other : set) {
        const auto related = pool.relations.related(d);
        const bool linked = std::find(related.begin(), related.end(), other) != related.end();
        edges.push_back(linked ? reward : 0);
      }
      sum += smx(edges);
    }
    return sum;
  }

  double gain(const std::vector<CandidateId> &set, CandidateId candidate) const {
    std::vector<CandidateId> larger = set;
    larger.push_back(candidate);
    return coverage(larger) - coverage(set) + connection(larger) - connection(set);
  }
};

/// The published rule as a double loop over probes and candidates.
std::vector<CandidateId> slow_rounds(const RandomPool &pool, Rounds::Rewards rewards,
                                     std::size_t budget) {
  std::vector<CandidateId> chosen;
  std::vector<bool> covered(pool.probes, false);
  const auto is_chosen = [&](std::size_t c) {
    return std::find(chosen.begin(), chosen.end(), CandidateId(c)) != chosen.end();
  };
  while (chosen.size() < std::min(budget, pool.candidates)) {
    if (std::find(covered.begin(), covered.end(), false) == covered.end()) {
      covered.assign(pool.probes, false);
    }
    double best = -std::numeric_limits<double>::infinity();
    std::size_t best_candidate = 0;
    std::size_t best_probe = 0;
    for (std::size_t c = 0; c < pool.candidates; ++c) {
      if (is_chosen(c)) continue;
      double same_table = 0;
      double same_database = 0;
      for (const CandidateId other : chosen) {
        const CandidateId here(c);
        same_table += pool.relations.table(other) == pool.relations.table(here);
        same_database += pool.relations.database(other) == pool.relations.database(here);
      }
      for (std::size_t p = 0; p < pool.probes; ++p) {
        if (covered[p]) continue;
        const double score = pool.matrix()(p, c) + rewards.table * std::log1p(same_table) +
                             rewards.database * std::log1p(same_database);
        if (score > best) {
          best = score;
          best_candidate = c;
          best_probe = p;
        }
      }
    }
    chosen.emplace_back(best_candidate);
    covered[best_probe] = true;
  }
  return chosen;
}

std::vector<CandidateId> ids(const Selection &selection) {
  std::vector<CandidateId> found;
  for (const auto &selected : selection) found.push_back(selected.id);
  return found;
}

static_assert(LazyObjective<Coverage> && LazyObjective<ConnectedCoverage>);
static_assert(CoverageObjective<Rounds> && !LazyObjective<Rounds>);

}  // namespace

TEST_CASE("gains of the paper's objective equal differences of the full objective") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const RandomPool pool(random, {.probes = 1 + random.below(25), .candidates = 30});
    const double reward = seed % 3 == 0 ? 0.0 : random.unit();
    ConnectedCoverage objective(pool.matrix(), pool.relations, reward);
    const SlowObjective slow{pool, reward};
    std::vector<CandidateId> set;
    for (int step = 0; step < 6; ++step) {
      for (std::size_t c = 0; c < pool.candidates; ++c) {
        const CandidateId candidate(c);
        if (std::find(set.begin(), set.end(), candidate) != set.end()) continue;
        CHECK(objective.gain(candidate) ==
              doctest::Approx(slow.gain(set, candidate)).epsilon(1e-9));
      }
      const CandidateId added(random.below(pool.candidates));
      if (std::find(set.begin(), set.end(), added) != set.end()) continue;
      objective.add(added);
      set.push_back(added);
    }
  }
}

TEST_CASE("lazy and plain greedy choose the same columns with the same gains in the same order") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const RandomPool pool(random, {.probes = 20, .candidates = 100, .coarse = seed % 2 == 0});
    CHECK(select_lazy_greedy(Coverage(pool.matrix()), 30) ==
          select_greedy(Coverage(pool.matrix()), 30));
    const ConnectedCoverage connected(pool.matrix(), pool.relations, seed % 5 == 0 ? 1.0 : 0.01);
    CHECK(select_lazy_greedy(connected, 30) == select_greedy(connected, 30));
  }
}

TEST_CASE("rounds choose what the double loop over probes and candidates chooses") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const RandomPool pool(
        random, {.probes = 1 + random.below(8), .candidates = 25, .coarse = seed % 2 == 0});
    const Rounds::Rewards rewards{.table = seed % 3 == 0 ? 0.0 : 0.05, .database = 0.02};
    CHECK(ids(select(Rounds(pool.matrix(), pool.relations, rewards), 25)) ==
          slow_rounds(pool, rewards, 25));
  }
}

TEST_CASE("rounds without covering rank by the greatest score for any probe") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const RandomPool pool(random, {.probes = 4, .candidates = 50, .coarse = true});
    std::vector<Scored<CandidateId, double>> expected;
    for (std::size_t c = 0; c < pool.candidates; ++c) {
      double greatest = 0;
      for (std::size_t p = 0; p < pool.probes; ++p) {
        greatest = std::max<double>(greatest, pool.matrix()(p, c));
      }
      expected.push_back({CandidateId(c), greatest});
    }
    std::ranges::sort(expected, BestFirst{});
    CHECK(select(Rounds(pool.matrix(), pool.relations, {0, 0}, /*cover=*/false), 50) == expected);
  }
}

TEST_CASE("without coverage and reward, candidates are ranked by the sum of their scores") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const RandomPool pool(random, {.probes = 4, .candidates = 50, .coarse = true});
    const Selection chosen = select(ConnectedSum(pool.matrix(), pool.relations, 0), 50);
    const auto sum = [&](CandidateId c) {
      double total = 0;
      for (std::size_t p = 0; p < pool.probes; ++p) total += pool.matrix()(p, c.index());
      return total;
    };
    REQUIRE(chosen.size() == 50);
    for (std::size_t i = 1; i < chosen.size(); ++i) {
      const double before = sum(chosen[i - 1].id), here = sum(chosen[i].id);
      CHECK((before > here || (before == here && chosen[i - 1].id < chosen[i].id)));
    }
  }
}

TEST_CASE("a budget larger than the pool selects the whole pool") {
  Random random(1);
  const RandomPool pool(random, {.probes = 3, .candidates = 7});
  CHECK(select(Coverage(pool.matrix()), 1000).size() == 7);
  CHECK(select(Rounds(pool.matrix(), pool.relations), 1000).size() == 7);
  CHECK(select(Coverage(pool.matrix()), 0).empty());
}

TEST_CASE("scores that are far apart neither overflow nor change the order") {
  for (const float far : {550.0F, 1e30F}) {
    const std::vector<float> scores{0, far, 0, 1, 2, 3};  // two probes, three candidates
    const SimilarityMatrix matrix{2, 3, scores};
    const Selection selection = select(Coverage(matrix), 3);
    REQUIRE(selection.size() == 3);
    CHECK(selection[0].id == CandidateId(1));
    CHECK(selection[1].id == CandidateId(2));
    for (const auto &selected : selection) CHECK(std::isfinite(selected.score));
  }
}

TEST_CASE("scores that are not finite are refused") {
  for (const float bad :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    const std::vector<float> scores{0, bad};
    CHECK_THROWS_AS(Coverage(SimilarityMatrix{1, 2, scores}), Error);
  }
}

TEST_CASE("entropy weights follow equations 1 and 2") {
  // Probe 0 is certain about one candidate, probe 1 about none.
  const std::vector<float> similarities{1, -1, -1, 0.5, 0.5, 0.5};
  const SimilarityMatrix matrix{2, 3, similarities};
  const double certain = 0;
  const double uncertain = std::log(3.0);
  const double mean = (certain + uncertain) / 2;
  const auto weights = entropy_weights(matrix);
  CHECK(weights[0] == doctest::Approx(1 / (1 + std::exp(-(mean - certain)))));
  CHECK(weights[1] == doctest::Approx(1 / (1 + std::exp(-(mean - uncertain)))));
  const auto scores = weighted_scores(matrix, weights);
  CHECK(scores[0] == doctest::Approx(weights[0]));
  CHECK(scores[3] == doctest::Approx(0.75 * weights[1]));
  CHECK(weighted_scores(matrix, {})[3] == doctest::Approx(0.75));
}

TEST_CASE("a similarity below minus one is an error that names it") {
  const std::vector<float> similarities{0, -1.5F};
  try {
    entropy_weights({1, 2, similarities});
    FAIL("not refused");
  } catch (const Error &error) {
    CHECK(error.message() == "similarity of probe 0 to candidate 1 is -1.5, expected at least -1");
  }
}

}  // namespace sluice
