#ifndef SLUICE_TRAIN_NEED_TRAINER_HPP
#define SLUICE_TRAIN_NEED_TRAINER_HPP

#include <cstdint>
#include <span>
#include <vector>

#include "sluice/rank/need_model.hpp"
#include "sluice/train/boosted_trees_fit.hpp"

namespace sluice {

/// Collects what a NeedModel learns from. The label model has to be one that did not see the
/// question's database, and so has the ranker behind the evidence.
class NeedTrainer {
 public:
  /// `reads_table`, `reads_column`: 1 where gold reads it. Throws Error(mismatch) as `predict`.
  void add(const NeedEvidence &of, std::span<const std::uint8_t> reads_table,
           std::span<const std::uint8_t> reads_column);
  /// Throws Error(invalid_argument) before anything was added.
  NeedModel train(const BoostedTreesOptions &options = {}) const;

 private:
  struct Rows {
    std::vector<float> features;
    std::vector<std::uint8_t> labels;
  };
  Rows of_tables_, of_columns_;
};

}  // namespace sluice

#endif
