#ifndef SLUICE_SRC_TRAIN_RANKER_TRAINING_CHECK_HPP
#define SLUICE_SRC_TRAIN_RANKER_TRAINING_CHECK_HPP

#include <cstdint>
#include <optional>
#include <span>

#include "sluice/embed/any_embedder.hpp"
#include "sluice/train/ranker_trainer.hpp"

namespace sluice::inline v0::train_detail {

/// 0 if there is no embedder.
std::uint64_t fingerprint_of(const std::optional<AnyEmbedder> &embedder);

/// Throws Error: invalid_argument (no example, an option that is 0, an example without a gold table
/// or with one outside its database), mismatch (sets with different embedders).
void check_training(std::span<const RankerTrainingSet> sets,
                    std::span<const RankerTrainingSet> unlike, const RankerTrainerOptions &options);

}  // namespace sluice::inline v0::train_detail

#endif
