#ifndef SLUICE_TRAIN_LINEAR_ADAPTER_FIT_HPP
#define SLUICE_TRAIN_LINEAR_ADAPTER_FIT_HPP

/// Fits a LinearAdapter to queries and their relevant documents.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sluice/learn/linear_adapter.hpp"

namespace sluice::inline v0 {

/// Queries, and the documents to rank for them. Unit vectors, row-major.
struct AdapterTask {
  std::vector<float> queries;
  std::vector<float> documents;
  std::vector<std::vector<std::uint32_t>>
      right;  ///< By query: the relevant documents, at least one.
};

struct LinearAdapterOptions {
  float l2 = 0.1F;  ///< Weight of half the squared change, next to the mean loss per query.
  float temperature = 0.02F;  ///< Cosines are divided by it.
  float rate = 1e-3F;         ///< Learning rate of the first step; decays to a tenth.
  std::size_t epochs = 3;
  std::size_t batch = 256;  ///< Queries per step, approximately: 16 of a task at a time.
  std::uint64_t seed = 1;
};

/// Minimizes the mean over queries of -log softmax of the relevant documents' cosines, with the
/// target distributed evenly over them (a convex loss), by Adam (Kingma and Ba 2015). Without
/// queries, W is 0. Deterministic with the same compiler. Throws Error(invalid_argument) if sizes
/// do not match. O(epochs × queries × documents × dimensions).
LinearAdapter fit_linear_adapter(std::span<const AdapterTask> tasks, std::size_t dimensions,
                                 const LinearAdapterOptions &options = {});

}  // namespace sluice::inline v0

#endif
