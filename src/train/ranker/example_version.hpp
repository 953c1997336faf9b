#ifndef SLUICE_SRC_TRAIN_RANKER_EXAMPLE_VERSION_HPP
#define SLUICE_SRC_TRAIN_RANKER_EXAMPLE_VERSION_HPP

#include <cstddef>
#include <span>
#include <vector>

#include "sluice/core/progress.hpp"
#include "sluice/route/ranker_schema.hpp"
#include "sluice/train/ranker_trainer.hpp"
#include "sluice/train/ranker_training.hpp"

namespace sluice::detail {

/// The folds of a set's questions.
struct SetFolds {
  std::vector<std::size_t> examples, reworded;
};

/// By set: databases of all sets are parted together.
std::vector<SetFolds> folds_of(std::span<const RankerTrainingSet> sets,
                               const RankerTrainerOptions &options);

/// The examples of a training set in one form, asked of databases in one spelling.
struct ExampleVersion {
  std::size_t set;
  RankerSchema schema;
  std::vector<RankerExample> examples;
  std::vector<std::size_t> folds;   // by example
  std::vector<std::size_t> chosen;  // positions of those that are learned from
};

/// Examples as they are, with replaced words, reworded; and as they are and reworded once more,
/// asked of the respelled schema. Throws Error(mismatch) where that has other tables or columns.
std::vector<ExampleVersion> versions_of(std::span<const RankerTrainingSet> sets,
                                        std::span<const SetFolds> folds,
                                        const RankerTrainerOptions &options,
                                        const Progress &progress);

}  // namespace sluice::detail

#endif
