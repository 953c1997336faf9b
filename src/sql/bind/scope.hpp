#ifndef SLUICE_SRC_SQL_BIND_SCOPE_HPP
#define SLUICE_SRC_SQL_BIND_SCOPE_HPP

/// What names can refer to at a place in a query.

#include <cstdint>
#include <string_view>
#include <vector>

#include "sluice/sql/bind.hpp"
#include "sluice/sql/syntax_tree.hpp"

namespace sluice::inline v0::sql {

/// One result of a query, as a reader of the query sees it.
struct ResultColumn {
  std::string_view name;
  NodeId expression;  ///< no_node if a star added it.
};

/// The results of a derived table or common table.
struct Relation {
  std::vector<ResultColumn> columns;
  NodeId names;       ///< A name_list that renames the results, or no_node.
  bool open = false;  ///< May have unknown results: it reads a table that does not exist.
};

/// One item of a FROM clause.
struct Source {
  NodeId node;
  std::string_view name;  ///< The name that qualifiers use: the alias if there is one.
  std::string_view schema;
  std::uint32_t table = no_position;
  const Relation *relation = nullptr;
  bool open = false;  ///< Its columns are unknown, so any name may refer to it.
  bool natural = false;
  NodeId shared;  ///< The using_names of its join, or no_node.
  NodeId join;    ///< The join that adds it, or no_node.
  JoinKind kind = JoinKind::plain;
};

/// The sources of a query, and the scope around it.
struct Scope {
  std::vector<Source> sources;
  NodeId results;  ///< The select_list whose aliases are visible, or no_node.
  Scope *outer = nullptr;
};

enum class CommonTableState : std::uint8_t { unbound, binding, bound };

/// A common table and its results; bound at its first use.
struct CommonTable {
  NodeId node;
  std::string_view name;
  Relation relation;
  CommonTableState state = CommonTableState::unbound;
};

/// The common tables of one WITH.
struct CommonTables {
  std::vector<CommonTable> tables;
  Scope *scope = nullptr;  ///< The scope around the WITH.
  CommonTables *outer = nullptr;
};

}  // namespace sluice::inline v0::sql

#endif
