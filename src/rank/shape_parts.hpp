#ifndef SLUICE_SRC_RANK_SHAPE_PARTS_HPP
#define SLUICE_SRC_RANK_SHAPE_PARTS_HPP

#include <cstdint>
#include <span>
#include <vector>

#include "sluice/rank/query_shape.hpp"

namespace sluice::inline v0::rank_detail {

/// The share of each row of ShapeModel::of_shapes in a shape's vector.
struct ShapePart {
  std::uint32_t row = 0;
  float share = 0;
};

/// The shares of the known parts, which are a vector of unit length, and one share per clause.
/// `parts` must be ascending. O(profile · log parts).
std::vector<ShapePart> shape_parts(const QueryShape &shape, std::uint64_t clauses,
                                   std::span<const std::uint64_t> parts,
                                   std::span<const float> rarities);

}  // namespace sluice::inline v0::rank_detail

#endif
