#include "tie_breaks.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sluice/sql/parse.hpp"
#include "sluice/sql/visit.hpp"

namespace sluice::inline v0::suite {
namespace {

using sql::NodeId;
using sql::NodeKind;

/// The number of results of a query; 0 if `*` is among them.
std::size_t result_count(const sql::SyntaxTree &tree, NodeId query) {
  while (tree.kind(query) == NodeKind::compound) {
    NodeId arm = sql::no_node;
    for (const NodeId child : tree.children(query)) {
      if (arm == sql::no_node && is_query(tree.kind(child))) arm = child;
    }
    if (arm == sql::no_node) return 0;
    query = arm;
  }
  const NodeId list = tree.child(query, NodeKind::select_list);
  if (list == sql::no_node) return 0;
  std::size_t count = 0;
  for (const NodeId result : tree.children(list)) {
    if (tree.kind(result) == NodeKind::star) return 0;
    ++count;
  }
  return count;
}

}  // namespace

std::optional<std::string> with_ties_broken(std::string_view sql, std::size_t columns,
                                            bool descending) {
  sql::SyntaxTree tree;
  try {
    sql::parse(sql, tree);
  } catch (const sql::SyntaxError &) {
    return std::nullopt;
  }
  std::vector<std::pair<std::size_t, std::string>> additions;
  for (const NodeId id : sql::nodes_of(tree)) {
    if (tree.kind(id) != NodeKind::order_by || !is_query(tree.kind(tree.parent(id)))) continue;
    const NodeId query = tree.parent(id);
    std::size_t count = query == tree.root() ? columns : result_count(tree, query);
    count = std::max<std::size_t>(count, 1);
    std::string terms;
    for (std::size_t i = 1; i <= count; ++i)
      terms += fmt::format(", {} {}", i, descending ? "DESC" : "ASC");
    additions.emplace_back(tree[id].end, std::move(terms));
  }
  if (additions.empty()) return std::nullopt;
  std::sort(additions.rbegin(), additions.rend());
  std::string text(sql);
  for (const auto &[at, terms] : additions) text.insert(at, terms);
  return text;
}

}  // namespace sluice::inline v0::suite
