#ifndef SLUICE_SRC_SQL_PARSER_PARSER_CLAUSES_HPP
#define SLUICE_SRC_SQL_PARSER_PARSER_CLAUSES_HPP

/// The clauses after FROM.

#include "parser.hpp"

namespace sluice::inline v0::sql {

template <class Grammar>
NodeId Parser<Grammar>::where() {
  Open node = open(NodeKind::where);
  advance();
  add(node, expression());
  return close(node);
}

template <class Grammar>
NodeId Parser<Grammar>::group_by() {
  Open node = open(NodeKind::group_by);
  advance();
  expect(TokenKind::kw_by, "BY");
  expressions(node);
  return close(node);
}

template <class Grammar>
NodeId Parser<Grammar>::having() {
  Open node = open(NodeKind::having);
  advance();
  add(node, expression());
  return close(node);
}

template <class Grammar>
NodeId Parser<Grammar>::windows() {
  Open node = open(NodeKind::windows);
  advance();
  do {
    Open definition = open(NodeKind::window_definition);
    if (!is_name()) fail("the name of a window");
    set_text(definition.id, *at_);
    advance();
    expect(TokenKind::kw_as, "AS");
    expect(TokenKind::left_paren, "'('");
    add(definition, window_specification());
    expect(TokenKind::right_paren, "')'");
    add(node, close(definition));
  } while (accept(TokenKind::comma));
  return close(node);
}

template <class Grammar>
NodeId Parser<Grammar>::limit() {
  if constexpr (!strict) {
    if (is_word("fetch") || kind() == TokenKind::kw_offset) return fetch();
  }
  Open node = open(NodeKind::limit);
  advance();
  if constexpr (!strict) {
    if (accept(TokenKind::kw_all)) {
      if (kind() == TokenKind::kw_offset) add(node, offset_tail());
      return close(node);
    }
  }
  const NodeId first = expression();
  if (!postgresql && kind() == TokenKind::comma) {
    advance();
    mark(node, flag::comma);
    Open offset = wrap(NodeKind::offset, first);
    tree_.nodes_[offset.id.index()].end = tree_.nodes_[first.index()].end;
    add(node, expression());
    add(node, offset.id);
    return close(node);
  }
  add(node, first);
  if (kind() == TokenKind::kw_offset) add(node, offset_tail());
  return close(node);
}

template <class Grammar>
NodeId Parser<Grammar>::offset_tail() {
  Open node = open(NodeKind::offset);
  advance();
  add(node, expression());
  if constexpr (!strict) {
    if (!accept(TokenKind::kw_rows)) accept(TokenKind::kw_row);
  }
  return close(node);
}

/// OFFSET n ROWS FETCH FIRST m ROWS ONLY; both parts are optional, and OFFSET and LIMIT may be in
/// either order.
template <class Grammar>
NodeId Parser<Grammar>::fetch() {
  Open node = open(NodeKind::limit);
  NodeId offset;
  if (kind() == TokenKind::kw_offset) offset = offset_tail();
  if (accept_word("fetch")) {
    mark(node, flag::fetch);
    if (!accept(TokenKind::kw_first) && !accept_word("next")) fail("FIRST or NEXT");
    if (kind() != TokenKind::kw_row && kind() != TokenKind::kw_rows) {
      add(node, expression(power::sign));
    } else {
      const NodeId one = add_node(NodeKind::number, at_->begin);
      const std::uint32_t stored = tree_.store("1");
      set_slice(one, stored, stored + 1);
      tree_.nodes_[one.index()].end = at_->begin;
      add(node, one);
    }
    if (!accept(TokenKind::kw_rows) && !accept(TokenKind::kw_row)) fail("ROWS");
    if (!accept_word("only")) fail("ONLY");
  } else if (accept(TokenKind::kw_limit)) {
    add(node, expression());
  }
  add(node, offset);
  return close(node);
}

}  // namespace sluice::inline v0::sql

#endif
