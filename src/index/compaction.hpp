#ifndef SLUICE_SRC_INDEX_COMPACTION_HPP
#define SLUICE_SRC_INDEX_COMPACTION_HPP

/// Live rows of several segments, put together.

#include <memory>
#include <span>
#include <vector>

#include "sluice/core/progress.hpp"
#include "sluice/index/vector_snapshot.hpp"

namespace sluice::detail {

/// One segment, without a graph. Some row has to live.
std::shared_ptr<const VectorSegment> merge(std::span<const VectorSnapshot::Part> parts);

/// As VectorSnapshot::compacted.
std::vector<VectorSnapshot::Part> compact(std::span<const VectorSnapshot::Part> parts,
                                          const VectorCompaction &options,
                                          const Progress &progress);

}  // namespace sluice::detail

#endif
