#ifndef SLUICE_SRC_TRAIN_RANKER_CONFIDENCE_TRAINING_HPP
#define SLUICE_SRC_TRAIN_RANKER_CONFIDENCE_TRAINING_HPP

/// Calibrates a ranker's confidence on questions that it was not trained on.

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "sluice/core/progress.hpp"
#include "sluice/route/ranker_model.hpp"
#include "sluice/train/ranker_trainer.hpp"

namespace sluice::inline v0::train_detail {

/// Questions in folds of databases, a model per fold that was trained without it, and the weights
/// to calibrate.
struct HeldOutQuestions {
  RankerSchema schema;
  std::span<const RankerExample> examples;
  std::span<const std::size_t> folds;  // by example
  std::vector<std::shared_ptr<const RankerModel>> models;
  RankerWeights *weights;
};

/// Fits the control of recall, and whether any database fits, to questions with and without their
/// database. The result does not depend on the number of threads.
void fit_confidence(std::span<const HeldOutQuestions> all, const RankerTrainerOptions &options,
                    const Progress &progress);

}  // namespace sluice::inline v0::train_detail

#endif
