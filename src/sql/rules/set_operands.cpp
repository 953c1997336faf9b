/// The order of queries between set operators.

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "affinity.hpp"
#include "query_facts.hpp"
#include "sluice/sql/equivalence_rules.hpp"
#include "sluice/sql/visit.hpp"
#include "tree_edit.hpp"

namespace sluice::inline v0::sql {
namespace {

struct SortSetOperands {
  static std::string_view name() noexcept { return "sort_set_operands"; }

  static bool apply(SyntaxTree &tree, RewriteContext &context) {
    bool changed = false;
    for (const NodeId id : nodes_of(tree)) {
      if (tree.kind(id) != NodeKind::compound) continue;
      if (tree[id].as<SetOperator>() == SetOperator::union_all && rules::is_read_as_set(tree, id)) {
        tree.at(id).op = static_cast<std::uint8_t>(SetOperator::union_distinct);
        changed = true;
      }
      if (sort(tree, id, context)) changed = true;
    }
    return changed;
  }

 private:
  static bool continues(const SyntaxTree &tree, NodeId id, SetOperator op) noexcept {
    return tree.kind(id) == NodeKind::compound && tree[id].as<SetOperator>() == op;
  }

  static bool sort(SyntaxTree &tree, NodeId top, RewriteContext &context) {
    const auto op = tree[top].as<SetOperator>();
    if (op != SetOperator::union_all && op != SetOperator::union_distinct &&
        op != SetOperator::intersect) {
      return false;
    }
    if (continues(tree, tree.parent(top), op) || rules::result_names_count(tree, top) ||
        tree.kind(tree.parent(top)) == NodeKind::insert_statement) {
      return false;
    }
    std::vector<NodeId> chain, queries;  // from the top down, right to left
    NodeId with;
    for (NodeId at = top; continues(tree, at, op);) {
      NodeId left = tree.first_child(at);
      if (tree.kind(left) == NodeKind::with) {
        if (at != top) return false;
        with = left;
        left = tree.next_sibling(left);
      }
      const NodeId right = tree.next_sibling(left);
      if (tree.next_sibling(right) != no_node) return false;  // ORDER BY, LIMIT
      chain.push_back(at);
      queries.push_back(right);
      if (!continues(tree, left, op)) queries.push_back(left);
      at = left;
    }
    std::reverse(queries.begin(), queries.end());
    std::vector<NodeId> sorted = queries;
    std::stable_sort(sorted.begin(), sorted.end(),
                     [&tree](NodeId a, NodeId b) { return rules::compare(tree, a, b) < 0; });
    if (sorted == queries) return false;
    for (const NodeId query : queries) {
      // Only a select or VALUES may be on the right without parentheses.
      if (tree.kind(query) != NodeKind::select && tree.kind(query) != NodeKind::values)
        return false;
    }
    if (op != SetOperator::union_all && !equal_rows_are_same(tree, queries, context)) return false;

    NodeId left = sorted.front();
    for (std::size_t i = chain.size(); i-- > 0;) {
      const NodeId right = sorted[chain.size() - i];
      if (chain[i] == top && with != no_node) {
        rules::set_children(tree, top, std::array{with, left, right});
      } else {
        rules::set_children(tree, chain[i], std::array{left, right});
      }
      left = chain[i];
    }
    return true;
  }

  /// Whether rows that compare equal are identical, whichever query they come from.
  static bool equal_rows_are_same(const SyntaxTree &tree, const std::vector<NodeId> &queries,
                                  RewriteContext &context) {
    const Bindings *bindings = context.bindings(tree);
    if (bindings == nullptr || context.column_collations()) return false;
    std::vector<Affinity> expected;
    for (const NodeId query : queries) {
      if (tree.kind(query) != NodeKind::select) return false;
      std::vector<Affinity> found;
      for (NodeId result : tree.children(tree.child(query, NodeKind::select_list))) {
        if (tree.kind(result) == NodeKind::aliased) result = tree.first_child(result);
        if (tree.kind(result) != NodeKind::column) return false;
        const Binding &binding = (*bindings)[result];
        if ((binding.meaning != Meaning::column && binding.meaning != Meaning::rowid) ||
            binding.column == no_position) {
          return false;
        }
        const Affinity affinity =
            affinity_of(context.names()->column_type(binding.table, binding.column));
        if (!rules::equals_are_same(affinity)) return false;
        found.push_back(affinity);
      }
      if (query == queries.front()) expected = found;
      if (found != expected) return false;
    }
    return true;
  }
};

}  // namespace

AnyRewriteRule sort_set_operands() { return SortSetOperands(); }

}  // namespace sluice::inline v0::sql
