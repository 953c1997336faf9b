#ifndef SLUICE_LEARN_ROW_PARTS_HPP
#define SLUICE_LEARN_ROW_PARTS_HPP

/// What belongs to rows beside their features, as many vectors to each as there are; their order
/// says nothing.

#include <cstddef>
#include <span>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice {

struct RowParts {
  std::size_t columns = 0;         ///< Numbers of a part; 0: no row has any.
  std::vector<float> numbers;      ///< Row-major; the parts of one row in a row.
  std::vector<std::size_t> sizes;  ///< By row: how many.

  /// Whether these are the parts, of `columns` numbers each, of so many rows; with 0 columns, of
  /// any.
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
  /// All rows of others, which have as many columns.
  void append(const RowParts &others) {
    numbers.insert(numbers.end(), others.numbers.begin(), others.numbers.end());
    sizes.insert(sizes.end(), others.sizes.begin(), others.sizes.end());
  }
};

}  // namespace sluice

#endif
