/// Operators on whole conditions: negation, other connectives, removal, moves, and the treatment of
/// NULL.

#include "operators.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/sql/visit.hpp"

namespace sluice::inline v0::suite_detail::operators {
namespace {

using sql::flag::negated;

bool holds_aggregate(const SyntaxTree &tree, NodeId top) noexcept {
  for (const NodeId id : sql::nodes_below(tree, top)) {
    if (names_aggregate(tree, id)) return true;
  }
  return false;
}

/// The operands of the AND at the top of the clause's condition.
std::vector<NodeId> conditions_of(const SyntaxTree &tree, NodeId clause) {
  std::vector<NodeId> found;
  sql::walk(tree, clause, [&](NodeId id) {
    if (id == clause || tree.kind(id) == NodeKind::paren) return true;
    const bool is_and = is_connective(tree, id) && tree[id].as<Operator>() == Operator::logical_and;
    if (!is_and) found.push_back(id);
    return is_and;
  });
  return found;
}

NodeId add_null_test(SyntaxTree &tree, Operator is, NodeId value) {
  return add_binary(tree, is, value, tree.add(NodeKind::null));
}

void move_condition(TreeEdits &edits, NodeId condition, NodeId owner, NodeKind clause) {
  if (!edits.wanted()) return;
  SyntaxTree &tree = edits.copy();
  take_condition(tree, condition);
  add_condition(tree, owner, clause, condition);
  edits.give(condition);
}

NodeId last_join(const SyntaxTree &tree, NodeId select) noexcept {
  const NodeId from = tree.child(select, NodeKind::from);
  if (from == no_node) return no_node;
  const NodeId last = tree.last_child(from);
  const bool open = tree.kind(last) == NodeKind::join && !tree[last].has(sql::flag::natural) &&
                    tree.child(last, NodeKind::using_names) == no_node;
  return open ? last : no_node;
}

/// Adds or removes an explicit treatment of NULL in a comparison.
void handle_null_of(TreeEdits &edits, NodeId comparison) {
  const SyntaxTree &gold = edits.tree();
  const NodeId clause = clause_of(gold, comparison);
  if (clause == no_node || gold.kind(clause) == NodeKind::on) return;
  for (const NodeId side : gold.children(comparison)) {
    if (!edits.is_column(side) || !edits.wanted()) continue;
    SyntaxTree &tree = edits.copy();
    const NodeId made = add_binary(tree, Operator::logical_or, again(tree, comparison),
                                   add_null_test(tree, Operator::is, again(tree, side)));
    const NodeId paren = tree.add(NodeKind::paren);
    tree.append(paren, made);
    put(tree, comparison, paren);
    edits.give(comparison);
  }
}

void put_coalesce(TreeEdits &edits, NodeId column) {
  const sql::Binding &meaning = edits.meanings()[column];
  const std::string type =
      lower_ascii(edits.database().tables()[meaning.table].columns[meaning.column].type);
  const bool text = type.find("char") != type.npos || type.find("text") != type.npos;
  SyntaxTree &tree = edits.copy();
  const NodeId call = tree.add(NodeKind::function, "COALESCE");
  put(tree, column, call);
  tree.append(call, column);
  tree.append(call, text ? tree.add(NodeKind::string, "") : tree.add(NodeKind::number, "0"));
  edits.give(column);
}

/// `x NOT IN (SELECT y …)` without the rows whose y is NULL.
void drop_nulls_behind_in(TreeEdits &edits, NodeId in) {
  const SyntaxTree &gold = edits.tree();
  const NodeId subquery = gold.last_child(in);
  if (gold.kind(subquery) != NodeKind::subquery) return;
  const NodeId select = gold.first_child(subquery);
  if (gold.kind(select) != NodeKind::select) return;
  const NodeId result = gold.first_child(gold.child(select, NodeKind::select_list));
  if (!edits.is_column(result)) return;
  SyntaxTree &tree = edits.copy();
  const NodeId test = add_null_test(tree, Operator::is_not, again(tree, result));
  add_condition(tree, select, NodeKind::where, test);
  edits.give(in);
}

}  // namespace

void negation(TreeEdits &edits) {
  for (const NodeKind kind : {NodeKind::in, NodeKind::pattern, NodeKind::between}) {
    for (const NodeId id : edits.all(kind)) {
      if (!edits.wanted()) return;
      edits.copy().at(id).flags ^= negated;
      edits.give(id);
    }
  }
  for (const NodeId exists : edits.all(NodeKind::exists)) {
    if (!edits.wanted()) return;
    SyntaxTree &tree = edits.copy();
    const NodeId above = tree.parent(exists);
    if (tree.kind(above) == NodeKind::unary &&
        tree[above].as<Operator>() == Operator::logical_not) {
      tree.remove(exists);
      put(tree, above, exists);
    } else {
      const NodeId made =
          tree.add(NodeKind::unary, {}, static_cast<std::uint8_t>(Operator::logical_not));
      put(tree, exists, made);
      tree.append(made, exists);
    }
    edits.give(exists);
  }
}

void connective(TreeEdits &edits) {
  for (const NodeId id : edits.all(NodeKind::binary)) {
    if (!is_connective(edits.tree(), id)) continue;
    if (!edits.wanted()) return;
    const bool is_and = edits.tree()[id].as<Operator>() == Operator::logical_and;
    edits.copy().at(id).op =
        static_cast<std::uint8_t>(is_and ? Operator::logical_or : Operator::logical_and);
    edits.give(id);
  }
}

void condition_dropped(TreeEdits &edits) {
  const SyntaxTree &gold = edits.tree();
  for (const NodeKind kind : {NodeKind::where, NodeKind::on}) {
    for (const NodeId clause : edits.all(kind)) {
      if (!edits.wanted()) return;
      edits.copy().remove(clause);
      edits.give(clause);
    }
  }
  for (const NodeId id : edits.all(NodeKind::binary)) {
    if (!is_connective(gold, id) || clause_of(gold, id) == no_node) continue;
    for (const NodeId operand : gold.children(id)) {
      if (!edits.wanted()) return;
      take_condition(edits.copy(), operand);
      edits.give(operand);
    }
  }
}

void condition_moved(TreeEdits &edits) {
  const SyntaxTree &gold = edits.tree();
  for (const NodeId where : edits.all(NodeKind::where)) {
    const NodeId select = gold.parent(where);
    if (gold.kind(select) != NodeKind::select) continue;
    const NodeId join = last_join(gold, select);
    const bool grouped = gold.child(select, NodeKind::group_by) != no_node;
    for (const NodeId condition : conditions_of(gold, where)) {
      if (join != no_node) move_condition(edits, condition, join, NodeKind::on);
      if (grouped) move_condition(edits, condition, select, NodeKind::having);
    }
  }
  for (const NodeId having : edits.all(NodeKind::having)) {
    for (const NodeId condition : conditions_of(gold, having)) {
      if (holds_aggregate(gold, condition)) continue;
      move_condition(edits, condition, gold.parent(having), NodeKind::where);
    }
  }
  for (const NodeId on : edits.all(NodeKind::on)) {
    const NodeId select = edits.select_of(on);
    if (select == no_node) continue;
    for (const NodeId condition : conditions_of(gold, on)) {
      move_condition(edits, condition, select, NodeKind::where);
    }
  }
}

void null_handling(TreeEdits &edits) {
  const SyntaxTree &gold = edits.tree();
  for (const NodeId id : edits.all(NodeKind::binary)) {
    const auto op = gold[id].as<Operator>();
    if (op == Operator::is || op == Operator::is_not) {
      if (gold.kind(gold.last_child(id)) != NodeKind::null) continue;
      edits.copy().at(id).op =
          static_cast<std::uint8_t>(op == Operator::is ? Operator::is_not : Operator::is);
      edits.give(id);
    } else if (is_comparison(gold, id)) {
      handle_null_of(edits, id);
    }
    if (!edits.wanted()) return;
  }
  for (const NodeId id : edits.all(NodeKind::unary)) {
    const auto op = gold[id].as<Operator>();
    if (op != Operator::is_null && op != Operator::not_null) continue;
    edits.copy().at(id).op =
        static_cast<std::uint8_t>(op == Operator::is_null ? Operator::not_null : Operator::is_null);
    edits.give(id);
    if (!edits.wanted()) return;
  }
  for (const NodeId column : edits.all(NodeKind::column)) {
    if (!edits.wanted()) return;
    if (edits.is_column(column) && names_aggregate(gold, gold.parent(column))) {
      put_coalesce(edits, column);
    }
  }
  for (const NodeId in : edits.all(NodeKind::in)) {
    if (!edits.wanted()) return;
    if (gold[in].has(negated)) drop_nulls_behind_in(edits, in);
  }
}

}  // namespace sluice::inline v0::suite_detail::operators
