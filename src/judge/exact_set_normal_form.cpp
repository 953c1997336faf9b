#include "sluice/judge/exact_set_normal_form.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

#include "core/library_value.hpp"
#include "sluice/schema/sql_names.hpp"
#include "sluice/sql/normalize.hpp"
#include "sluice/sql/parse.hpp"
#include "sluice/sql/print.hpp"
#include "sluice/sql/visit.hpp"

namespace sluice::inline v0 {
namespace {

using sql::NodeId;
using sql::NodeKind;
using sql::SyntaxTree;

using MeaningRules = std::vector<sql::AnyRewriteRule>;

detail::LibraryValue<MeaningRules> &normal_form_rules() {
  static detail::NeverDestroyed<detail::LibraryValue<MeaningRules>> rules;
  return *rules;
}
const detail::ReleaseWithLibrary release_normal_form_rules(normal_form_rules);

void drop_distinct(SyntaxTree &tree) {
  std::vector<NodeId> found;
  for (const NodeId id : sql::nodes_of(tree)) {
    if (tree.kind(id) == NodeKind::distinct) found.push_back(id);
  }
  for (const NodeId id : found) tree.remove(id);
}

/// The selects whose results a query returns: itself, or the arms of its set operators.
std::vector<NodeId> arms_of(const SyntaxTree &tree) {
  std::vector<NodeId> arms, open = {tree.root()};
  while (!open.empty()) {
    const NodeId query = open.back();
    open.pop_back();
    if (tree.kind(query) == NodeKind::select) arms.push_back(query);
    if (tree.kind(query) != NodeKind::compound) continue;
    for (const NodeId arm : tree.children(query)) {
      if (is_query(tree.kind(arm))) open.push_back(arm);
    }
  }
  return arms;
}

/// Sorts the results by their text, in the same way in all arms. That would change the meaning of
/// positions in ORDER BY and GROUP BY, so queries that contain them or `*` are left unchanged.
void sort_results(SyntaxTree &tree) {
  const std::vector<NodeId> arms = arms_of(tree);
  if (arms.empty()) return;
  std::vector<std::vector<NodeId>> results;
  for (const NodeId id : sql::nodes_of(tree)) {
    if (tree.kind(id) == NodeKind::number && (tree.kind(tree.parent(id)) == NodeKind::group_by ||
                                              tree.kind(tree.parent(id)) == NodeKind::ordering)) {
      return;
    }
  }
  for (const NodeId arm : arms) {
    std::vector<NodeId> &list = results.emplace_back();
    for (const NodeId result : tree.children(tree.child(arm, NodeKind::select_list))) {
      if (tree.kind(result) == NodeKind::star) return;
      list.push_back(result);
    }
    if (list.size() != results.front().size()) return;
  }
  std::vector<std::string> texts(results.front().size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (const auto &list : results) texts[i] += print(tree, list[i]) + '\n';
  }
  std::vector<std::size_t> order(texts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&texts](std::size_t a, std::size_t b) { return texts[a] < texts[b]; });
  for (std::size_t arm = 0; arm < arms.size(); ++arm) {
    const NodeId list = tree.child(arms[arm], NodeKind::select_list);
    for (const NodeId result : results[arm]) tree.remove(result);
    for (const std::size_t position : order) tree.append(list, results[arm][position]);
  }
}

}  // namespace

std::optional<std::string> normal_form(std::string_view text, const Database &database,
                                       const sql::KeyFacts &keys,
                                       const NormalFormOptions &options) {
  SyntaxTree tree;
  try {
    sql::parse(text, tree);
  } catch (const sql::SyntaxError &) {
    return std::nullopt;
  }
  if (!sql::is_query(tree.kind(tree.root()))) return std::nullopt;
  const SqlNames names(database);
  if (!sql::bind(tree, names).problems().empty()) return std::nullopt;
  if (options.drop_distinct) drop_distinct(tree);
  const std::shared_ptr<const MeaningRules> rules = normal_form_rules().get(
      [] { return std::make_shared<const MeaningRules>(sql::meaning_rules()); });
  sql::NormalizeOptions normalizing;
  normalizing.rules = *rules;
  normalizing.context.names = names;
  normalizing.context.keys = &keys;
  normalize(tree, normalizing);
  if (options.any_column_order) {
    sort_results(tree);
    normalize(tree, normalizing);  // set operators sort their arms by their results
  }
  return print(tree);
}

}  // namespace sluice::inline v0
