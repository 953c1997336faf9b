#ifndef SLUICE_SRC_RANK_PACKED_WEIGHTS_HPP
#define SLUICE_SRC_RANK_PACKED_WEIGHTS_HPP

/// Hashed models in files: most of their weights are 0.

#include <cstddef>

#include "sluice/core/segment_file.hpp"
#include "sluice/rank/hashed_model.hpp"

namespace sluice::inline v0::rank_detail {

/// Sections.
struct PackedNames {
  FourCc weights;
  FourCc scales;
};

void write_packed(SegmentWriter &writer, const PackedNames &names, const HashedModel &model);

/// Fails as SegmentFile::fail does where it has another size.
HashedModel read_packed(const SegmentFile &file, const PackedNames &names, std::size_t features,
                        std::size_t labels);

}  // namespace sluice::inline v0::rank_detail

#endif
