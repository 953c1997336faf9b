#ifndef SLUICE_BENCHMARK_GOLD_RANKS_HPP
#define SLUICE_BENCHMARK_GOLD_RANKS_HPP

/// Where a ranking lists what a question's gold query reads.

#include <cstddef>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

struct BenchmarkQuestion;
struct Ranking;

/// Ranks count from 1; 0 means that the object is not ranked.
struct GoldRanks {
  std::size_t database = 0;
  std::vector<std::size_t> tables;  ///< In the order of the question's gold tables.
  /// In the order of the question's gold columns; then a 0 for each that the catalog does not have.
  std::vector<std::size_t> columns;

  friend bool operator==(const GoldRanks &, const GoldRanks &) = default;
};

/// O(length of the ranking × gold objects).
GoldRanks gold_ranks(const BenchmarkQuestion &question, const Ranking &ranking);

}  // namespace sluice::inline v0

#endif
