#include "sluice/rank/query_shape.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "core/library_value.hpp"
#include "query_skeleton.hpp"
#include "sluice/core/error.hpp"
#include "sluice/schema/sql_names.hpp"
#include "sluice/sql/normalize.hpp"
#include "sluice/sql/parse.hpp"
#include "sluice/sql/print.hpp"
#include "sluice/sql/tree_edit_distance.hpp"

namespace sluice::inline v0 {
namespace {

using sql::NodeId;
using sql::NodeKind;
using sql::SyntaxTree;

void check_size(std::string_view text) {
  if (text.size() > QueryShape::max_sql) {
    throw Error(ErrorCode::limit_exceeded,
                "a query of more than " + std::to_string(QueryShape::max_sql) + " bytes");
  }
}

template <class Change>
void each_number(SyntaxTree &tree, Change change) {
  std::vector<NodeId> stack{tree.root()};
  while (!stack.empty()) {
    const NodeId at = stack.back();
    stack.pop_back();
    if (tree.kind(at) == NodeKind::number) change(at);
    for (const NodeId child : tree.children(at)) stack.push_back(child);
  }
}

using ShapeRules = std::vector<sql::AnyRewriteRule>;

/// Created once: rules have no state.
detail::LibraryValue<ShapeRules> &shape_rules() {
  static detail::NeverDestroyed<detail::LibraryValue<ShapeRules>> rules;
  return *rules;
}
const detail::ReleaseWithLibrary release_shape_rules(shape_rules);

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) noexcept {
  std::uint64_t z = (a ^ (b + 0x9E3779B97F4A7C15U + (a << 6) + (a >> 2))) * 0xBF58476D1CE4E5B9U;
  return z ^ (z >> 29);
}

FeatureCounts profile_of(const sql::DiffTree &tree) {
  constexpr std::uint64_t edge = 99;  // before the first child and after the last
  std::vector<std::uint64_t> grams;
  const auto label = [&](std::uint32_t node) { return tree.detail(node).label; };
  for (std::uint32_t node = 0; node < tree.size(); ++node) {
    const sql::DiffNode &at = tree[node];
    grams.push_back(mixed(1, label(node)));
    if (at.parent != sql::DiffNode::none) {
      const std::uint64_t pair = mixed(mixed(2, label(at.parent)), label(node));
      grams.push_back(pair);
      const std::uint32_t above = tree[at.parent].parent;
      if (above != sql::DiffNode::none) grams.push_back(mixed(mixed(3, label(above)), pair));
    }
    if (at.children == 0) continue;
    std::uint64_t before = edge;
    for (std::uint32_t i = 0; i <= at.children; ++i) {
      const std::uint64_t next = i < at.children ? label(at.first_child + i) : edge;
      grams.push_back(mixed(mixed(mixed(4, label(node)), before), next));
      before = next;
    }
  }
  return counted(std::move(grams));
}

}  // namespace

std::shared_ptr<const QueryShape> QueryShape::of(std::string_view query, const Database *database,
                                                 sql::DiffRules rules) {
  check_size(query);
  SyntaxTree tree;
  sql::parse(query, tree, {.dialect = sql::Dialect::permissive});
  const std::shared_ptr<const ShapeRules> rules_of_shapes = shape_rules().get([] {
    return std::make_shared<const ShapeRules>(sql::paper_rules(sql::Domain::cross_domain));
  });
  sql::NormalizeOptions options;
  options.rules = *rules_of_shapes;
  std::optional<SqlNames> names;
  if (database != nullptr) options.context.names = names.emplace(*database);
  sql::normalize(tree, options);
  // A masked value prints as a number that parsers reject; 0 is masked again when parsed.
  each_number(tree, [&](NodeId id) { tree.set_text(id, "0"); });
  return parse(sql::print(tree, {.dialect = sql::Dialect::permissive}), rules);
}

std::shared_ptr<const QueryShape> QueryShape::parse(std::string_view text, sql::DiffRules rules) {
  check_size(text);
  SyntaxTree tree;
  sql::parse(text, tree, {.dialect = sql::Dialect::permissive});
  std::string canonical = sql::print(tree, {.dialect = sql::Dialect::permissive});
  each_number(tree, [&](NodeId id) { tree.set_text(id, "_"); });
  return std::make_shared<const QueryShape>(std::move(canonical), tree, rules);
}

QueryShape::QueryShape(std::string text, const SyntaxTree &masked, sql::DiffRules rules)
    : text_(std::move(text)),
      tree_(masked, rules),
      skeleton_(query_skeleton(text_)),
      profile_(profile_of(tree_)) {
  if (tree_.size() > max_nodes) {
    throw Error(ErrorCode::limit_exceeded,
                "a query of more than " + std::to_string(max_nodes) + " nodes");
  }
  labels_.reserve(tree_.size());
  for (std::uint32_t node = 0; node < tree_.size(); ++node) {
    labels_.push_back(tree_.detail(node).label);
    std::uint8_t &count = types_[tree_[node].type % types_.size()];
    if (count != 255) ++count;
  }
  std::ranges::sort(labels_);
}

double skeleton_similarity(const QueryShape &a, const QueryShape &b) noexcept {
  std::size_t common = 0, of_a = 0, of_b = 0;
  for (const auto &entry : a.skeleton()) of_a += entry.second;
  for (const auto &entry : b.skeleton()) of_b += entry.second;
  auto in_a = a.skeleton().begin();
  for (const auto &entry : b.skeleton()) {
    while (in_a != a.skeleton().end() && in_a->first < entry.first) ++in_a;
    if (in_a != a.skeleton().end() && in_a->first == entry.first)
      common += std::min(in_a->second, entry.second);
  }
  const std::size_t all = of_a + of_b - common;
  return all == 0 ? 1.0 : static_cast<double>(common) / static_cast<double>(all);
}

double distilling_bound(const QueryShape &a, const QueryShape &b) noexcept {
  std::uint32_t common = 0;
  bool cut = false;
  for (std::size_t i = 0; i < a.types().size(); ++i) {
    common += std::min(a.types()[i], b.types()[i]);
    cut = cut || a.types()[i] == 255 || b.types()[i] == 255;
  }
  if (cut) return 1.0;
  const auto all = static_cast<double>(a.tree().size() + b.tree().size() - common);
  return static_cast<double>(common) / all;
}

double tree_bound(const QueryShape &a, const QueryShape &b) noexcept {
  std::size_t common = 0;
  auto in_a = a.labels().begin();
  for (const std::uint64_t label : b.labels()) {
    while (in_a != a.labels().end() && *in_a < label) ++in_a;
    if (in_a == a.labels().end()) break;
    if (*in_a == label) {
      ++common;
      ++in_a;
    }
  }
  // Each unmatched node of the larger tree costs a deletion or a renaming.
  const std::size_t larger = std::max(a.tree().size(), b.tree().size());
  return sql::tree_similarity(static_cast<std::uint32_t>(larger - common), a.tree(), b.tree());
}

}  // namespace sluice::inline v0
