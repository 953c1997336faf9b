#ifndef SLUICE_SRC_CORE_TEXT_PREFIX_HPP
#define SLUICE_SRC_CORE_TEXT_PREFIX_HPP

/// How a sorted text starts, as a number: a search among numbers in a row goes nearly all of the
/// way, and reads few texts.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sluice::detail {

/// Eight, with zeros behind a shorter text. Sorts as texts do where it differs.
inline std::uint64_t text_prefix(std::string_view text) noexcept {
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < sizeof bytes; ++i)
    bytes = bytes << 8 | (i < text.size() ? static_cast<unsigned char>(text[i]) : 0U);
  return bytes;
}

}  // namespace sluice::detail

#endif
