#ifndef SLUICE_SRC_LEARN_ROUNDED_ROWS_HPP
#define SLUICE_SRC_LEARN_ROUNDED_ROWS_HPP

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::inline v0::learn_detail {

/// Size in bytes of a stored matrix: four for each row's scale and one for each number.
constexpr std::size_t rounded_size(std::size_t rows, std::size_t columns) noexcept {
  return rows * (sizeof(float) + columns);
}
/// Rounds each number to an integer of magnitude at most 127 times its row's scale, which
/// `rounded_bytes` stores exactly. Writes one scale per row to `scales`.
void round_rows(std::span<float> numbers, std::span<float> scales);
std::string rounded_bytes(std::span<const float> numbers, std::span<const float> scales);
/// Reads the bytes into spans of the right sizes. Throws Error(malformed) for a wrong number of
/// bytes, and for numbers or scales out of range, so that sums stay finite.
void read_rounded(std::string_view bytes, std::span<float> numbers, std::span<float> scales);

}  // namespace sluice::inline v0::learn_detail

#endif
