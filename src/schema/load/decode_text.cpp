#include <cstddef>
#include <string>
#include <utility>

#include "sluice/core/utf8.hpp"
#include "text_kinds.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

enum class Encoding { utf8, utf16_little, utf16_big };

Encoding encoding_of(std::string_view bytes) {
  if (bytes.starts_with("\xFF\xFE")) return Encoding::utf16_little;
  if (bytes.starts_with("\xFE\xFF")) return Encoding::utf16_big;
  // Without a mark, nearly every second byte of a script is zero.
  constexpr std::size_t seen = 64;
  if (bytes.size() < seen) return Encoding::utf8;
  std::size_t even = 0, odd = 0;
  for (std::size_t i = 0; i < seen; ++i) {
    if (bytes[i] == '\0') ++(i % 2 == 0 ? even : odd);
  }
  if (odd > seen / 3 && even == 0) return Encoding::utf16_little;
  if (even > seen / 3 && odd == 0) return Encoding::utf16_big;
  return Encoding::utf8;
}

std::string from_utf16(std::string_view bytes, bool little) {
  std::string text;
  text.reserve(bytes.size() / 2);
  const auto unit = [&](std::size_t at) {
    const auto first = static_cast<unsigned char>(bytes[at]);
    const auto second = static_cast<unsigned char>(bytes[at + 1]);
    return static_cast<char32_t>(little ? first | second << 8 : first << 8 | second);
  };
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    char32_t code = unit(i);
    const bool high = code >= 0xD800 && code < 0xDC00;
    if (high && i + 3 < bytes.size() && unit(i + 2) >= 0xDC00 && unit(i + 2) < 0xE000) {
      code = 0x10000 + ((code - 0xD800) << 10) + (unit(i + 2) - 0xDC00);
      i += 2;
    } else if (code >= 0xD800 && code < 0xE000) {
      code = 0xFFFD;
    }
    if (code != 0xFEFF) append_utf8(code, text);
  }
  return text;
}

std::string from_latin1(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size() + bytes.size() / 8);
  for (const char byte : bytes) append_utf8(static_cast<unsigned char>(byte), text);
  return text;
}

}  // namespace

std::string decode_text(std::string bytes, const std::string &source) {
  const Encoding encoding = encoding_of(bytes);
  if (encoding != Encoding::utf8) bytes = from_utf16(bytes, encoding == Encoding::utf16_little);
  if (bytes.find('\0') != std::string::npos)
    throw Error(ErrorCode::malformed, "is neither text nor a database: it contains NUL bytes",
                {source});
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (bytes.starts_with(byte_order_mark)) bytes.erase(0, byte_order_mark.size());
  if (!is_utf8(bytes)) bytes = from_latin1(bytes);
  return bytes;
}

}  // namespace sluice::inline v0::schema_detail
