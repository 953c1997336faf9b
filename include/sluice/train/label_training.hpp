#ifndef SLUICE_TRAIN_LABEL_TRAINING_HPP
#define SLUICE_TRAIN_LABEL_TRAINING_HPP

/// Trains a LabelModel on questions with their queries.

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sluice/core/progress.hpp"
#include "sluice/rank/label_model.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/train/boosted_trees_fit.hpp"
#include "sluice/train/label_trainer.hpp"
#include "sluice/train/need_trainer.hpp"
#include "sluice/train/ranker_trainer.hpp"

namespace sluice::inline v0 {

struct GatheredEvidence;

struct LabelPair {
  RankerExample read;  ///< The question, and the tables and columns that its query reads.
  std::string sql;
};

struct LabelTrainingOptions {
  std::size_t folds = 5;  ///< Folds of databases: the evidence of a question comes from a ranker
                          ///< that was trained without its fold.
  /// Options of these rankers. They should be as strong as the ranker used later, so that the
  /// evidence is of the same quality.
  RankerTrainerOptions ranker;
  LabelTrainerOptions model;
  BoostedTreesOptions needs;
};

/// Training data of the label model.
class LabelTrainingSet {
 public:
  /// `content` has SQLite files of the databases. Each of their questions is then used twice, with
  /// and without the content of its database. Queries that cannot be parsed are skipped. Throws
  /// Error(invalid_argument) if there are fewer databases than folds, Error(cancelled), and what
  /// `read_values` throws.
  LabelTrainingSet(std::shared_ptr<const Catalog> catalog, std::span<const LabelPair> pairs,
                   std::span<const DatabaseFile> content, const LabelTrainingOptions &options = {},
                   const Progress &progress = {});

  struct Entry {
    std::size_t pair = 0;  ///< Position among the given pairs.
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

  /// Adds the predictions of `model`, which was trained without the fold, for the fold's questions.
  void add_needs(std::size_t fold, const LabelModel &model, NeedTrainer &trainer) const;

  /// Trains on all entries except those of fold `without`; on all entries if `without` is the
  /// number of folds.
  LabelModel train(std::size_t without, const LabelTrainerOptions &options,
                   const Progress &progress = {}) const;

 private:
  std::vector<LabelPair> pairs_;
  std::vector<std::unique_ptr<const LabelSchema>> schemas_;
  std::vector<Entry> entries_;
};

/// The same files give the same model, bit for bit, with the same compiler. The confidence is
/// fitted on a fold that is held out, and the needs on all folds, each with a model trained without
/// it.
std::shared_ptr<const LabelModel> train_label_model(const LabelTrainingSet &set,
                                                    std::string trained_on,
                                                    const LabelTrainingOptions &options = {},
                                                    const Progress &progress = {});

}  // namespace sluice::inline v0

#endif
