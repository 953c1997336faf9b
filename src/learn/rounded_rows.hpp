#ifndef SLUICE_SRC_LEARN_ROUNDED_ROWS_HPP
#define SLUICE_SRC_LEARN_ROUNDED_ROWS_HPP

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::detail {

/// Bytes of a matrix, four of each row's scale and one of each number; row-major.
constexpr std::size_t rounded_size(std::size_t rows, std::size_t columns) noexcept {
  return rows * (sizeof(float) + columns);
}
/// Each number becomes a whole one, of at most 127, times its row's scale: what `rounded_bytes`
/// keeps. `scales` has one a row.
void round_rows(std::span<float> numbers, std::span<float> scales);
std::string rounded_bytes(std::span<const float> numbers, std::span<const float> scales);
/// Reads them back into rooms of the right sizes. Throws Error(malformed) for another number of
/// bytes, and for a number or scale that is out of range: what is added up stays finite.
void read_rounded(std::string_view bytes, std::span<float> numbers, std::span<float> scales);

}  // namespace sluice::detail

#endif
