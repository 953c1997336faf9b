#ifndef SLUICE_SRC_SQL_SCOPE_HPP
#define SLUICE_SRC_SQL_SCOPE_HPP

/// What names can mean at a place in a query.

#include <cstdint>
#include <string_view>
#include <vector>

#include "sluice/sql/bind.hpp"
#include "sluice/sql/syntax_tree.hpp"

namespace sluice::sql {

/// One result of a query, as whoever reads from the query sees it.
struct ResultColumn {
  std::string_view name;
  NodeId expression;  ///< no_node where a star brought it.
};

/// The results of a derived or common table.
struct Relation {
  std::vector<ResultColumn> columns;
  NodeId names;       ///< A name_list that renames them, or no_node.
  bool open = false;  ///< It may have results that nobody can tell: a table that does not exist.
};

/// One item of a FROM clause.
struct Source {
  NodeId node;
  std::string_view name;  ///< What qualifiers call it: its alias, else its name.
  std::string_view schema;
  std::uint32_t table = no_position;
  const Relation *relation = nullptr;
  bool open = false;  ///< Its columns cannot be told, so any name may be one.
  bool natural = false;
  NodeId shared;  ///< The using_names of its join.
  NodeId join;    ///< The join that brings it, or no_node.
  JoinKind kind = JoinKind::plain;
};

/// A query's sources, and what lies around it.
struct Scope {
  std::vector<Source> sources;
  NodeId results;  ///< The select_list whose aliases can be named, or no_node.
  Scope *outer = nullptr;
};

enum class CommonTableState : std::uint8_t { unbound, binding, bound };

/// A common table and what it gives; bound when it is first named.
struct CommonTable {
  NodeId node;
  std::string_view name;
  Relation relation;
  CommonTableState state = CommonTableState::unbound;
};

/// The common tables of one WITH.
struct CommonTables {
  std::vector<CommonTable> tables;
  Scope *scope = nullptr;  ///< Around the WITH.
  CommonTables *outer = nullptr;
};

}  // namespace sluice::sql

#endif
