#ifndef SLUICE_SRC_INDEX_QUANTIZE_HPP
#define SLUICE_SRC_INDEX_QUANTIZE_HPP

/// Quantizes a vector to 8 bits per number.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sluice/index/quantized_rows.hpp"

namespace sluice::inline v0::index_detail {

/// Writes vector.size() codes and returns the scale. Throws Error(invalid_argument) if a number is
/// not finite or too large.
float quantize(std::span<const float> vector, std::int8_t *codes);

/// A query, quantized like the rows and padded to their stride.
struct QuantizedQuery {
  /// Also throws Error(invalid_argument) if the query and the rows have different dimensions.
  QuantizedQuery(std::span<const float> query, const QuantizedRows &rows);

  std::vector<std::int8_t> codes;
  float scale = 0;
};

/// Several queries, stored consecutively.
struct QuantizedQueries {
  /// At least one query. Also throws Error(invalid_argument) if the size is not a multiple of the
  /// rows' dimensions.
  QuantizedQueries(std::span<const float> queries, const QuantizedRows &rows);

  std::size_t size() const noexcept { return scales.size(); }

  std::vector<std::int8_t> codes;
  std::vector<float> scales;
};

/// The cosine for an integer dot product. All searches use this expression, so that scores are
/// equal.
inline float cosine_of(std::int32_t dot, float row_scale, float query_scale) {
  return static_cast<float>(dot) * row_scale * query_scale;
}

}  // namespace sluice::inline v0::index_detail

#endif
