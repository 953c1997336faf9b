#ifndef SLUICE_LEARN_BOOSTED_TREES_HPP
#define SLUICE_LEARN_BOOSTED_TREES_HPP

/// A sum of small decision trees, for probabilities that no weighted sum of features reaches.
/// Source: Friedman 2001 (gradient boosting); Dorogush et al. 2018 (CatBoost, trees that ask the
/// same of all nodes of a level).

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/learn/tree_question.hpp"

namespace sluice {

struct BoostedTreesOptions {
  std::size_t trees = 150;
  std::size_t depth = 5;  ///< Questions a tree asks, in [1, 8].
  std::size_t bins = 48;  ///< Borders a column is tried at, about; in [1, 255].
  double rate = 0.1;
  double l2 = 5;       ///< Of a leaf's value.
  double share = 0.6;  ///< Of the rows that a tree sees, in (0, 1].
  std::uint64_t seed = 1;
};

/// Immutable. A tree of depth D asks D questions of a row, whatever the answers, and its leaves are
/// numbered by them.
class BoostedTrees {
 public:
  static constexpr std::size_t most_depth = 8;

  /// Scores nothing.
  BoostedTrees() = default;

  /// Log-odds that a row is right. `row` has columns() numbers. O(trees · depth).
  float score(std::span<const float> row) const noexcept;
  /// `score` of each of scores.size() rows, columns() numbers a row, to the same bits and much
  /// faster. Throws Error(invalid_argument) where the sizes do not fit.
  void score_rows(std::span<const float> rows, std::span<float> scores) const;
  std::size_t columns() const noexcept { return columns_; }

  /// As bytes, to be kept in a file, and back. `parse` throws Error(malformed) for anything that
  /// `bytes` does not write.
  std::string bytes() const;
  static BoostedTrees parse(std::string_view bytes);

  /// Logistic regression of `labels` (0 or 1, one a row) by trees one after another, each fitted to
  /// what those before left over (Newton's step). On one thread: the same rows and options give the
  /// same trees, bit for bit, with one compiler. Throws Error(invalid_argument) where sizes do not
  /// fit, an option is out of range, a number is not finite or columns have more than 2^16 bins
  /// together. O(trees · depth · rows · columns).
  static BoostedTrees fit(std::span<const float> rows, std::size_t columns,
                          std::span<const std::uint8_t> labels,
                          const BoostedTreesOptions &options = {});

 private:
  BoostedTrees(std::size_t columns, std::size_t depth) : columns_(columns), depth_(depth) {}

  std::size_t columns_ = 0;
  std::size_t depth_ = 0;
  float start_ = 0;
  std::vector<TreeQuestion> questions_;  // depth_ a tree
  std::vector<float> leaves_;            // 2^depth_ a tree
};

}  // namespace sluice

#endif
