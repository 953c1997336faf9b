#ifndef SLUICE_SRC_SQL_RULES_ROW_FACTS_HPP
#define SLUICE_SRC_SQL_RULES_ROW_FACTS_HPP

/// What the conditions of a select and the keys of its tables imply for the rows that it reads:
/// which columns are never NULL, and which columns determine others (functional dependencies, as in
/// Darwen 1988, "The role of functional dependence in query decomposition").

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "conjunctions.hpp"
#include "sluice/sql/affinity.hpp"
#include "sluice/sql/rewrite_rule.hpp"

namespace sluice::inline v0::sql::rules {

/// A column of a source, or with no_position the whole source, all of whose columns are then NULL.
using NullItem = std::pair<NodeId, std::uint32_t>;

/// The columns and sources for which it is known that a condition is not true if they are NULL.
/// Sorted, usually short, possibly incomplete.
std::vector<NullItem> nulls_that_fail(const SyntaxTree &tree, const Bindings &bindings,
                                      NodeId condition);
inline bool contains(const std::vector<NullItem> &items, NullItem item) noexcept {
  return std::binary_search(items.begin(), items.end(), item);
}

/// The rows that pass ON and WHERE of one select.
class RowFacts {
 public:
  /// `known()` is false if the select has other than inner joins or very many sources.
  RowFacts(const SyntaxTree &tree, RewriteContext &context, NodeId select);

  bool known() const noexcept { return !joins_.sources.empty(); }
  /// The source's column that a node refers to; its `source` is no_node if there is none.
  SourceColumn column(NodeId node) const;
  /// Adds the columns that a result, a group key or a sort key refers to; for `*`, all columns.
  void add_columns(NodeId result, std::vector<SourceColumn> &into) const;

  bool is_never_null(const SourceColumn &column) const;
  /// Whether rows that agree in `given` also agree in `column`. NULL agrees with NULL.
  bool determine(std::span<const SourceColumn> given, const SourceColumn &column) const;
  /// Whether no two rows agree in `given`.
  bool determine_row(std::span<const SourceColumn> given) const;

 private:
  /// Rows that agree in `from` have the same value in `to`.
  struct Link {
    SourceColumn from, to;
  };
  struct Closure {
    std::vector<SourceColumn> columns;
    std::vector<char> sources;
  };

  void read_conditions();
  bool is_fixed(const Closure &closure, const SourceColumn &column) const;
  bool has_fixed_key(const Closure &closure, std::size_t position) const;
  bool is_fixed_key(const Closure &closure, const SourceColumn &column) const;
  Closure close(std::span<const SourceColumn> given) const;
  std::size_t position_of(NodeId source) const noexcept;
  /// Whether it is an INTEGER PRIMARY KEY; always false with key facts.
  bool is_row_number(const SourceColumn &column) const;
  Affinity affinity(const SourceColumn &column) const;

  const SyntaxTree &tree_;
  const Bindings *bindings_;
  const AnyNames *names_;
  const KeyFacts *keys_;
  InnerJoins joins_;
  std::vector<std::uint32_t> tables_;  ///< Of each source, or no_position.
  std::vector<SourceColumn> constants_;
  std::vector<Link> links_;
  std::vector<NullItem> failing_;
};

}  // namespace sluice::inline v0::sql::rules

#endif
