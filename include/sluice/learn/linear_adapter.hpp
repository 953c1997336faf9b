#ifndef SLUICE_LEARN_LINEAR_ADAPTER_HPP
#define SLUICE_LEARN_LINEAR_ADAPTER_HPP

/// A linear map of queries' vectors that takes them nearer to those of the documents that answer
/// them, which stay as they are.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice {

/// Queries, and the documents among which the right ones are to be found. Vectors of length 1,
/// row-major.
struct AdapterTask {
  std::vector<float> queries;
  std::vector<float> documents;
  std::vector<std::vector<std::uint32_t>> right;  ///< By query, which documents; one at least.
};

struct LinearAdapterOptions {
  float l2 = 0.1F;            ///< Times half the squared change, beside the mean loss of a query.
  float temperature = 0.02F;  ///< Cosines are divided by it.
  float rate = 1e-3F;         ///< Of the first step; it falls to a tenth.
  std::size_t epochs = 3;
  std::size_t batch = 256;  ///< Queries a step, about: 16 of a task at a time.
  std::uint64_t seed = 1;
};

/// Maps x to (1 + W) x, of length 1. Immutable; any threads at once.
class LinearAdapter {
 public:
  /// Leaves vectors as they are.
  LinearAdapter() = default;

  /// Minimises the mean over queries of -log softmax of the right documents' cosines, the target
  /// spread evenly over them (a convex loss), by Adam (Kingma and Ba 2015). No queries: W is 0.
  /// The same numbers on every run with one compiler. Throws Error(invalid_argument) where sizes
  /// do not fit. O(epochs × queries × documents × dimensions).
  static LinearAdapter fit(std::span<const AdapterTask> tasks, std::size_t dimensions,
                           const LinearAdapterOptions &options = {});

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
