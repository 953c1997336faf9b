#include "report/query_features.hpp"

#include <array>

#include "sluice/sql/parse.hpp"
#include "sluice/sql/visit.hpp"
#include "sql/statistics.hpp"

namespace sluice::inline v0 {
namespace {

using sql::NodeId;
using sql::NodeKind;
using sql::SyntaxTree;

struct FeatureNames {
  std::string_view name;
  std::string_view title;
};

constexpr std::array<FeatureNames, query_features> feature_names = {{
    {"joins", "joins"},
    {"aggregates", "aggregates"},
    {"grouping", "GROUP BY"},
    {"having", "HAVING"},
    {"ordering", "ORDER BY"},
    {"limit", "LIMIT"},
    {"distinct", "DISTINCT"},
    {"nesting", "nested queries"},
    {"set_operations", "set operations"},
    {"windows", "window functions"},
    {"common_tables", "WITH"},
    {"disjunctions", "OR"},
}};

bool has_node(const SyntaxTree &tree, NodeKind kind, NodeKind not_below) {
  for (const NodeId id : sql::nodes_of(tree)) {
    if (tree.kind(id) == kind && tree.kind(tree.parent(id)) != not_below) return true;
  }
  return false;
}

bool has_disjunction(const SyntaxTree &tree) {
  for (const NodeId id : sql::nodes_of(tree)) {
    if (tree.kind(id) == NodeKind::binary &&
        tree[id].as<sql::Operator>() == sql::Operator::logical_or) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::string_view name_of(QueryFeature feature) noexcept {
  return feature_names[static_cast<std::size_t>(feature)].name;
}

std::string_view title_of(QueryFeature feature) noexcept {
  return feature_names[static_cast<std::size_t>(feature)].title;
}

std::optional<QueryFeatures> features_of(std::string_view sql) {
  SyntaxTree tree;
  try {
    sql::parse(sql, tree, {.dialect = sql::Dialect::permissive});
  } catch (const sql::SyntaxError &) {
    return std::nullopt;
  }
  const sql::Statistics counted = statistics_of(tree);
  QueryFeatures features;
  const auto set = [&features](QueryFeature feature, bool holds) {
    if (holds) features.add(feature);
  };
  set(QueryFeature::joins, counted.joins > 0);
  set(QueryFeature::aggregates, counted.aggregates > 0);
  set(QueryFeature::grouping, counted[NodeKind::group_by] > 0);
  set(QueryFeature::having, counted[NodeKind::having] > 0);
  set(QueryFeature::ordering, has_node(tree, NodeKind::order_by, NodeKind::window));
  set(QueryFeature::limit, counted[NodeKind::limit] > 0);
  set(QueryFeature::distinct, counted[NodeKind::distinct] > 0);
  set(QueryFeature::nesting, counted.subqueries > 0);
  set(QueryFeature::set_operations, counted.set_operations > 0);
  set(QueryFeature::windows, counted.windows > 0);
  set(QueryFeature::common_tables, counted.common_tables > 0);
  set(QueryFeature::disjunctions, has_disjunction(tree));
  return features;
}

}  // namespace sluice::inline v0
