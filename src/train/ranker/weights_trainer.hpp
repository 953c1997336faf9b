#ifndef SLUICE_SRC_TRAIN_RANKER_WEIGHTS_TRAINER_HPP
#define SLUICE_SRC_TRAIN_RANKER_WEIGHTS_TRAINER_HPP

#include <span>
#include <vector>

#include "sluice/core/progress.hpp"
#include "sluice/route/ranker_model.hpp"
#include "sluice/train/perceptron_fit.hpp"
#include "sluice/train/ranker_trainer.hpp"
#include "training_rows.hpp"

namespace sluice::detail {

/// Rows of one set of features, and weights of databases, tables and columns that are fitted to
/// them.
struct WeightsTrainer {
  /// Of weights that judge what was held back: these are fitted without two or three folds at once,
  /// since each fit takes seconds.
  static std::size_t part_count(const RankerTrainerOptions &options);

  WeightsTrainer(const RankerFeatures &features, const RankerTrainerOptions &options);

  TrainingRows rows;
  PerceptronOptions contenders;       ///< As the features' embedders ask for.
  RankerWeights weights;              ///< To all of them.
  std::vector<RankerWeights> others;  ///< By part, to all rows but its own.
};

/// Fits what all of these wait for, together, so that no thread is idle while there is something
/// left, and their temperatures. The number of threads changes nothing else.
void fit_weights(std::span<WeightsTrainer *const> all, const RankerTrainerOptions &options,
                 const Progress &progress);

}  // namespace sluice::detail

#endif
