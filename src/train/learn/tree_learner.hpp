#ifndef SLUICE_SRC_TRAIN_LEARN_TREE_LEARNER_HPP
#define SLUICE_SRC_TRAIN_LEARN_TREE_LEARNER_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "binned_rows.hpp"

namespace sluice::inline v0::train_detail {

/// First and second derivative of the loss at a row's score.
struct Slopes {
  float first = 0;
  float second = 0;
};

struct TreeSplit {
  std::size_t column = 0;
  std::size_t bin = 0;  ///< The last bin of the "no" side.
};

/// Finds the splits of a tree, level by level, by sums of slopes at each place.
///
/// Both derivatives are summed as integers in one word, scaled so that the sum over all rows just
/// fits. The sums are exact, so a node's sums are those of its parent minus those of its sibling,
/// and only the smaller child of each node has to be scanned. Floats would lose more precision.
class TreeLearner {
 public:
  /// `rows` must outlive the learner. `l2` regularizes leaf values.
  TreeLearner(const BinnedRows &rows, std::size_t depth, double l2);

  /// Returns the tree's splits, one per level. `slopes` is indexed by row; only those of `seen`
  /// rows are read.
  std::vector<TreeSplit> grow(std::span<const std::uint32_t> seen, std::span<const Slopes> slopes);
  /// The leaf of any row in the last tree.
  std::size_t leaf_of(std::size_t row) const noexcept { return leaf_of_[row]; }

 private:
  using Sum = std::uint64_t;  // first derivatives in the upper half, second ones in the lower

  struct Node {
    std::span<std::uint32_t> rows;
    std::size_t slot = 0;  // position of its sums
    Sum all = 0;
  };

  void pack(std::span<const std::uint32_t> seen, std::span<const Slopes> slopes);
  Sum *sums_at(std::size_t slot) noexcept { return sums_.data() + slot * rows_.width(); }
  void sum_up(Node &node);
  TreeSplit best_split();
  void add_gains(const Node &node);
  void answer(const TreeSplit &split, std::size_t level);
  void divide(const TreeSplit &split, std::size_t level);
  /// Moves the rows of the "yes" side after the others and returns them. Both sides keep their
  /// order, so that memory is read in one direction.
  std::span<std::uint32_t> part(std::span<std::uint32_t> rows, const TreeSplit &split);

  const BinnedRows &rows_;
  std::size_t depth_;
  double l2_, scaled_l2_ = 0;
  std::vector<std::uint8_t> leaf_of_;
  std::vector<Sum> packed_;  // by row
  std::vector<std::uint32_t> order_, aside_;
  std::vector<Node> nodes_;  // nodes with rows; their number is formed by the answers so far
  std::vector<Sum> sums_, below_;
  std::vector<double> gains_;
};

}  // namespace sluice::inline v0::train_detail

#endif
