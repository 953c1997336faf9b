#ifndef SLUICE_TESTS_SQL_PLAIN_DISTILLER_HPP
#define SLUICE_TESTS_SQL_PLAIN_DISTILLER_HPP

/// A direct implementation of change distilling: all pairs of leaves in one list, all pairs of
/// other nodes in order, sets of leaves as sets. Distiller must agree with it.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "sluice/sql/change_distilling.hpp"

namespace sluice::test {

class PlainDistiller {
 public:
  PlainDistiller(const sql::DiffTree &source, const sql::DiffTree &target)
      : a_(source), b_(target), source_(source.size(), none), target_(target.size(), none) {
    match_leaves();
    match_others();
  }

  const std::vector<std::uint32_t> &matches() const { return source_; }

  sql::EditCounts count() const {
    sql::EditCounts edits;
    for (const std::uint32_t match : target_) edits.insert += match == none ? 1U : 0U;
    for (std::uint32_t s = 0; s < a_.size(); ++s) {
      const std::uint32_t t = source_[s];
      if (t == none) {
        ++edits.remove;
      } else {
        count_pair(edits, s, t);
      }
    }
    return edits;
  }

 private:
  static constexpr std::uint32_t none = sql::DiffNode::none;

  static std::map<std::string, int> bigrams(std::string_view text) {
    std::map<std::string, int> found;
    for (std::size_t i = 0; i + 1 < text.size(); ++i) ++found[std::string(text.substr(i, 2))];
    return found;
  }

  double dice(std::uint32_t s, std::uint32_t t) const {
    const auto of_a = bigrams(a_.text(s)), of_b = bigrams(b_.text(t));
    int total = 0, common = 0;
    for (const auto &[bigram, times] : of_a) total += times;
    for (const auto &[bigram, times] : of_b) {
      total += times;
      if (const auto same = of_a.find(bigram); same != of_a.end())
        common += std::min(times, same->second);
    }
    if (total == 0) return a_[s].equality == b_[t].equality ? 1 : 0;
    return 2.0 * common / total;
  }

  bool same_type(std::uint32_t s, std::uint32_t t) const {
    return a_[s].type == b_[t].type && a_.detail(s).name == b_.detail(t).name;
  }

  int equal_ancestors(std::uint32_t s, std::uint32_t t) const {
    if (s == none || t == none || a_[s].base_type != b_[t].base_type) return 0;
    return 1 + equal_ancestors(a_[s].parent, b_[t].parent);
  }

  static void collect_leaves(const sql::DiffTree &tree, std::uint32_t at,
                             std::vector<std::uint32_t> &leaves) {
    if (tree[at].children == 0) leaves.push_back(at);
    for (std::uint32_t i = 0; i < tree[at].children; ++i)
      collect_leaves(tree, tree[at].first_child + i, leaves);
  }

  static std::vector<std::uint32_t> leaves_of(const sql::DiffTree &tree, std::uint32_t at) {
    std::vector<std::uint32_t> leaves;
    collect_leaves(tree, at, leaves);
    return leaves;
  }

  void match(std::uint32_t s, std::uint32_t t) {
    source_[s] = t;
    target_[t] = s;
  }

  void match_leaves() {
    std::vector<std::tuple<double, int, int, std::uint32_t, std::uint32_t>> queue;
    for (const std::uint32_t s : leaves_of(a_, 0)) {
      for (const std::uint32_t t : leaves_of(b_, 0)) {
        if (!same_type(s, t)) continue;
        const double likeness = dice(s, t);
        if (likeness >= 0.6)
          queue.emplace_back(-likeness, -equal_ancestors(s, t), static_cast<int>(queue.size()), s,
                             t);
      }
    }
    std::ranges::sort(queue);
    for (const auto &[likeness, ancestors, order, s, t] : queue) {
      if (source_[s] == none && target_[t] == none) match(s, t);
    }
  }

  void match_others() {
    for (std::uint32_t s = 0; s < a_.size(); ++s) {
      for (std::uint32_t t = 0; t < b_.size() && source_[s] == none; ++t) {
        if (target_[t] != none || !same_type(s, t)) continue;
        const std::vector<std::uint32_t> of_s = leaves_of(a_, s), of_t = leaves_of(b_, t);
        const std::set<std::uint32_t> below(of_t.begin(), of_t.end());
        int common = 0;
        // A leaf below itself is not matched here, or this line is not reached.
        for (const std::uint32_t leaf : of_s)
          common += source_[leaf] != none && below.count(source_[leaf]) == 1 ? 1 : 0;
        const double share =
            static_cast<double>(common) / static_cast<double>(std::max(of_s.size(), of_t.size()));
        const double least = std::min(of_s.size(), of_t.size()) > 4 ? 0.6 : 0.4;
        if (share >= 0.8 || (share >= least && dice(s, t) >= 0.6)) match(s, t);
      }
    }
  }

  void count_pair(sql::EditCounts &edits, std::uint32_t s, std::uint32_t t) const {
    const bool newer = a_.rules() == sql::DiffRules::sqlglot_30_17;
    const bool equal = a_[s].equality == b_[t].equality;
    if (a_[s].updatable && !equal) {
      ++edits.update;
      return;
    }
    if (newer && equal) {
      const std::uint32_t parent = a_[s].parent, other = b_[t].parent;
      if ((parent == none) != (other == none) || (parent != none && source_[parent] != other))
        ++edits.move;
    } else {
      edits.move += moved(s, t);
    }
    if (newer && a_[s].attributes != b_[t].attributes) {
      ++edits.update;
    } else {
      ++edits.keep;
    }
  }

  std::uint32_t moved(std::uint32_t s, std::uint32_t t) const {
    const std::uint32_t rows = a_[s].children, columns = b_[t].children;
    std::vector<std::vector<std::uint32_t>> longest(rows + 1,
                                                    std::vector<std::uint32_t>(columns + 1));
    std::uint32_t matched = 0;
    for (std::uint32_t i = 1; i <= rows; ++i) {
      const std::uint32_t match = source_[a_[s].first_child + i - 1];
      matched += match != none ? 1U : 0U;
      for (std::uint32_t j = 1; j <= columns; ++j) {
        longest[i][j] = match == b_[t].first_child + j - 1
                            ? longest[i - 1][j - 1] + 1
                            : std::max(longest[i - 1][j], longest[i][j - 1]);
      }
    }
    return matched - longest[rows][columns];
  }

  const sql::DiffTree &a_;
  const sql::DiffTree &b_;
  std::vector<std::uint32_t> source_, target_;
};

}  // namespace sluice::test

#endif
