#ifndef SLUICE_SQL_BIND_HPP
#define SLUICE_SQL_BIND_HPP

/// Resolves each name of a query to a table or column, by SQLite's rules.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sluice/sql/names.hpp"
#include "sluice/sql/syntax_tree.hpp"

namespace sluice::inline v0::sql {

inline constexpr std::uint32_t no_position = UINT32_MAX;

/// What the name of a column node refers to.
enum class Meaning : std::uint8_t {
  unknown,   ///< Nothing: see the problems.
  column,    ///< A column of a table of the schema.
  rowid,     ///< The row number of a table, under any of its names; `column` is its INTEGER PRIMARY
             ///< KEY, or no_position.
  derived,   ///< A result column of a derived table or common table.
  result,    ///< A result column of the select that contains the name, by its alias.
  string,    ///< A string: a double-quoted name that matches nothing else.
  excluded,  ///< A column of `excluded` in an upsert; `table` and `column` are the target's.
};

struct Binding {
  Meaning meaning = Meaning::unknown;
  /// How many queries further out the source is. More than 0 makes the query correlated.
  std::uint16_t levels = 0;
  NodeId source;  ///< The node in FROM (a table, table_function or subquery) that it belongs to.
  std::uint32_t table = no_position;  ///< Position in the schema; for `column` and `rowid`.
  /// Position in that table, or among the results of the source.
  std::uint32_t column = no_position;
  NodeId result;  ///< For `derived` and `result`: the expression of the result, if it is a single
                  ///< node.
};

/// What a source in FROM, or the table of a statement, refers to.
struct SourceBinding {
  std::uint32_t table = no_position;  ///< Position in the schema, or no_position.
  NodeId common_table;                ///< The common_table that it refers to, or no_node.
};

/// One column that a `*`, USING or NATURAL JOIN refers to implicitly.
struct ImpliedColumn {
  NodeId node;    ///< The star, using_names or join.
  NodeId source;  ///< As in Binding.
  std::uint32_t table = no_position;
  std::uint32_t column = no_position;
  /// The expression of a result of a derived or common table, if it is a single node.
  NodeId result;
};

enum class ProblemKind : std::uint8_t {
  unknown_table,
  unknown_column,
  ambiguous_column,
  unknown_star
};

struct BindProblem {
  ProblemKind kind;
  NodeId node;
  std::string message;  ///< Such as "no such column: age".
};

/// The result of `bind`, one entry per node. The tree and the schema must outlive it unchanged.
class Bindings {
 public:
  /// The binding of a column node.
  const Binding &operator[](NodeId column) const noexcept { return columns_[column.index()]; }
  /// The binding of a table node: in FROM, after IN, or of a statement.
  const SourceBinding &source(NodeId table) const noexcept { return sources_[table.index()]; }
  /// In the order of the text; the columns of one node are adjacent.
  std::span<const ImpliedColumn> implied() const noexcept { return implied_; }
  /// In the order of the text; empty if every name could be resolved.
  std::span<const BindProblem> problems() const noexcept { return problems_; }

 private:
  friend class Binder;
  std::vector<Binding> columns_;
  std::vector<SourceBinding> sources_;
  std::vector<ImpliedColumn> implied_;
  std::vector<BindProblem> problems_;
};

/// Resolves every name below the root. Never throws for a wrong name; reports it in `problems`.
/// O(names × columns in scope). Thread-safe.
Bindings bind(const SyntaxTree &tree, AnyNames names);

}  // namespace sluice::inline v0::sql

#endif
