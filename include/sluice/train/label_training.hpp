#ifndef SLUICE_TRAIN_LABEL_TRAINING_HPP
#define SLUICE_TRAIN_LABEL_TRAINING_HPP

/// Makes a LabelModel out of questions with their queries.

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sluice/core/progress.hpp"
#include "sluice/pipeline/label_approximator.hpp"
#include "sluice/rank/need_model.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/train/boosted_trees_fit.hpp"
#include "sluice/train/label_trainer.hpp"
#include "sluice/train/need_trainer.hpp"
#include "sluice/train/ranker_trainer.hpp"

namespace sluice {

struct LabelPair {
  RankerExample read;  ///< The question, and what its query reads.
  std::string sql;
};

struct LabelTrainingOptions {
  std::size_t folds = 5;  ///< Of databases: a question's evidence is by a ranker that did not see
                          ///< its database, but nearly all others.
  /// Of those rankers: as strong as the one that is asked later, so that evidence is as telling.
  RankerTrainerOptions ranker;
  LabelTrainerOptions model;
  BoostedTreesOptions needs;
};

/// What the label model learns from.
class LabelTrainingSet {
 public:
  /// `content`: SQLite files of the databases; each question is then learned from twice, with its
  /// database's content and without. Queries that cannot be read are passed over. Throws Error:
  /// invalid_argument (fewer databases than folds), cancelled, and as `read_values` does.
  LabelTrainingSet(std::shared_ptr<const Catalog> catalog, std::span<const LabelPair> pairs,
                   std::span<const DatabaseFile> content, const LabelTrainingOptions &options = {},
                   const Progress &progress = {});

  struct Entry {
    std::size_t pair = 0;  ///< By position among those given.
    std::size_t fold = 0;
    TableId first_table;  ///< Of its database in the catalog.
    ColumnId first_column;
    const LabelSchema *schema = nullptr;
    std::shared_ptr<const GatheredEvidence> evidence;
    bool has_content = false;
    QueryLabels labels;
    std::shared_ptr<const QueryShape> shape;
  };
  std::span<const Entry> entries() const noexcept { return entries_; }
  std::span<const LabelPair> pairs() const noexcept { return pairs_; }

  /// Adds what `model`, trained without the fold, says of the fold's questions.
  void add_needs(std::size_t fold, const LabelModel &model, NeedTrainer &trainer) const;

  /// Of all entries but those of a fold; `folds`: of all.
  LabelModel train(std::size_t without, const LabelTrainerOptions &options,
                   const Progress &progress = {}) const;

 private:
  std::vector<LabelPair> pairs_;
  std::vector<std::unique_ptr<const LabelSchema>> schemas_;
  std::vector<Entry> entries_;
};

/// The same files give the same model, bit for bit, with one compiler. Its confidence is fitted to
/// a fold that is left out for it, and its needs to all folds, each by a model trained without it.
std::shared_ptr<const LabelModel> train_label_model(const LabelTrainingSet &set,
                                                    std::string trained_on,
                                                    const LabelTrainingOptions &options = {},
                                                    const Progress &progress = {});

}  // namespace sluice

#endif
