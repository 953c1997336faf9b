#ifndef SLUICE_SRC_SQL_PARSER_PARSER_SOURCES_HPP
#define SLUICE_SRC_SQL_PARSER_PARSER_SOURCES_HPP

/// FROM: sources and joins.

#include "parser.hpp"

namespace sluice::inline v0::sql {

template <class Grammar>
NodeId Parser<Grammar>::from() {
  Open node = open(NodeKind::from);
  advance();
  sources(node);
  return close(node);
}

template <class Grammar>
void Parser<Grammar>::sources(Open &node) {
  add(node, source());
  for (;;) {
    switch (kind()) {
      case TokenKind::comma:
      case TokenKind::kw_join:
      case TokenKind::kw_natural:
      case TokenKind::kw_left:
      case TokenKind::kw_right:
      case TokenKind::kw_full:
      case TokenKind::kw_inner:
      case TokenKind::kw_outer:
      case TokenKind::kw_cross: add(node, join()); break;
      case TokenKind::kw_on:
        // After a join with a condition, it can be the ON CONFLICT of an INSERT.
        if (kind(1) == TokenKind::kw_conflict && tree_.kind(node.last) == NodeKind::join) return;
        [[fallthrough]];
      case TokenKind::kw_using: refuse(*at_, "does not follow a JOIN");
      default: return;
    }
  }
}

template <class Grammar>
NodeId Parser<Grammar>::join() {
  const Depth depth(*this);
  Open node = open(NodeKind::join);
  if (accept(TokenKind::comma)) {
    set_op(node, JoinKind::comma);
  } else {
    join_words(node);
    expect(TokenKind::kw_join, "JOIN");
  }
  add(node, source());
  add(node, join_condition());
  return close(node);
}

/// The words before JOIN, in any order, as in SQLite.
template <class Grammar>
void Parser<Grammar>::join_words(Open &node) {
  const Token &first = *at_;
  bool left = false, right = false, inner = false, cross = false, outer = false, natural = false;
  int words = 0;
  for (; kind() != TokenKind::kw_join && words < 3; ++words, advance()) {
    switch (kind()) {
      case TokenKind::kw_left: left = true; break;
      case TokenKind::kw_right: right = true; break;
      case TokenKind::kw_full: left = right = true; break;
      case TokenKind::kw_inner: inner = true; break;
      case TokenKind::kw_cross: cross = true; break;
      case TokenKind::kw_outer: outer = true; break;
      case TokenKind::kw_natural: natural = true; break;
      default: fail("JOIN");
    }
  }
  const bool sided = left || right;
  if ((inner || cross) && (sided || outer))
    refuse(first, "starts a join that is both inner and outer");
  if (outer && !sided)
    refuse(first, "starts a join without a side; OUTER needs LEFT, RIGHT or FULL");
  set_op(node, left && right ? JoinKind::full
               : left        ? JoinKind::left
               : right       ? JoinKind::right
               : cross       ? JoinKind::cross
               : inner       ? JoinKind::inner
                             : JoinKind::plain);
  if (natural) mark(node, flag::natural);
  if (outer) mark(node, flag::outer);
}

template <class Grammar>
NodeId Parser<Grammar>::join_condition() {
  if (kind() == TokenKind::kw_on) {
    Open node = open(NodeKind::on);
    advance();
    add(node, expression());
    return close(node);
  }
  if (kind() != TokenKind::kw_using) return no_node;
  Open node = open(NodeKind::using_names);
  advance();
  expect(TokenKind::left_paren, "'('");
  do add(node, name_leaf("the name of a column"));
  while (accept(TokenKind::comma));
  expect(TokenKind::right_paren, "',' or ')'");
  return close(node);
}

template <class Grammar>
NodeId Parser<Grammar>::source() {
  if (kind() == TokenKind::left_paren) return parenthesized_source(false);
  if constexpr (!strict) {
    if (is_word("lateral")) {
      advance();
      if (at_parenthesized_query()) return parenthesized_source(true);
      // Before a call it has no effect; otherwise it is a name.
      const bool call =
          is_name() && (kind(1) == TokenKind::left_paren || kind(1) == TokenKind::dot);
      if (!call) --at_;
    } else if (is_word("only") && is_name(1)) {
      advance();
    }
  }
  if (!is_name()) fail("a table or '('");
  return named_source();
}

template <class Grammar>
NodeId Parser<Grammar>::parenthesized_source(bool lateral) {
  const Depth depth(*this);
  const bool holds_query = at_parenthesized_query();
  Open node = open(holds_query ? NodeKind::subquery : NodeKind::join_tree);
  if (lateral) mark(node, flag::lateral);
  advance();
  if (holds_query) {
    add(node, query());
  } else {
    const Depth inside(*this);
    sources(node);
  }
  expect(TokenKind::right_paren, holds_query ? "')'" : "a join or ')'");
  add(node, optional_alias(true));
  return close(node);
}

template <class Grammar>
NodeId Parser<Grammar>::named_source() {
  Open node = open(NodeKind::table);
  if (kind(1) == TokenKind::dot) {
    add(node, leaf(NodeKind::name));
    advance();
    if (!is_name()) fail("the name of a table");
    if constexpr (!strict) {
      if (kind(1) == TokenKind::dot && is_name(2)) {
        add(node, leaf(NodeKind::name));
        advance();
      }
    }
  }
  set_text(node.id, *at_);
  advance();
  if (kind() == TokenKind::left_paren) {
    at(node).kind = NodeKind::table_function;
    if (node.last != no_node) mark(node, flag::qualified);
    advance();
    if (kind() != TokenKind::right_paren) expressions(node);
    expect(TokenKind::right_paren, "',' or ')'");
    add(node, optional_alias(true));
    return close(node);
  }
  // INDEXED may be an alias only after AS.
  if (kind() != TokenKind::kw_indexed) add(node, optional_alias(true));
  if (accept(TokenKind::kw_indexed)) {
    expect(TokenKind::kw_by, "BY");
    if (!is_name()) fail("the name of an index");
    add(node, leaf(NodeKind::indexed_by));
  } else if (kind() == TokenKind::kw_not && kind(1) == TokenKind::kw_indexed) {
    at_ += 2;
    mark(node, flag::not_indexed);
  }
  return close(node);
}

}  // namespace sluice::inline v0::sql

#endif
