#ifndef SLUICE_SRC_SPIDER_SCORE_TALLY_HPP
#define SLUICE_SRC_SPIDER_SCORE_TALLY_HPP

#include <array>
#include <cstddef>

#include "sluice/spider/score_item.hpp"

namespace sluice::inline v0::spider_detail {

/// Counts of one part over all pairs of a level.
struct PartTally {
  std::size_t right = 0;
  std::size_t predicted = 0;  ///< Number of pairs whose prediction has the part.
  std::size_t gold = 0;       ///< Number of pairs whose gold query has the part.

  void add(const PartialScore &score) noexcept;
};

struct Averages {
  double accuracy = 0;
  double recall = 0;
  double f1 = 0;
};

/// Counts over the pairs of a level, as the official script computes them.
struct ScoreTally {
  std::size_t count = 0;
  std::size_t exact = 0;
  std::size_t execution = 0;
  std::array<PartTally, query_parts> parts;

  void add(const ScoreItem &item) noexcept;
  double exact_share() const noexcept;
  double execution_share() const noexcept;
  /// F1 is 1 if precision and recall are both 0, but 0 in a level without pairs.
  Averages averages(std::size_t part) const noexcept;
};

}  // namespace sluice::inline v0::spider_detail

#endif
