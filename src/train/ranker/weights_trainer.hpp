#ifndef SLUICE_SRC_TRAIN_RANKER_WEIGHTS_TRAINER_HPP
#define SLUICE_SRC_TRAIN_RANKER_WEIGHTS_TRAINER_HPP

#include <span>
#include <vector>

#include "route/features/ranker_features.hpp"
#include "sluice/core/progress.hpp"
#include "sluice/route/ranker_model.hpp"
#include "sluice/train/perceptron_fit.hpp"
#include "sluice/train/ranker_trainer.hpp"
#include "training_rows.hpp"

namespace sluice::inline v0::train_detail {

/// Rows of one set of features, and the weights of databases, tables and columns fitted to them.
struct WeightsTrainer {
  /// Number of parts for the weights of calibration: each is fitted without two or three folds,
  /// since every fit takes seconds.
  static std::size_t part_count(const RankerTrainerOptions &options);

  WeightsTrainer(const RankerFeatures &features, const RankerTrainerOptions &options);

  TrainingRows rows;
  PerceptronOptions contenders;       ///< Options for the features' embedders.
  RankerWeights weights;              ///< Fitted to all rows.
  std::vector<RankerWeights> others;  ///< By part: fitted to all rows except its own.
};

/// Fits all of these together, so that no thread is idle while there is work, and their
/// temperatures. The result does not depend on the number of threads.
void fit_weights(std::span<WeightsTrainer *const> all, const RankerTrainerOptions &options,
                 const Progress &progress);

}  // namespace sluice::inline v0::train_detail

#endif
