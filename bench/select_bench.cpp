/// Selecting 30 of 100 candidates for 20 probes: lazy; plain with running sums; and plain with
/// every gain recomputed from the equations. All three choose the same columns; the result is the
/// ratio of times. Argument 0: uniform scores, for which all gains are close and laziness saves
/// least; 1: skewed scores, with a few good candidates per probe, like real similarities.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "sluice/core/random.hpp"
#include "sluice/retrieve/connected_coverage.hpp"
#include "sluice/retrieve/rounds.hpp"
#include "sluice/retrieve/select.hpp"
#include "support/random_pool.hpp"

namespace {

using namespace sluice;

constexpr std::size_t budget = 30;

const test::RandomPool &pool(bool skewed) {
  const auto make = [](bool is_skewed) {
    Random random(1);
    test::RandomPool made(random, {.probes = 20, .candidates = 100});
    if (is_skewed) {
      for (float &score : made.scores) score *= score * score * score;
    }
    return made;
  };
  static const test::RandomPool uniform_pool = make(false);
  static const test::RandomPool skewed_pool = make(true);
  return skewed ? skewed_pool : uniform_pool;
}

/// Equations 3–6 literally: each gain is the difference of two whole objectives.
class Recomputed {
 public:
  explicit Recomputed(const test::RandomPool &pool) : pool_(pool) {}

  std::size_t candidates() const { return pool_.candidates; }
  double gain(CandidateId candidate) const {
    std::vector<CandidateId> larger = selected_;
    larger.push_back(candidate);
    return whole(larger) - whole(selected_);
  }
  void add(CandidateId candidate) { selected_.push_back(candidate); }

 private:
  double whole(const std::vector<CandidateId> &set) const {
    if (set.empty()) return 0;
    double sum = 0;
    for (std::size_t p = 0; p < pool_.probes; ++p) {
      double exponents = 0;
      for (const CandidateId c : set) exponents += std::exp(pool_.matrix()(p, c.index()));
      sum += std::log(exponents);
    }
    const double pull = std::exp(0.01);
    for (const CandidateId d : set) {
      const auto related = pool_.relations.related(d);
      double edges = 0;
      for (const CandidateId other : set) {
        edges += std::ranges::binary_search(related, other) ? pull : 1;
      }
      sum += std::log(edges);
    }
    return sum;
  }

  const test::RandomPool &pool_;
  std::vector<CandidateId> selected_;
};

ConnectedCoverage objective(const test::RandomPool &pool) {
  return {pool.matrix(), pool.relations, 0.01};
}

void check_same_answer(const test::RandomPool &pool) {
  const Selection lazy = select_lazy_greedy(objective(pool), budget);
  const Selection plain = select_greedy(objective(pool), budget);
  const Selection slow = select_greedy(Recomputed(pool), budget);
  for (std::size_t i = 0; i < budget; ++i) {
    if (lazy[i].id == plain[i].id && lazy[i].id == slow[i].id) continue;
    std::fprintf(stderr, "the three selections differ at %zu\n", i);
    std::exit(1);
  }
}

// The exponents of the pool are part of the work, so the objective is built again each time.
void select_lazy(benchmark::State &state) {
  const test::RandomPool &chosen = pool(state.range(0) != 0);
  check_same_answer(chosen);
  for (auto _ : state) benchmark::DoNotOptimize(select_lazy_greedy(objective(chosen), budget));
}
BENCHMARK(select_lazy)->Arg(0)->Arg(1);

void select_running_sums(benchmark::State &state) {
  const test::RandomPool &chosen = pool(state.range(0) != 0);
  for (auto _ : state) benchmark::DoNotOptimize(select_greedy(objective(chosen), budget));
}
BENCHMARK(select_running_sums)->Arg(0)->Arg(1);

void select_recomputed(benchmark::State &state) {
  const test::RandomPool &chosen = pool(state.range(0) != 0);
  for (auto _ : state) benchmark::DoNotOptimize(select_greedy(Recomputed(chosen), budget));
}
BENCHMARK(select_recomputed)->Arg(0)->Arg(1);

void select_rounds(benchmark::State &state) {
  const test::RandomPool &chosen = pool(state.range(0) != 0);
  for (auto _ : state) {
    benchmark::DoNotOptimize(select(Rounds(chosen.matrix(), chosen.relations), budget));
  }
}
BENCHMARK(select_rounds)->Arg(0)->Arg(1);

}  // namespace
