#ifndef SLUICE_CORE_UTF8_HPP
#define SLUICE_CORE_UTF8_HPP

/// UTF-8 checked and mended: text from files and databases may hold any bytes.

#include <cstddef>
#include <string>
#include <string_view>

#include "sluice/core/language.hpp"

namespace sluice {

/// Bytes of the valid sequence that `text` starts with; 0 if it starts with none (or is empty).
std::size_t utf8_sequence_size(std::string_view text) noexcept;

/// Offset of the first byte that is part of no valid sequence; `text.size()` if all is valid.
std::size_t utf8_valid_size(std::string_view text) noexcept;

inline bool is_utf8(std::string_view text) noexcept { return utf8_valid_size(text) == text.size(); }

/// The text with each stray byte replaced by U+FFFD.
std::string repair_utf8(std::string_view text);

/// The text as one line that any terminal and any prompt can show: control characters, line ends
/// among them, become blanks, stray bytes U+FFFD.
std::string one_line(std::string_view text);

/// At most `max_bytes` of `text`, cut between characters; a stray byte is one of its own.
std::string_view clip_utf8(std::string_view text, std::size_t max_bytes) noexcept;

}  // namespace sluice

#endif
