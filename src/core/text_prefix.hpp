#ifndef SLUICE_SRC_CORE_TEXT_PREFIX_HPP
#define SLUICE_SRC_CORE_TEXT_PREFIX_HPP

/// The first bytes of a text as a number: comparing numbers in an array decides most steps of a
/// binary search, without reading the texts.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sluice::inline v0::detail {

/// The first eight bytes, zero-padded. If the prefixes of two texts differ, they sort as the texts
/// do.
inline std::uint64_t text_prefix(std::string_view text) noexcept {
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < sizeof bytes; ++i)
    bytes = bytes << 8 | (i < text.size() ? static_cast<unsigned char>(text[i]) : 0U);
  return bytes;
}

}  // namespace sluice::inline v0::detail

#endif
