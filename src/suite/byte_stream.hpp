#ifndef SLUICE_SRC_SUITE_BYTE_STREAM_HPP
#define SLUICE_SRC_SUITE_BYTE_STREAM_HPP

/// Serializes numbers, texts and cells: little endian, sizes before texts.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "sluice/core/error.hpp"
#include "sluice/db/query.hpp"

namespace sluice::inline v0::suite {

template <class Number>
void append_raw(std::string &bytes, Number number) {
  for (std::size_t i = 0; i < sizeof number; ++i) {
    bytes += static_cast<char>(static_cast<std::uint64_t>(number) >> (8 * i) & 0xFF);
  }
}

inline void append_text(std::string &bytes, std::string_view text) {
  append_raw(bytes, static_cast<std::uint32_t>(text.size()));
  bytes += text;
}

inline void append_cell(std::string &bytes, const Cell &cell) {
  bytes += static_cast<char>(cell.kind);
  switch (cell.kind) {
    case CellKind::null: return;
    case CellKind::integer: return append_raw(bytes, cell.integer);
    case CellKind::real: {
      std::uint64_t raw = 0;
      std::memcpy(&raw, &cell.real, sizeof raw);
      return append_raw(bytes, raw);
    }
    default: append_text(bytes, cell.bytes);
  }
}

/// Reads the serialized form. Throws Error(malformed), with the source's name, for invalid bytes.
class BytesReader {
 public:
  BytesReader(std::string_view bytes, std::string source)
      : bytes_(bytes), source_(std::move(source)) {}

  template <class Number>
  Number number() {
    const std::string_view raw = take(sizeof(Number));
    std::uint64_t read = 0;
    for (std::size_t i = 0; i < raw.size(); ++i) {
      read |= std::uint64_t{static_cast<unsigned char>(raw[i])} << (8 * i);
    }
    return static_cast<Number>(read);
  }
  std::string_view text() { return take(number<std::uint32_t>()); }
  bool truth() {
    const auto read = number<std::uint8_t>();
    if (read > 1) fail("has a boolean that is neither 0 nor 1");
    return read == 1;
  }
  /// Reads a number of elements that take at least `min_size` bytes each, and checks that they fit.
  std::uint32_t count(std::size_t min_size) {
    const auto read = number<std::uint32_t>();
    if (read > (bytes_.size() - at_) / min_size) fail("ends too early");
    return read;
  }

  Cell cell() {
    switch (static_cast<CellKind>(number<std::uint8_t>())) {
      case CellKind::null: return Cell::of_null();
      case CellKind::integer: return Cell::of(number<std::int64_t>());
      case CellKind::real: {
        const auto raw = number<std::uint64_t>();
        double real = 0;
        std::memcpy(&real, &raw, sizeof real);
        return Cell::of(real);
      }
      case CellKind::text: return Cell::of_text(text());
      case CellKind::blob: return Cell::of_blob(text());
      default: fail("has a value of an unknown kind");
    }
  }

  bool at_end() const noexcept { return at_ == bytes_.size(); }

  [[noreturn]] void fail(std::string_view message) const {
    throw Error(ErrorCode::malformed, message, {source_});
  }

 private:
  std::string_view take(std::size_t size) {
    if (size > bytes_.size() - at_) fail("ends too early");
    at_ += size;
    return bytes_.substr(at_ - size, size);
  }

  std::string_view bytes_;
  std::string source_;
  std::size_t at_ = 0;
};

}  // namespace sluice::inline v0::suite

#endif
