#ifndef SLUICE_RANK_QUERY_SHAPE_HPP
#define SLUICE_RANK_QUERY_SHAPE_HPP

/// What is left of a query when names and values are masked: queries of different databases with
/// one shape are written alike.
/// Source: Shen et al. 2024 (ASTReS), section 3.1 (masked normal form); Gao et al. 2023 (DAIL-SQL),
/// query skeleton; Augsten et al. 2005 (pq-grams) for the profile.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/schema/database.hpp"
#include "sluice/sql/diff_tree.hpp"

namespace sluice::inline v0 {

/// Counts of hashed features, by rising hash.
using FeatureCounts = std::vector<std::pair<std::uint64_t, std::uint32_t>>;

/// A shape, made ready to be compared with others. Immutable; any threads at once.
class QueryShape {
 public:
  /// Longer texts and larger trees are refused: nothing that is worth imitating is that long, and
  /// comparing them would take seconds.
  static constexpr std::size_t max_sql = std::size_t{1} << 16;
  static constexpr std::size_t max_nodes = 1000;

  /// The shape of a query. Names are looked up in `database`; nullptr: without a schema, where a
  /// string in double quotes cannot be told from a column. Throws sql::SyntaxError,
  /// Error(limit_exceeded). O(size · log).
  static std::shared_ptr<const QueryShape> of(std::string_view query, const Database *database,
                                              sql::DiffRules rules = sql::DiffRules::sqlglot_30_17);
  /// Of what `text()` gave: equal to the shape that it is the text of. Throws as `of` does.
  static std::shared_ptr<const QueryShape> parse(
      std::string_view text, sql::DiffRules rules = sql::DiffRules::sqlglot_30_17);

  /// Names the shape, such as "SELECT _ FROM _ WHERE _ = 0": `_` for a name, `0` for a value. Equal
  /// shapes have equal texts.
  const std::string &text() const noexcept { return text_; }
  const sql::DiffTree &tree() const noexcept { return tree_; }
  /// DAIL-SQL's skeleton: which words stand how often behind its cuts (joins, lists, comparisons
  /// and chains of conditions are one `_`).
  const FeatureCounts &skeleton() const noexcept { return skeleton_; }
  /// How often each node, pair of parent and child, chain of three and pair of neighbors stands in
  /// the tree.
  const FeatureCounts &profile() const noexcept { return profile_; }
  /// How many nodes of each type there are; types share a place from 64 on.
  const std::array<std::uint8_t, 64> &types() const noexcept { return types_; }
  /// Of the nodes without their children, ascending.
  const std::vector<std::uint64_t> &labels() const noexcept { return labels_; }

  QueryShape(std::string text, const sql::SyntaxTree &masked, sql::DiffRules rules);

 private:
  std::string text_;
  sql::DiffTree tree_;
  FeatureCounts skeleton_;
  FeatureCounts profile_;
  std::array<std::uint8_t, 64> types_{};
  std::vector<std::uint64_t> labels_;
};

/// Jaccard over the words of two skeletons, in [0, 1]. O(words).
double skeleton_similarity(const QueryShape &a, const QueryShape &b) noexcept;

/// An upper bound of what change distilling finds alike, from the numbers of nodes of each type:
/// a node is kept only if it is matched with one of its type. O(1).
double distilling_bound(const QueryShape &a, const QueryShape &b) noexcept;

/// An upper bound of the tree edit similarity: nodes that differ cost one each. O(nodes).
double tree_bound(const QueryShape &a, const QueryShape &b) noexcept;

}  // namespace sluice::inline v0

#endif
