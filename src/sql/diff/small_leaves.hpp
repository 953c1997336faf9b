#ifndef SLUICE_SRC_SQL_DIFF_SMALL_LEAVES_HPP
#define SLUICE_SRC_SQL_DIFF_SMALL_LEAVES_HPP

/// Matches equal leaves of two small trees.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "sluice/sql/change_distilling.hpp"

namespace sluice::inline v0::sql {

inline unsigned first_bit(std::uint64_t bits) noexcept {
  return static_cast<unsigned>(std::countr_zero(bits));
}

/// The part of the distiller that uses DiffTree's layout for small trees.
class SmallLeaves {
 public:
  using Group = DiffTree::LeafGroup;

  SmallLeaves(const DiffTree &a, const DiffTree &b, std::uint32_t *matches) noexcept
      : a_(a), b_(b), matches_(matches) {}

  std::uint64_t matched_source = 0, matched_target = 0;

  /// Matches leaves whose Dice coefficient is 1: pairs with the most equal types on the way up
  /// first, ties by the position of the source leaf, then of the target leaf. Leaves that agree in
  /// the first p types, counted from the leaf, form a class. Classes with the largest p come first,
  /// and no pair is in two classes of the same depth, so classes can be visited bottom-up and each
  /// can be matched in order of position.
  void match() noexcept {
    const std::span<const Group> in_a = a_.groups(), in_b = b_.groups();
    std::size_t i = 0, j = 0;
    while (i < in_a.size() && j < in_b.size()) {
      if (in_a[i].label < in_b[j].label) {
        ++i;
      } else if (in_b[j].label < in_a[i].label) {
        ++j;
      } else {
        const std::uint64_t label = in_a[i].label;
        std::size_t end_a = i + 1, end_b = j + 1;
        while (end_a < in_a.size() && in_a[end_a].label == label) ++end_a;
        while (end_b < in_b.size() && in_b[end_b].label == label) ++end_b;
        if (end_a - i == 1 && end_b - j == 1) {
          std::uint64_t s = in_a[i].leaves, t = in_b[j].leaves;
          pair_up(s, t);
        } else {
          match_label(in_a.subspan(i, end_a - i), in_b.subspan(j, end_b - j));
        }
        i = end_a;
        j = end_b;
      }
    }
  }

  /// How many types agree, from the leaves upwards.
  static std::uint32_t common_depth(const DiffTree &x, const Group &in_x, const DiffTree &y,
                                    const Group &in_y) noexcept {
    const std::uint32_t limit = std::min(in_x.depth, in_y.depth);
    if (const std::uint64_t differ = in_x.chain ^ in_y.chain; differ != 0)
      return std::min(limit, static_cast<std::uint32_t>(std::countl_zero(differ)) / 8);
    for (std::uint32_t word = 1; word * 8 < limit; ++word) {
      const std::uint64_t differ =
          x.chain_rest_[in_x.rest + word - 1] ^ y.chain_rest_[in_y.rest + word - 1];
      if (differ != 0)
        return std::min(limit, word * 8 + static_cast<std::uint32_t>(std::countl_zero(differ)) / 8);
    }
    return limit;
  }

 private:
  struct Class {
    std::uint32_t depth;
    std::uint64_t source, target;
  };

  void pair_up(std::uint64_t &source, std::uint64_t &target) noexcept {
    while (source != 0 && target != 0) {
      matches_[first_bit(source)] = first_bit(target);
      matched_source |= source & (~source + 1);
      matched_target |= target & (~target + 1);
      source &= source - 1;
      target &= target - 1;
    }
  }

  static bool precedes(const DiffTree &x, const Group &in_x, const DiffTree &y,
                       const Group &in_y) noexcept {
    if (in_x.chain != in_y.chain) return in_x.chain < in_y.chain;
    const std::uint32_t limit = std::min(in_x.depth, in_y.depth);
    for (std::uint32_t word = 1; word * 8 < limit; ++word) {
      const std::uint64_t of_x = x.chain_rest_[in_x.rest + word - 1];
      const std::uint64_t of_y = y.chain_rest_[in_y.rest + word - 1];
      if (of_x != of_y) return of_x < of_y;
    }
    return in_x.depth < in_y.depth;
  }

  /// Both lists are sorted by chain. In the merged list, leaves of a class are adjacent; the stack
  /// holds the open classes, the deepest on top.
  void match_label(std::span<const Group> in_a, std::span<const Group> in_b) noexcept {
    std::size_t open = 0, i = 0, j = 0;
    const DiffTree *last_tree = nullptr;
    const Group *last = nullptr;
    while (i < in_a.size() || j < in_b.size()) {
      const bool from_a =
          j == in_b.size() || (i < in_a.size() && !precedes(b_, in_b[j], a_, in_a[i]));
      const DiffTree &tree = from_a ? a_ : b_;
      const Group &group = from_a ? in_a[i++] : in_b[j++];
      const std::uint32_t shared =
          last == nullptr ? 0 : common_depth(*last_tree, *last, tree, group);
      close(open, shared);
      const std::uint64_t source = from_a ? group.leaves : 0, target = from_a ? 0 : group.leaves;
      if (open != 0 && classes_[open - 1].depth == group.depth) {
        classes_[open - 1].source |= source;
        classes_[open - 1].target |= target;
      } else {
        classes_[open++] = {group.depth, source, target};
      }
      last_tree = &tree;
      last = &group;
    }
    close(open, 0);
  }

  void close(std::size_t &open, std::uint32_t depth) noexcept {
    while (open != 0 && classes_[open - 1].depth > depth) {
      Class &top = classes_[open - 1];
      pair_up(top.source, top.target);
      const std::uint32_t below = open > 1 ? classes_[open - 2].depth : 0;
      if (below >= depth && below != 0) {
        classes_[open - 2].source |= top.source;
        classes_[open - 2].target |= top.target;
        --open;
      } else if (depth != 0) {
        top.depth = depth;
      } else {
        --open;
      }
    }
  }

  const DiffTree &a_;
  const DiffTree &b_;
  std::uint32_t *matches_;
  std::array<Class, 130> classes_;
};

}  // namespace sluice::inline v0::sql

#endif
