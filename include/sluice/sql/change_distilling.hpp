#ifndef SLUICE_SQL_CHANGE_DISTILLING_HPP
#define SLUICE_SQL_CHANGE_DISTILLING_HPP

/// How many edits lead from one query to another, by change distilling exactly as sqlglot runs it:
/// leaves are matched by the likeness of their texts and of what stands above them, then other
/// nodes by how many matched leaves they share.
/// Source: Fluri et al. 2007, "Change Distilling"; Chawathe et al. 1996; the rules that differ
/// between sqlglot 25.1 and 30.17 are told apart by DiffRules.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sluice/sql/diff_tree.hpp"

namespace sluice::sql {

/// Nodes by what happens to them. A move comes on top of a keep or an update; a node can move
/// twice under the rules of 30.17.
struct EditCounts {
  std::uint32_t keep = 0;
  std::uint32_t insert = 0;
  std::uint32_t remove = 0;
  std::uint32_t update = 0;
  std::uint32_t move = 0;

  constexpr std::uint64_t total() const noexcept {
    return std::uint64_t{keep} + insert + remove + update + move;
  }
  friend constexpr bool operator==(const EditCounts &, const EditCounts &) noexcept = default;
};

/// Keeps among all edits: 1 for equal queries, 0 where nothing is kept. In [0, 1].
constexpr double similarity(const EditCounts &edits) noexcept {
  return edits.total() == 0 ? 1.0
                            : static_cast<double>(edits.keep) / static_cast<double>(edits.total());
}

/// Matches the nodes of two trees and counts the edits. Keeps its memory between calls (2 KiB; up
/// to 100 MiB after the largest pairs); one thread at a time.
class Distiller {
 public:
  /// Bounds on a pair, so that hostile input costs seconds at most: of nodes of the one times nodes
  /// of the other, and of the texts' sizes times the other's nodes.
  static constexpr std::uint64_t max_pairs = std::uint64_t{1} << 22;
  static constexpr std::uint64_t max_text_pairs = std::uint64_t{1} << 32;

  /// The edits from `source` to `target`; it is not symmetric. Below a microsecond for trees of up
  /// to 64 leaves; O(pairs of leaves · log + pairs of other nodes · text) at worst.
  /// Throws Error(mismatch) for trees made for different rules, Error(limit_exceeded).
  EditCounts count(const DiffTree &source, const DiffTree &target);

  /// After `count`: the target node that each source node is matched with, or DiffNode::none.
  std::span<const std::uint32_t> matches() const noexcept { return matches_; }

 private:
  struct Candidate {
    double likeness;
    std::uint32_t depth;
    std::uint32_t source;  // positions among the leaves
    std::uint32_t target;
  };

  void match_small(const DiffTree &source, const DiffTree &target);
  void match_large(const DiffTree &source, const DiffTree &target);
  void match_worded(const DiffTree &source, const DiffTree &target, std::uint64_t &free_source,
                    std::uint64_t &free_target);
  void take_best_leaves(const DiffTree &source, const DiffTree &target);
  EditCounts count_matched(const DiffTree &source, const DiffTree &target);
  std::uint32_t moved_children(const DiffTree &source, const DiffTree &target, std::uint32_t from,
                               std::uint32_t to);

  std::vector<std::uint32_t> matches_;       // by source node
  std::vector<std::uint32_t> leaf_matches_;  // by source leaf
  std::vector<std::uint32_t> longest_;
  std::vector<std::uint32_t> images_;
  std::vector<std::uint8_t> taken_;
  std::vector<Candidate> candidates_;
  std::array<std::uint64_t, 256> nodes_of_type_{};
};

/// With a distiller of its own.
EditCounts count_edits(const DiffTree &source, const DiffTree &target);

}  // namespace sluice::sql

#endif
