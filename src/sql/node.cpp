#include "sluice/sql/node.hpp"

#include <array>

namespace sluice::inline v0::sql {

std::string_view name_of(NodeKind kind) noexcept {
  static constexpr std::array<std::string_view, node_kinds> names = {
      "none",
      "select",
      "compound",
      "values",
      "row_values",
      "with",
      "common_table",
      "name_list",
      "name",
      "distinct",
      "select_list",
      "aliased",
      "alias",
      "star",
      "from",
      "join",
      "on",
      "using_names",
      "table",
      "indexed_by",
      "table_function",
      "subquery",
      "join_tree",
      "where",
      "group_by",
      "having",
      "windows",
      "window_definition",
      "window",
      "partition_by",
      "frame",
      "frame_bound",
      "order_by",
      "ordering",
      "limit",
      "offset",
      "null",
      "number",
      "string",
      "blob",
      "boolean",
      "current_time",
      "parameter",
      "column",
      "unary",
      "binary",
      "pattern",
      "escape",
      "between",
      "in",
      "list",
      "row",
      "paren",
      "case_when",
      "when",
      "otherwise",
      "cast",
      "type",
      "collate",
      "function",
      "keyword_argument",
      "within_group",
      "filter",
      "over",
      "exists",
      "raise",
      "quantified",
      "array",
      "subscript",
      "interval",
      "typed_literal",
      "insert_statement",
      "upsert",
      "conflict_target",
      "assignments",
      "assignment",
      "returning",
      "update_statement",
      "delete_statement",
      "create_table",
      "column_definition",
      "constraint",
      "references",
      "reference_action",
      "create_view",
      "create_index",
      "drop",
      "explain",
  };
  return names[static_cast<std::size_t>(kind)];
}

std::string_view text_of(Operator op) noexcept {
  switch (op) {
    case Operator::none: return "";
    case Operator::logical_not: return "NOT";
    case Operator::minus: return "-";
    case Operator::plus: return "+";
    case Operator::bit_not: return "~";
    case Operator::is_null: return "ISNULL";
    case Operator::not_null: return "NOTNULL";
    case Operator::logical_or: return "OR";
    case Operator::logical_and: return "AND";
    case Operator::equal: return "=";
    case Operator::not_equal: return "<>";
    case Operator::less: return "<";
    case Operator::less_equal: return "<=";
    case Operator::greater: return ">";
    case Operator::greater_equal: return ">=";
    case Operator::is_not: return "IS NOT";
    case Operator::is_distinct: return "IS DISTINCT FROM";
    case Operator::is_not_distinct: return "IS NOT DISTINCT FROM";
    case Operator::bit_and: return "&";
    case Operator::bit_or: return "|";
    case Operator::shift_left: return "<<";
    case Operator::shift_right: return ">>";
    case Operator::add: return "+";
    case Operator::subtract: return "-";
    case Operator::multiply: return "*";
    case Operator::divide: return "/";
    case Operator::modulo: return "%";
    case Operator::power: return "^";
    case Operator::concat: return "||";
    case Operator::json_get: return "->";
    case Operator::json_get_text: return "->>";
    case Operator::json_path: return "#>";
    case Operator::json_path_text: return "#>>";
    case Operator::contains: return "@>";
    case Operator::contained: return "<@";
    case Operator::overlaps: return "&&";
    case Operator::regex_match: return "~";
    case Operator::regex_imatch: return "~*";
    case Operator::not_regex_match: return "!~";
    case Operator::not_regex_imatch: return "!~*";
    case Operator::null_safe_equal: return "<=>";
    case Operator::at_time_zone: return "AT TIME ZONE";
    case Operator::like: return "LIKE";
    case Operator::glob: return "GLOB";
    case Operator::regexp: return "REGEXP";
    case Operator::match: return "MATCH";
    case Operator::ilike: return "ILIKE";
    case Operator::similar: return "SIMILAR TO";
    case Operator::is: return "IS";
  }
  return {};
}

}  // namespace sluice::inline v0::sql
