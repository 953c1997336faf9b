#ifndef SLUICE_SRC_TRAIN_RANKER_UNSEEN_RANKINGS_HPP
#define SLUICE_SRC_TRAIN_RANKER_UNSEEN_RANKINGS_HPP

#include <memory>
#include <span>
#include <vector>

#include "example_version.hpp"
#include "sluice/core/progress.hpp"
#include "sluice/route/ranker_model.hpp"
#include "sluice/train/ranker_trainer.hpp"
#include "sluice/train/unseen_ranking.hpp"

namespace sluice::inline v0::train_detail {

/// Ranks every question of sets with content, and the training questions of other sets, fold by
/// fold. `models` has, by fold, a model trained without it, for schemas alone.
void tell_unseen(std::span<const ExampleVersion> versions,
                 std::span<const std::shared_ptr<const RankerModel>> models,
                 const RankerTrainerOptions &options, const Progress &progress,
                 UnseenRankings &unseen);

}  // namespace sluice::inline v0::train_detail

#endif
