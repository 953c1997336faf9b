#ifndef SLUICE_SRC_INDEX_QUANTIZE_HPP
#define SLUICE_SRC_INDEX_QUANTIZE_HPP

/// One vector to 8 bits a number.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sluice/index/quantized_rows.hpp"

namespace sluice::detail {

/// Writes vector.size() codes; returns the scale. Throws Error(invalid_argument) if a number is not
/// finite or too large.
float quantize(std::span<const float> vector, std::int8_t *codes);

/// A query as the rows are: padded to their stride.
struct QuantizedQuery {
  /// Throws also if the query's length is not that of the rows.
  QuantizedQuery(std::span<const float> query, const QuantizedRows &rows);

  std::vector<std::int8_t> codes;
  float scale = 0;
};

/// Several, behind each other.
struct QuantizedQueries {
  /// One at least. Throws also if the queries' length is no multiple of that of the rows.
  QuantizedQueries(std::span<const float> queries, const QuantizedRows &rows);

  std::size_t size() const noexcept { return scales.size(); }

  std::vector<std::int8_t> codes;
  std::vector<float> scales;
};

/// The cosine that an integer dot product stands for: one expression for every way to search.
inline float cosine_of(std::int32_t dot, float row_scale, float query_scale) {
  return static_cast<float>(dot) * row_scale * query_scale;
}

}  // namespace sluice::detail

#endif
