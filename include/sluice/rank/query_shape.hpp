#ifndef SLUICE_RANK_QUERY_SHAPE_HPP
#define SLUICE_RANK_QUERY_SHAPE_HPP

/// The shape of a query: the query with its names and values masked. Similar queries of different
/// databases have the same shape. Source: Shen et al. 2024 (ASTReS), section 3.1 (masked normal
/// form); Gao et al. 2023 (DAIL-SQL), query skeleton; Augsten et al. 2005 (pq-grams) for the
/// profile.

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

/// Hashed features and their counts, by ascending hash.
using FeatureCounts = std::vector<std::pair<std::uint64_t, std::uint32_t>>;

/// A shape, prepared for comparisons. Immutable. Thread-safe.
class QueryShape {
 public:
  /// Limits of texts, in bytes, and of trees, in nodes. Larger queries are not useful as examples,
  /// and comparing them would take seconds.
  static constexpr std::size_t max_sql = std::size_t{1} << 16;
  static constexpr std::size_t max_nodes = 1000;

  /// The shape of a query. Names are looked up in `database`. nullptr means no schema: then strings
  /// in double quotes cannot be distinguished from columns. Throws sql::SyntaxError,
  /// Error(limit_exceeded). O(size · log size).
  static std::shared_ptr<const QueryShape> of(std::string_view query, const Database *database,
                                              sql::DiffRules rules = sql::DiffRules::sqlglot_30_17);
  /// The shape whose `text()` is `text`. Throws what `of` throws.
  static std::shared_ptr<const QueryShape> parse(
      std::string_view text, sql::DiffRules rules = sql::DiffRules::sqlglot_30_17);

  /// The masked query, such as "SELECT _ FROM _ WHERE _ = 0": `_` is a name, `0` a value. Equal
  /// shapes have equal texts.
  const std::string &text() const noexcept { return text_; }
  const sql::DiffTree &tree() const noexcept { return tree_; }
  /// DAIL-SQL's skeleton: the words that its reductions leave (joins, lists, comparisons and chains
  /// of conditions become one `_`), with their counts.
  const FeatureCounts &skeleton() const noexcept { return skeleton_; }
  /// Counts of nodes, parent-child pairs, parent-child chains of three and pairs of siblings in the
  /// tree.
  const FeatureCounts &profile() const noexcept { return profile_; }
  /// Number of nodes of each type, modulo 64.
  const std::array<std::uint8_t, 64> &types() const noexcept { return types_; }
  /// Hashes of the nodes without their children, ascending.
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

/// Jaccard similarity of the words of two skeletons, in [0, 1]. O(words).
double skeleton_similarity(const QueryShape &a, const QueryShape &b) noexcept;

/// An upper bound of the change distilling similarity, in [0, 1], from the numbers of nodes of each
/// type: change distilling matches only nodes of the same type. O(1).
double distilling_bound(const QueryShape &a, const QueryShape &b) noexcept;

/// An upper bound of the tree edit similarity, in [0, 1]: each node that differs costs at least one
/// edit. O(nodes).
double tree_bound(const QueryShape &a, const QueryShape &b) noexcept;

}  // namespace sluice::inline v0

#endif
