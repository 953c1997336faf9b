#ifndef SLUICE_TRAIN_NEED_TRAINER_HPP
#define SLUICE_TRAIN_NEED_TRAINER_HPP

#include <cstdint>
#include <span>
#include <vector>

#include "sluice/rank/need_model.hpp"
#include "sluice/train/boosted_trees_fit.hpp"

namespace sluice::inline v0 {

/// Collects the training data of a NeedModel. The label model, and the ranker that computed the
/// evidence, must not have been trained on the question's database.
class NeedTrainer {
 public:
  /// `reads_table` and `reads_column` are 1 for what the gold query reads. Throws Error(mismatch)
  /// as `predict` does.
  void add(const NeedEvidence &of, std::span<const std::uint8_t> reads_table,
           std::span<const std::uint8_t> reads_column);
  /// Throws Error(invalid_argument) if nothing was added.
  NeedModel train(const BoostedTreesOptions &options = {}) const;

 private:
  struct Rows {
    std::vector<float> features;
    std::vector<std::uint8_t> labels;
  };
  Rows of_tables_, of_columns_;
};

}  // namespace sluice::inline v0

#endif
