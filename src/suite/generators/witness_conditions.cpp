// Turns the conditions of a query into requirements on the rows of a witness.

#include <algorithm>
#include <utility>

#include "query_conditions.hpp"
#include "query_witness.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/sql/visit.hpp"

namespace sluice::inline v0::suite {

using sql::NodeId;
using sql::NodeKind;

namespace {

NodeId subquery_of(const sql::SyntaxTree &tree, NodeId node) {
  const NodeId first = tree.first_child(node);
  return first != sql::no_node && sql::is_query(tree.kind(first)) ? first : sql::no_node;
}

}  // namespace

// ---- how many rows ---------------------------------------------------------------------------

std::size_t QueryWitness::copies_of(NodeId select) {
  if (const Deviation *given = deviation(Deviation::Kind::copies, select)) {
    return std::min(given->count, max_copies_);
  }
  std::size_t copies = 1;
  if (const NodeId having = tree_.child(select, NodeKind::having); having != sql::no_node) {
    const std::size_t needed = needed_by(tree_.first_child(having));
    copies = std::max(copies, needed);
  }
  if (const NodeId limit = tree_.child(select, NodeKind::limit); limit != sql::no_node) {
    const NodeId offset = tree_.child(limit, NodeKind::offset);
    const auto count = constant_of(tree_, tree_.first_child(limit));
    const auto skipped =
        offset == sql::no_node ? 0.0 : constant_of(tree_, tree_.first_child(offset));
    if (count && *count >= 1) {
      note({Choice::Kind::threshold,
            select,
            {},
            static_cast<std::size_t>(std::min(*count, 1e6)),
            false,
            false,
            false});
    }
    if (skipped && *skipped > 0) {
      copies = std::max(copies, static_cast<std::size_t>(std::min(*skipped, 1e6)) + 1);
    }
  }
  if (copies > max_copies_) note_unsolved(select);
  return std::min(copies, max_copies_);
}

std::size_t QueryWitness::needed_by(NodeId having) {
  std::size_t needed = 1;
  for (const CountCondition &condition : count_conditions(tree_, having)) {
    needed = std::max(needed, condition.needed);
    note({Choice::Kind::threshold,
          sql::ancestor(tree_, having, NodeKind::select),
          {},
          condition.threshold,
          false,
          true,
          false});
  }
  return needed;
}

void QueryWitness::require_having(NodeId having, const Frame &frame) {
  std::vector<NodeId> open{having};
  while (!open.empty()) {
    const NodeId node = open.back();
    open.pop_back();
    if (tree_.kind(node) == NodeKind::paren) {
      open.push_back(tree_.first_child(node));
    } else if (tree_.kind(node) == NodeKind::binary &&
               tree_[node].as<sql::Operator>() == sql::Operator::logical_and) {
      open.push_back(tree_.last_child(node));
      open.push_back(tree_.first_child(node));           // visited next
    } else if (count_conditions(tree_, node).empty()) {  // conditions on counts need only rows
      require(node, true, frame);
    }
  }
}

// ---- conditions ------------------------------------------------------------------------------

void QueryWitness::require(NodeId node, bool wanted, const Frame &frame) {
  if (recursion_.ends()) return note_unsolved(node);
  ++recursion_.depth;
  while (node != sql::no_node) {
    if (++work_ > max_work) {
      note_unsolved(node);
      break;
    }
    node = require_here(node, wanted, frame);
  }
  --recursion_.depth;
}

/// Returns the remaining operand to require, with `wanted` updated, or no_node.
NodeId QueryWitness::require_here(NodeId node, bool &wanted, const Frame &frame) {
  const sql::Node &at = tree_[node];
  const auto op = at.as<sql::Operator>();
  if (at.kind == NodeKind::paren) return at.first_child;
  if (at.kind == NodeKind::unary && op == sql::Operator::logical_not) {
    wanted = !wanted;
    return at.first_child;
  }
  if (at.kind == NodeKind::binary &&
      (op == sql::Operator::logical_and || op == sql::Operator::logical_or)) {
    if ((op == sql::Operator::logical_and) != wanted) return require_either(node, wanted, frame);
    require_each(node, wanted, frame);
  } else if (at.kind == NodeKind::exists) {
    note({Choice::Kind::negated, node, {}, 0, false, false, false});
    const bool inverted = deviation(Deviation::Kind::populate, node) != nullptr;
    if (wanted != inverted) require_query(at.first_child, &frame);
  } else if (at.kind == NodeKind::in) {
    require_in(node, wanted != at.has(sql::flag::negated), frame);
  } else {
    require_atom(node, wanted, frame);
  }
  return sql::no_node;
}

/// Requires both operands. A chain nests to the left, so it is walked without recursion per link.
void QueryWitness::require_each(NodeId node, bool wanted, const Frame &frame) {
  std::vector<NodeId> sides;
  const std::uint8_t op = tree_[node].op;
  NodeId at = node;
  while (tree_.kind(at) == NodeKind::binary && tree_[at].op == op) {
    sides.push_back(tree_.next_sibling(tree_.first_child(at)));
    at = tree_.first_child(at);
  }
  require(at, wanted, frame);
  for (auto side = sides.rbegin(); side != sides.rend(); ++side) require(*side, wanted, frame);
}

NodeId QueryWitness::require_either(NodeId node, bool wanted, const Frame &frame) {
  note({Choice::Kind::either, node, {}, 2, false, false, false});
  const Deviation *branch = deviation(Deviation::Kind::branch, node);
  const std::size_t chosen = branch != nullptr ? branch->count : 0;
  if (chosen != 2) return tree_.child(node, chosen);
  require(tree_.first_child(node), wanted, frame);
  return tree_.last_child(node);
}

void QueryWitness::require_in(NodeId node, bool wanted, const Frame &frame) {
  const NodeId set = tree_.next_sibling(tree_.first_child(node));
  if (tree_.kind(set) == NodeKind::list)
    return require_atom(node, wanted != tree_[node].has(sql::flag::negated), frame);
  note({Choice::Kind::negated, node, {}, 0, false, false, false});
  const Deviation *populate = deviation(Deviation::Kind::populate, node);
  const bool inverted = populate != nullptr;
  if (!wanted && !inverted) return;
  const NodeId query =
      tree_.kind(set) == NodeKind::subquery ? subquery_of(tree_, set) : sql::no_node;
  if (query == sql::no_node) return note_unsolved(node);
  const Results results = require_query(query, &frame);
  // The subquery must have rows that do not match: they are left unrelated.
  if (inverted && (wanted || populate->count == 1)) return;
  const NodeId tested = tree_.first_child(node);
  if (!results.empty()) require_equal(read(tested, frame), results[0]);
}

void QueryWitness::require_atom(NodeId node, bool wanted, const Frame &frame) {
  const Term term = read(node, frame);
  if (term.kind == Term::Kind::unknown) return note_unsolved(node);
  std::vector<std::uint32_t> variables;
  collect_variables(term, variables);
  if (variables.empty()) {
    scenario_.require(term, wanted ? Scenario::Wanted::yes : Scenario::Wanted::no);
    return;
  }
  Choice choice{Choice::Kind::atom, node, {}, variables.size(), false, false, false};
  if (variables.size() == 1) choice.literals = literals_of(term);
  note(std::move(choice));
  if (const Deviation *pin = deviation(Deviation::Kind::pin, node)) {
    if (pin->value.is_null()) {
      scenario_.set_null(variables[0]);
    } else {
      scenario_.bind(variables[0], pin->value);
    }
    return;
  }
  if (deviation(Deviation::Kind::negate, node) != nullptr) wanted = !wanted;
  if (term.kind == Term::Kind::binary && term.op == sql::Operator::equal && wanted) {
    return require_equal(term.arguments[0], term.arguments[1]);
  }
  if (term.kind == Term::Kind::unary && term.arguments[0].kind == Term::Kind::variable) {
    if ((term.op == sql::Operator::is_null) == wanted &&
        (term.op == sql::Operator::is_null || term.op == sql::Operator::not_null)) {
      return scenario_.set_null(term.arguments[0].variable);
    }
  }
  scenario_.require(term, wanted ? Scenario::Wanted::yes : Scenario::Wanted::no);
}

void QueryWitness::require_equal(const Term &left, const Term &right) {
  const bool a = left.kind == Term::Kind::variable, b = right.kind == Term::Kind::variable;
  if (left.kind == Term::Kind::unknown || right.kind == Term::Kind::unknown) return;
  if (a && b) return scenario_.equate(left.variable, right.variable);
  if (a && right.kind == Term::Kind::literal && !right.value.is_null()) {
    return scenario_.bind(left.variable, stored_as(right.value, left.affinity));
  }
  if (b && left.kind == Term::Kind::literal && !left.value.is_null()) {
    return scenario_.bind(right.variable, stored_as(left.value, right.affinity));
  }
  scenario_.require(Term::of_binary(sql::Operator::equal, left, right), Scenario::Wanted::yes);
}

// ---- expressions -----------------------------------------------------------------------------

Term QueryWitness::read(NodeId node, const Frame &frame) {
  return term_of(
      tree_, node, [&](NodeId asked) { return resolve(asked, frame); }, recursion_);
}

Term QueryWitness::resolve(NodeId node, const Frame &frame) {
  if (++work_ > max_work || recursion_.ends()) return {};
  ++recursion_.depth;
  Term term;
  switch (tree_.kind(node)) {
    case NodeKind::column: term = resolve_column(node, frame); break;
    case NodeKind::subquery:
      if (const NodeId query = subquery_of(tree_, node); query != sql::no_node) {
        const Results results = require_query(query, &frame);
        if (!results.empty()) term = results[0];
      }
      break;
    case NodeKind::function:
      if (!is_plain_aggregate(tree_, node)) break;
      // Over a single row, most aggregates equal their argument.
      if (same_name(tree_.text(node), "count")) {
        term = Term::of_value(Value::of(std::int64_t{1}));
      } else {
        for (const NodeId child : tree_.children(node)) {
          if (tree_.kind(child) == NodeKind::distinct) continue;
          term = read(child, frame);
          break;
        }
        // All copies of a select are equal.
        if (frame.copies > 1 && same_name(tree_.text(node), "sum") &&
            term.kind != Term::Kind::unknown) {
          const auto copies = static_cast<std::int64_t>(frame.copies);
          term = Term::of_binary(sql::Operator::multiply, std::move(term),
                                 Term::of_value(Value::of(copies)));
        }
      }
      break;
    default: break;
  }
  --recursion_.depth;
  return term;
}

Term QueryWitness::resolve_column(NodeId node, const Frame &frame) {
  const sql::Binding &binding = query_.bindings[node];
  switch (binding.meaning) {
    case sql::Meaning::string: return Term::of_value(Value::of_text(tree_.text(node)));
    case sql::Meaning::result:
      return binding.result == sql::no_node || binding.result == node ? Term()
                                                                      : read(binding.result, frame);
    case sql::Meaning::column:
    case sql::Meaning::rowid: {
      const Source *source = find_source(binding.source, frame);
      if (source == nullptr || binding.column == sql::no_position) return {};
      if (source->padded) return Term::of_value(Value());
      if (source->row == Scenario::no_row) return {};
      note({Choice::Kind::column, node, {}, 0, false, false, false});
      const Term term = scenario_.term(source->row, binding.column);
      if (deviation(Deviation::Kind::make_null, node) != nullptr) scenario_.set_null(term.variable);
      return term;
    }
    case sql::Meaning::derived: {
      const Source *source = find_source(binding.source, frame);
      if (source == nullptr || binding.column >= source->results.size()) return {};
      return source->results[binding.column];
    }
    default: return {};
  }
}

}  // namespace sluice::inline v0::suite
