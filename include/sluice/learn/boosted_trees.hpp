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

/// Immutable. A tree of depth D asks D questions of a row, whatever the answers, and its leaves are
/// numbered by them.
class BoostedTrees {
 public:
  static constexpr std::size_t max_depth = 8;

  /// Scores nothing.
  BoostedTrees() = default;
  /// Of trees of `depth` questions each, one tree after another, and 2^depth leaves each. A score
  /// begins at `start`. Throws Error(invalid_argument) where sizes do not fit, a question asks for
  /// a column that is not there or a number is not finite or too large.
  BoostedTrees(std::size_t columns, std::size_t depth, float start,
               std::vector<TreeQuestion> questions, std::vector<float> leaves);

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

 private:
  std::size_t columns_ = 0;
  std::size_t depth_ = 0;
  float start_ = 0;
  std::vector<TreeQuestion> questions_;  // depth_ a tree
  std::vector<float> leaves_;            // 2^depth_ a tree
};

}  // namespace sluice

#endif
