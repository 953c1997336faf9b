#include "query_conditions.hpp"

#include <algorithm>
#include <cmath>

#include "query_constants.hpp"
#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::suite {

using sql::NodeId;
using sql::NodeKind;
using sql::Operator;

namespace {

constexpr double max_counted = 1e6;

NodeId without_parens(const sql::SyntaxTree &tree, NodeId node) {
  while (tree.kind(node) == NodeKind::paren) node = tree.first_child(node);
  return node;
}

bool is_count(const sql::SyntaxTree &tree, NodeId node) {
  return is_plain_aggregate(tree, node) && same_name(tree.text(node), "count");
}

Operator mirrored(Operator op) {
  switch (op) {
    case Operator::less: return Operator::greater;
    case Operator::less_equal: return Operator::greater_equal;
    case Operator::greater: return Operator::less;
    case Operator::greater_equal: return Operator::less_equal;
    default: return op;
  }
}

/// The number of rows that satisfies `count op bound`.
std::size_t rows_for(Operator op, double bound) {
  bound = std::clamp(bound, 0.0, max_counted);
  const auto floor = static_cast<std::size_t>(std::floor(bound));
  switch (op) {
    case Operator::greater: return floor + 1;
    case Operator::greater_equal:
      return std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil(bound)));
    case Operator::equal: return std::max<std::size_t>(1, floor);
    case Operator::not_equal: return floor == 1 ? 2 : 1;
    default: return 1;
  }
}

}  // namespace

bool is_plain_aggregate(const sql::SyntaxTree &tree, NodeId node) {
  if (tree.kind(node) != NodeKind::function) return false;
  if (tree.child(node, NodeKind::over) != sql::no_node) return false;
  const std::string_view name = tree.text(node);
  for (const std::string_view known : {"count", "sum", "avg", "total"}) {
    if (same_name(name, known)) return true;
  }
  const bool extreme = same_name(name, "min") || same_name(name, "max");
  return extreme && tree.count_children(node) == 1;
}

std::optional<double> constant_of(const sql::SyntaxTree &tree, NodeId node) {
  if (node == sql::no_node) return std::nullopt;
  const Term term = term_of(tree, node, [](NodeId) { return Term(); });
  const auto value = evaluate(term, [](std::uint32_t) -> const Value * { return nullptr; });
  if (!value || !value->is_number()) return std::nullopt;
  return value->number();
}

std::vector<CountCondition> count_conditions(const sql::SyntaxTree &tree, NodeId having) {
  std::vector<CountCondition> found;
  std::vector<NodeId> open{having};
  while (!open.empty()) {
    const NodeId node = without_parens(tree, open.back());
    open.pop_back();
    const sql::Node &at = tree[node];
    if (at.kind == NodeKind::binary && at.as<Operator>() == Operator::logical_and) {
      for (const NodeId side : tree.children(node)) open.push_back(side);
      continue;
    }
    const NodeId first = without_parens(tree, at.first_child);
    if (at.kind == NodeKind::between && is_count(tree, first)) {
      const NodeId lower = tree.next_sibling(at.first_child);
      const auto least = constant_of(tree, lower);
      if (least && !at.has(sql::flag::negated)) {
        found.push_back({rows_for(Operator::equal, *least), rows_for(Operator::equal, *least)});
      }
      continue;
    }
    if (at.kind != NodeKind::binary) continue;
    const NodeId second = without_parens(tree, tree.next_sibling(at.first_child));
    const bool left = is_count(tree, first);
    if (!left && !is_count(tree, second)) continue;
    const auto bound = constant_of(tree, left ? second : first);
    if (!bound) continue;
    const Operator op = left ? at.as<Operator>() : mirrored(at.as<Operator>());
    found.push_back(
        {static_cast<std::size_t>(std::clamp(*bound, 0.0, max_counted)), rows_for(op, *bound)});
  }
  return found;
}

std::vector<Value> literals_of(const Term &term) {
  std::vector<Value> found;
  if (term.kind == Term::Kind::literal && !term.value.is_null()) found.push_back(term.value);
  for (const Term &argument : term.arguments) {
    for (Value &literal : literals_of(argument)) found.push_back(std::move(literal));
  }
  return found;
}

std::vector<Value> values_around(const std::vector<Value> &literals, bool patterns) {
  std::vector<Value> found;
  const auto add = [&found](Value value) {
    if (std::find(found.begin(), found.end(), value) == found.end()) {
      found.push_back(std::move(value));
    }
  };
  for (const Value &literal : literals) {
    if (patterns) {
      for (const std::string &text : texts_like(literal.text())) {
        add(Value::of_text(text));
        add(Value::of_text("z" + text));
        add(Value::of_text(text + "z"));
      }
      continue;
    }
    add(literal);
    if (literal.kind == CellKind::integer && std::abs(literal.number()) < 1e15) {
      add(Value::of(literal.integer - 1));
      add(Value::of(literal.integer + 1));
    } else if (literal.kind == CellKind::real) {
      add(Value::of(literal.real - 0.01));
      add(Value::of(literal.real + 0.01));
      add(Value::of(literal.real + 1));
    } else if (literal.kind == CellKind::text) {
      const std::string &text = literal.bytes;
      std::string turned = text;
      for (char &letter : turned)
        letter = is_ascii_upper(letter) ? lower_ascii(letter) : upper_ascii(letter);
      add(Value::of_text(turned));
      add(Value::of_text(text + "z"));
      add(Value::of_text("A" + text));
      if (!text.empty()) add(Value::of_text(text.substr(0, text.size() - 1)));
      if (!text.empty()) add(Value::of_text(text.substr(1)));
      if (const auto number = number_in(text);
          number && number->kind == CellKind::integer && std::abs(number->number()) < 1e15) {
        add(Value::of_text(Value::of(number->integer - 1).text()));
        add(Value::of_text(Value::of(number->integer + 1).text()));
      }
    }
  }
  return found;
}

}  // namespace sluice::inline v0::suite
