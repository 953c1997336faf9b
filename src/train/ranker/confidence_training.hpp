#ifndef SLUICE_SRC_TRAIN_RANKER_CONFIDENCE_TRAINING_HPP
#define SLUICE_SRC_TRAIN_RANKER_CONFIDENCE_TRAINING_HPP

/// How surely a ranker finds what a question needs, learned from questions that it did not see.

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "sluice/core/progress.hpp"
#include "sluice/route/ranker_model.hpp"
#include "sluice/train/ranker_trainer.hpp"

namespace sluice::detail {

/// Questions in folds of databases, by fold a model that did not see it, and whose weights are to
/// say how sure they are.
struct HeldOutQuestions {
  RankerSchema schema;
  std::span<const RankerExample> examples;
  std::span<const std::size_t> folds;  // by example
  std::vector<std::shared_ptr<const RankerModel>> models;
  RankerWeights *weights;
};

/// Fits the control of recall, and whether anything fits to questions with and without their
/// database. The number of threads changes nothing.
void fit_confidence(std::span<const HeldOutQuestions> all, const RankerTrainerOptions &options,
                    const Progress &progress);

}  // namespace sluice::detail

#endif
