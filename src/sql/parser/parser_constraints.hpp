#ifndef SLUICE_SRC_SQL_PARSER_PARSER_CONSTRAINTS_HPP
#define SLUICE_SRC_SQL_PARSER_PARSER_CONSTRAINTS_HPP

/// Columns of a CREATE TABLE and their constraints.

#include "parser.hpp"

namespace sluice::inline v0::sql {

template <class Grammar>
NodeId Parser<Grammar>::column_definition() {
  Open node = open(NodeKind::column_definition);
  if (!is_name()) fail("the name of a column");
  set_text(node.id, *at_);
  advance();
  if (is_alias()) add(node, type());
  while (at_constraint() || kind() == TokenKind::kw_as || kind() == TokenKind::kw_generated) {
    add(node, column_constraint());
  }
  return close(node);
}

template <class Grammar>
bool Parser<Grammar>::at_constraint() const noexcept {
  switch (kind()) {
    case TokenKind::kw_constraint:
    case TokenKind::kw_primary:
    case TokenKind::kw_not:
    case TokenKind::kw_null:
    case TokenKind::kw_unique:
    case TokenKind::kw_check:
    case TokenKind::kw_default:
    case TokenKind::kw_references:
    case TokenKind::kw_collate:
    case TokenKind::kw_foreign:
    case TokenKind::kw_deferrable: return true;
    default: return false;
  }
}

template <class Grammar>
void Parser<Grammar>::on_conflict(const Open &node) {
  if (kind() != TokenKind::kw_on || kind(1) != TokenKind::kw_conflict) return;
  at_ += 2;
  const auto action = static_cast<unsigned>(conflict_action());
  mark(node, static_cast<std::uint16_t>(action << flag::conflict_shift));
}

template <class Grammar>
NodeId Parser<Grammar>::column_constraint() {
  Open node = open(NodeKind::constraint);
  if (accept(TokenKind::kw_constraint)) {
    if (!is_name()) fail("the name of a constraint");
    set_text(node.id, *at_);
    advance();
    // SQLite accepts a name that no constraint follows.
    const bool names = at_constraint() && kind() != TokenKind::kw_constraint;
    if (!names && kind() != TokenKind::kw_as && kind() != TokenKind::kw_generated) {
      set_op(node, Constraint::name_alone);
      return close(node);
    }
  }
  switch (kind()) {
    case TokenKind::kw_primary:
      advance();
      expect(TokenKind::kw_key, "KEY");
      set_op(node, Constraint::primary_key);
      if (accept(TokenKind::kw_asc)) {
        mark(node, flag::ascending);
      } else if (accept(TokenKind::kw_desc)) {
        mark(node, flag::descending);
      }
      on_conflict(node);
      if (accept(TokenKind::kw_autoincrement)) mark(node, flag::autoincrement);
      break;
    case TokenKind::kw_not:
      advance();
      if (kind() == TokenKind::kw_deferrable) {
        --at_;
        set_op(node, Constraint::foreign_key);
        deferral(node);
        break;
      }
      expect(TokenKind::kw_null, "NULL or DEFERRABLE");
      set_op(node, Constraint::not_null);
      on_conflict(node);
      break;
    case TokenKind::kw_null:
      advance();
      set_op(node, Constraint::nullable);
      on_conflict(node);
      break;
    case TokenKind::kw_unique:
      advance();
      set_op(node, Constraint::unique);
      on_conflict(node);
      break;
    case TokenKind::kw_check:
      advance();
      set_op(node, Constraint::check);
      expect(TokenKind::left_paren, "'('");
      add(node, expression());
      expect(TokenKind::right_paren, "')'");
      break;
    case TokenKind::kw_default:
      advance();
      set_op(node, Constraint::default_value);
      add(node, default_value());
      break;
    case TokenKind::kw_references:
    case TokenKind::kw_deferrable:
      set_op(node, Constraint::foreign_key);
      if (kind() == TokenKind::kw_references) add(node, references());
      deferral(node);
      break;
    case TokenKind::kw_collate:
      advance();
      set_op(node, Constraint::collate);
      if (!is_alias()) fail("the name of a collation");
      add(node, leaf(NodeKind::name));
      break;
    case TokenKind::kw_generated:
    case TokenKind::kw_as:
      if (accept(TokenKind::kw_generated)) {
        expect(TokenKind::kw_always, "ALWAYS");
        mark(node, flag::always);
      }
      expect(TokenKind::kw_as, "AS");
      set_op(node, Constraint::generated);
      expect(TokenKind::left_paren, "'('");
      add(node, expression());
      expect(TokenKind::right_paren, "')'");
      if (accept_word("stored")) {
        mark(node, flag::stored);
      } else if (accept(TokenKind::kw_virtual)) {
        mark(node, flag::virtual_column);
      } else if (is_id()) {
        fail("STORED or VIRTUAL");
      }
      break;
    default: fail("a constraint of a column");
  }
  return close(node);
}

/// A term, a term with a sign, an expression in parentheses, or a word; outside SQLite, any
/// expression that does not start a list of constraints.
template <class Grammar>
NodeId Parser<Grammar>::default_value() {
  if constexpr (!strict) {
    const bool name = (kind() == TokenKind::kw_cast || kind() == TokenKind::kw_raise) &&
                      kind(1) != TokenKind::left_paren;
    return name ? leaf(NodeKind::column) : expression(power::sign);
  }
  if (kind() == TokenKind::left_paren) {
    Open node = open(NodeKind::paren);
    advance();
    add(node, expression());
    expect(TokenKind::right_paren, "')'");
    return close(node);
  }
  if (kind() == TokenKind::plus || kind() == TokenKind::minus) {
    Open node = open(NodeKind::unary);
    set_op(node, kind() == TokenKind::plus ? Operator::plus : Operator::minus);
    advance();
    if (!at_term()) fail("a literal");
    add(node, prefix());
    return close(node);
  }
  if (at_term()) return prefix();
  if (!is_id()) fail("a value");
  return named_constant();
}

/// What SQLite calls a term: a literal other than a parameter.
template <class Grammar>
bool Parser<Grammar>::at_term() const noexcept {
  switch (kind()) {
    case TokenKind::integer:
    case TokenKind::real:
    case TokenKind::blob:
    case TokenKind::string:
    case TokenKind::kw_null:
    case TokenKind::kw_current_date:
    case TokenKind::kw_current_time:
    case TokenKind::kw_current_timestamp: return kind(1) != TokenKind::dot;
    default: return false;
  }
}

template <class Grammar>
NodeId Parser<Grammar>::table_constraint() {
  Open node = open(NodeKind::constraint);
  mark(node, flag::of_table);
  if (accept(TokenKind::kw_constraint)) {
    if (!is_name()) fail("the name of a constraint");
    set_text(node.id, *at_);
    advance();
    if (kind() != TokenKind::kw_primary && kind() != TokenKind::kw_unique &&
        kind() != TokenKind::kw_check && kind() != TokenKind::kw_foreign) {
      set_op(node, Constraint::name_alone);
      return close(node);
    }
  }
  switch (kind()) {
    case TokenKind::kw_primary:
      advance();
      expect(TokenKind::kw_key, "KEY");
      set_op(node, Constraint::primary_key);
      expect(TokenKind::left_paren, "'('");
      do add(node, ordering());
      while (accept(TokenKind::comma));
      if (accept(TokenKind::kw_autoincrement)) mark(node, flag::autoincrement);
      expect(TokenKind::right_paren, "',' or ')'");
      on_conflict(node);
      break;
    case TokenKind::kw_unique:
      advance();
      set_op(node, Constraint::unique);
      parenthesized_orderings(node);
      on_conflict(node);
      break;
    case TokenKind::kw_check:
      advance();
      set_op(node, Constraint::check);
      expect(TokenKind::left_paren, "'('");
      add(node, expression());
      expect(TokenKind::right_paren, "')'");
      on_conflict(node);
      break;
    case TokenKind::kw_foreign:
      advance();
      expect(TokenKind::kw_key, "KEY");
      set_op(node, Constraint::foreign_key);
      add(node, name_list());
      if (kind() != TokenKind::kw_references) fail("REFERENCES");
      add(node, references());
      deferral(node);
      break;
    default: fail("a constraint: PRIMARY KEY, UNIQUE, CHECK or FOREIGN KEY");
  }
  return close(node);
}

template <class Grammar>
void Parser<Grammar>::parenthesized_orderings(Open &node) {
  expect(TokenKind::left_paren, "'('");
  do add(node, ordering());
  while (accept(TokenKind::comma));
  expect(TokenKind::right_paren, "',' or ')'");
}

template <class Grammar>
NodeId Parser<Grammar>::references() {
  Open node = open(NodeKind::references);
  advance();
  if (!is_name()) fail("the name of a table");
  set_text(node.id, *at_);
  advance();
  if (kind() == TokenKind::left_paren) add(node, name_list());
  while (kind() == TokenKind::kw_on || kind() == TokenKind::kw_match) {
    Open action = open(NodeKind::reference_action);
    if (accept(TokenKind::kw_match)) {
      set_op(action, ReferenceAction::match);
      if (!is_name()) fail("a name");
      set_text(action.id, *at_);
      advance();
    } else {
      advance();
      if (kind() != TokenKind::kw_delete && kind() != TokenKind::kw_update &&
          kind() != TokenKind::kw_insert) {
        fail("DELETE or UPDATE");
      }
      set_text(action.id, *at_);
      advance();
      if (accept(TokenKind::kw_set)) {
        set_op(action, kind() == TokenKind::kw_null ? ReferenceAction::set_null
                                                    : ReferenceAction::set_default);
        if (!accept(TokenKind::kw_null)) expect(TokenKind::kw_default, "NULL or DEFAULT");
      } else if (accept(TokenKind::kw_cascade)) {
        set_op(action, ReferenceAction::cascade);
      } else if (accept(TokenKind::kw_restrict)) {
        set_op(action, ReferenceAction::restrict);
      } else {
        expect(TokenKind::kw_no, "SET NULL, SET DEFAULT, CASCADE, RESTRICT or NO ACTION");
        expect(TokenKind::kw_action, "ACTION");
        set_op(action, ReferenceAction::no_action);
      }
    }
    add(node, close(action));
  }
  return close(node);
}

/// [NOT] DEFERRABLE [INITIALLY DEFERRED | IMMEDIATE].
template <class Grammar>
void Parser<Grammar>::deferral(Open &node) {
  if (kind() == TokenKind::kw_not && kind(1) == TokenKind::kw_deferrable) {
    at_ += 2;
    mark(node, flag::not_deferrable);
  } else if (accept(TokenKind::kw_deferrable)) {
    mark(node, flag::deferrable);
  } else {
    return;
  }
  if (!accept(TokenKind::kw_initially)) return;
  if (accept(TokenKind::kw_deferred)) {
    mark(node, flag::initially_deferred);
  } else {
    expect(TokenKind::kw_immediate, "DEFERRED or IMMEDIATE");
    mark(node, flag::initially_immediate);
  }
}

}  // namespace sluice::inline v0::sql

#endif
