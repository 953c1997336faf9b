#ifndef SLUICE_JUDGE_DENOTATION_HPP
#define SLUICE_JUDGE_DENOTATION_HPP

/// What a query means on one database: the rows it gives, with hashes that compare them.
///
/// Two values are the same as in the official scripts, that is in Python: numbers by value, so that
/// 1 is 1.0 and no rounding is forgiven; text never equals a number, nor a blob a text; NULL equals
/// NULL.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/hash.hpp"
#include "sluice/db/query.hpp"

namespace sluice {

bool same_value(const Cell &a, const Cell &b) noexcept;
bool same_values(Row a, Row b) noexcept;

/// Equal for values that are the same.
Hash128 hash_of(const Cell &cell) noexcept;

/// The same whatever the order of the row's values.
Hash128 hash_of_values(std::span<const Hash128> cells) noexcept;

/// Reads rows as the official scripts do: of text that is not UTF-8, the stray bytes are left out.
/// One thread at a time.
class RowReader {
 public:
  /// The row and its hashes are valid until the next call, and as long as `raw` is.
  Row read(Row raw);
  std::span<const Hash128> hashes() const noexcept { return hashes_; }
  /// Whether some text of some row was not UTF-8.
  bool met_stray_bytes() const noexcept { return stray_bytes_; }

 private:
  std::vector<Cell> cells_;
  std::vector<Hash128> hashes_;
  std::vector<std::string> mended_;
  bool stray_bytes_ = false;
};

/// Rows with a hash for each value. Grows row by row, then is read by any threads.
class Denotation {
 public:
  Denotation() = default;
  Denotation(Denotation &&) noexcept = default;
  Denotation &operator=(Denotation &&) noexcept = default;

  /// Copies a row with `hash_of` its values. All rows have the columns of the first one.
  void add(Row row, std::span<const Hash128> hashes);

  std::size_t rows() const noexcept { return columns_ == 0 ? 0 : cells_.size() / columns_; }
  /// 0 as long as there are no rows.
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

}  // namespace sluice

#endif
