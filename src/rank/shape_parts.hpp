#ifndef SLUICE_SRC_RANK_SHAPE_PARTS_HPP
#define SLUICE_SRC_RANK_SHAPE_PARTS_HPP

#include <cstdint>
#include <span>
#include <vector>

#include "sluice/rank/query_shape.hpp"

namespace sluice::inline v0::detail {

/// How much of each row of ShapeModel::of_shapes a shape is made of.
struct ShapePart {
  std::uint32_t row = 0;
  float share = 0;
};

/// A vector of unit length of the known parts, and one more of each clause. `parts` ascend.
/// O(profile · log parts).
std::vector<ShapePart> shape_parts(const QueryShape &shape, std::uint64_t clauses,
                                   std::span<const std::uint64_t> parts,
                                   std::span<const float> rarities);

}  // namespace sluice::inline v0::detail

#endif
