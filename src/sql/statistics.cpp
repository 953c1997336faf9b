#include "sql/statistics.hpp"

#include <algorithm>
#include <string_view>

#include "sluice/core/ascii.hpp"
#include "sluice/sql/visit.hpp"

namespace sluice::inline v0::sql {
namespace {

constexpr std::array<std::string_view, 18> aggregate_names = {
    "array_agg", "avg",          "bool_and",         "bool_or",           "count",
    "every",     "group_concat", "json_group_array", "json_group_object", "max",
    "min",       "percentile",   "stddev",           "string_agg",        "sum",
    "total",     "var_pop",      "variance"};

bool is_comparison(Operator op) noexcept {
  return (op >= Operator::equal && op <= Operator::is_not_distinct) ||
         op == Operator::null_safe_equal;
}

bool is_predicate(const Node &node) noexcept {
  switch (node.kind) {
    case NodeKind::pattern:
    case NodeKind::between:
    case NodeKind::in:
    case NodeKind::exists: return true;
    case NodeKind::binary: return is_comparison(node.as<Operator>());
    case NodeKind::unary:
      return node.as<Operator>() == Operator::is_null || node.as<Operator>() == Operator::not_null;
    default: return false;
  }
}

}  // namespace

bool is_aggregate(const SyntaxTree &tree, NodeId function) noexcept {
  if (tree.kind(function) != NodeKind::function) return false;
  const std::string_view name = tree.text(function);
  std::array<char, 20> lower{};
  if (name.size() > lower.size()) return false;
  std::transform(name.begin(), name.end(), lower.begin(),
                 [](char letter) { return lower_ascii(letter); });
  const std::string_view key(lower.data(), name.size());
  if (std::find(aggregate_names.begin(), aggregate_names.end(), key) == aggregate_names.end())
    return false;
  std::size_t arguments = 0;
  for (const NodeId child : tree.children(function)) {
    switch (tree.kind(child)) {
      case NodeKind::over: return false;
      case NodeKind::name:
      case NodeKind::distinct:
      case NodeKind::order_by:
      case NodeKind::within_group:
      case NodeKind::filter: break;
      default: ++arguments;
    }
  }
  return (key != "min" && key != "max") || arguments == 1;
}

Statistics statistics_of(const SyntaxTree &tree, NodeId top) noexcept {
  Statistics counted;
  std::size_t level = 0;
  const auto enter = [&](NodeId id) {
    const Node &node = tree[id];
    ++counted.nodes;
    ++counted.kinds[static_cast<std::size_t>(node.kind)];
    if (node.first_child == no_node) ++counted.leaves;
    counted.depth = std::max(counted.depth, ++level);
    if (is_predicate(node)) ++counted.predicates;
    switch (node.kind) {
      case NodeKind::table:
      case NodeKind::table_function: {
        const NodeKind parent = tree.kind(node.parent);
        if (parent == NodeKind::from || parent == NodeKind::join || parent == NodeKind::join_tree ||
            parent == NodeKind::in) {
          ++counted.tables;
        }
        break;
      }
      case NodeKind::join: ++counted.joins; break;
      case NodeKind::function:
        if (is_aggregate(tree, id)) {
          ++counted.aggregates;
        } else if (tree.child(id, NodeKind::over) != no_node) {
          ++counted.windows;
        }
        break;
      case NodeKind::subquery:
        // Outside SQLite, an operand of UNION may be in parentheses, which is not a subquery.
        if (!is_query(tree.kind(node.parent))) ++counted.subqueries;
        break;
      case NodeKind::exists: ++counted.subqueries; break;
      case NodeKind::quantified:
        if (is_query(tree.kind(node.first_child))) ++counted.subqueries;
        break;
      case NodeKind::common_table: ++counted.common_tables; break;
      case NodeKind::compound: ++counted.set_operations; break;
      default: break;
    }
    return true;
  };
  walk(tree, top, enter, [&](NodeId) { --level; });
  return counted;
}

}  // namespace sluice::inline v0::sql
