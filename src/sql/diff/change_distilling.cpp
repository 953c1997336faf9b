#include "sluice/sql/change_distilling.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "dice.hpp"
#include "sluice/core/error.hpp"
#include "small_leaves.hpp"

namespace sluice::inline v0::sql {

namespace {

constexpr std::uint32_t none = DiffNode::none;

bool same_type(const DiffTree &a, std::size_t in_a, const DiffTree &b, std::size_t in_b) noexcept {
  return a[in_a].type == b[in_b].type && a.detail(in_a).name == b.detail(in_b).name;
}

/// Prefetches the first bytes of a tree's block all at once: in an index of many trees, few are in
/// the caches.
void fetch(const std::vector<std::byte> &block, std::size_t bytes) noexcept {
#if defined(__GNUC__)
  for (std::size_t at = 0; at < bytes; at += 64) __builtin_prefetch(block.data() + at);
#else
  static_cast<void>(block), static_cast<void>(bytes);
#endif
}

enum class Verdict : std::uint8_t { match, differ, ask_the_texts };

/// Two nodes that share `common` matched leaves match if that is at least 0.8 of the larger leaf
/// count. From 0.6 (0.4 if one of them has at most 4 leaves), they match if their texts are
/// similar.
Verdict judge_leaves(std::uint32_t common, std::uint32_t of_a, std::uint32_t of_b) noexcept {
  const std::uint32_t larger = std::max(of_a, of_b);
  if (5 * common >= 4 * larger) return Verdict::match;
  const bool large = std::min(of_a, of_b) > 4;
  return 5 * common < (large ? 3 : 2) * larger ? Verdict::differ : Verdict::ask_the_texts;
}

template <class Bins>
std::uint32_t common_in_bins(const Bins &a, const Bins &b) noexcept {
  std::uint32_t common = 0;
  for (std::size_t i = 0; i < a.size(); ++i) common += std::min(a[i], b[i]);
  return common;
}

}  // namespace

EditCounts Distiller::count(const DiffTree &source, const DiffTree &target) {
  if (source.rules() != target.rules()) {
    throw Error(ErrorCode::mismatch,
                "the trees were built with different DiffRules; build both with the same");
  }
  matches_.assign(source.size(), none);
  if (source.compact_ && target.compact_) {
    fetch(source.block_, source.bins_at_);
    fetch(target.block_, target.bins_at_);
    match_small(source, target);
  } else {
    match_large(source, target);
  }
  return count_matched(source, target);
}

void Distiller::match_small(const DiffTree &source, const DiffTree &target) {
  std::array<std::uint32_t, 64> leaf_matches;
  SmallLeaves leaves(source, target, leaf_matches.data());
  leaves.match();

  const auto all = [](const DiffTree &tree) {
    return ~std::uint64_t{0} >> (64 - tree.leaves().size());
  };
  std::uint64_t free_source = all(source) & ~leaves.matched_source;
  std::uint64_t free_target = all(target) & ~leaves.matched_target;
  std::uint64_t matched = leaves.matched_source;
  if ((free_source & source.worded_leaves_) != 0 && (free_target & target.worded_leaves_) != 0) {
    leaf_matches_.assign(source.leaves().size(), none);
    match_similar_leaves(source, target, free_source, free_target);
    const std::uint64_t before = matched;
    matched = all(source) & ~free_source;
    for (std::uint64_t added = matched & ~before; added != 0; added &= added - 1)
      leaf_matches[first_bit(added)] = leaf_matches_[first_bit(added)];
  }

  // The partners of a node's matched leaves. The leaves below a node are adjacent, so this takes
  // one difference of running sums.
  std::array<std::uint64_t, 65> images;
  images[0] = 0;
  for (std::size_t i = 0; i < source.leaves().size(); ++i) {
    std::uint64_t image = 0;
    if ((matched >> i & 1) != 0) {
      image = std::uint64_t{1} << leaf_matches[i];
      matches_[source.leaves()[i]] = target.leaves()[leaf_matches[i]];
    }
    images[i + 1] = images[i] ^ image;
  }

  std::uint64_t bit = 1;
  for (const DiffTree::InnerNode &node : target.inner()) {
    nodes_of_type_[node.type] |= bit;
    bit <<= 1;
  }
  const auto texts_alike = [&](const DiffTree::InnerNode &node, const DiffTree::InnerNode &other) {
    if (!node.binned || !other.binned) return alike(source, node.node, target, other.node);
    const std::uint32_t total = node.bigrams + other.bigrams;
    if (10 * std::min(node.bigrams, other.bigrams) < 3 * total) return false;
    const auto at = static_cast<std::size_t>(&node - source.inner().data());
    const auto at_other = static_cast<std::size_t>(&other - target.inner().data());
    return 10 * common_in_bins(source.bins(at), target.bins(at_other)) >= 3 * total;
  };
  for (const DiffTree::InnerNode &node : source.inner()) {
    std::uint64_t candidates = nodes_of_type_[node.type];
    if (candidates == 0) continue;
    const std::uint64_t image =
        images[std::size_t{node.first_leaf} + node.count] ^ images[node.first_leaf];
    if (image == 0) continue;
    for (; candidates != 0; candidates &= candidates - 1) {
      const unsigned at = first_bit(candidates);
      const DiffTree::InnerNode &other = target.inner()[at];
      const std::uint64_t shared = image & other.leaves;
      if (shared == 0) continue;
      if ((node.named || other.named) && !same_type(source, node.node, target, other.node))
        continue;
      const Verdict verdict =
          judge_leaves(static_cast<std::uint32_t>(std::popcount(shared)), node.count, other.count);
      if (verdict == Verdict::match ||
          (verdict == Verdict::ask_the_texts && texts_alike(node, other))) {
        matches_[node.node] = other.node;
        nodes_of_type_[node.type] &= ~(std::uint64_t{1} << at);
        break;
      }
    }
  }
  for (const DiffTree::InnerNode &node : target.inner()) nodes_of_type_[node.type] = 0;
}

/// Matches leaves that are similar but not identical, best first.
void Distiller::match_similar_leaves(const DiffTree &source, const DiffTree &target,
                                     std::uint64_t &free_source, std::uint64_t &free_target) {
  candidates_.clear();
  for (std::uint64_t s = free_source & source.worded_leaves_; s != 0; s &= s - 1) {
    const std::uint32_t from = source.leaves()[first_bit(s)];
    for (std::uint64_t t = free_target & target.worded_leaves_; t != 0; t &= t - 1) {
      const std::uint32_t to = target.leaves()[first_bit(t)];
      if (!same_type(source, from, target, to) || !alike(source, from, target, to)) continue;
      candidates_.push_back({dice(source, from, target, to), 0, first_bit(s), first_bit(t)});
    }
  }
  if (candidates_.empty()) return;
  take_best_leaves(source, target);
  for (std::uint64_t s = free_source; s != 0; s &= s - 1) {
    const std::uint32_t to = leaf_matches_[first_bit(s)];
    if (to == none) continue;
    free_source &= ~(s & (~s + 1));
    free_target &= ~(std::uint64_t{1} << to);
  }
}

/// Sorts the candidates and accepts each one whose leaves are both free.
void Distiller::take_best_leaves(const DiffTree &source, const DiffTree &target) {
  for (Candidate &candidate : candidates_) {
    std::uint32_t s = source.leaves()[candidate.source], t = target.leaves()[candidate.target];
    while (s != none && t != none && source[s].base_type == target[t].base_type) {
      ++candidate.depth;
      s = source[s].parent;
      t = target[t].parent;
    }
  }
  std::ranges::sort(candidates_, [](const Candidate &a, const Candidate &b) {
    if (a.likeness != b.likeness) return a.likeness > b.likeness;
    if (a.depth != b.depth) return a.depth > b.depth;
    if (a.source != b.source) return a.source < b.source;
    return a.target < b.target;
  });
  taken_.assign(target.leaves().size(), 0);
  for (const Candidate &candidate : candidates_) {
    if (leaf_matches_[candidate.source] != none || taken_[candidate.target] != 0) continue;
    leaf_matches_[candidate.source] = candidate.target;
    taken_[candidate.target] = 1;
  }
}

void Distiller::match_large(const DiffTree &source, const DiffTree &target) {
  const std::uint64_t of_source = source.size(), of_target = target.size();
  if (of_source * of_target > max_pairs ||
      of_source * target.bigrams_.size() + of_target * source.bigrams_.size() > max_text_pairs) {
    throw Error(ErrorCode::limit_exceeded,
                "the statements are too large to compare: " + std::to_string(of_source) + " and " +
                    std::to_string(of_target) + " nodes");
  }
  leaf_matches_.assign(source.leaves().size(), none);
  candidates_.clear();
  for (std::uint32_t s = 0; s < source.leaves().size(); ++s) {
    for (std::uint32_t t = 0; t < target.leaves().size(); ++t) {
      const std::uint32_t from = source.leaves()[s], to = target.leaves()[t];
      if (same_type(source, from, target, to) && alike(source, from, target, to))
        candidates_.push_back({dice(source, from, target, to), 0, s, t});
    }
  }
  take_best_leaves(source, target);
  for (std::size_t s = 0; s < leaf_matches_.size(); ++s) {
    if (leaf_matches_[s] != none) matches_[source.leaves()[s]] = target.leaves()[leaf_matches_[s]];
  }

  taken_.assign(target.size(), 0);
  for (std::uint32_t s = 0; s < source.size(); ++s) {
    if (source[s].children == 0) continue;
    const DiffDetail &from = source.detail(s);
    // Positions of the partners of the leaves below, ascending, to count those below a target.
    images_.clear();
    for (std::uint32_t i = from.first_leaf; i < from.first_leaf + from.leaves; ++i) {
      if (leaf_matches_[i] != none) images_.push_back(leaf_matches_[i]);
    }
    if (images_.empty()) continue;
    std::ranges::sort(images_);
    for (std::uint32_t t = 0; t < target.size(); ++t) {
      if (target[t].children == 0 || taken_[t] != 0 || !same_type(source, s, target, t)) continue;
      const DiffDetail &to = target.detail(t);
      const auto first = std::ranges::lower_bound(images_, to.first_leaf);
      const auto last = std::ranges::lower_bound(images_, to.first_leaf + to.leaves);
      const Verdict verdict =
          judge_leaves(static_cast<std::uint32_t>(last - first), from.leaves, to.leaves);
      if (verdict == Verdict::match ||
          (verdict == Verdict::ask_the_texts && alike(source, s, target, t))) {
        matches_[s] = t;
        taken_[t] = 1;
        break;
      }
    }
  }
}

EditCounts Distiller::count_matched(const DiffTree &source, const DiffTree &target) {
  EditCounts edits;
  const bool moves_subtrees = source.rules() == DiffRules::sqlglot_30_17;
  std::uint32_t matched = 0;
  for (std::uint32_t s = 0; s < source.size(); ++s) {
    const std::uint32_t t = matches_[s];
    if (t == none) continue;
    ++matched;
    const DiffNode &from = source[s], &to = target[t];
    const bool equal = from.equality == to.equality && from.type == to.type;
    if (from.updatable && !equal) {
      ++edits.update;
      continue;
    }
    if (moves_subtrees && equal) {
      const bool stays = from.parent == none || to.parent == none
                             ? from.parent == to.parent
                             : matches_[from.parent] == to.parent;
      if (!stays) ++edits.move;
    } else if (from.children != 0) {
      edits.move += moved_children(source, target, s, t);
    }
    if (moves_subtrees && from.attributes != to.attributes) {
      ++edits.update;
    } else {
      ++edits.keep;
    }
  }
  edits.remove = static_cast<std::uint32_t>(source.size()) - matched;
  edits.insert = static_cast<std::uint32_t>(target.size()) - matched;
  return edits;
}

/// Counts matched children outside the longest common subsequence of both lists of children, which
/// is the longest ascending run of the matches that are children of `to`.
std::uint32_t Distiller::moved_children(const DiffTree &source, const DiffTree &target,
                                        std::uint32_t from, std::uint32_t to) {
  const std::uint32_t first = source[from].first_child;
  const std::uint32_t first_to = target[to].first_child, count_to = target[to].children;
  std::uint32_t matched = 0, in_order = 0, last = 0;
  bool ordered = true;
  for (std::uint32_t i = first; i < first + source[from].children; ++i) {
    const std::uint32_t match = matches_[i];
    if (match == none) continue;
    ++matched;
    if (match - first_to >= count_to) continue;
    ordered = ordered && match >= last;
    last = match;
    ++in_order;
  }
  if (ordered) return matched - in_order;
  longest_.clear();
  for (std::uint32_t i = first; i < first + source[from].children; ++i) {
    const std::uint32_t match = matches_[i];
    if (match == none || match - first_to >= count_to) continue;
    const auto place = std::ranges::lower_bound(longest_, match);
    if (place == longest_.end()) {
      longest_.push_back(match);
    } else {
      *place = match;
    }
  }
  return matched - static_cast<std::uint32_t>(longest_.size());
}

EditCounts count_edits(const DiffTree &source, const DiffTree &target) {
  return Distiller().count(source, target);
}

}  // namespace sluice::inline v0::sql
