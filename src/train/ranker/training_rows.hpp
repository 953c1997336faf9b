#ifndef SLUICE_SRC_TRAIN_RANKER_TRAINING_ROWS_HPP
#define SLUICE_SRC_TRAIN_RANKER_TRAINING_ROWS_HPP

/// What weights of the ranker are fitted to.

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

namespace sluice::detail {

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

/// Those of all parts but one.
LabeledRows rows_without(std::size_t part, std::span<const float> rows,
                         std::span<const std::uint8_t> labels, std::span<const std::size_t> parts);

/// Candidates' scores, example by example.
struct ScoredGroups {
  std::vector<float> scores;
  std::vector<std::size_t> sizes;
  std::vector<std::size_t> right;  ///< By example, which candidate.

  void append(const ScoredGroups &more);
};

/// Rows of all examples together, in parts.
class TrainingRows {
 public:
  static constexpr std::size_t no_part = SIZE_MAX;

  /// `width`: features of a database; `of_words`: of each word for one.
  TrainingRows(std::size_t width, std::size_t of_words) {
    databases_.columns = width;
    words_.columns = of_words;
  }

  /// `is_judge`: how sure the model may be is learned from it.
  void add(RankerRows rows, std::size_t part, bool is_judge);

  // Fitted to all parts but one.
  /// Of every so-manyth example.
  LinearModel fit_databases(std::size_t without, std::size_t every,
                            const LinearFitOptions &options) const;
  /// Of what `databases` ranks first.
  Perceptron fit_contenders(std::size_t without, const LinearModel &databases,
                            const PerceptronOptions &options) const;
  BoostedTrees fit_tables(std::size_t without, const BoostedTreesOptions &options) const;
  BoostedTrees fit_columns(std::size_t without, const BoostedTreesOptions &options) const;

  /// Of the judging examples of a part, by weights that did not see it.
  ScoredGroups scored(std::size_t part, const RankerWeights &weights) const;

 private:
  /// The candidates of an example.
  struct Group {
    std::span<const float> rows;
    std::size_t first;  // row of all
    std::span<const std::uint8_t> target;
    std::size_t part;
    bool is_judge;
  };
  template <class Visit>
  void each_group(Visit visit) const;

  /// What is known of the rows at these places.
  std::vector<float> rows_of(const Group &group, std::span<const std::size_t> places) const;
  RowParts words_of(const Group &group, std::span<const std::size_t> places) const;

  RankedGroups databases_;
  RowParts words_;                          // by row of these
  std::vector<std::size_t> first_word_{0};  // of each, and behind the last
  std::vector<std::size_t> part_of_group_;
  std::vector<std::uint8_t> judges_;  // by group
  std::vector<float> tables_, columns_;
  std::vector<std::uint8_t> gold_tables_, gold_columns_;
  std::vector<std::size_t> part_of_table_, part_of_column_;
};

}  // namespace sluice::detail

#endif
