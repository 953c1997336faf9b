#ifndef SLUICE_SRC_EMBED_UNIT_VECTOR_HPP
#define SLUICE_SRC_EMBED_UNIT_VECTOR_HPP

#include <span>

namespace sluice::inline v0::embed_detail {

/// Scales to unit length; an all-zero vector stays as it is. Returns false and changes nothing if a
/// number is not finite.
bool make_unit(std::span<float> vector) noexcept;

/// Writes the mean of the rows, scaled to unit length. The rows have the width of `vector`, which
/// must be all zero. Returns as `make_unit` does.
bool unit_mean(std::span<const float> rows, std::span<float> vector) noexcept;

}  // namespace sluice::inline v0::embed_detail

#endif
