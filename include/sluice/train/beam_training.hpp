#ifndef SLUICE_TRAIN_BEAM_TRAINING_HPP
#define SLUICE_TRAIN_BEAM_TRAINING_HPP

/// Trains a beam router on synthetic questions of the catalog or on labeled questions. Source: Wang
/// et al. 2024 (DBCopilot), sections 3.4 and 3.5.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "sluice/beam/beam_router.hpp"
#include "sluice/beam/routing_pair.hpp"
#include "sluice/core/progress.hpp"

namespace sluice::inline v0 {

/// The rates were tuned on Spider's train questions, whose databases the question generator had not
/// seen.
struct BeamTrainingOptions {
  BeamDecoding decoding = BeamDecoding::graph;
  std::size_t epochs = 4;
  std::size_t batch = 64;
  /// Initial learning rates of Adagrad; they decay to a tenth.
  float learning_rate = 0.03F;
  float feature_learning_rate = 0.3F;
  /// Probability that a word of a question is dropped.
  float word_dropout = 0.1F;
  std::uint64_t seed = 1;
  std::size_t threads = 1;  ///< The result does not depend on it.
  BeamOrigin origin = {};   ///< Stored in the model, unchecked.
};

/// Deterministic: the same pairs, options and build give the same model, whatever the number of
/// threads. The loss is the cross-entropy over the legal next tokens, with the target distributed
/// evenly over those that the schema still lacks, so that the order of tables, which is drawn
/// randomly each time, need not be learned. O(epochs × pairs × (words × places + legal tokens ×
/// dimensions + tokens × dimensions²)). Throws Error(invalid_argument) if there are no pairs, a
/// pair has tables of another database or an option is out of range, and Error(cancelled).
BeamRouter train_beam_router(std::shared_ptr<const JoinGraphs> graphs, AnyEmbedder words,
                             std::span<const RoutingPair> pairs,
                             const BeamTrainingOptions &options = {},
                             const Progress &progress = {});

}  // namespace sluice::inline v0

#endif
