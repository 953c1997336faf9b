#ifndef SLUICE_SRC_TRAIN_RANKER_EXAMPLE_VERSION_HPP
#define SLUICE_SRC_TRAIN_RANKER_EXAMPLE_VERSION_HPP

#include <cstddef>
#include <span>
#include <vector>

#include "sluice/core/progress.hpp"
#include "sluice/route/ranker_schema.hpp"
#include "sluice/train/ranker_trainer.hpp"
#include "sluice/train/ranker_training.hpp"

namespace sluice::inline v0::train_detail {

/// The folds of a set's questions.
struct SetFolds {
  std::vector<std::size_t> examples, reworded;
};

/// Returns folds by set; the databases of all sets are split together.
std::vector<SetFolds> folds_of(std::span<const RankerTrainingSet> sets,
                               const RankerTrainerOptions &options);

/// The examples of a training set in one wording, with a schema in one spelling.
struct ExampleVersion {
  std::size_t set;
  RankerSchema schema;
  std::vector<RankerExample> examples;
  std::vector<std::size_t> folds;   // by example
  std::vector<std::size_t> chosen;  // positions of the training examples
  bool is_plain = false;            // neither words nor names are changed
};

/// Returns the examples unchanged, with replaced words, and reworded; and unchanged and reworded
/// with the respelled schema. Throws Error(mismatch) if that has other tables or columns.
std::vector<ExampleVersion> versions_of(std::span<const RankerTrainingSet> sets,
                                        std::span<const SetFolds> folds,
                                        const RankerTrainerOptions &options,
                                        const Progress &progress);

}  // namespace sluice::inline v0::train_detail

#endif
