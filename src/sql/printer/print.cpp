#include "sluice/sql/print.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "printed_names.hpp"
#include "printer.hpp"
#include "sluice/core/ascii.hpp"
#include "sql/parser/grammar.hpp"

namespace sluice::inline v0::sql {
namespace {

constexpr OperatorPowers powers_of(const PrecedenceTable &table) {
  OperatorPowers powers{};
  const auto power_at = [&table](TokenKind token) {
    return table[static_cast<std::size_t>(token)].power;
  };
  for (const Infix &infix : table) {
    if (infix.form != InfixForm::none && infix.op != Operator::none) {
      powers[static_cast<std::size_t>(infix.op)] = infix.power;
    }
  }
  const auto set = [&powers](Operator op, std::uint8_t power) {
    powers[static_cast<std::size_t>(op)] = power;
  };
  for (const Operator op :
       {Operator::is, Operator::is_not, Operator::is_distinct, Operator::is_not_distinct}) {
    set(op, power_at(TokenKind::kw_is));
  }
  for (const Operator op : {Operator::like, Operator::glob, Operator::regexp, Operator::match,
                            Operator::ilike, Operator::similar}) {
    set(op, power_at(TokenKind::kw_like));
  }
  set(Operator::at_time_zone, power::postfix);
  return powers;
}

constexpr OperatorPowers sqlite_powers = powers_of(sqlite_precedence);
constexpr OperatorPowers postgresql_powers = powers_of(postgresql_precedence);
constexpr OperatorPowers permissive_powers = powers_of(permissive_precedence);

constexpr const OperatorPowers &powers_of(Dialect dialect) {
  switch (dialect) {
    case Dialect::sqlite: return sqlite_powers;
    case Dialect::postgresql: return postgresql_powers;
    default: return permissive_powers;
  }
}

}  // namespace

Printer::Printer(const SyntaxTree &tree, const PrintOptions &options)
    : tree_(tree),
      powers_(powers_of(options.dialect)),
      strict_(options.dialect == Dialect::sqlite),
      postgresql_(options.dialect == Dialect::postgresql),
      out_(options.style) {}

void Printer::emit(NodeId id, int before, int behind) {
  constexpr int deepest = 40;
  if (out_.is_recording()) return out_.record_node(id, before, behind);
  if (depth_ == deepest) return emit_deep(id, before, behind);
  ++depth_;
  emit_here(id, before, behind);
  --depth_;
}

/// Iterative: a stack holds the steps that remain to be written.
void Printer::emit_deep(NodeId id, int before, int behind) {
  std::vector<PrintStep> steps;
  out_.record(&steps);
  out_.record_node(id, before, behind);
  while (!steps.empty()) {
    const PrintStep step = steps.back();
    steps.pop_back();
    const auto later = static_cast<std::ptrdiff_t>(steps.size());
    if (step.kind == PrintStep::Kind::node) {
      out_.record(&steps);
      emit_here(step.node, step.before, step.behind);
      std::reverse(steps.begin() + later, steps.end());  // the first one on top
    } else {
      out_.record(nullptr);
      out_.write(step);
    }
  }
  out_.record(nullptr);
}

void Printer::emit_here(NodeId id, int before, int behind) {
  const Node &node = tree_[id];
  if (needs_parens(id, node, before, behind)) {
    out_.open();
    emit_bare(id, node, 0, 0);
    out_.close();
  } else {
    emit_bare(id, node, before, behind);
  }
}

int Printer::binding(const Node &node) const {
  switch (node.kind) {
    case NodeKind::binary:
    case NodeKind::pattern: return power_of(node.as<Operator>());
    case NodeKind::between:
    case NodeKind::in: return power_of_in();
    case NodeKind::unary: {
      const auto op = node.as<Operator>();
      return op == Operator::is_null || op == Operator::not_null ? power_of(Operator::is_null)
                                                                 : power::postfix + 1;
    }
    case NodeKind::collate: return power::collate;
    default: return power::postfix + 1;
  }
}

bool Printer::needs_parens(NodeId id, const Node &node, int before, int behind) const {
  if (node.kind == NodeKind::unary) {
    // A prefix operator captures every operator after it that binds more tightly.
    const auto op = node.as<Operator>();
    if (op == Operator::logical_not) return behind >= power::logical_not;
    if (op != Operator::is_null && op != Operator::not_null) return behind >= power::sign;
  }
  const int own = binding(node);
  if (own < before) return true;
  if (own >= behind) return false;
  // Only these end with an operand; anything that ends with a word or a parenthesis is safe.
  if (node.kind == NodeKind::binary) {
    return tree_.kind(tree_.last_child(id)) != NodeKind::quantified;
  }
  return node.kind == NodeKind::pattern || node.kind == NodeKind::between;
}

void Printer::emit_bare(NodeId id, const Node &node, int before, int behind) {
  switch (node.kind) {
    case NodeKind::none: break;
    case NodeKind::select: select(id, node); break;
    case NodeKind::compound: compound(id, node); break;
    case NodeKind::values: values(id); break;
    case NodeKind::row_values: parenthesized_list(id, true); break;
    case NodeKind::with: with(id, node); break;
    case NodeKind::common_table: common_table(id, node); break;
    case NodeKind::name_list: parenthesized_list(id, true); break;
    case NodeKind::name: name(id); break;
    case NodeKind::distinct: distinct(id); break;
    case NodeKind::select_list: list(id); break;
    case NodeKind::aliased: each(id); break;
    case NodeKind::alias: alias(id, node); break;
    case NodeKind::star:
      for (const NodeId child : tree_.children(id)) qualifier(child);
      out_.word("*");
      break;
    case NodeKind::from:
      out_.word("FROM");
      each(id);
      break;
    case NodeKind::join: join(id, node); break;
    case NodeKind::on: clause("ON", id); break;
    case NodeKind::using_names:
      out_.word("USING");
      parenthesized_list(id, false);
      break;
    case NodeKind::table: table(id, node); break;
    case NodeKind::indexed_by:
      out_.word("INDEXED BY");
      name(id);
      break;
    case NodeKind::table_function: table_function(id, node); break;
    case NodeKind::subquery:
      if (node.has(flag::lateral)) out_.word("LATERAL");
      in_parens(tree_.first_child(id));
      rest(id, 1);
      break;
    case NodeKind::join_tree: join_tree(id); break;
    case NodeKind::where: clause("WHERE", id); break;
    case NodeKind::group_by: clause("GROUP BY", id); break;
    case NodeKind::having: clause("HAVING", id); break;
    case NodeKind::windows: clause("WINDOW", id); break;
    case NodeKind::window_definition:
      name(id);
      out_.word("AS");
      in_parens(tree_.first_child(id));
      break;
    case NodeKind::window:
      if (node.text_size != 0) name(id);
      each(id);
      break;
    case NodeKind::partition_by: clause("PARTITION BY", id); break;
    case NodeKind::frame: frame(id, node); break;
    case NodeKind::frame_bound: frame_bound(id, node); break;
    case NodeKind::order_by: clause("ORDER BY", id); break;
    case NodeKind::ordering: ordering(id, node); break;
    case NodeKind::limit: limit(id, node); break;
    case NodeKind::offset: clause("OFFSET", id); break;
    case NodeKind::null: out_.word("NULL"); break;
    case NodeKind::number:
    case NodeKind::parameter: out_.word(tree_.text(id)); break;
    case NodeKind::string: out_.word(quote_string(tree_.text(id))); break;
    case NodeKind::blob: out_.word("X'" + std::string(tree_.text(id)) + "'"); break;
    case NodeKind::boolean: out_.word(node.has(flag::truth) ? "TRUE" : "FALSE"); break;
    case NodeKind::current_time: current_time(node); break;
    case NodeKind::column:
      for (const NodeId child : tree_.children(id)) qualifier(child);
      column_name(id, node);
      break;
    case NodeKind::unary: unary(id, node, before, behind); break;
    case NodeKind::binary: binary(id, node, before, behind); break;
    case NodeKind::pattern: pattern(id, node, before, behind); break;
    case NodeKind::escape:
      out_.word("ESCAPE");
      emit(tree_.first_child(id), power_of(Operator::like) + 1, behind);
      break;
    case NodeKind::between: between(id, node, before, behind); break;
    case NodeKind::in: in(id, node, before); break;
    case NodeKind::list: parenthesized_list(id, true); break;
    case NodeKind::row:
      if (node.has(flag::keyword)) out_.word("ROW");
      parenthesized_list(id, !node.has(flag::keyword));
      break;
    case NodeKind::paren: in_parens(tree_.first_child(id)); break;
    case NodeKind::case_when: case_when(id); break;
    case NodeKind::when:
      out_.word("WHEN");
      emit(tree_.child(id, std::size_t{0}), 0, 0);
      out_.word("THEN");
      emit(tree_.child(id, std::size_t{1}), 0, 0);
      break;
    case NodeKind::otherwise: clause("ELSE", id); break;
    case NodeKind::cast: cast(id, node, before); break;
    case NodeKind::type: type(id, node); break;
    case NodeKind::collate:
      emit(tree_.first_child(id), before, power::collate);
      out_.word("COLLATE");
      name(id);
      break;
    case NodeKind::function: function(id, node); break;
    case NodeKind::keyword_argument:
      out_.word(tree_.text(id));
      each(id);
      break;
    case NodeKind::within_group:
      out_.word("WITHIN GROUP");
      in_parens(tree_.first_child(id));
      break;
    case NodeKind::filter:
      out_.word("FILTER");
      out_.open();
      out_.word("WHERE");
      each(id);
      out_.close();
      break;
    case NodeKind::over:
      out_.word("OVER");
      if (tree_.first_child(id) != no_node) {
        in_parens(tree_.first_child(id));
      } else {
        name(id);
      }
      break;
    case NodeKind::exists:
      out_.word("EXISTS");
      in_parens(tree_.first_child(id));
      break;
    case NodeKind::raise: raise(id, node); break;
    case NodeKind::quantified: quantified(id, node); break;
    case NodeKind::array: array(id); break;
    case NodeKind::subscript: subscript(id, node, before); break;
    case NodeKind::interval:
      out_.word("INTERVAL");
      emit(tree_.first_child(id), power::sign, 0);
      if (node.text_size != 0) out_.word(tree_.text(id));
      break;
    case NodeKind::typed_literal:
      out_.word(tree_.text(id));
      each(id);
      break;
    case NodeKind::insert_statement: insert(id, node); break;
    case NodeKind::upsert: upsert(id, node); break;
    case NodeKind::conflict_target: {
      out_.open();
      bool first = true;
      for (const NodeId child : tree_.children(id)) {
        const bool is_where = tree_.kind(child) == NodeKind::where;
        if (is_where) out_.close();
        if (!first && !is_where) out_.comma();
        first = false;
        emit(child, 0, 0);
      }
      if (tree_.child(id, NodeKind::where) == no_node) out_.close();
      break;
    }
    case NodeKind::assignments: clause("SET", id); break;
    case NodeKind::assignment:
      emit(tree_.child(id, std::size_t{0}), 0, 0);
      out_.word("=");
      emit(tree_.child(id, std::size_t{1}), 0, 0);
      break;
    case NodeKind::returning: clause("RETURNING", id); break;
    case NodeKind::update_statement: update(id, node); break;
    case NodeKind::delete_statement: remove(id); break;
    case NodeKind::create_table: create_table(id, node); break;
    case NodeKind::column_definition:
      name(id);
      each(id);
      break;
    case NodeKind::constraint: constraint(id, node); break;
    case NodeKind::references:
      out_.word("REFERENCES");
      name(id);
      each(id);
      break;
    case NodeKind::reference_action: reference_action(id, node); break;
    case NodeKind::create_view: create_view(id, node); break;
    case NodeKind::create_index: create_index(id, node); break;
    case NodeKind::drop: drop(id, node); break;
    case NodeKind::explain:
      out_.word(node.has(flag::query_plan) ? "EXPLAIN QUERY PLAN" : "EXPLAIN");
      each(id);
      break;
  }
}

void Printer::each(NodeId id) {
  for (const NodeId child : tree_.children(id)) emit(child, 0, 0);
}

void Printer::rest(NodeId id, std::size_t from) {
  for (NodeId child = tree_.child(id, from); child != no_node; child = tree_.next_sibling(child))
    emit(child, 0, 0);
}

void Printer::list(NodeId id) {
  bool first = true;
  for (const NodeId child : tree_.children(id)) {
    if (!first) out_.comma();
    first = false;
    emit(child, 0, 0);
  }
}

void Printer::clause(std::string_view keyword, NodeId id) {
  out_.word(keyword);
  list(id);
}

void Printer::in_parens(NodeId id) {
  out_.open();
  emit(id, 0, 0);
  out_.close();
}

void Printer::parenthesized_list(NodeId id, bool spaced) {
  if (spaced) {
    out_.open();
  } else {
    out_.open_call();
  }
  list(id);
  out_.close();
}

std::string print(const SyntaxTree &tree, NodeId node, const PrintOptions &options) {
  return Printer(tree, options).print(node);
}

}  // namespace sluice::inline v0::sql
