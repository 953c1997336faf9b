#ifndef SLUICE_BENCH_SUITE_RULER_HPP
#define SLUICE_BENCH_SUITE_RULER_HPP

/// What the measures of suites share, and those that are not in suite_ruler_bench.cpp.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "sluice/core/error.hpp"
#include "sluice/suite/distiller.hpp"
#include "sluice/suite/live_database.hpp"
#include "suite_data.hpp"

namespace sluice::bench {

inline std::uint64_t seed() { return number_of("SLUICE_BENCH_SEED", 0); }
inline std::size_t jobs() { return number_of("SLUICE_BENCH_JOBS", 2); }

inline double share(double part, double whole) { return whole == 0 ? 0 : part / whole; }

inline QueryLimits limits_of(const DistillOptions &options) {
  QueryLimits limits;
  limits.steps = std::max<std::uint64_t>(options.max_steps, 50'000'000);  // also of filling
  limits.seconds = 3600;
  limits.memory = std::int64_t{640} << 20;
  return limits;
}

/// Loads a database; returns false if a CHECK rejects a row.
inline bool load(LiveDatabase &live, const TestDatabase &database) {
  try {
    live.load(database);
    return true;
  } catch (const Error &) {
    return false;
  }
}

/// The fraction of the paper's neighbors, not proved equal, that is left after a number of
/// databases per gold query; there are only a few directed ones. `original`: after only the
/// published database, which is not one of the others.
void curve(benchmark::State &state, bool directed, bool random);

/// Distills against one half of the operators, chosen by range(0), then judges the neighbors of the
/// other half, except those that the first half also generates or that are proved equal.
/// `of_separable`: also except those that the suite for all operators does not distinguish.
void held_out(benchmark::State &state);

/// The fraction of queries two edits from gold, which run and are not proved equal, that the suite
/// for all operators distinguishes. Neighbors one edit away do not count.
void two_edits(benchmark::State &state);

}  // namespace sluice::bench

#endif
