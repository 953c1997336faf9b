#include "printed_names.hpp"
#include "printer.hpp"
#include "sluice/core/ascii.hpp"
#include "sql/parser/grammar.hpp"

namespace sluice::inline v0::sql {

void Printer::current_time(const Node &node) {
  switch (node.as<CurrentTime>()) {
    case CurrentTime::date: out_.word("CURRENT_DATE"); break;
    case CurrentTime::time: out_.word("CURRENT_TIME"); break;
    case CurrentTime::timestamp: out_.word("CURRENT_TIMESTAMP"); break;
  }
}

void Printer::unary(NodeId id, const Node &node, int before, int behind) {
  const NodeId operand = tree_.first_child(id);
  switch (node.as<Operator>()) {
    case Operator::logical_not:
      out_.word("NOT");
      emit(operand, power::logical_not, behind);
      break;
    case Operator::is_null:
    case Operator::not_null:
      emit(operand, before, power_of(Operator::is_null));
      out_.word(text_of(node.as<Operator>()));
      break;
    default: {
      out_.word(text_of(node.as<Operator>()));
      // Two adjacent minus signs would start a comment.
      if (tree_.kind(operand) != NodeKind::unary) out_.glue();
      emit(operand, power::sign, behind);
    }
  }
}

void Printer::binary(NodeId id, const Node &node, int before, int behind) {
  const auto op = node.as<Operator>();
  const int power = power_of(op);
  const NodeId left = tree_.child(id, std::size_t{0});
  emit(left, before, power);
  out_.word(text_of(op));
  const NodeId right = tree_.next_sibling(left);
  if (op == Operator::is && is_not(right)) return in_parens(right);  // no IS NOT
  emit(right, power + 1, behind);
}

bool Printer::is_not(NodeId id) const {
  return tree_.kind(id) == NodeKind::unary && tree_[id].as<Operator>() == Operator::logical_not;
}

bool Printer::ends_with_pattern(NodeId id) const {
  for (;;) {
    switch (tree_.kind(id)) {
      case NodeKind::pattern:
        if (tree_.child(id, NodeKind::escape) == no_node) return true;
        id = tree_.first_child(tree_.last_child(id));
        break;
      case NodeKind::unary:
        if (tree_[id].as<Operator>() == Operator::is_null ||
            tree_[id].as<Operator>() == Operator::not_null)
          return false;
        [[fallthrough]];
      case NodeKind::binary:
      case NodeKind::between: id = tree_.last_child(id); break;
      default: return false;
    }
  }
}

void Printer::pattern(NodeId id, const Node &node, int before, int behind) {
  const auto op = node.as<Operator>();
  const int power = power_of(op);
  const NodeId left = tree_.first_child(id), right = tree_.next_sibling(left);
  const NodeId escape = tree_.next_sibling(right);
  emit(left, before, power);
  if (node.has(flag::negated)) out_.word("NOT");
  out_.word(text_of(op));
  if (escape == no_node) return emit(right, power + 1, behind);
  if (is_not(right) && ends_with_pattern(right)) {
    in_parens(right);
  } else {
    emit(right, power + 1, 0);
  }
  emit(escape, 0, behind);
}

void Printer::between(NodeId id, const Node &node, int before, int behind) {
  const int power = power_of_in();
  const NodeId value = tree_.first_child(id), low = tree_.next_sibling(value);
  emit(value, before, power);
  if (node.has(flag::negated)) out_.word("NOT");
  out_.word("BETWEEN");
  if (node.has(flag::symmetric)) out_.word("SYMMETRIC");
  emit(low, power::logical_not, power::logical_and);
  out_.word("AND");
  emit(tree_.next_sibling(low), power + 1, behind);
}

void Printer::in(NodeId id, const Node &node, int before) {
  const NodeId value = tree_.first_child(id);
  emit(value, before, power_of_in());
  if (node.has(flag::negated)) out_.word("NOT");
  out_.word("IN");
  emit(tree_.next_sibling(value), 0, 0);
}

void Printer::case_when(NodeId id) {
  out_.word("CASE");
  each(id);
  out_.word("END");
}

void Printer::cast(NodeId id, const Node &node, int before) {
  const NodeId value = tree_.first_child(id), type = tree_.next_sibling(value);
  if (node.has(flag::colons)) {
    emit(value, before, power::postfix);
    out_.tight("::");
    out_.glue();
    emit(type, 0, 0);
    return;
  }
  out_.word(node.has(flag::attempt) ? "TRY_CAST" : "CAST");
  out_.open_call();
  emit(value, 0, 0);
  out_.word("AS");
  emit(type, 0, 0);
  out_.close();
}

void Printer::type(NodeId id, const Node &node) {
  if (const std::string_view text = tree_.text(id); !text.empty()) out_.word(text);
  if (tree_.first_child(id) != no_node) parenthesized_list(id, false);
  if (node.has(flag::array)) out_.tight("[]");
}

void Printer::function(NodeId id, const Node &node) {
  NodeId child = tree_.first_child(id);
  if (node.has(flag::qualified)) {
    for (; child != no_node && tree_.kind(child) == NodeKind::name;
         child = tree_.next_sibling(child))
      qualifier(child);
  }
  name(id);
  out_.open_call();
  if (node.has(flag::all)) out_.word("ALL");
  bool comma = false;
  for (; child != no_node; child = tree_.next_sibling(child)) {
    const NodeKind kind = tree_.kind(child);
    if (kind == NodeKind::filter || kind == NodeKind::over || kind == NodeKind::within_group) break;
    if (comma && kind != NodeKind::order_by && kind != NodeKind::keyword_argument) out_.comma();
    comma = kind != NodeKind::distinct;
    emit(child, position_argument(id, child) ? power::bits : 0, 0);
  }
  out_.close();
  for (; child != no_node; child = tree_.next_sibling(child)) emit(child, 0, 0);
}

bool Printer::position_argument(NodeId function, NodeId child) const {
  const NodeId next = tree_.next_sibling(child);
  return same_name(tree_.text(function), "position") && next != no_node &&
         tree_.kind(next) == NodeKind::keyword_argument;
}

void Printer::raise(NodeId id, const Node &node) {
  out_.word("RAISE");
  out_.open_call();
  action(node.as<ConflictAction>());
  if (tree_.first_child(id) != no_node) {
    out_.comma();
    each(id);
  }
  out_.close();
}

void Printer::quantified(NodeId id, const Node &node) {
  switch (node.as<Quantifier>()) {
    case Quantifier::any: out_.word("ANY"); break;
    case Quantifier::some: out_.word("SOME"); break;
    case Quantifier::all: out_.word("ALL"); break;
  }
  in_parens(tree_.first_child(id));
}

void Printer::array(NodeId id) {
  out_.word("ARRAY");
  const NodeId first = tree_.first_child(id);
  if (first != no_node && tree_.kind(first) == NodeKind::subquery) return each(id);
  out_.tight("[");
  out_.glue();
  list(id);
  out_.tight("]");
}

void Printer::subscript(NodeId id, const Node &node, int before) {
  const NodeId value = tree_.first_child(id), from = tree_.next_sibling(value);
  emit(value, before, power::postfix);
  out_.tight("[");
  out_.glue();
  if (from != no_node) emit(from, 0, 0);
  if (node.has(flag::slice)) out_.tight(":");
  if (const NodeId to = from == no_node ? no_node : tree_.next_sibling(from); to != no_node)
    emit(to, 0, 0);
  out_.tight("]");
}

}  // namespace sluice::inline v0::sql
