#ifndef SLUICE_JUDGE_DENOTATION_HPP
#define SLUICE_JUDGE_DENOTATION_HPP

/// The denotation of a query on one database: the rows it returns, with hashes for comparing them.
///
/// Values are equal as in the official scripts, which use Python: numbers are compared by value, so
/// 1 equals 1.0 and rounding is not tolerated; a text never equals a number, nor a blob a text;
/// NULL equals NULL.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/hash.hpp"
#include "sluice/db/query.hpp"

namespace sluice::inline v0 {

bool same_value(const Cell &a, const Cell &b) noexcept;
bool same_values(Row a, Row b) noexcept;

/// Equal values have equal hashes.
Hash128 hash_of(const Cell &cell) noexcept;

/// Independent of the order of the row's values.
Hash128 hash_of_values(std::span<const Hash128> cells) noexcept;

/// Reads rows as the official scripts do: invalid UTF-8 bytes of texts are dropped. Not
/// thread-safe.
class RowReader {
 public:
  /// The returned row and its hashes are valid until the next call, and only as long as `raw` is.
  Row read(Row raw);
  std::span<const Hash128> hashes() const noexcept { return hashes_; }
  /// Whether any text in any row was not valid UTF-8.
  bool has_invalid_utf8() const noexcept { return stray_bytes_; }

 private:
  std::vector<Cell> cells_;
  std::vector<Hash128> hashes_;
  std::vector<std::string> repaired_;
  bool stray_bytes_ = false;
};

/// Rows with a hash per value. Rows are added one at a time; after that, const members are
/// thread-safe.
class Denotation {
 public:
  Denotation() = default;
  Denotation(Denotation &&) noexcept = default;
  Denotation &operator=(Denotation &&) noexcept = default;

  /// Copies a row; `hashes` holds `hash_of` each value. All rows have as many columns as the first.
  void add(Row row, std::span<const Hash128> hashes);

  std::size_t rows() const noexcept { return columns_ == 0 ? 0 : cells_.size() / columns_; }
  /// 0 if there are no rows.
  std::size_t columns() const noexcept { return columns_; }
  bool empty() const noexcept { return cells_.empty(); }

  Row row(std::size_t index) const noexcept {
    return Row(cells_).subspan(index * columns_, columns_);
  }
  std::span<const Hash128> hashes(std::size_t index) const noexcept {
    return std::span<const Hash128>(hashes_).subspan(index * columns_, columns_);
  }
  const Cell &at(std::size_t row, std::size_t column) const noexcept {
    return cells_[row * columns_ + column];
  }
  Hash128 hash_at(std::size_t row, std::size_t column) const noexcept {
    return hashes_[row * columns_ + column];
  }

 private:
  std::string_view keep(std::string_view bytes);

  std::size_t columns_ = 0;
  std::vector<Cell> cells_;
  std::vector<Hash128> hashes_;
  std::vector<std::unique_ptr<char[]>> chunks_;
  std::size_t room_ = 0;
  char *next_ = nullptr;
};

}  // namespace sluice::inline v0

#endif
