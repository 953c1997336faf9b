#ifndef SLUICE_SRC_SQL_PARSER_PARSER_DEFINITIONS_HPP
#define SLUICE_SRC_SQL_PARSER_PARSER_DEFINITIONS_HPP

#include "parser.hpp"

namespace sluice::inline v0::sql {

template <class Grammar>
NodeId Parser<Grammar>::create() {
  const std::uint32_t begin = at_->begin;
  advance();
  if (kind() == TokenKind::kw_unique || kind() == TokenKind::kw_index) return create_index(begin);
  bool temporary = false;
  if (kind() == TokenKind::kw_temp || kind() == TokenKind::kw_temporary) {
    advance();
    temporary = true;
  }
  if (kind() == TokenKind::kw_table) return create_table(begin, temporary);
  if (kind() == TokenKind::kw_view) return create_view(begin, temporary);
  fail("TABLE, VIEW or INDEX");
}

/// IF EXISTS, or with `negated` IF NOT EXISTS.
template <class Grammar>
bool Parser<Grammar>::accept_exists(bool negated) {
  if (!accept(TokenKind::kw_if)) return false;
  if (negated) expect(TokenKind::kw_not, "NOT EXISTS");
  expect(TokenKind::kw_exists, "EXISTS");
  return true;
}

/// Sets the name of the node and adds its qualifier as a child.
template <class Grammar>
void Parser<Grammar>::qualified_name(Open &node, std::string_view expected) {
  if (!is_name()) fail(expected);
  if (kind(1) == TokenKind::dot) {
    add(node, leaf(NodeKind::name));
    advance();
    if (!is_name()) fail(expected);
  }
  set_text(node.id, *at_);
  advance();
}

template <class Grammar>
NodeId Parser<Grammar>::create_table(std::uint32_t begin, bool temporary) {
  Open node = open_at(NodeKind::create_table, begin);
  advance();
  if (temporary) mark(node, flag::temporary);
  if (accept_exists(true)) mark(node, flag::if_not_exists);
  qualified_name(node, "the name of a table");
  if (accept(TokenKind::kw_as)) {
    add(node, query());
    return close(node);
  }
  expect(TokenKind::left_paren, "'(' or AS");
  table_body(node);
  expect(TokenKind::right_paren, "',' or ')'");
  table_options(node);
  return close(node);
}

/// Columns, then constraints; SQLite does not require a comma between two constraints.
template <class Grammar>
void Parser<Grammar>::table_body(Open &node) {
  add(node, column_definition());
  bool constraints = false;
  for (;;) {
    const bool comma = accept(TokenKind::comma);
    if (!comma && !constraints) return;
    if (at_constraint() && kind() != TokenKind::kw_not && kind() != TokenKind::kw_references) {
      add(node, table_constraint());
      constraints = true;
    } else if (constraints) {
      if (comma) fail("a constraint");
      return;
    } else {
      add(node, column_definition());
    }
  }
}

template <class Grammar>
void Parser<Grammar>::table_options(const Open &node) {
  // SQLite accepts a comma before the first one.
  if (!accept(TokenKind::comma) && !is_name()) return;
  do {
    if (accept(TokenKind::kw_without)) {
      if (!accept_word("rowid")) fail("ROWID");
      mark(node, flag::without_rowid);
    } else if (accept_word("strict")) {
      mark(node, flag::strict);
    } else {
      fail("WITHOUT ROWID or STRICT");
    }
  } while (accept(TokenKind::comma));
}

template <class Grammar>
NodeId Parser<Grammar>::create_view(std::uint32_t begin, bool temporary) {
  Open node = open_at(NodeKind::create_view, begin);
  advance();
  if (temporary) mark(node, flag::temporary);
  if (accept_exists(true)) mark(node, flag::if_not_exists);
  qualified_name(node, "the name of a view");
  if (kind() == TokenKind::left_paren) add(node, name_list());
  expect(TokenKind::kw_as, "AS");
  add(node, query());
  return close(node);
}

template <class Grammar>
NodeId Parser<Grammar>::create_index(std::uint32_t begin) {
  Open node = open_at(NodeKind::create_index, begin);
  if (accept(TokenKind::kw_unique)) mark(node, flag::unique);
  expect(TokenKind::kw_index, "INDEX");
  if (accept_exists(true)) mark(node, flag::if_not_exists);
  qualified_name(node, "the name of an index");
  expect(TokenKind::kw_on, "ON");
  if (!is_name()) fail("the name of a table");
  add(node, leaf(NodeKind::table));
  parenthesized_orderings(node);
  if (kind() == TokenKind::kw_where) add(node, where());
  return close(node);
}

template <class Grammar>
NodeId Parser<Grammar>::drop() {
  Open node = open(NodeKind::drop);
  advance();
  switch (kind()) {
    case TokenKind::kw_table: set_op(node, Droppable::table); break;
    case TokenKind::kw_view: set_op(node, Droppable::view); break;
    case TokenKind::kw_index: set_op(node, Droppable::index); break;
    case TokenKind::kw_trigger: set_op(node, Droppable::trigger); break;
    default: fail("TABLE, VIEW, INDEX or TRIGGER");
  }
  advance();
  if (accept_exists(false)) mark(node, flag::if_exists);
  qualified_name(node, "a name");
  return close(node);
}

}  // namespace sluice::inline v0::sql

#endif
