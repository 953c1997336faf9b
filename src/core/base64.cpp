#include "core/base64.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "sluice/core/error.hpp"

namespace sluice::inline v0 {
namespace {

constexpr std::string_view digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<std::int8_t, 256> values_of_digits() {
  std::array<std::int8_t, 256> values{};
  for (std::int8_t &value : values) value = -1;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    values[static_cast<unsigned char>(digits[i])] = static_cast<std::int8_t>(i);
  }
  return values;
}

[[noreturn]] void fail_base64(const std::string &source) {
  throw Error(ErrorCode::malformed, "contains text that is not Base64", {source});
}

}  // namespace

std::string to_base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::size_t here = std::min<std::size_t>(3, bytes.size() - at);
    std::uint32_t group = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      group = group << 8 | (i < here ? static_cast<unsigned char>(bytes[at + i]) : 0U);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      text += i <= here ? digits[group >> (18 - 6 * i) & 63] : '=';
    }
  }
  return text;
}

std::string from_base64(std::string_view text, const std::string &source) {
  static constexpr std::array<std::int8_t, 256> values = values_of_digits();
  if (text.size() % 4 == 0 && text.ends_with('=')) text.remove_suffix(text.ends_with("==") ? 2 : 1);
  if (text.size() % 4 == 1) fail_base64(source);
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3 + 2);
  for (std::size_t at = 0; at < text.size(); at += 4) {
    const std::size_t missing = 4 - std::min<std::size_t>(4, text.size() - at);
    std::uint32_t group = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const int value = i < 4 - missing ? values[static_cast<unsigned char>(text[at + i])] : 0;
      if (value < 0) fail_base64(source);
      group = group << 6 | static_cast<std::uint32_t>(value);
    }
    if ((group & ((1U << (8 * missing)) - 1)) != 0) fail_base64(source);
    for (std::size_t i = 0; i < 3 - missing; ++i) {
      bytes += static_cast<char>(group >> (16 - 8 * i) & 0xFF);
    }
  }
  return bytes;
}

}  // namespace sluice::inline v0
