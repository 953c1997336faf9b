#ifndef SLUICE_SRC_SQL_PARSER_PARSER_TERMS_HPP
#define SLUICE_SRC_SQL_PARSER_PARSER_TERMS_HPP

/// Terms that a word or a parenthesis begins, types, and lists of expressions.

#include "parser.hpp"

namespace sluice::inline v0::sql {

/// A query, an expression, or a row value in parentheses.
template <class Grammar>
NodeId Parser<Grammar>::parenthesized() {
  const Depth depth(*this);
  if (at_parenthesized_query()) {
    Open node = open(NodeKind::subquery);
    advance();
    add(node, query());
    expect(TokenKind::right_paren, "')'");
    return close(node);
  }
  Open node = open(NodeKind::paren);
  advance();
  add(node, expression());
  if (kind() == TokenKind::comma) {
    at(node).kind = NodeKind::row;
    while (accept(TokenKind::comma)) add(node, expression());
  }
  expect(TokenKind::right_paren, "',' or ')'");
  return close(node);
}

template <class Grammar>
NodeId Parser<Grammar>::case_expression() {
  const Depth depth(*this);
  Open node = open(NodeKind::case_when);
  advance();
  if (kind() != TokenKind::kw_when) {
    mark(node, flag::operand);
    add(node, expression());
  }
  if (kind() != TokenKind::kw_when) fail("WHEN");
  while (kind() == TokenKind::kw_when) {
    Open branch = open(NodeKind::when);
    advance();
    add(branch, expression());
    expect(TokenKind::kw_then, "THEN");
    add(branch, expression());
    add(node, close(branch));
  }
  if (kind() == TokenKind::kw_else) {
    Open otherwise = open(NodeKind::otherwise);
    advance();
    add(otherwise, expression());
    add(node, close(otherwise));
  }
  expect(TokenKind::kw_end, "WHEN, ELSE or END");
  return close(node);
}

template <class Grammar>
NodeId Parser<Grammar>::cast_expression() {
  const Depth depth(*this);
  Open node = open(NodeKind::cast);
  advance();
  expect(TokenKind::left_paren, "'('");
  add(node, expression());
  expect(TokenKind::kw_as, "AS");
  add(node, type());
  expect(TokenKind::right_paren, "')'");
  return close(node);
}

template <class Grammar>
NodeId Parser<Grammar>::exists_expression() {
  Open node = open(NodeKind::exists);
  advance();
  if (!at_parenthesized_query()) fail("'(' and a query");
  advance();
  add(node, query());
  expect(TokenKind::right_paren, "')'");
  return close(node);
}

template <class Grammar>
NodeId Parser<Grammar>::raise_expression() {
  Open node = open(NodeKind::raise);
  advance();
  expect(TokenKind::left_paren, "'('");
  if (accept(TokenKind::kw_ignore)) {
    set_op(node, ConflictAction::ignore);
  } else {
    const ConflictAction action = accept(TokenKind::kw_rollback) ? ConflictAction::rollback
                                  : accept(TokenKind::kw_abort)  ? ConflictAction::abort
                                  : accept(TokenKind::kw_fail)   ? ConflictAction::fail
                                                                 : ConflictAction::none;
    if (action == ConflictAction::none) fail("IGNORE, ROLLBACK, ABORT or FAIL");
    set_op(node, action);
    expect(TokenKind::comma, "','");
    add(node, name_leaf("a message"));
  }
  expect(TokenKind::right_paren, "')'");
  return close(node);
}

/// A type: any words and up to two numbers, as in SQLite; after `::` only words that cannot be an
/// alias.
template <class Grammar>
NodeId Parser<Grammar>::type(bool after_colons) {
  Open node = open(NodeKind::type);
  const std::uint32_t begin = at_->begin;
  if (after_colons) {
    if (!is_alias()) fail("a type");
    const bool two = (is_word("double") && is_word("precision", 1)) ||
                     (is_word("character") && is_word("varying", 1)) ||
                     (is_word("bit") && is_word("varying", 1));
    at_ += two ? 2 : 1;
  } else {
    while (is_alias() && !(kind() == TokenKind::kw_generated && kind(1) == TokenKind::kw_always &&
                           kind(2) == TokenKind::kw_as))
      advance();
  }
  if constexpr (!strict) {  // schema.type
    while (at_->begin != begin && kind() == TokenKind::dot && is_alias(1)) at_ += 2;
  }
  if (at_->begin != begin) set_slice(node.id, begin, at_[-1].end);
  // Without a type, SQLite does not accept numbers either.
  if (at_->begin != begin && kind() == TokenKind::left_paren) type_arguments(node);
  if constexpr (!strict) {
    if ((is_word("time") || kind() == TokenKind::kw_with || kind() == TokenKind::kw_without) &&
        is_word("time", 1)) {
      at_ += 2;
      if (!accept_word("zone")) fail("ZONE");
    }
    if constexpr (postgresql) {
      while (kind() == TokenKind::left_bracket && kind(1) == TokenKind::right_bracket) {
        at_ += 2;
        mark(node, flag::array);
      }
    }
  }
  if (at_->begin == begin) {  // no type
    tree_.nodes_[node.id.index()].end = begin;
    return node.id;
  }
  return close(node);
}

template <class Grammar>
void Parser<Grammar>::type_arguments(Open &node) {
  advance();
  for (;;) {
    Open number = open(NodeKind::number);
    if (kind() == TokenKind::plus || kind() == TokenKind::minus) advance();
    if (kind() != TokenKind::integer && kind() != TokenKind::real) fail("a number");
    set_slice(number.id, at(number).begin, at_->end);
    advance();
    add(node, close(number));
    if (tree_.count_children(node.id) == 2 || !accept(TokenKind::comma)) break;
  }
  expect(TokenKind::right_paren, "')'");
}

/// One or more, separated by commas.
template <class Grammar>
void Parser<Grammar>::expressions(Open &node) {
  do add(node, expression());
  while (accept(TokenKind::comma));
}

template <class Grammar>
NodeId Parser<Grammar>::order_by() {
  Open node = open(NodeKind::order_by);
  advance();
  expect(TokenKind::kw_by, "BY");
  do add(node, ordering());
  while (accept(TokenKind::comma));
  return close(node);
}

template <class Grammar>
NodeId Parser<Grammar>::ordering() {
  Open node = open(NodeKind::ordering);
  add(node, expression());
  if (accept(TokenKind::kw_asc)) {
    mark(node, flag::ascending);
  } else if (accept(TokenKind::kw_desc)) {
    mark(node, flag::descending);
  }
  if (accept(TokenKind::kw_nulls)) {
    const bool first = accept(TokenKind::kw_first);
    if (!first) expect(TokenKind::kw_last, "FIRST or LAST");
    mark(node, first ? flag::nulls_first : flag::nulls_last);
  }
  return close(node);
}

}  // namespace sluice::inline v0::sql

#endif
