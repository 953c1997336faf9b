#ifndef SLUICE_LEARN_BOOSTED_TREES_HPP
#define SLUICE_LEARN_BOOSTED_TREES_HPP

/// A sum of small decision trees, for probabilities that a linear model cannot express. Source:
/// Friedman 2001 (gradient boosting); Dorogush et al. 2018 (CatBoost, trees that ask the same
/// question at all nodes of a level).

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/learn/tree_question.hpp"

namespace sluice::inline v0 {

/// Immutable. A tree of depth D asks the same D questions of every row; the answers are the bits of
/// the leaf's number.
class BoostedTrees {
 public:
  static constexpr std::size_t max_depth = 8;

  /// A model that scores every row 0.
  BoostedTrees() = default;
  /// Each tree has `depth` questions and 2^depth leaves, stored consecutively. `start` is added to
  /// every score. Throws Error(invalid_argument) if sizes do not match, a question's column does
  /// not exist, or a number is not finite or too large.
  BoostedTrees(std::size_t columns, std::size_t depth, float start,
               std::vector<TreeQuestion> questions, std::vector<float> leaves);

  /// Log-odds that a row is right. `row` has columns() numbers. O(trees · depth).
  float score(std::span<const float> row) const noexcept;
  /// Computes `score` for each of scores.size() rows of columns() numbers, with bitwise equal
  /// results and much faster. Throws Error(invalid_argument) if sizes do not match.
  void score_rows(std::span<const float> rows, std::span<float> scores) const;
  std::size_t columns() const noexcept { return columns_; }

  /// Serializes to bytes for a file. `parse` reverses it and throws Error(malformed) for anything
  /// that `bytes` does not write.
  std::string bytes() const;
  static BoostedTrees parse(std::string_view bytes);

 private:
  std::size_t columns_ = 0;
  std::size_t depth_ = 0;
  float start_ = 0;
  std::vector<TreeQuestion> questions_;  // depth_ per tree
  std::vector<float> leaves_;            // 2^depth_ per tree
};

}  // namespace sluice::inline v0

#endif
