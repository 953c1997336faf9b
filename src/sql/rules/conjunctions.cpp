#include "conjunctions.hpp"

#include <algorithm>
#include <array>

#include "sluice/sql/visit.hpp"
#include "tree_edit.hpp"

namespace sluice::sql::rules {

InnerJoins inner_joins(const SyntaxTree &tree, NodeId from) {
  InnerJoins found;
  if (!joins_are_inner(tree, from)) return found;
  for (const NodeId part : tree.children(from)) {
    const bool joined = tree.kind(part) == NodeKind::join;
    const NodeId source = joined ? tree.first_child(part) : part;
    const NodeKind kind = tree.kind(source);
    if ((kind != NodeKind::table && kind != NodeKind::subquery) || tree[source].has(flag::lateral))
      return {};
    found.sources.push_back(source);
    if (!joined) continue;
    found.joins.push_back(part);
    found.ons.push_back(tree.child(part, NodeKind::on));
    if (const NodeId on = found.ons.back(); on != no_node)
      collect_operands(tree, tree.first_child(on), Operator::logical_and, found.conditions);
    found.where.resize(found.conditions.size(), found.joins.size() - 1);
    if (found.conditions.size() > most_conditions) return {};
  }
  return found;
}

bool reach_of(const SyntaxTree &tree, const Bindings &bindings, NodeId condition,
              const std::unordered_map<std::uint32_t, std::size_t> &positions, Reach &reach) {
  std::vector<std::size_t> read;
  for (const NodeId id : nodes_below(tree, condition)) {
    if (tree.kind(id) != NodeKind::column) continue;
    const Binding &binding = bindings[id];
    if (binding.meaning == Meaning::string) continue;
    if (binding.meaning != Meaning::column && binding.meaning != Meaning::rowid &&
        (binding.meaning != Meaning::derived || binding.column == no_position)) {
      return false;
    }
    if (const auto at = positions.find(binding.source.value); at != positions.end())
      read.push_back(at->second);
  }
  std::sort(read.begin(), read.end());
  read.erase(std::unique(read.begin(), read.end()), read.end());
  reach.count = read.size();
  reach.last = read.empty() ? 0 : read.back();
  return true;
}

NodeId conjunction(SyntaxTree &tree, std::span<const NodeId> conditions) {
  NodeId all;
  for (const NodeId condition : conditions) {
    if (all == no_node) {
      all = condition;
      tree.at(condition).next_sibling = no_node;
      tree.at(condition).parent = no_node;
      continue;
    }
    const NodeId both =
        tree.add(NodeKind::binary, {}, static_cast<std::uint8_t>(Operator::logical_and));
    set_children(tree, both, std::array{all, condition});
    all = both;
  }
  return all;
}

}  // namespace sluice::sql::rules
