#ifndef SLUICE_SRC_TRAIN_LEARN_MINIBATCHES_HPP
#define SLUICE_SRC_TRAIN_LEARN_MINIBATCHES_HPP

/// The order of training examples, and the learning rate.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "sluice/core/random.hpp"

namespace sluice::inline v0::train_detail {

struct Minibatch {
  std::span<const std::size_t> examples;
  std::size_t epoch = 0;
  std::size_t done = 0;  ///< Examples before it, in all epochs.
  float rate = 1;        ///< Decays linearly from 1 to a tenth.
};

/// Examples in a new random order each epoch. The same seed gives the same batches.
struct Minibatches {
  std::size_t examples = 0;
  std::size_t batch = 1;  ///< Above 0.
  std::size_t epochs = 1;
  std::uint64_t seed = 0;

  std::size_t total() const noexcept { return epochs * examples; }

  /// Calls `learn(Minibatch)` for each batch in order.
  template <class Learn>
  void each(Learn learn) const {
    std::vector<std::size_t> order(examples);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t epoch = 0; epoch < epochs; ++epoch) {
      Random random(seed + epoch);
      random.shuffle(order);
      for (std::size_t first = 0; first < examples; first += batch) {
        const std::size_t done = epoch * examples + first;
        const float left = 1 - static_cast<float>(done) / static_cast<float>(total());
        const std::size_t count = std::min(batch, examples - first);
        learn(Minibatch{std::span(order).subspan(first, count), epoch, done, 0.1F + 0.9F * left});
      }
    }
  }
};

}  // namespace sluice::inline v0::train_detail

#endif
