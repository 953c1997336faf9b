#include "sluice/judge/denotation.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "hash_mix.hpp"
#include "sluice/core/utf8.hpp"

namespace sluice::inline v0 {
namespace {

constexpr Hash128 hash_of_number(std::uint64_t bits, std::uint64_t kind) noexcept {
  return {mix64(bits + kind * 0x9E3779B97F4A7C15U),
          mix64(bits ^ (kind * 0xD1B54A32D192ED03U) ^ 0x5851F42DU)};
}

/// Whether `number` is a 64-bit integer.
bool is_integer(double number) noexcept {
  return number >= -0x1p63 && number < 0x1p63 && std::trunc(number) == number;
}

bool same_number(std::int64_t integer, double real) noexcept {
  return is_integer(real) && static_cast<std::int64_t>(real) == integer;
}

bool is_ascii(std::string_view text) noexcept {
  unsigned char seen = 0;
  for (const char byte : text)
    seen = static_cast<unsigned char>(seen | static_cast<unsigned char>(byte));
  return seen < 0x80;
}

std::string without_stray_bytes(std::string_view text) {
  std::string valid;
  while (!text.empty()) {
    const std::size_t size = utf8_valid_size(text);
    valid.append(text.substr(0, size));
    text.remove_prefix(std::min(size + 1, text.size()));
  }
  return valid;
}

enum HashedKind : std::uint64_t { null_hash = 1, integer_hash, real_hash, text_hash, blob_hash };

}  // namespace

bool same_value(const Cell &a, const Cell &b) noexcept {
  if (a.kind != b.kind) {
    if (a.kind == CellKind::integer && b.kind == CellKind::real)
      return same_number(a.integer, b.real);
    if (a.kind == CellKind::real && b.kind == CellKind::integer)
      return same_number(b.integer, a.real);
    return false;
  }
  switch (a.kind) {
    case CellKind::null: return true;
    case CellKind::integer: return a.integer == b.integer;
    case CellKind::real: return a.real == b.real;
    case CellKind::text:
    case CellKind::blob: return a.bytes == b.bytes;
  }
  return false;
}

bool same_values(Row a, Row b) noexcept {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same_value);
}

Hash128 hash_of(const Cell &cell) noexcept {
  switch (cell.kind) {
    case CellKind::null: return hash_of_number(0, null_hash);
    case CellKind::integer:
      return hash_of_number(static_cast<std::uint64_t>(cell.integer), integer_hash);
    case CellKind::real: {
      if (is_integer(cell.real)) {
        const auto integer = static_cast<std::int64_t>(cell.real);
        return hash_of_number(static_cast<std::uint64_t>(integer), integer_hash);
      }
      std::uint64_t bits = 0;
      std::memcpy(&bits, &cell.real, sizeof bits);
      return hash_of_number(bits, real_hash);
    }
    case CellKind::text: {
      const Hash128 hash = hash128(cell.bytes);
      return {mix64(hash.low + text_hash), mix64(hash.high + text_hash)};
    }
    case CellKind::blob: break;
  }
  const Hash128 hash = hash128(cell.bytes);
  return {mix64(hash.low + blob_hash), mix64(hash.high + blob_hash)};
}

Hash128 hash_of_values(std::span<const Hash128> cells) noexcept {
  judge_detail::BagHash bag;
  for (const Hash128 cell : cells) bag.add(cell);
  return bag.value();
}

Row RowReader::read(Row raw) {
  cells_.assign(raw.begin(), raw.end());
  hashes_.clear();
  repaired_.clear();
  repaired_.reserve(raw.size());  // views of its elements must stay valid
  for (Cell &cell : cells_) {
    if (cell.kind == CellKind::text && !is_ascii(cell.bytes) && !is_utf8(cell.bytes)) {
      cell.bytes = repaired_.emplace_back(without_stray_bytes(cell.bytes));
      stray_bytes_ = true;
    }
    hashes_.push_back(hash_of(cell));
  }
  return cells_;
}

void Denotation::add(Row row, std::span<const Hash128> hashes) {
  if (columns_ == 0) columns_ = row.size();
  for (Cell cell : row) {
    cell.bytes = keep(cell.bytes);
    cells_.push_back(cell);
  }
  hashes_.insert(hashes_.end(), hashes.begin(), hashes.end());
}

std::string_view Denotation::keep(std::string_view bytes) {
  constexpr std::size_t chunk_size = 1 << 16;
  if (bytes.empty()) return {};
  if (bytes.size() > room_) {
    // Small results start with a small chunk.
    room_ = std::max(bytes.size(), chunks_.empty() ? std::size_t{512} : chunk_size);
    chunks_.push_back(std::make_unique<char[]>(room_));
    next_ = chunks_.back().get();
  }
  std::memcpy(next_, bytes.data(), bytes.size());
  const std::string_view kept(next_, bytes.size());
  next_ += bytes.size();
  room_ -= bytes.size();
  return kept;
}

}  // namespace sluice::inline v0
