#ifndef SLUICE_LEARN_LINEAR_ADAPTER_HPP
#define SLUICE_LEARN_LINEAR_ADAPTER_HPP

/// A linear map that moves the vectors of queries closer to the vectors of matching documents,
/// which stay unchanged.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// Maps x to (1 + W) x, normalized to length 1. Immutable. Thread-safe.
class LinearAdapter {
 public:
  /// The identity.
  LinearAdapter() = default;
  /// `change` is W transposed, row-major; each number is an integer times the scale of its row.
  /// Throws Error(invalid_argument) unless `change` has as many rows and columns as there are
  /// scales.
  LinearAdapter(std::vector<float> scales, std::vector<float> change);

  /// 0 means the identity, for vectors of any size.
  std::size_t dimensions() const noexcept { return scales_.size(); }
  /// Maps a vector of dimensions() numbers in place. O(dimensions²).
  void apply(std::span<float> vector) const;

  /// Serializes to bytes for a file, 8 bits per number. `parse` reverses it and throws
  /// Error(malformed) for anything that `bytes` does not write.
  std::string bytes() const;
  static LinearAdapter parse(std::string_view bytes);

 private:
  std::vector<float> scales_;  // by row
  std::vector<float> change_;  // W transposed, row-major; integers times the scale of their row
};

}  // namespace sluice::inline v0

#endif
