#ifndef SLUICE_SRC_TRAIN_LEARN_TREE_LEARNER_HPP
#define SLUICE_SRC_TRAIN_LEARN_TREE_LEARNER_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "binned_rows.hpp"

namespace sluice::detail {

/// A loss's first and second derivative at a row's score.
struct Slopes {
  float first = 0;
  float second = 0;
};

struct TreeSplit {
  std::size_t column = 0;
  std::size_t bin = 0;  ///< Of those that answer no, the last.
};

/// Finds a tree's questions, level by level, by sums of slopes at each place.
///
/// Slopes are summed as whole numbers, both in one word: they are scaled so that all rows' together
/// just fit. Such sums are exact, so that a node's are its parent's without its sibling's, to the
/// bit, and only the smaller half of each node's rows is walked over. A float would lose more.
class TreeLearner {
 public:
  /// `rows` has to outlive it. `l2` is of a leaf's value.
  TreeLearner(const BinnedRows &rows, std::size_t depth, double l2);

  /// The tree's questions, one a level. `slopes` by row; those of `seen` rows alone are read.
  std::vector<TreeSplit> grow(std::span<const std::uint32_t> seen, std::span<const Slopes> slopes);
  /// Of any row, in the tree last grown.
  std::size_t leaf_of(std::size_t row) const noexcept { return leaf_of_[row]; }

 private:
  using Sum = std::uint64_t;  // first derivatives in the upper half, second ones in the lower

  struct Node {
    std::span<std::uint32_t> rows;
    std::size_t slot = 0;  // where its sums lie
    Sum all = 0;
  };

  void pack(std::span<const std::uint32_t> seen, std::span<const Slopes> slopes);
  Sum *sums_at(std::size_t slot) noexcept { return sums_.data() + slot * rows_.width(); }
  void sum_up(Node &node);
  TreeSplit best_split();
  void add_gains(const Node &node);
  void answer(const TreeSplit &split, std::size_t level);
  void divide(const TreeSplit &split, std::size_t level);
  /// Moves rows that answer yes behind the others and returns them; both keep their order, so that
  /// memory is walked over in one direction.
  std::span<std::uint32_t> part(std::span<std::uint32_t> rows, const TreeSplit &split);

  const BinnedRows &rows_;
  std::size_t depth_;
  double l2_, scaled_l2_ = 0;
  std::vector<std::uint8_t> leaf_of_;
  std::vector<Sum> packed_;  // by row
  std::vector<std::uint32_t> order_, aside_;
  std::vector<Node> nodes_;  // with rows, by number, which the answers so far make up
  std::vector<Sum> sums_, below_;
  std::vector<double> gains_;
};

}  // namespace sluice::detail

#endif
