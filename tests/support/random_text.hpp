#ifndef SLUICE_TESTS_SUPPORT_RANDOM_TEXT_HPP
#define SLUICE_TESTS_SUPPORT_RANDOM_TEXT_HPP

/// Random text with many special cases of UTF-8.

#include <cstddef>
#include <cstdint>
#include <string>

#include "sluice/core/random.hpp"

namespace sluice::test {

/// Appends the encoding of a code point, including surrogates and values above U+10FFFF, which are
/// not valid UTF-8.
inline void append_code_point(std::string &text, std::uint32_t point) {
  const auto put = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (point < 0x80) {
    put(point);
  } else if (point < 0x800) {
    put(0xC0U | point >> 6);
    put(0x80U | (point & 0x3FU));
  } else if (point < 0x10000) {
    put(0xE0U | point >> 12);
    put(0x80U | (point >> 6 & 0x3FU));
    put(0x80U | (point & 0x3FU));
  } else {
    put(0xF0U | point >> 18);
    put(0x80U | (point >> 12 & 0x3FU));
    put(0x80U | (point >> 6 & 0x3FU));
    put(0x80U | (point & 0x3FU));
  }
}

/// A valid code point: ASCII half of the time, else from any plane.
inline std::uint32_t random_code_point(Random &random) {
  static constexpr std::uint32_t bounds[] = {0x80,   0x80,    0x80,    0x800,
                                             0x3000, 0x10000, 0x20000, 0x110000};
  for (;;) {
    const auto point = static_cast<std::uint32_t>(random.below(bounds[random.below(8)]));
    if (point < 0xD800 || point > 0xDFFF) return point;
  }
}

/// Returns `size` valid code points, including control characters and combining marks.
inline std::string random_text(Random &random, std::size_t size) {
  std::string text;
  for (std::size_t i = 0; i < size; ++i) append_code_point(text, random_code_point(random));
  return text;
}

/// Mostly valid text with stray bytes, cut sequences, overlong forms and surrogates in it.
inline std::string random_bytes(Random &random, std::size_t pieces) {
  std::string text;
  for (std::size_t i = 0; i < pieces; ++i) {
    switch (random.below(8)) {
      case 0: text += static_cast<char>(random.below(256)); break;
      case 1: text += static_cast<char>(0x80 + random.below(0x80)); break;
      case 2:
        append_code_point(text, 0xD800 + static_cast<std::uint32_t>(random.below(0x800)));
        break;
      case 3:
        append_code_point(text, static_cast<std::uint32_t>(random.below(0x200000)));
        text.resize(text.size() - random.below(2));
        break;
      default: append_code_point(text, random_code_point(random));
    }
  }
  return text;
}

}  // namespace sluice::test

#endif
