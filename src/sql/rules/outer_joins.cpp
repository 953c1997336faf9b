/// Outer joins whose extra rows do not exist or are filtered out.

#include <algorithm>
#include <string_view>
#include <vector>

#include "query_facts.hpp"
#include "row_facts.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/sql/equivalence_rules.hpp"
#include "sluice/sql/visit.hpp"
#include "sql/statistics.hpp"
#include "tree_edit.hpp"

namespace sluice::inline v0::sql {
namespace {

using rules::NullItem;

constexpr std::size_t max_sources = 32;

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
  /// One join: sources[i + 1] joined to everything before it.
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
          tree_[source].has(flag::lateral) || sources_.size() == max_sources) {
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
    add_unseen();
    return true;
  }

  /// Rows whose NULLs can never match count as filtered out by WHERE: those of a column that is
  /// compared with values that are never NULL by INTERSECT or EXCEPT, or by IN where only its truth
  /// matters.
  void add_unseen() {
    const NodeId list = tree_.child(select_, NodeKind::select_list);
    const NodeId group_by = tree_.child(select_, NodeKind::group_by);
    if (tree_.child(select_, NodeKind::limit) != no_node || reads_all_rows(list) ||
        (group_by == no_node && rules::has_aggregate(tree_, select_))) {
      return;
    }
    std::size_t position = 0;
    for (NodeId result : tree_.children(list)) {
      if (tree_.kind(result) == NodeKind::star) return;
      if (tree_.kind(result) == NodeKind::aliased) result = tree_.first_child(result);
      const std::size_t at = position++;
      if (tree_.kind(result) != NodeKind::column || !is_of_table(bindings_[result])) continue;
      if (group_by != no_node && !is_key(group_by, result)) continue;
      if (!meets_no_null(at)) continue;
      const Binding &binding = bindings_[result];
      where_.push_back({binding.source, binding.column});
      where_.push_back({binding.source, no_position});
    }
    std::sort(where_.begin(), where_.end());
  }
  bool reads_all_rows(NodeId list) const {
    bool found = false;
    walk(tree_, list, [&](NodeId id) {
      found = found || tree_.kind(id) == NodeKind::over;
      return !found && !is_query(tree_.kind(id));
    });
    return found;
  }
  bool is_key(NodeId group_by, NodeId result) const {
    for (const NodeId key : tree_.children(group_by)) {
      if (rules::same(tree_, key, result)) return true;
    }
    return false;
  }
  bool meets_no_null(std::size_t position) const {
    const NodeId parent = tree_.parent(select_);
    if (parent == no_node) return false;
    if (tree_.kind(parent) == NodeKind::subquery) {
      const NodeId in = tree_.parent(parent);
      return tree_.kind(in) == NodeKind::in && tree_.first_child(in) != parent &&
             !tree_[in].has(flag::negated) && rules::only_truth_counts(tree_, in) &&
             !is_below_not(in);
    }
    if (tree_.kind(parent) != NodeKind::compound) return false;
    const auto op = tree_[parent].as<SetOperator>();
    NodeId left = tree_.first_child(parent);
    if (tree_.kind(left) == NodeKind::with) left = tree_.next_sibling(left);
    const NodeId right = tree_.next_sibling(left);
    if (op == SetOperator::intersect) {
      return never_gives_null(select_ == left ? right : left, position);
    }
    return op == SetOperator::except && select_ == right && never_gives_null(left, position);
  }
  /// Below NOT, unknown differs from false.
  bool is_below_not(NodeId id) const {
    for (id = tree_.parent(id); id != no_node && !is_query(tree_.kind(id)); id = tree_.parent(id)) {
      if (tree_.kind(id) == NodeKind::unary) return true;
    }
    return false;
  }
  bool never_gives_null(NodeId query, std::size_t position) const {
    if (tree_.kind(query) != NodeKind::select ||
        (tree_.child(query, NodeKind::group_by) == no_node && rules::has_aggregate(tree_, query))) {
      return false;
    }
    const rules::RowFacts facts(tree_, context_, query);
    if (!facts.known()) return false;
    for (NodeId result : tree_.children(tree_.child(query, NodeKind::select_list))) {
      if (tree_.kind(result) == NodeKind::star) return false;
      if (position-- > 0) continue;
      if (tree_.kind(result) == NodeKind::aliased) result = tree_.first_child(result);
      const rules::SourceColumn column = facts.column(result);
      return column.source != no_node && facts.is_never_null(column);
    }
    return false;
  }
  std::vector<NullItem> failing(NodeId condition) const {
    return rules::nulls_that_fail(tree_, bindings_, condition);
  }
  static bool is_outer(JoinKind kind) noexcept {
    return kind == JoinKind::left || kind == JoinKind::right || kind == JoinKind::full;
  }

  /// Whether no row with these NULLs, which a join adds, is visible after the last join. If a later
  /// condition drops such a row, a row of a right side could lose its partner and get the same
  /// NULLs; WHERE drops that row too, and a join that drops rows of its left side would not have
  /// matched them anyway.
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
    if (keeps_left && (is_dropped(at, {sources_[at + 1], no_position}) || left_has_partner(at) ||
                       are_lone_rows_dropped(at) || aggregates_skip(at, at + 1, at + 1))) {
      keeps_left = false;
    }
    if (keeps_right &&
        (right_has_partner(at) || is_left_dropped(at) || aggregates_skip(at, 0, at))) {
      keeps_right = false;
    }
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

  /// Whether rows are grouped by a key of the only table on the left, and HAVING drops groups of
  /// one row.
  bool are_lone_rows_dropped(std::size_t at) const {
    const NodeId group_by = tree_.child(select_, NodeKind::group_by);
    const NodeId having = tree_.child(select_, NodeKind::having);
    if (at != 0 || sources_.size() != 2 || group_by == no_node || having == no_node) return false;
    bool alone = false;
    for (const NodeId key : tree_.children(group_by)) {
      if (tree_.kind(key) != NodeKind::column) continue;
      const Binding &binding = bindings_[key];
      alone = alone || (is_of_table(binding) && binding.source == sources_[0] &&
                        is_key_of_rows({binding.table, binding.column}));
    }
    std::vector<NodeId> conditions;
    rules::collect_operands(tree_, tree_.first_child(having), Operator::logical_and, conditions);
    return alone && std::any_of(conditions.begin(), conditions.end(), [&](NodeId condition) {
             return asks_for_more_rows(rules::inside_parens(tree_, condition));
           });
  }
  bool is_key_of_rows(KeyColumn column) const {
    return context_.keys() != nullptr && !context_.column_collations() &&
           context_.keys()->is_unique(column) && context_.keys()->is_never_null(column);
  }
  bool asks_for_more_rows(NodeId condition) const {
    if (tree_.kind(condition) != NodeKind::binary) return false;
    const NodeId count = tree_.first_child(condition);
    if (tree_.kind(count) != NodeKind::function || !same_name(tree_.text(count), "count") ||
        tree_[count].has(flag::qualified)) {
      return false;
    }
    const NodeId star = tree_.first_child(count);
    const auto number = rules::whole_number(tree_, tree_.last_child(condition));
    if (tree_.kind(star) != NodeKind::star || tree_.next_sibling(star) != no_node || !number)
      return false;
    switch (tree_[condition].as<Operator>()) {
      case Operator::greater: return *number >= 1;
      case Operator::greater_equal:
      case Operator::equal: return *number >= 2;
      case Operator::not_equal: return *number == 1;
      default: return false;
    }
  }

  /// Whether the query returns only aggregates, without groups, over columns of these sources,
  /// which the last join fills with NULLs: aggregates skip them.
  bool aggregates_skip(std::size_t at, std::size_t first, std::size_t last) const {
    if (at + 1 != joins_.size() || tree_.child(select_, NodeKind::group_by) != no_node ||
        tree_.child(select_, NodeKind::having) != no_node) {
      return false;
    }
    for (NodeId result : tree_.children(tree_.child(select_, NodeKind::select_list))) {
      if (tree_.kind(result) == NodeKind::aliased) result = tree_.first_child(result);
      if (tree_.kind(result) != NodeKind::function || !is_aggregate(tree_, result) ||
          tree_[result].has(flag::qualified) || !passes_over_null(tree_.text(result))) {
        return false;
      }
      NodeId argument = tree_.first_child(result);
      if (argument != no_node && tree_.kind(argument) == NodeKind::distinct)
        argument = tree_.next_sibling(argument);
      if (argument == no_node || tree_.next_sibling(argument) != no_node ||
          tree_.kind(argument) != NodeKind::column || bindings_[argument].levels != 0) {
        return false;
      }
      const auto source = static_cast<std::size_t>(
          std::find(sources_.begin(), sources_.end(), bindings_[argument].source) -
          sources_.begin());
      if (source < first || source > last) return false;
    }
    return true;
  }
  static bool passes_over_null(std::string_view name) {
    for (const std::string_view known : {"count", "sum", "avg", "min", "max", "total"}) {
      if (same_name(name, known)) return true;
    }
    return false;
  }

  /// Whether each row of the left side refers to a row of the right side, or is dropped later.
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
  /// The same with the sides swapped, if all rows of the only table on the left are present.
  bool right_has_partner(std::size_t at) const {
    Binding child, parent;
    if (at != 0 || !is_reference(at, child, parent)) return false;
    if (parent.source != sources_[0] || child.source != sources_[1]) return false;
    return is_dropped(at, {child.source, child.column}) ||
           context_.keys()->is_never_null({child.table, child.column});
  }
  /// Whether rows before the join may have NULLs instead of that source's row.
  bool is_null_extended(std::size_t source, std::size_t at) const {
    for (std::size_t join = source == 0 ? 0 : source - 1; join < at; ++join) {
      const JoinKind kind = joins_[join].kind;
      if (kind == JoinKind::full) return true;
      if (kind == (join + 1 == source ? JoinKind::left : JoinKind::right)) return true;
    }
    return false;
  }

  /// Whether ON only says that a foreign key equals the key that it refers to.
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
  /// A foreign key is matched as its parent would store it; a comparison may convert differently.
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

}  // namespace sluice::inline v0::sql
