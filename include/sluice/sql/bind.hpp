#ifndef SLUICE_SQL_BIND_HPP
#define SLUICE_SQL_BIND_HPP

/// Which table and column each name of a query means, as SQLite looks names up.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sluice/sql/names.hpp"
#include "sluice/sql/syntax_tree.hpp"

namespace sluice::sql {

inline constexpr std::uint32_t no_position = UINT32_MAX;

/// What a column node means.
enum class Meaning : std::uint8_t {
  unknown,   ///< Nothing: see the problems.
  column,    ///< A column of a table of the schema.
  rowid,     ///< The row number of a table, under one of its names; `column` is its INTEGER PRIMARY
             ///< KEY, or no_position.
  derived,   ///< A result of a derived table or a common table.
  result,    ///< A result of the select that the name stands in, under its alias.
  string,    ///< A string: a name in double quotes that means nothing else.
  excluded,  ///< A column of `excluded` in an upsert; `table` and `column` are the target's.
};

struct Binding {
  Meaning meaning = Meaning::unknown;
  /// How many queries further out the source stands: more than 0 makes the query correlated.
  std::uint16_t levels = 0;
  NodeId source;  ///< The node in FROM (a table, table_function or subquery) that it comes from.
  std::uint32_t table = no_position;  ///< In the schema; for `column`, `rowid`.
  std::uint32_t column =
      no_position;  ///< In that table, or the position among the source's results.
  NodeId result;    ///< For `derived` and `result`: the result's expression, if it is one node.
};

/// What a source in FROM, or the table of a statement, means.
struct SourceBinding {
  std::uint32_t table = no_position;  ///< In the schema, or no_position.
  NodeId common_table;                ///< The common_table that it names, or no_node.
};

/// One column that a `*`, a USING or a NATURAL JOIN stands for.
struct ImpliedColumn {
  NodeId node;    ///< The star, using_names or join.
  NodeId source;  ///< As in Binding.
  std::uint32_t table = no_position;
  std::uint32_t column = no_position;
  /// The result of a derived or common table, if it is one node.
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

/// The answer of `bind`, one entry a node. Belongs to a tree and a schema that outlive it
/// unchanged.
class Bindings {
 public:
  /// Of a column node.
  const Binding &operator[](NodeId column) const noexcept { return columns_[column.index()]; }
  /// Of a table node: in FROM, behind IN, or of a statement.
  const SourceBinding &source(NodeId table) const noexcept { return sources_[table.index()]; }
  /// In the order of the text; those of one node lie together.
  std::span<const ImpliedColumn> implied() const noexcept { return implied_; }
  /// In the order of the text; empty: the query is right, as far as names go.
  std::span<const BindProblem> problems() const noexcept { return problems_; }

 private:
  friend class Binder;
  std::vector<Binding> columns_;
  std::vector<SourceBinding> sources_;
  std::vector<ImpliedColumn> implied_;
  std::vector<BindProblem> problems_;
};

/// Looks up every name below the root. Never throws for a wrong name: it is a problem of the
/// answer. O(names × columns in scope). Reentrant.
Bindings bind(const SyntaxTree &tree, AnyNames names);

}  // namespace sluice::sql

#endif
