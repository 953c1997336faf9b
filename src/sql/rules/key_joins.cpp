/// Joins that keys make unnecessary.

#include <algorithm>
#include <array>
#include <vector>

#include "conjunctions.hpp"
#include "sluice/sql/equivalence_rules.hpp"
#include "sluice/sql/visit.hpp"
#include "tree_edit.hpp"

namespace sluice::inline v0::sql {
namespace {

using rules::EqualColumns;
using rules::Equation;
using rules::SourceColumn;

class ParentJoinRewrite {
 public:
  ParentJoinRewrite(SyntaxTree &tree, const Bindings &bindings, const KeyFacts &keys,
                    const AnyNames &names, NodeId select)
      : tree_(tree), bindings_(bindings), keys_(keys), select_(select) {
    joins_ = rules::all_conditions(tree, select);
    equal_ = rules::equal_columns(tree, bindings, names, joins_);
  }

  bool run() {
    for (std::size_t i = 0; i < joins_.sources.size() && joins_.sources.size() > 1; ++i) {
      const Equation *equation = only_use(joins_.sources[i]);
      if (equation != nullptr && drop(i, *equation)) return true;
    }
    return false;
  }

 private:
  /// The equation that is the only use of the source; nullptr if there are other uses.
  const Equation *only_use(NodeId source) const {
    if (tree_.kind(source) != NodeKind::table || reads_all_of(source)) return nullptr;
    NodeId use;
    for (const NodeId id : nodes_below(tree_, select_)) {
      if (tree_.kind(id) != NodeKind::column || bindings_[id].source != source) continue;
      if (use != no_node) return nullptr;
      use = id;
    }
    for (const Equation &equation : equal_.equations) {
      if (tree_.first_child(equation.node) == use || tree_.last_child(equation.node) == use)
        return &equation;
    }
    return nullptr;
  }
  bool reads_all_of(NodeId source) const {
    return std::any_of(bindings_.implied().begin(), bindings_.implied().end(),
                       [source](const ImpliedColumn &column) { return column.source == source; });
  }

  /// Whether each of the other rows matches exactly one row of the source; if so, drops the source.
  bool drop(std::size_t position, const Equation &equation) {
    const NodeId source = joins_.sources[position];
    const bool left = equal_.columns[equation.left].source == source;
    const SourceColumn &parent = equal_.columns[left ? equation.left : equation.right];
    const SourceColumn &child = equal_.columns[left ? equation.right : equation.left];
    if (child.source == source || !keys_.is_unique(parent.key())) return false;
    bool refers = false, never_null = false;
    for (std::size_t i = 0; i < equal_.columns.size(); ++i) {
      const SourceColumn &column = equal_.columns[i];
      if (equal_.classes[i] != equal_.classes[equation.left] || column.source == source) continue;
      refers = refers || keys_.refers(column.key(), parent.key());
      never_null = never_null || keys_.is_never_null(column.key());
      // Another equation of the class filters out NULL as well.
      never_null = never_null || !(column == child);
    }
    if (!refers) return false;

    std::vector<NodeId> conditions;
    for (const NodeId condition : joins_.conditions) {
      if (rules::inside_parens(tree_, condition) != equation.node) conditions.push_back(condition);
    }
    if (!never_null) {
      const NodeId test =
          tree_.add(NodeKind::binary, {}, static_cast<std::uint8_t>(Operator::is_not));
      rules::set_children(
          tree_, test, std::array{rules::duplicate(tree_, child.node), tree_.add(NodeKind::null)});
      conditions.push_back(test);
    }
    std::vector<NodeId> sources = joins_.sources;
    sources.erase(sources.begin() + static_cast<std::ptrdiff_t>(position));
    rules::set_sources(tree_, select_, joins_, sources, conditions);
    return true;
  }

  SyntaxTree &tree_;
  const Bindings &bindings_;
  const KeyFacts &keys_;
  NodeId select_;
  rules::InnerJoins joins_;
  EqualColumns equal_;
};

struct DropParentJoins {
  static std::string_view name() noexcept { return "drop_parent_joins"; }

  static bool apply(SyntaxTree &tree, RewriteContext &context) {
    if (context.keys() == nullptr || context.column_collations()) return false;
    bool changed = false;
    for (const NodeId select : rules::selects_with_joins(tree)) {
      while (ParentJoinRewrite(tree, *context.bindings(tree), *context.keys(), *context.names(),
                               select)
                 .run()) {
        context.changed();
        changed = true;
      }
    }
    return changed;
  }
};

/// Drops NULL tests of what is never NULL, where only rows that pass matter.
struct DropNullTests {
  static std::string_view name() noexcept { return "drop_null_tests"; }

  static bool apply(SyntaxTree &tree, RewriteContext &context) {
    const Bindings *bindings = nullptr;
    bool changed = false;
    for (const NodeId where : wheres(tree)) {
      std::vector<NodeId> conditions, kept;
      rules::collect_operands(tree, tree.first_child(where), Operator::logical_and, conditions);
      for (const NodeId condition : conditions) {
        if (is_test(tree, condition) && bindings == nullptr) bindings = context.bindings(tree);
        if (!is_test(tree, condition) || bindings == nullptr ||
            !is_needless(tree, *bindings, context, tree.parent(where), condition)) {
          kept.push_back(condition);
        }
      }
      if (kept.size() == conditions.size()) continue;
      rules::set_where(tree, tree.parent(where), kept);
      context.changed();
      bindings = nullptr;
      changed = true;
    }
    return changed;
  }

 private:
  static std::vector<NodeId> wheres(const SyntaxTree &tree) {
    std::vector<NodeId> found;
    for (const NodeId id : nodes_of(tree)) {
      if (tree.kind(id) == NodeKind::where && tree.kind(tree.parent(id)) == NodeKind::select)
        found.push_back(id);
    }
    return found;
  }
  static bool is_test(const SyntaxTree &tree, NodeId id) {
    return tree.kind(id) == NodeKind::binary && tree[id].as<Operator>() == Operator::is_not &&
           tree.kind(tree.first_child(id)) == NodeKind::column &&
           tree.kind(tree.last_child(id)) == NodeKind::null;
  }
  /// Whether the column is never NULL, or another condition filters out its NULLs.
  static bool is_needless(const SyntaxTree &tree, const Bindings &bindings,
                          const RewriteContext &context, NodeId select, NodeId test) {
    const NodeId column = tree.first_child(test);
    const Binding &binding = bindings[column];
    if (binding.meaning != Meaning::column && binding.meaning != Meaning::rowid) return false;
    if (binding.levels != 0 || binding.column == no_position) return false;
    const rules::InnerJoins joins = rules::all_conditions(tree, select);
    if (joins.sources.empty()) return false;
    if (context.keys() != nullptr && context.keys()->is_never_null({binding.table, binding.column}))
      return true;
    const auto passes_no_null = [&](NodeId condition) {
      return condition != test && tree.kind(condition) == NodeKind::binary &&
             tree[condition].as<Operator>() >= Operator::equal &&
             tree[condition].as<Operator>() <= Operator::greater_equal &&
             (rules::same(tree, tree.first_child(condition), column) ||
              rules::same(tree, tree.last_child(condition), column));
    };
    return std::any_of(joins.conditions.begin(), joins.conditions.end(), passes_no_null);
  }
};

}  // namespace

AnyRewriteRule drop_parent_joins() { return DropParentJoins(); }
AnyRewriteRule drop_null_tests() { return DropNullTests(); }

}  // namespace sluice::inline v0::sql
