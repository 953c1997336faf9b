#ifndef SLUICE_LEARN_LINEAR_ADAPTER_HPP
#define SLUICE_LEARN_LINEAR_ADAPTER_HPP

/// A linear map of queries' vectors that takes them nearer to those of the documents that answer
/// them, which stay as they are.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice {

/// Maps x to (1 + W) x, of length 1. Immutable; any threads at once.
class LinearAdapter {
 public:
  /// Leaves vectors as they are.
  LinearAdapter() = default;
  /// `change`: W transposed, row-major: whole numbers times their row's scale. Throws
  /// Error(invalid_argument) unless it has as many rows and columns as there are scales.
  LinearAdapter(std::vector<float> scales, std::vector<float> change);

  /// 0: it leaves vectors as they are.
  std::size_t dimensions() const noexcept { return scales_.size(); }
  /// Changes a vector of dimensions() numbers in place. O(dimensions²).
  void apply(std::span<float> vector) const;

  /// As bytes, to be kept in a file, and back: 8 bits a number. `parse` throws Error(malformed) for
  /// anything that `bytes` does not write.
  std::string bytes() const;
  static LinearAdapter parse(std::string_view bytes);

 private:
  std::vector<float> scales_;  // by row
  std::vector<float> change_;  // W transposed, row-major: whole numbers times their row's scale
};

}  // namespace sluice

#endif
