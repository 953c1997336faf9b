#ifndef SLUICE_TESTS_SUPPORT_GZIP_HPP
#define SLUICE_TESTS_SUPPORT_GZIP_HPP

/// A handwritten gzip encoder (RFC 1951 and 1952), so that the reader is not tested against its own
/// library.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sluice::test {

namespace detail {

inline std::uint32_t crc32(std::string_view bytes) {
  std::uint32_t crc = ~std::uint32_t{0};
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ (crc % 2 == 1 ? 0xEDB88320U : 0U);
  }
  return ~crc;
}

inline void append_little_endian(std::string &bytes, std::uint64_t number, int size) {
  for (int i = 0; i < size; ++i) bytes += static_cast<char>(number >> (8 * i) & 0xFF);
}

/// Wraps deflate data that unpacks to `plain` in a gzip member.
inline std::string gzip_member(std::string_view deflated, std::string_view plain) {
  std::string member("\x1f\x8b\x08\0\0\0\0\0\0\xff", 10);
  member += deflated;
  append_little_endian(member, crc32(plain), 4);
  append_little_endian(member, plain.size(), 4);
  return member;
}

}  // namespace detail

/// Returns one gzip member that stores `plain` uncompressed.
inline std::string gzipped(std::string_view plain) {
  constexpr std::size_t largest_block = 0xFFFF;
  std::string deflated;
  std::string_view rest = plain;
  do {
    const std::string_view block = rest.substr(0, largest_block);
    rest.remove_prefix(block.size());
    deflated += rest.empty() ? '\1' : '\0';
    detail::append_little_endian(deflated, block.size(), 2);
    detail::append_little_endian(deflated, ~block.size(), 2);
    deflated += block;
  } while (!rest.empty());
  return detail::gzip_member(deflated, plain);
}

/// Returns one gzip member of 1 + 258 × `repeats` zero bytes, 13 bits per repeat: a zip bomb.
inline std::string gzipped_zeros(std::size_t repeats) {
  std::string deflated;
  unsigned buffer = 0;
  int filled = 0;
  const auto put = [&](unsigned bits, int count) {
    buffer |= bits << filled;
    for (filled += count; filled >= 8; filled -= 8) {
      deflated += static_cast<char>(buffer & 0xFF);
      buffer >>= 8;
    }
  };
  // Huffman codes are written most significant bit first, everything else least significant bit
  // first.
  put(0b011, 3);       // the last block, with fixed Huffman codes
  put(0b00001100, 8);  // the literal 0
  for (std::size_t i = 0; i < repeats; ++i) {
    put(0b10100011, 8);  // 258 bytes…
    put(0b00000, 5);     // …from one byte back
  }
  put(0b0000000, 7);  // the end of the block
  put(0, 7);          // up to the next byte
  return detail::gzip_member(deflated, std::string(1 + 258 * repeats, '\0'));
}

}  // namespace sluice::test

#endif
