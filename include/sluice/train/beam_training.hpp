#ifndef SLUICE_TRAIN_BEAM_TRAINING_HPP
#define SLUICE_TRAIN_BEAM_TRAINING_HPP

/// Training a beam router, on questions made up from the catalog or on labeled ones.
/// Source: Wang et al. 2024 (DBCopilot), sections 3.4 and 3.5.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "sluice/beam/beam_router.hpp"
#include "sluice/beam/routing_pair.hpp"
#include "sluice/core/progress.hpp"

namespace sluice {

/// The rates were chosen on Spider's train questions, the databases of which the questioner had not
/// learned from.
struct BeamTrainingOptions {
  BeamDecoding decoding = BeamDecoding::graph;
  std::size_t epochs = 4;
  std::size_t batch = 64;
  /// Steps of Adagrad, falling to a tenth of it by the end.
  float learning_rate = 0.03F;
  float feature_learning_rate = 0.3F;
  /// How often a word of a question is left out.
  float word_dropout = 0.1F;
  std::uint64_t seed = 1;
  std::size_t threads = 1;  ///< Changes nothing but the time.
  BeamOrigin origin = {};   ///< Told on, unchecked.
};

/// The same pairs, options and build give the same model, whatever the number of threads. The loss
/// is the cross-entropy over the tokens that are legal next, the target spread evenly over those
/// that the schema still lacks (so the order of tables, drawn anew each time, need not be learned).
/// O(epochs × pairs × (words × places + legal tokens × dimensions + tokens × dimensions²)).
/// Throws Error: invalid_argument (no pairs, a pair of other databases' tables, options),
/// cancelled.
BeamRouter train_beam_router(std::shared_ptr<const JoinGraphs> graphs, AnyEmbedder words,
                             std::span<const RoutingPair> pairs,
                             const BeamTrainingOptions &options = {},
                             const Progress &progress = {});

}  // namespace sluice

#endif
