#ifndef SLUICE_SRC_SQL_PARSER_PARSER_CHANGES_HPP
#define SLUICE_SRC_SQL_PARSER_PARSER_CHANGES_HPP

#include "parser.hpp"

namespace sluice::inline v0::sql {

template <class Grammar>
NodeId Parser<Grammar>::statement() {
  switch (kind()) {
    case TokenKind::kw_select:
    case TokenKind::kw_values: return query();
    case TokenKind::kw_with: {
      const Depth depth(*this);
      const NodeId clause = with();
      switch (kind()) {
        case TokenKind::kw_insert:
        case TokenKind::kw_replace: return insert(clause);
        case TokenKind::kw_update: return update(clause);
        case TokenKind::kw_delete: return remove(clause);
        default: break;
      }
      const NodeId body = query_body();
      prepend(body, clause);
      return body;
    }
    case TokenKind::kw_insert:
    case TokenKind::kw_replace: return insert(no_node);
    case TokenKind::kw_update: return update(no_node);
    case TokenKind::kw_delete: return remove(no_node);
    case TokenKind::kw_create: return create();
    case TokenKind::kw_drop: return drop();
    case TokenKind::kw_explain: return explain();
    case TokenKind::left_paren:
      if (!strict) return query();
      [[fallthrough]];
    default:
      fail(
          "a statement: SELECT, VALUES, WITH, INSERT, REPLACE, UPDATE, DELETE, CREATE, DROP or EXPLAIN");
  }
}

template <class Grammar>
NodeId Parser<Grammar>::explain() {
  const Depth depth(*this);
  Open node = open(NodeKind::explain);
  advance();
  if (kind() == TokenKind::kw_query && kind(1) == TokenKind::kw_plan) {
    at_ += 2;
    mark(node, flag::query_plan);
  }
  if (kind() == TokenKind::kw_explain) fail("a statement that can be explained");
  add(node, statement());
  return close(node);
}

template <class Grammar>
ConflictAction Parser<Grammar>::conflict_action() {
  switch (kind()) {
    case TokenKind::kw_rollback: advance(); return ConflictAction::rollback;
    case TokenKind::kw_abort: advance(); return ConflictAction::abort;
    case TokenKind::kw_fail: advance(); return ConflictAction::fail;
    case TokenKind::kw_ignore: advance(); return ConflictAction::ignore;
    case TokenKind::kw_replace: advance(); return ConflictAction::replace;
    default: fail("ROLLBACK, ABORT, FAIL, IGNORE or REPLACE");
  }
}

/// `nm` or `nm.nm`, with AS and an alias.
template <class Grammar>
NodeId Parser<Grammar>::changed_table() {
  Open node = open(NodeKind::table);
  qualified_name(node, "the name of a table");
  if (kind() == TokenKind::kw_as) add(node, alias(false));
  return close(node);
}

template <class Grammar>
NodeId Parser<Grammar>::insert(NodeId with) {
  Open node =
      with == no_node ? open(NodeKind::insert_statement) : wrap(NodeKind::insert_statement, with);
  if (accept(TokenKind::kw_replace)) {
    mark(node, flag::replace);
  } else {
    advance();
    if (accept(TokenKind::kw_or)) set_op(node, conflict_action());
  }
  expect(TokenKind::kw_into, "INTO");
  add(node, changed_table());
  // In SQLite, no query starts with a parenthesis; in other dialects, WITH may be a column.
  const bool names =
      strict || !at_query(1) || kind(2) == TokenKind::comma || kind(2) == TokenKind::right_paren;
  if (kind() == TokenKind::left_paren && names) add(node, name_list());
  if (kind() == TokenKind::kw_default) {
    advance();
    expect(TokenKind::kw_values, "VALUES");
    mark(node, flag::default_values);
  } else {
    add(node, query());
    // Only a clause with a conflict target may be followed by another.
    bool more = true;
    while (more && kind() == TokenKind::kw_on) {
      add(node, upsert());
      const NodeId first = tree_.first_child(node.last);
      more = first != no_node && tree_.kind(first) == NodeKind::conflict_target;
    }
  }
  if (kind() == TokenKind::kw_returning) add(node, returning());
  return close(node);
}

template <class Grammar>
NodeId Parser<Grammar>::upsert() {
  Open node = open(NodeKind::upsert);
  advance();
  expect(TokenKind::kw_conflict, "CONFLICT");
  if (kind() == TokenKind::left_paren) {
    Open target = open(NodeKind::conflict_target);
    parenthesized_orderings(target);
    if (kind() == TokenKind::kw_where) add(target, where());
    add(node, close(target));
  }
  expect(TokenKind::kw_do, "DO");
  if (accept(TokenKind::kw_nothing)) {
    mark(node, flag::nothing);
    return close(node);
  }
  expect(TokenKind::kw_update, "NOTHING or UPDATE");
  add(node, assignments());
  if (kind() == TokenKind::kw_where) add(node, where());
  return close(node);
}

template <class Grammar>
NodeId Parser<Grammar>::assignments() {
  Open node = open(NodeKind::assignments);
  expect(TokenKind::kw_set, "SET");
  do {
    Open assignment = open(NodeKind::assignment);
    add(assignment, kind() == TokenKind::left_paren ? name_list() : name_leaf("a column"));
    expect(TokenKind::equal, "'='");
    add(assignment, expression());
    add(node, close(assignment));
  } while (accept(TokenKind::comma));
  return close(node);
}

template <class Grammar>
NodeId Parser<Grammar>::returning() {
  const std::uint32_t begin = at_->begin;
  advance();
  const NodeId node = select_list(NodeKind::returning);
  tree_.nodes_[node.index()].begin = begin;
  return node;
}

template <class Grammar>
NodeId Parser<Grammar>::update(NodeId with) {
  Open node =
      with == no_node ? open(NodeKind::update_statement) : wrap(NodeKind::update_statement, with);
  advance();
  if (accept(TokenKind::kw_or)) set_op(node, conflict_action());
  add(node, changed_table());
  index_choice(node.last);
  add(node, assignments());
  if (kind() == TokenKind::kw_from) add(node, from());
  change_tail(node);
  return close(node);
}

template <class Grammar>
NodeId Parser<Grammar>::remove(NodeId with) {
  Open node =
      with == no_node ? open(NodeKind::delete_statement) : wrap(NodeKind::delete_statement, with);
  advance();
  expect(TokenKind::kw_from, "FROM");
  add(node, changed_table());
  index_choice(node.last);
  change_tail(node);
  return close(node);
}

/// INDEXED BY or NOT INDEXED after the table of UPDATE and DELETE.
template <class Grammar>
void Parser<Grammar>::index_choice(NodeId table) {
  if (accept(TokenKind::kw_indexed)) {
    expect(TokenKind::kw_by, "BY");
    if (!is_name()) fail("the name of an index");
    tree_.append(table, leaf(NodeKind::indexed_by));
  } else if (kind() == TokenKind::kw_not && kind(1) == TokenKind::kw_indexed) {
    at_ += 2;
    tree_.nodes_[table.index()].flags |= flag::not_indexed;
  }
}

/// WHERE, RETURNING, ORDER BY and LIMIT of UPDATE and DELETE.
template <class Grammar>
void Parser<Grammar>::change_tail(Open &node) {
  if (kind() == TokenKind::kw_where) add(node, where());
  if (kind() == TokenKind::kw_returning) add(node, returning());
  if (kind() == TokenKind::kw_order) add(node, order_by());
  if (kind() == TokenKind::kw_limit) add(node, limit());
}

}  // namespace sluice::inline v0::sql

#endif
