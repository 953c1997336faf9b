/// Rules about conditions.

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "query_facts.hpp"
#include "sluice/sql/equivalence_rules.hpp"
#include "sluice/sql/visit.hpp"
#include "tree_edit.hpp"

namespace sluice::inline v0::sql {
namespace {

constexpr std::uint8_t code(Operator op) noexcept { return static_cast<std::uint8_t>(op); }

/// The comparison that is true where the given one is false, and NULL where it is NULL.
Operator negation_of(Operator op) noexcept {
  switch (op) {
    case Operator::equal: return Operator::not_equal;
    case Operator::not_equal: return Operator::equal;
    case Operator::less: return Operator::greater_equal;
    case Operator::less_equal: return Operator::greater;
    case Operator::greater: return Operator::less_equal;
    case Operator::greater_equal: return Operator::less;
    case Operator::is: return Operator::is_not;
    case Operator::is_not: return Operator::is;
    case Operator::is_distinct: return Operator::is_not_distinct;
    case Operator::is_not_distinct: return Operator::is_distinct;
    default: return Operator::none;
  }
}

/// The operator for swapped operands, or none if they must not be swapped.
Operator mirror_of(Operator op) noexcept {
  switch (op) {
    case Operator::equal:
    case Operator::not_equal:
    case Operator::add:
    case Operator::multiply:
    case Operator::bit_and:
    case Operator::bit_or: return op;
    case Operator::less: return Operator::greater;
    case Operator::less_equal: return Operator::greater_equal;
    case Operator::greater: return Operator::less;
    case Operator::greater_equal: return Operator::less_equal;
    default: return Operator::none;
  }
}

bool is_comparison(Operator op) noexcept {
  return op >= Operator::equal && op <= Operator::greater_equal;
}

bool is_quantified(const SyntaxTree &tree, NodeId comparison) noexcept {
  for (const NodeId child : tree.children(comparison)) {
    if (tree.kind(child) == NodeKind::quantified) return true;
  }
  return false;
}

struct PushNegations {
  static std::string_view name() noexcept { return "push_negations"; }

  static bool apply(SyntaxTree &tree, RewriteContext & /*context*/) {
    bool changed = false;
    for (const NodeId id : nodes_of(tree)) {
      while (is_not(tree, id) && push(tree, id)) changed = true;
    }
    return changed;
  }

 private:
  static bool is_not(const SyntaxTree &tree, NodeId id) noexcept {
    return tree.kind(id) == NodeKind::unary && tree[id].as<Operator>() == Operator::logical_not;
  }

  static bool push(SyntaxTree &tree, NodeId id) {
    const NodeId inner = rules::inside_parens(tree, tree.first_child(id));
    const auto op = tree[inner].as<Operator>();
    switch (tree.kind(inner)) {
      case NodeKind::pattern:
      case NodeKind::between:
      case NodeKind::in:
        rules::become(tree, id, inner);
        tree.at(id).flags = static_cast<std::uint16_t>(tree[id].flags ^ flag::negated);
        return true;
      case NodeKind::unary: return push_into_unary(tree, id, inner, op);
      case NodeKind::binary:
        if (op == Operator::logical_and || op == Operator::logical_or) {
          rules::become(tree, id, inner);
          tree.at(id).op =
              code(op == Operator::logical_and ? Operator::logical_or : Operator::logical_and);
          for (const NodeId operand : tree.children(id)) negate(tree, operand);
          return true;
        }
        if (negation_of(op) == Operator::none || is_quantified(tree, inner)) return false;
        rules::become(tree, id, inner);
        tree.at(id).op = code(negation_of(op));
        return true;
      default: return false;
    }
  }

  static bool push_into_unary(SyntaxTree &tree, NodeId id, NodeId inner, Operator op) {
    if (op == Operator::is_null || op == Operator::not_null) {
      rules::become(tree, id, inner);
      tree.at(id).op = code(op == Operator::is_null ? Operator::not_null : Operator::is_null);
      return true;
    }
    if (op != Operator::logical_not) return false;
    const NodeId value = rules::inside_parens(tree, tree.first_child(inner));
    if (!rules::only_truth_counts(tree, id) && !rules::is_truth(tree, value)) return false;
    rules::become(tree, id, value);
    return true;
  }

  static void negate(SyntaxTree &tree, NodeId id) {
    const NodeId operand = rules::split_off(tree, id);
    tree.at(id).kind = NodeKind::unary;
    tree.at(id).op = code(Operator::logical_not);
    rules::set_children(tree, id, std::array{operand});
  }
};

struct ExpandBetween {
  static std::string_view name() noexcept { return "expand_between"; }

  static bool apply(SyntaxTree &tree, RewriteContext & /*context*/) {
    if (rules::is_deep(tree)) return false;
    std::vector<NodeId> found;
    for (const NodeId id : nodes_of(tree)) {
      if (tree.kind(id) == NodeKind::between) found.push_back(id);
    }
    bool changed = false;
    // From the innermost outwards, so that copied operands have their final size.
    for (std::size_t i = found.size(); i-- > 0;) {
      if (expand(tree, found[i])) changed = true;
    }
    return changed;
  }

 private:
  static bool expand(SyntaxTree &tree, NodeId id) {
    const NodeId value = tree.first_child(id), low = tree.next_sibling(value);
    const NodeId high = tree.next_sibling(low);
    if (tree[id].has(flag::symmetric) || tree.kind(value) == NodeKind::row ||
        count_nodes(tree, value, rules::small_copy + 1) > rules::small_copy ||
        rules::holds_query(tree, value) || !rules::is_repeatable(tree, value)) {
      return false;
    }
    const bool negated = tree[id].has(flag::negated);
    const NodeId again = rules::duplicate(tree, value);
    const NodeId from =
        tree.add(NodeKind::binary, {}, code(negated ? Operator::less : Operator::greater_equal));
    const NodeId to =
        tree.add(NodeKind::binary, {}, code(negated ? Operator::greater : Operator::less_equal));
    rules::set_children(tree, from, std::array{value, low});
    rules::set_children(tree, to, std::array{again, high});
    tree.at(id).kind = NodeKind::binary;
    tree.at(id).op = code(negated ? Operator::logical_or : Operator::logical_and);
    tree.at(id).flags = 0;
    rules::set_children(tree, id, std::array{from, to});
    return true;
  }
};

struct CanonicalInLists {
  static std::string_view name() noexcept { return "canonical_in_lists"; }

  static bool apply(SyntaxTree &tree, RewriteContext & /*context*/) {
    bool changed = false;
    for (const NodeId id : nodes_of(tree)) {
      if (tree.kind(id) == NodeKind::in && settle(tree, id)) changed = true;
    }
    return changed;
  }

 private:
  static bool settle(SyntaxTree &tree, NodeId id) {
    const NodeId value = tree.first_child(id), list = tree.next_sibling(value);
    if (tree.kind(list) != NodeKind::list || tree.first_child(list) == no_node) return false;
    const bool changed = sort(tree, list);
    const NodeId only = tree.first_child(list);
    if (tree.next_sibling(only) != no_node || tree.kind(value) == NodeKind::row ||
        !rules::is_literal(tree, rules::inside_parens(tree, only))) {
      return changed;
    }
    tree.at(id).kind = NodeKind::binary;
    tree.at(id).op = code(tree[id].has(flag::negated) ? Operator::not_equal : Operator::equal);
    tree.at(id).flags = 0;
    rules::set_children(tree, id, std::array{value, only});
    return true;
  }

  static bool sort(SyntaxTree &tree, NodeId list) {
    std::vector<NodeId> values;
    for (const NodeId value : tree.children(list)) {
      if (!rules::is_literal(tree, value)) return false;
      values.push_back(value);
    }
    const auto before = [&tree](NodeId a, NodeId b) { return rules::compare(tree, a, b) < 0; };
    const bool sorted = std::is_sorted(values.begin(), values.end(), before);
    const std::size_t size = values.size();
    std::stable_sort(values.begin(), values.end(), before);
    values.erase(std::unique(values.begin(), values.end(),
                             [&tree](NodeId a, NodeId b) { return rules::same(tree, a, b); }),
                 values.end());
    if (sorted && values.size() == size) return false;
    rules::set_children(tree, list, values);
    return true;
  }
};

/// Works bottom-up, so that compared operands are already sorted.
class OperandSorter {
 public:
  OperandSorter(SyntaxTree &tree, bool column_collations)
      : tree_(tree),
        column_collations_(column_collations),
        height_(tree.size()),
        depth_(tree.size()) {}

  bool sort() && {
    std::vector<NodeId> nodes;
    std::uint32_t depth = 0;
    walk(
        tree_, tree_.root(),
        [&](NodeId id) {
          depth_[id.index()] = depth++;
          if (tree_.kind(id) == NodeKind::collate) any_collate_ = true;
          nodes.push_back(id);
          return true;
        },
        [&](NodeId) { --depth; });
    for (std::size_t i = nodes.size(); i-- > 0;) {
      if (tree_.kind(nodes[i]) == NodeKind::binary) operation(nodes[i]);
      if (tree_.kind(nodes[i]) != NodeKind::none) measure(nodes[i]);
    }
    return changed_;
  }

 private:
  static constexpr std::size_t deepest = 900;

  void measure(NodeId id) {
    std::uint32_t height = 0;
    for (const NodeId child : tree_.children(id))
      height = std::max(height, height_[child.index()] + 1);
    height_[id.index()] = height;
  }

  void operation(NodeId id) {
    const auto op = tree_[id].as<Operator>();
    if (op == Operator::logical_and || op == Operator::logical_or) return chain(id, op);
    const Operator mirrored = mirror_of(op);
    if (mirrored == Operator::none) return;
    const NodeId left = tree_.first_child(id), right = tree_.next_sibling(left);
    if (!belongs_left(right, left, is_comparison(op)) || is_quantified(tree_, id)) return;
    if (is_comparison(op) && (any_collate_ || column_collations_) && carries_collation(left) &&
        carries_collation(right)) {
      return;
    }
    tree_.at(id).op = code(mirrored);
    rules::set_children(tree_, id, std::array{right, left});
    changed_ = true;
  }
  /// Operands that are themselves operations go left, where they need no parentheses.
  bool belongs_left(NodeId id, NodeId other, bool compared) const {
    const auto leads = [&](NodeId operand) {
      operand = rules::inside_parens(tree_, operand);
      return compared ? rules::is_truth(tree_, operand) && tree_.first_child(operand) != no_node
                      : tree_.kind(operand) == NodeKind::binary;
    };
    if (leads(id) != leads(other)) return leads(id);
    return rules::compare(tree_, id, other) < 0;
  }
  bool carries_collation(NodeId id) const {
    return rules::carries_collation(tree_, id, column_collations_);
  }

  bool is_operator(NodeId id, Operator op) const {
    return tree_.kind(id) == NodeKind::binary && tree_[id].as<Operator>() == op;
  }

  void chain(NodeId top, Operator op) {
    NodeId above = tree_.parent(top);
    while (tree_.kind(above) == NodeKind::paren) above = tree_.parent(above);
    if (is_operator(above, op)) return;  // part of a longer chain

    std::vector<NodeId> operands;
    rules::collect_operands(tree_, top, op, operands);
    std::uint32_t height = 0;
    for (const NodeId operand : operands) height = std::max(height, height_[operand.index()]);
    if (depth_[top.index()] + operands.size() + height > deepest) return;

    std::vector<NodeId> sorted = operands;
    std::stable_sort(sorted.begin(), sorted.end(),
                     [this](NodeId a, NodeId b) { return rules::compare(tree_, a, b) < 0; });
    drop_repeated(top, sorted);
    const std::vector<NodeId> operators = spine(top, op);
    // If the left spine contains all operators, nothing is nested on the right, and there are no
    // parentheses.
    if (sorted == operands && operators.size() + 1 == operands.size()) return;
    rebuild(top, op, sorted);
    changed_ = true;
  }

  /// The operators on the left spine below `top`, as long as their right sides are operands.
  std::vector<NodeId> spine(NodeId top, Operator op) const {
    std::vector<NodeId> found;
    for (NodeId at = top; is_operator(at, op); at = tree_.first_child(at)) found.push_back(at);
    return found;
  }

  void drop_repeated(NodeId top, std::vector<NodeId> &sorted) const {
    std::vector<NodeId> kept;
    for (const NodeId operand : sorted) {
      if (kept.empty() || !rules::same(tree_, kept.back(), operand) ||
          !rules::is_repeatable(tree_, operand)) {
        kept.push_back(operand);
      }
    }
    if (kept.size() > 1 || rules::only_truth_counts(tree_, top) ||
        rules::is_truth(tree_, kept.front())) {
      sorted = std::move(kept);
    }
  }

  void rebuild(NodeId top, Operator op, const std::vector<NodeId> &operands) {
    if (operands.size() == 1) return rules::become(tree_, top, operands.front());
    NodeId left = operands.front();
    for (std::size_t i = 1; i + 1 < operands.size(); ++i) {
      const NodeId both = tree_.add(NodeKind::binary, {}, code(op));
      rules::set_children(tree_, both, std::array{left, operands[i]});
      height_.push_back(0);
      depth_.push_back(0);
      measure(both);
      left = both;
    }
    rules::set_children(tree_, top, std::array{left, operands.back()});
  }

  SyntaxTree &tree_;
  bool column_collations_;
  bool any_collate_ = false;
  bool changed_ = false;
  std::vector<std::uint32_t> height_, depth_;
};

struct SortOperands {
  static std::string_view name() noexcept { return "sort_operands"; }

  static bool apply(SyntaxTree &tree, RewriteContext &context) {
    return OperandSorter(tree, context.column_collations()).sort();
  }
};

}  // namespace

AnyRewriteRule push_negations() { return PushNegations(); }
AnyRewriteRule expand_between() { return ExpandBetween(); }
AnyRewriteRule canonical_in_lists() { return CanonicalInLists(); }
AnyRewriteRule sort_operands() { return SortOperands(); }

}  // namespace sluice::inline v0::sql
