#ifndef SLUICE_SRC_ROUTE_CONFIDENCE_TRAINING_HPP
#define SLUICE_SRC_ROUTE_CONFIDENCE_TRAINING_HPP

/// How surely a ranker finds what a question needs, learned from questions that it did not see.

#include <cstddef>
#include <memory>
#include <span>

#include "sluice/core/progress.hpp"
#include "sluice/route/ranker_model.hpp"
#include "sluice/route/ranker_trainer.hpp"

namespace sluice::detail {

/// Questions in folds of databases, and by fold a model that did not see it.
struct HeldOutQuestions {
  const RankerSchema &schema;
  std::span<const RankerExample> examples;
  std::span<const std::size_t> folds;  // by example
  std::span<const std::shared_ptr<const RankerModel>> models;
};

/// Fits the control of recall, and whether anything fits to questions with and without their
/// database. The number of threads changes nothing.
void fit_confidence(const HeldOutQuestions &asked, const RankerTrainerOptions &options,
                    const Progress &progress, RankerWeights &weights);

}  // namespace sluice::detail

#endif
