/// Outer joins whose extra rows cannot be, or do not pass.

#include <algorithm>
#include <array>
#include <vector>

#include "row_facts.hpp"
#include "sluice/sql/equivalence_rules.hpp"
#include "sluice/sql/visit.hpp"
#include "tree_edit.hpp"

namespace sluice::sql {
namespace {

using rules::NullItem;

constexpr std::size_t most_sources = 32;

class OuterJoinRewrite {
 public:
  OuterJoinRewrite(SyntaxTree &tree, RewriteContext &context, NodeId select)
      : tree_(tree), context_(context), bindings_(*context.bindings(tree)), select_(select) {}

  bool run() {
    if (!read()) return false;
    bool changed = false;
    for (bool again = true; again;) {
      again = false;
      for (std::size_t i = 0; i < joins_.size(); ++i) {
        if (become_simpler(i)) again = changed = true;
      }
    }
    return changed;
  }

 private:
  /// One join: sources[i + 1] to all before it.
  struct Join {
    NodeId node;
    NodeId on;
    JoinKind kind = JoinKind::plain;
    std::vector<NullItem> failing;  // of ON
  };

  bool read() {
    bool outer = false;
    for (const NodeId part : tree_.children(tree_.child(select_, NodeKind::from))) {
      const bool joined = tree_.kind(part) == NodeKind::join;
      const NodeId source = joined ? tree_.first_child(part) : part;
      const NodeKind kind = tree_.kind(source);
      if ((kind != NodeKind::table && kind != NodeKind::subquery) ||
          tree_[source].has(flag::lateral) || sources_.size() == most_sources) {
        return false;
      }
      sources_.push_back(source);
      if (!joined) continue;
      if (tree_[part].has(flag::natural) || tree_.child(part, NodeKind::using_names) != no_node)
        return false;
      Join &join = joins_.emplace_back();
      join.node = part;
      join.kind = tree_[part].as<JoinKind>();
      join.on = tree_.child(part, NodeKind::on);
      outer = outer || is_outer(join.kind);
      if (join.on != no_node) join.failing = failing(tree_.first_child(join.on));
    }
    if (!outer) return false;
    if (const NodeId where = tree_.child(select_, NodeKind::where); where != no_node)
      where_ = failing(tree_.first_child(where));
    return true;
  }
  std::vector<NullItem> failing(NodeId condition) const {
    return rules::nulls_that_fail(tree_, bindings_, condition);
  }
  static bool is_outer(JoinKind kind) noexcept {
    return kind == JoinKind::left || kind == JoinKind::right || kind == JoinKind::full;
  }

  /// Whether no row with these NULLs that a join makes is seen behind the last one. A row that a
  /// later condition drops could let a right side's row go without a partner, which then has the
  /// same NULLs; WHERE drops that one too, and a join that drops rows of its left side had not let
  /// them meet anyway.
  bool is_dropped(std::size_t join, NullItem item) const {
    if (rules::contains(where_, item)) return true;
    for (std::size_t later = join + 1; later < joins_.size(); ++later) {
      const JoinKind kind = joins_[later].kind;
      if (kind != JoinKind::left && kind != JoinKind::full &&
          rules::contains(joins_[later].failing, item)) {
        return true;
      }
    }
    return false;
  }

  bool become_simpler(std::size_t at) {
    const JoinKind before = joins_[at].kind;
    if (!is_outer(before)) return false;
    bool keeps_left = before != JoinKind::right, keeps_right = before != JoinKind::left;
    if (keeps_left && (is_dropped(at, {sources_[at + 1], no_position}) || left_has_partner(at)))
      keeps_left = false;
    if (keeps_right && (right_has_partner(at) || is_left_dropped(at))) keeps_right = false;
    const JoinKind after = keeps_left && keeps_right ? JoinKind::full
                           : keeps_left              ? JoinKind::left
                           : keeps_right             ? JoinKind::right
                                                     : JoinKind::plain;
    if (after == before) return false;
    joins_[at].kind = after;
    Node &node = tree_.at(joins_[at].node);
    node.op = static_cast<std::uint8_t>(after);
    node.flags = static_cast<std::uint16_t>(node.flags & ~flag::outer);
    return true;
  }
  bool is_left_dropped(std::size_t at) const {
    for (std::size_t source = 0; source <= at; ++source) {
      if (is_dropped(at, {sources_[source], no_position})) return true;
    }
    return false;
  }

  /// Whether each row of the left side refers to one of the right side, or is dropped later.
  bool left_has_partner(std::size_t at) const {
    const NodeId right = sources_[at + 1];
    Binding child, parent;
    if (!is_reference(at, child, parent) || parent.source != right) return false;
    const auto source = static_cast<std::size_t>(
        std::find(sources_.begin(), sources_.end(), child.source) - sources_.begin());
    if (source > at) return false;
    return is_dropped(at, {child.source, child.column}) ||
           (context_.keys()->is_never_null({child.table, child.column}) &&
            !is_null_extended(source, at));
  }
  /// The same with sides changed, where all rows of the one table on the left are there.
  bool right_has_partner(std::size_t at) const {
    Binding child, parent;
    if (at != 0 || !is_reference(at, child, parent)) return false;
    if (parent.source != sources_[0] || child.source != sources_[1]) return false;
    return is_dropped(at, {child.source, child.column}) ||
           context_.keys()->is_never_null({child.table, child.column});
  }
  /// Whether rows before the join may have NULLs in place of that source's row.
  bool is_null_extended(std::size_t source, std::size_t at) const {
    for (std::size_t join = source == 0 ? 0 : source - 1; join < at; ++join) {
      const JoinKind kind = joins_[join].kind;
      if (kind == JoinKind::full) return true;
      if (kind == (join + 1 == source ? JoinKind::left : JoinKind::right)) return true;
    }
    return false;
  }

  /// Whether ON says just that a foreign key is the key that it refers to.
  bool is_reference(std::size_t at, Binding &child, Binding &parent) const {
    const NodeId on = joins_[at].on;
    if (on == no_node || context_.keys() == nullptr || context_.column_collations()) return false;
    const NodeId equation = rules::inside_parens(tree_, tree_.first_child(on));
    if (!rules::is_equation_of_columns(tree_, equation)) return false;
    const NodeId left = tree_.first_child(equation), right = tree_.last_child(equation);
    for (const auto &[from, to] : {std::pair(left, right), std::pair(right, left)}) {
      child = bindings_[from];
      parent = bindings_[to];
      if (is_of_table(child) && is_of_table(parent) && child.source != parent.source &&
          context_.keys()->refers({child.table, child.column}, {parent.table, parent.column}) &&
          is_found_by_comparing(child, parent)) {
        return true;
      }
    }
    return false;
  }
  static bool is_of_table(const Binding &binding) noexcept {
    return (binding.meaning == Meaning::column || binding.meaning == Meaning::rowid) &&
           binding.levels == 0 && binding.column != no_position;
  }
  /// A foreign key is looked up as its parent would store it, a comparison may convert otherwise.
  bool is_found_by_comparing(const Binding &child, const Binding &parent) const {
    const auto affinity = [this](const Binding &of) {
      return affinity_of(context_.names()->column_type(of.table, of.column));
    };
    return affinity(child) == affinity(parent) || affinity(parent) == Affinity::integer ||
           affinity(parent) == Affinity::numeric;
  }

  SyntaxTree &tree_;
  RewriteContext &context_;
  const Bindings &bindings_;
  NodeId select_;
  std::vector<NodeId> sources_;
  std::vector<Join> joins_;
  std::vector<NullItem> where_;
};

struct CanonicalOuterJoins {
  static std::string_view name() noexcept { return "canonical_outer_joins"; }

  static bool apply(SyntaxTree &tree, RewriteContext &context) {
    if (context.bindings(tree) == nullptr) return false;
    bool changed = false;
    for (const NodeId select : rules::selects_with_joins(tree)) {
      if (OuterJoinRewrite(tree, context, select).run()) changed = true;
    }
    return changed;
  }
};

}  // namespace

AnyRewriteRule canonical_outer_joins() { return CanonicalOuterJoins(); }

}  // namespace sluice::sql
