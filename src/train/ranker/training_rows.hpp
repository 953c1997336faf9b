#ifndef SLUICE_SRC_TRAIN_RANKER_TRAINING_ROWS_HPP
#define SLUICE_SRC_TRAIN_RANKER_TRAINING_ROWS_HPP

/// The rows that weights of the ranker are fitted to.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sluice/learn/boosted_trees.hpp"
#include "sluice/learn/linear_model.hpp"
#include "sluice/learn/perceptron.hpp"
#include "sluice/route/ranker_model.hpp"
#include "sluice/train/boosted_trees_fit.hpp"
#include "sluice/train/linear_fit.hpp"
#include "sluice/train/perceptron_fit.hpp"
#include "sluice/train/ranker_training.hpp"

namespace sluice::inline v0::train_detail {

struct LabeledRows {
  std::size_t columns = 0;
  std::vector<float> rows;
  std::vector<std::uint8_t> labels;

  LinearModel fit(const LinearFitOptions &options) && {
    return fit_logistic(std::move(rows), columns, labels, options);
  }
  BoostedTrees fit(const BoostedTreesOptions &options) const {
    return fit_boosted_trees(rows, columns, labels, options);
  }
};

/// The rows of all parts except one.
LabeledRows rows_without(std::size_t part, std::span<const float> rows,
                         std::span<const std::uint8_t> labels, std::span<const std::size_t> parts);

/// Scores of candidates, by example.
struct ScoredGroups {
  std::vector<float> scores;
  std::vector<std::size_t> sizes;
  std::vector<std::size_t> right;  ///< By example: the gold candidate.

  void append(const ScoredGroups &more);
};

/// Rows of all examples, split into parts.
class TrainingRows {
 public:
  static constexpr std::size_t no_part = SIZE_MAX;

  /// `width` is the number of features of a database; `of_words`, that of each of its words.
  TrainingRows(std::size_t width, std::size_t of_words) {
    databases_.columns = width;
    words_.columns = of_words;
  }

  /// `is_judge`: whether the example is used for calibration.
  void add(RankerRows rows, std::size_t part, bool is_judge);

  // Fitted to all parts except one.
  /// Uses every n-th example.
  LinearModel fit_databases(std::size_t without, std::size_t every,
                            const LinearFitOptions &options) const;
  /// Uses the candidates that `databases` ranks first.
  Perceptron fit_contenders(std::size_t without, const LinearModel &databases,
                            const PerceptronOptions &options) const;
  BoostedTrees fit_tables(std::size_t without, const BoostedTreesOptions &options) const;
  BoostedTrees fit_columns(std::size_t without, const BoostedTreesOptions &options) const;

  /// Scores the calibration examples of a part, by weights trained without it.
  ScoredGroups scored(std::size_t part, const RankerWeights &weights) const;

 private:
  /// The candidates of an example.
  struct Group {
    std::span<const float> rows;
    std::size_t first;  // row among all rows
    std::span<const std::uint8_t> target;
    std::size_t part;
    bool is_judge;
  };
  template <class Visit>
  void each_group(Visit visit) const;

  /// Returns the rows at these positions.
  std::vector<float> rows_of(const Group &group, std::span<const std::size_t> places) const;
  RowParts words_of(const Group &group, std::span<const std::size_t> places) const;

  RankedGroups databases_;
  RowParts words_;                          // by row of the candidates
  std::vector<std::size_t> first_word_{0};  // of each row, and the end of the last
  std::vector<std::size_t> part_of_group_;
  std::vector<std::uint8_t> judges_;  // by group
  std::vector<float> tables_, columns_;
  std::vector<std::uint8_t> gold_tables_, gold_columns_;
  std::vector<std::size_t> part_of_table_, part_of_column_;
};

}  // namespace sluice::inline v0::train_detail

#endif
