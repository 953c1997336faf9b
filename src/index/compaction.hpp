#ifndef SLUICE_SRC_INDEX_COMPACTION_HPP
#define SLUICE_SRC_INDEX_COMPACTION_HPP

/// Merges the live rows of several segments.

#include <memory>
#include <span>
#include <vector>

#include "sluice/core/progress.hpp"
#include "sluice/index/vector_snapshot.hpp"

namespace sluice::inline v0::index_detail {

/// Merges into one segment without a graph. At least one row must be live.
std::shared_ptr<const VectorSegment> merge(std::span<const VectorSnapshot::Part> parts);

/// Implements VectorSnapshot::compacted.
std::vector<VectorSnapshot::Part> compact(std::span<const VectorSnapshot::Part> parts,
                                          const VectorCompaction &options,
                                          const Progress &progress);

}  // namespace sluice::inline v0::index_detail

#endif
