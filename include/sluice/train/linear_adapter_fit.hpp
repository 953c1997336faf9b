#ifndef SLUICE_TRAIN_LINEAR_ADAPTER_FIT_HPP
#define SLUICE_TRAIN_LINEAR_ADAPTER_FIT_HPP

/// Fits a LinearAdapter to queries and the documents that answer them.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sluice/learn/linear_adapter.hpp"

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

/// Minimizes the mean over queries of -log softmax of the right documents' cosines, the target
/// spread evenly over them (a convex loss), by Adam (Kingma and Ba 2015). No queries: W is 0.
/// The same numbers on every run with one compiler. Throws Error(invalid_argument) where sizes
/// do not fit. O(epochs × queries × documents × dimensions).
LinearAdapter fit_linear_adapter(std::span<const AdapterTask> tasks, std::size_t dimensions,
                                 const LinearAdapterOptions &options = {});

}  // namespace sluice

#endif
