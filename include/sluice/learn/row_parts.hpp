#ifndef SLUICE_LEARN_ROW_PARTS_HPP
#define SLUICE_LEARN_ROW_PARTS_HPP

/// Parts of rows in addition to their features: any number of vectors per row, in no particular
/// order.

#include <cstddef>
#include <span>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

struct RowParts {
  std::size_t columns = 0;         ///< Numbers per part; 0 if no row has parts.
  std::vector<float> numbers;      ///< Row-major; the parts of each row are consecutive.
  std::vector<std::size_t> sizes;  ///< Number of parts, by row.

  /// Whether the sizes match `rows` rows whose parts have `of_columns` numbers. If there are no
  /// columns, any number of rows matches.
  bool fits(std::size_t of_columns, std::size_t rows) const noexcept {
    std::size_t count = 0;
    for (const std::size_t size : sizes) count += size;
    return columns == of_columns && (columns == 0 || sizes.size() == rows) &&
           numbers.size() == columns * count;
  }

  void begin_row() { sizes.push_back(0); }
  /// Appends a part to the last row.
  void add(std::span<const float> part) {
    numbers.insert(numbers.end(), part.begin(), part.end());
    ++sizes.back();
  }
  /// Appends all rows of `others`, whose parts must have the same number of columns.
  void append(const RowParts &others) {
    numbers.insert(numbers.end(), others.numbers.begin(), others.numbers.end());
    sizes.insert(sizes.end(), others.sizes.begin(), others.sizes.end());
  }
};

}  // namespace sluice::inline v0

#endif
