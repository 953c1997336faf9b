#ifndef SLUICE_SQL_CHANGE_DISTILLING_HPP
#define SLUICE_SQL_CHANGE_DISTILLING_HPP

/// Counts the edits that turn one query into another, by change distilling exactly as sqlglot
/// implements it: leaves are matched by the similarity of their texts and of their ancestors, then
/// other nodes by the share of matched leaves they have in common.
/// Source: Fluri et al. 2007, "Change Distilling"; Chawathe et al. 1996. DiffRules selects between
/// the rules of sqlglot 25.1 and 30.17 where they differ.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sluice/sql/diff_tree.hpp"

namespace sluice::inline v0::sql {

/// Number of nodes per kind of edit. A move is counted in addition to a keep or an update; under
/// the rules of 30.17 a node can move twice.
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

/// Share of keeps among all edits, in [0, 1]: 1 for equal queries, 0 if nothing is kept.
constexpr double similarity(const EditCounts &edits) noexcept {
  return edits.total() == 0 ? 1.0
                            : static_cast<double>(edits.keep) / static_cast<double>(edits.total());
}

/// Matches the nodes of two trees and counts the edits. Keeps its memory between calls: 2 KiB, up
/// to 100 MiB after the largest pairs. Not thread-safe.
class Distiller {
 public:
  /// Bounds on a pair, so that hostile input costs seconds at most: on the product of the two node
  /// counts, and on the size of either tree's texts times the other's node count.
  static constexpr std::uint64_t max_pairs = std::uint64_t{1} << 22;
  static constexpr std::uint64_t max_text_pairs = std::uint64_t{1} << 32;

  /// Counts the edits from `source` to `target`; not symmetric. Takes less than a microsecond for
  /// trees of up to 64 leaves; O(pairs of leaves · log + pairs of other nodes · text) at worst.
  /// Throws Error(mismatch) if the trees were built for different rules, Error(limit_exceeded) past
  /// the bounds.
  EditCounts count(const DiffTree &source, const DiffTree &target);

  /// After `count`: for each source node, the matching target node or DiffNode::none.
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
  void match_similar_leaves(const DiffTree &source, const DiffTree &target,
                            std::uint64_t &free_source, std::uint64_t &free_target);
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

/// Creates a Distiller for this one call.
EditCounts count_edits(const DiffTree &source, const DiffTree &target);

}  // namespace sluice::inline v0::sql

#endif
