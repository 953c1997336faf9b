#ifndef SLUICE_RETRIEVE_FUSED_CANDIDATES_HPP
#define SLUICE_RETRIEVE_FUSED_CANDIDATES_HPP

/// Fuses two sources of candidates, such as a lexical and a dense one.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "sluice/retrieve/candidates.hpp"

namespace sluice::inline v0 {

enum class FusionRule : std::uint8_t {
  scaled_sum,  ///< Each probe's similarities scaled to a maximum of 1, then added.
  /// Reciprocal rank fusion: 1 / (constant + rank), added; equal similarities share a rank.
  /// Source: Cormack, Clarke and Büttcher 2009.
  reciprocal_rank,
};

struct FusionOptions {
  FusionRule rule = FusionRule::scaled_sum;
  /// Weight of the second source, at least 0; that of the first is 1. Chosen for BM25 and an
  /// encoder on every twentieth of Spider-Syn's train questions with synthetic hallucinated
  /// schemas: the gold names, with seven of eight words replaced by one of their six nearest in
  /// WordNet and a quarter of the columns removed. Values from 0.25 to 0.5 make no difference
  /// there.
  float second_weight = 0.25F;
  float rank_constant = 60.0F;  ///< At least 0.
  std::size_t depth = 400;      ///< Minimum number of columns to request from each source.
};

/// Fuses two matrices of the same probes × columns, row by row, into similarities in [-1, 1]: 1 for
/// a column that is first in both. Throws Error(invalid_argument) if the sizes do not agree or a
/// weight or constant is negative. O(probes × columns), times log columns for ranks.
std::vector<float> fuse(std::span<const float> first, std::span<const float> second,
                        std::size_t probes, const FusionOptions &options);

/// Queries both sources, then each again for the columns that the other found. Maxima and ranks are
/// over the union. Models RescoringSource. As thread-safe as its sources. Throws what `fuse` and
/// the sources throw.
template <RescoringSource First, RescoringSource Second>
class FusedCandidates {
 public:
  FusedCandidates(First first, Second second, FusionOptions options = {})
      : first_(std::move(first)), second_(std::move(second)), options_(options) {}

  CandidatePool candidates(const ProbeSet &probes, const Mask *mask, std::size_t pool) const {
    const std::vector<ColumnId> columns = found(probes, mask, (std::max)(pool, options_.depth));
    const std::vector<float> fused = of(probes, mask, columns);
    CandidatePool kept = pool_of(
        fused, probes.probes.size(), columns.size(), [](ColumnId) { return true; }, pool);
    for (ColumnId &column : kept.columns) column = columns[column.index()];
    return kept;
  }

  std::vector<float> similarities(const ProbeSet &probes, const Mask *mask,
                                  std::span<const ColumnId> wanted) const {
    std::vector<ColumnId> columns = found(probes, mask, options_.depth);
    columns.insert(columns.end(), wanted.begin(), wanted.end());
    sort_unique(columns);
    std::vector<ColumnId> places;
    for (const ColumnId column : wanted) {
      places.emplace_back(std::lower_bound(columns.begin(), columns.end(), column) -
                          columns.begin());
    }
    return scores_of(of(probes, mask, columns), probes.probes.size(), columns.size(), places);
  }

 private:
  static void sort_unique(std::vector<ColumnId> &columns) {
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  }
  std::vector<ColumnId> found(const ProbeSet &probes, const Mask *mask, std::size_t depth) const {
    std::vector<ColumnId> columns = first_.candidates(probes, mask, depth).columns;
    const CandidatePool others = second_.candidates(probes, mask, depth);
    columns.insert(columns.end(), others.columns.begin(), others.columns.end());
    sort_unique(columns);
    return columns;
  }
  std::vector<float> of(const ProbeSet &probes, const Mask *mask,
                        std::span<const ColumnId> columns) const {
    return fuse(first_.similarities(probes, mask, columns),
                second_.similarities(probes, mask, columns), probes.probes.size(), options_);
  }

  First first_;
  Second second_;
  FusionOptions options_;
};

}  // namespace sluice::inline v0

#endif
