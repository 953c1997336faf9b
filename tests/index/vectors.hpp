#ifndef SLUICE_TESTS_INDEX_VECTORS_HPP
#define SLUICE_TESTS_INDEX_VECTORS_HPP

/// Random vectors for tests of vector indexes, and a slow search as a reference.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "sluice/core/function_ref.hpp"
#include "sluice/core/random.hpp"
#include "sluice/core/top_k.hpp"
#include "sluice/index/vector_index.hpp"

namespace sluice::test {

inline void make_unit(std::span<float> vector) {
  double square = 0;
  for (const float x : vector) square += double{x} * x;
  if (square == 0) return;
  for (float &x : vector) x = static_cast<float>(x / std::sqrt(square));
}

/// Rows of unit length, row-major.
inline std::vector<float> unit_rows(Random &random, std::size_t rows, std::size_t dimensions) {
  std::vector<float> numbers(rows * dimensions);
  for (float &x : numbers) x = static_cast<float>(random.unit() - 0.5);
  for (std::size_t r = 0; r < rows; ++r) {
    make_unit(std::span(numbers).subspan(r * dimensions, dimensions));
  }
  return numbers;
}

/// The same, clustered around `centers` centers, so that there are neighbors to find.
inline std::vector<float> clustered_rows(Random &random, std::size_t rows, std::size_t dimensions,
                                         std::size_t centers) {
  const std::vector<float> middle = unit_rows(random, centers, dimensions);
  std::vector<float> numbers = unit_rows(random, rows, dimensions);
  for (std::size_t r = 0; r < rows; ++r) {
    const std::span<float> row = std::span(numbers).subspan(r * dimensions, dimensions);
    const std::size_t center = static_cast<std::size_t>(random.below(centers));
    for (std::size_t i = 0; i < dimensions; ++i) {
      row[i] = middle[center * dimensions + i] + 0.5F * row[i];
    }
    make_unit(row);
  }
  return numbers;
}

inline std::span<const float> row_of(std::span<const float> rows, std::size_t row,
                                     std::size_t dimensions) {
  return rows.subspan(row * dimensions, dimensions);
}

/// Quantizes a vector to 8 bits, as described in quantized_rows.hpp, in the widest arithmetic.
struct SlowQuantized {
  explicit SlowQuantized(std::span<const float> vector) {
    float largest = 0;
    double square = 0;
    double code_square = 0;
    for (const float x : vector) largest = std::max(largest, std::abs(x));
    for (const float x : vector) {
      square += double{x} * x;
      codes.push_back(largest == 0 ? 0 : static_cast<int>(std::round(x * (127 / largest))));
      code_square += codes.back() * codes.back();
    }
    scale = code_square == 0 ? 0 : static_cast<float>(std::sqrt(square / code_square));
  }
  std::vector<int> codes;
  float scale = 0;
};

/// The exact index in a few lines.
inline std::vector<Scored<RowId>> search_slowly(std::span<const float> rows, std::size_t dimensions,
                                                std::span<const float> query, std::size_t k,
                                                function_ref<bool(RowId)> eligible) {
  const SlowQuantized quantized_query(query);
  std::vector<Scored<RowId>> all;
  for (std::size_t r = 0; r * dimensions < rows.size(); ++r) {
    if (!eligible(RowId(r))) continue;
    const SlowQuantized row(row_of(rows, r, dimensions));
    int dot = 0;
    for (std::size_t i = 0; i < dimensions; ++i) dot += row.codes[i] * quantized_query.codes[i];
    all.push_back({RowId(r), static_cast<float>(dot) * row.scale * quantized_query.scale});
  }
  std::ranges::sort(all, BestFirst{});
  all.resize(std::min(k, all.size()));
  return all;
}

}  // namespace sluice::test

#endif
