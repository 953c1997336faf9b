#ifndef SLUICE_SRC_EMBED_UNIT_VECTOR_HPP
#define SLUICE_SRC_EMBED_UNIT_VECTOR_HPP

#include <span>

namespace sluice::detail {

/// Scales to unit length; all zero stays so. False, and nothing changed, if a number is not finite.
bool make_unit(std::span<float> vector) noexcept;

/// The mean of rows as wide as `vector`, which is all zero before, at unit length. As `make_unit`.
bool unit_mean(std::span<const float> rows, std::span<float> vector) noexcept;

}  // namespace sluice::detail

#endif
