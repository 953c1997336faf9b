#ifndef SLUICE_SQL_NODE_HPP
#define SLUICE_SQL_NODE_HPP

/// The nodes of a syntax tree: one small struct for everything; its kind says what it is.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sluice/core/ids.hpp"

namespace sluice::inline v0::sql {

/// A node's position in its tree. 0 means no node.
using NodeId = Id<struct NodeTag>;

inline constexpr NodeId no_node{};

/// The kind of a node. The comment of each kind lists its children in order: `x?` is optional, `x*`
/// and `x+` repeat, `a | b` is one of the two; `expr` is any expression, `query` a select, compound
/// or values, `source` a table, table_function, subquery or join_tree. "text" is
/// `SyntaxTree::text`.
enum class NodeKind : std::uint8_t {
  none,

  // Queries
  select,  ///< with? distinct? select_list from? where? group_by? having? windows? order_by? limit?
  compound,      ///< with? query query order_by? limit?; op: SetOperator
  values,        ///< with? row_values+ order_by? limit?
  row_values,    ///< expr+: one row of VALUES
  with,          ///< common_table+; flag recursive
  common_table,  ///< name_list? statement; text: its name; flags materialized, not_materialized
  name_list,     ///< name+
  name,          ///< text
  distinct,      ///< expr* (PostgreSQL's DISTINCT ON)
  select_list,   ///< (expr | aliased | star)+
  aliased,       ///< expr alias
  alias,         ///< text: its name; name_list?
  star,          ///< name*: qualifiers
  from,          ///< source join*
  join,          ///< source (on | using)?; op: JoinKind; flags natural, outer
  on,            ///< expr
  using_names,   ///< name+
  table,  ///< name* alias? indexed_by?; children before the alias are qualifiers; text: its name;
          ///< flag not_indexed
  indexed_by,         ///< text: the index
  table_function,     ///< name* expr* alias?; text: its name; flag qualified: the leading names are
                      ///< qualifiers
  subquery,           ///< query alias?: as a source or as an expression; flag lateral
  join_tree,          ///< source join* alias?: joins in parentheses
  where,              ///< expr
  group_by,           ///< expr*
  having,             ///< expr
  windows,            ///< window_definition+
  window_definition,  ///< window; text: its name
  window,             ///< partition_by? order_by? frame?; text: the window it builds on
  partition_by,       ///< expr+
  frame,              ///< frame_bound frame_bound?; op: FrameUnit; flags: FrameExclusion
  frame_bound,        ///< expr?; op: FrameBound
  order_by,           ///< ordering+
  ordering,           ///< expr; flags ascending, descending, nulls_first, nulls_last
  limit,              ///< expr? offset?; flag comma: `LIMIT offset, count`
  offset,             ///< expr

  // Expressions
  null,          ///< NULL
  number,        ///< text: as written
  string,        ///< text: its value
  blob,          ///< text: its digits
  boolean,       ///< TRUE or FALSE; flag truth
  current_time,  ///< CURRENT_TIME and similar; op: CurrentTime
  parameter,     ///< text: as written, including the prefix such as `:`
  column,        ///< name*: qualifiers; text
  unary,         ///< expr; op: Operator
  binary,        ///< expr expr; op: Operator
  pattern,       ///< expr expr escape?; op: Operator (LIKE, GLOB, …); flag negated
  escape,        ///< expr
  between,       ///< expr expr expr; flags negated, symmetric
  in,            ///< expr (list | subquery | table | table_function | expr); flag negated
  list,          ///< expr*: the list after IN
  row,           ///< expr expr+: a row value; flag keyword: written ROW(…)
  paren,         ///< expr
  case_when,     ///< expr? when+ otherwise?; flag operand: the first child is the operand
  when,          ///< expr expr
  otherwise,     ///< expr: ELSE
  cast,          ///< expr type; flags colons: `a::type`, attempt: TRY_CAST
  type,          ///< number*; text: its words; flag array
  collate,       ///< expr; text: the collation
  function,  ///< name* distinct? expr* order_by? filter? over?; text: its name; flags qualified,
             ///< all; a star argument is a child
  keyword_argument,  ///< expr; text: the keyword, as in EXTRACT(YEAR FROM x)
  within_group,      ///< order_by
  filter,            ///< expr
  over,              ///< window?; text: the name of a window, if there is no child
  exists,            ///< query
  raise,             ///< expr?; op: ConflictAction
  quantified,        ///< query | expr; op: Quantifier: > ALL (…)
  array,             ///< expr*: ARRAY[…]
  subscript,         ///< expr expr? expr?; flag slice
  interval,          ///< expr; text: its unit
  typed_literal,     ///< string; text: the type, as in DATE '2020-01-01'

  // Statements that change data or the schema
  insert_statement,   ///< with? table name_list? query? upsert* returning?; op: ConflictAction;
                      ///< flags replace, default_values
  upsert,             ///< conflict_target? assignments? where?; flag nothing
  conflict_target,    ///< ordering+ where?
  assignments,        ///< assignment+
  assignment,         ///< (name | name_list) expr
  returning,          ///< (expr | aliased | star)+
  update_statement,   ///< with? table assignments from? where? returning? order_by? limit?; op:
                      ///< ConflictAction
  delete_statement,   ///< with? table where? returning? order_by? limit?
  create_table,       ///< name* (column_definition+ constraint*) | query; text; flags temporary,
                      ///< if_not_exists, without_rowid, strict
  column_definition,  ///< type? constraint*; text
  constraint,         ///< by op: Constraint; text: its name
  references,         ///< name_list? reference_action*; text: the table
  reference_action,   ///< op: ReferenceAction; text: the event, or the name after MATCH
  create_view,        ///< name* name_list? query; text; flags temporary, if_not_exists
  create_index,       ///< name* table ordering+ where?; text; flags unique, if_not_exists
  drop,               ///< name*; text; op: Droppable; flag if_exists
  explain,            ///< statement; flag query_plan
};

inline constexpr std::size_t node_kinds = static_cast<std::size_t>(NodeKind::explain) + 1;

/// The enumerator's name, such as "select_list". A static string.
std::string_view name_of(NodeKind kind) noexcept;

enum class SetOperator : std::uint8_t {
  union_distinct,
  union_all,
  intersect,
  except,
  intersect_all,
  except_all
};
enum class JoinKind : std::uint8_t { comma, plain, inner, cross, left, right, full };
enum class FrameUnit : std::uint8_t { rows, range, groups };
enum class FrameExclusion : std::uint8_t { none, no_others, current_row, group, ties };
enum class FrameBound : std::uint8_t {
  unbounded_preceding,
  preceding,
  current_row,
  following,
  unbounded_following
};
enum class CurrentTime : std::uint8_t { date, time, timestamp };
enum class Quantifier : std::uint8_t { any, some, all };
enum class ConflictAction : std::uint8_t { none, rollback, abort, fail, ignore, replace };
enum class Constraint : std::uint8_t {
  primary_key,  ///< in a table: ordering+; flags ascending, descending, autoincrement, of_table
  not_null,
  nullable,
  unique,         ///< in a table: ordering+; flag of_table
  check,          ///< expr
  default_value,  ///< expr
  foreign_key,    ///< in a table: name_list first; references; flag of_table, deferrable …
  collate,        ///< name
  generated,      ///< expr; flags stored, virtual_column, always
  name_alone,     ///< CONSTRAINT with a name but no constraint, which SQLite accepts
};
enum class ReferenceAction : std::uint8_t {
  none,
  set_null,
  set_default,
  cascade,
  restrict,
  no_action,
  match
};
enum class Droppable : std::uint8_t { table, view, index, trigger };

/// Operators of unary, binary and pattern nodes.
enum class Operator : std::uint8_t {
  none,
  // unary
  logical_not,
  minus,
  plus,
  bit_not,
  is_null,   ///< ISNULL
  not_null,  ///< NOTNULL
  // binary
  logical_or,
  logical_and,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  is,
  is_not,
  is_distinct,
  is_not_distinct,
  bit_and,
  bit_or,
  shift_left,
  shift_right,
  add,
  subtract,
  multiply,
  divide,
  modulo,
  power,
  concat,
  json_get,
  json_get_text,
  json_path,
  json_path_text,
  contains,
  contained,
  overlaps,
  regex_match,
  regex_imatch,
  not_regex_match,
  not_regex_imatch,
  null_safe_equal,
  at_time_zone,
  // pattern
  like,
  glob,
  regexp,
  match,
  ilike,
  similar,
};

/// The SQL of an operator, such as "<=" or "LIKE". A static string.
std::string_view text_of(Operator op) noexcept;

/// Flags of a node. The meaning of a bit depends on the kind (see NodeKind).
namespace flag {
inline constexpr std::uint16_t negated = 1;
inline constexpr std::uint16_t recursive = 1;
inline constexpr std::uint16_t truth = 1;
inline constexpr std::uint16_t comma = 1;
inline constexpr std::uint16_t colons = 1;
inline constexpr std::uint16_t nothing = 1;
inline constexpr std::uint16_t query_plan = 1;
inline constexpr std::uint16_t operand = 1;
inline constexpr std::uint16_t lateral = 1;
inline constexpr std::uint16_t keyword = 1;
inline constexpr std::uint16_t slice = 1;
inline constexpr std::uint16_t symmetric = 2;
inline constexpr std::uint16_t attempt = 2;
inline constexpr std::uint16_t materialized = 1;
inline constexpr std::uint16_t not_materialized = 2;
inline constexpr std::uint16_t natural = 1;
inline constexpr std::uint16_t outer = 2;
inline constexpr std::uint16_t not_indexed = 1;
inline constexpr std::uint16_t all = 1;        ///< SELECT ALL, and ALL in an aggregate
inline constexpr std::uint16_t qualified = 2;  ///< The first child of a function is a qualifier.
inline constexpr std::uint16_t ascending = 1;
inline constexpr std::uint16_t descending = 2;
inline constexpr std::uint16_t nulls_first = 4;
inline constexpr std::uint16_t nulls_last = 8;
inline constexpr std::uint16_t top = 2;    ///< SELECT TOP n
inline constexpr std::uint16_t fetch = 4;  ///< FETCH FIRST n ROWS ONLY
inline constexpr std::uint16_t array = 1;
inline constexpr std::uint16_t temporary = 1;
inline constexpr std::uint16_t if_not_exists = 2;
inline constexpr std::uint16_t if_exists = 2;
inline constexpr std::uint16_t without_rowid = 4;
inline constexpr std::uint16_t strict = 8;
inline constexpr std::uint16_t unique = 4;
inline constexpr std::uint16_t replace = 1;
inline constexpr std::uint16_t default_values = 2;
inline constexpr std::uint16_t of_table = 4;
inline constexpr std::uint16_t autoincrement = 8;
inline constexpr std::uint16_t stored = 1;
inline constexpr std::uint16_t virtual_column = 2;
inline constexpr std::uint16_t always = 8;
inline constexpr std::uint16_t deferrable = 16;
inline constexpr std::uint16_t not_deferrable = 32;
inline constexpr std::uint16_t initially_deferred = 64;
inline constexpr std::uint16_t initially_immediate = 128;
/// Position of a constraint's ConflictAction within the flags.
inline constexpr unsigned conflict_shift = 8;
/// How a name was quoted in the source; 0 means bare.
inline constexpr std::uint16_t double_quoted = 1u << 12;
inline constexpr std::uint16_t back_quoted = 2u << 12;
inline constexpr std::uint16_t bracketed = 3u << 12;
inline constexpr std::uint16_t single_quoted = 4u << 12;
inline constexpr std::uint16_t quoted = 7u << 12;
}  // namespace flag

/// One node. Trivially copyable; 36 bytes. Offsets count bytes of the tree's source.
struct Node {
  NodeKind kind = NodeKind::none;
  std::uint8_t op = 0;  ///< An enumerator of the enum that the kind's comment names.
  std::uint16_t flags = 0;
  NodeId parent;
  NodeId first_child;
  NodeId next_sibling;
  std::uint32_t begin = 0;  ///< Position in the source; begin == end if a rewrite created the node.
  std::uint32_t end = 0;
  std::uint32_t text_begin = 0;  ///< Position of its text in the tree's text.
  std::uint32_t text_size = 0;

  bool has(std::uint16_t mark) const noexcept { return (flags & mark) != 0; }
  template <class Enum>
  Enum as() const noexcept {
    return static_cast<Enum>(op);
  }
};

/// Whether the kind is select, compound or values.
constexpr bool is_query(NodeKind kind) noexcept {
  return kind == NodeKind::select || kind == NodeKind::compound || kind == NodeKind::values;
}

}  // namespace sluice::inline v0::sql

#endif
