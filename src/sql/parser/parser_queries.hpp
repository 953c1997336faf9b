#ifndef SLUICE_SRC_SQL_PARSER_PARSER_QUERIES_HPP
#define SLUICE_SRC_SQL_PARSER_PARSER_QUERIES_HPP

#include "parser.hpp"

namespace sluice::inline v0::sql {

/// Whether the current parenthesis opens a query. Outside SQLite, a query may be in several
/// parentheses, and a query in parentheses may be an operand of UNION.
template <class Grammar>
bool Parser<Grammar>::at_parenthesized_query() {
  if (kind() != TokenKind::left_paren) return false;
  if (at_query(1)) return true;
  if constexpr (strict) return false;
  if (kind(1) != TokenKind::left_paren) return false;
  const Token *inner = at_ + 1;
  for (std::size_t nested = depth_; inner->kind == TokenKind::left_paren; ++inner) {
    if (++nested > limits_.depth) fail_depth();  // so that no text is scanned over and over
  }
  if (inner->kind != TokenKind::kw_select && inner->kind != TokenKind::kw_values &&
      inner->kind != TokenKind::kw_with) {
    return false;
  }
  if (closing_.empty()) {
    closing_.resize(tokens_.size());
    std::vector<std::uint32_t> opened;
    for (std::uint32_t i = 0; i < tokens_.size(); ++i) {
      if (tokens_[i].kind == TokenKind::left_paren) {
        opened.push_back(i);
      } else if (tokens_[i].kind == TokenKind::right_paren && !opened.empty()) {
        closing_[opened.back()] = i;
        opened.pop_back();
      }
    }
  }
  // ((SELECT …) UNION …): decided by the token after the inner parenthesis.
  const std::uint32_t close = closing_[static_cast<std::size_t>(at_ + 1 - tokens_.data())];
  const TokenKind after = close == 0 ? TokenKind::end : tokens_[close + 1].kind;
  return after == TokenKind::kw_union || after == TokenKind::kw_intersect ||
         after == TokenKind::kw_except || after == TokenKind::kw_limit;
}

template <class Grammar>
NodeId Parser<Grammar>::query() {
  const Depth depth(*this);
  if (kind() != TokenKind::kw_with) return query_body();
  const NodeId clause = with();
  const NodeId body = query_body();
  prepend(body, clause);
  return body;
}

template <class Grammar>
NodeId Parser<Grammar>::query_body() {
  return query_tail(query_terms(false));
}

template <class Grammar>
bool Parser<Grammar>::at_set_operator(SetOperator &op) const noexcept {
  switch (kind()) {
    case TokenKind::kw_union:
      op = kind(1) == TokenKind::kw_all ? SetOperator::union_all : SetOperator::union_distinct;
      return true;
    case TokenKind::kw_intersect:
      op = !strict && kind(1) == TokenKind::kw_all ? SetOperator::intersect_all
                                                   : SetOperator::intersect;
      return true;
    case TokenKind::kw_except:
      op = !strict && kind(1) == TokenKind::kw_all ? SetOperator::except_all : SetOperator::except;
      return true;
    default: return false;
  }
}

/// Terms and their set operators, from left to right. In SQLite all have the same precedence; in
/// PostgreSQL, INTERSECT binds more tightly. `left` is the term that was already read.
template <class Grammar>
NodeId Parser<Grammar>::query_terms(bool intersections_only, NodeId left) {
  const Depth depth(*this);
  if (left == no_node) left = postgresql && !intersections_only ? query_terms(true) : query_term();
  SetOperator op{};
  return at_set_operator(op) ? compound(intersections_only, left) : left;
}

template <class Grammar>
NodeId Parser<Grammar>::compound(bool intersections_only, NodeId left) {
  SetOperator op{};
  while (at_set_operator(op)) {
    const bool intersection = op == SetOperator::intersect || op == SetOperator::intersect_all;
    if (intersections_only && !intersection) break;
    deepen();
    Open node = wrap(NodeKind::compound, left);
    set_op(node, op);
    advance();
    if (op == SetOperator::union_all || op == SetOperator::intersect_all ||
        op == SetOperator::except_all) {
      advance();
    } else if constexpr (!strict) {
      accept(TokenKind::kw_distinct);
    }
    add(node, postgresql && !intersections_only ? query_terms(true) : query_term());
    left = close(node);
  }
  return left;
}

template <class Grammar>
NodeId Parser<Grammar>::query_term() {
  if (kind() == TokenKind::kw_select) return select();
  if (kind() == TokenKind::kw_values) return values();
  if constexpr (!strict) {
    if (kind() == TokenKind::left_paren) {
      Open node = open(NodeKind::subquery);
      advance();
      add(node, query());
      expect(TokenKind::right_paren, "')'");
      return close(node);
    }
  }
  fail(strict ? "SELECT or VALUES" : "SELECT, VALUES or '('");
}

/// ORDER BY and LIMIT, which apply to the whole compound. SQLite accepts neither after VALUES.
template <class Grammar>
NodeId Parser<Grammar>::query_tail(NodeId body) {
  if constexpr (strict) {
    NodeId last = body;
    if (tree_.kind(body) == NodeKind::compound) last = tree_.last_child(body);
    if (tree_.kind(last) == NodeKind::values) return body;
  }
  const auto extend = [&](NodeId child) {
    tree_.append(body, child);
    tree_.nodes_[body.index()].end = at_[-1].end;
  };
  if (kind() == TokenKind::kw_order) extend(order_by());
  if (kind() == TokenKind::kw_limit) {
    extend(limit());
  } else if constexpr (!strict) {
    if (kind() == TokenKind::kw_offset || is_word("fetch")) extend(limit());
  }
  SetOperator op{};
  if (!at_set_operator(op)) return body;
  if constexpr (!strict && !postgresql) {
    const Depth depth(*this);
    return query_tail(query_terms(false, body));
  } else {
    refuse(*at_, "follows ORDER BY or LIMIT; put those at the end, after the last SELECT");
  }
}

template <class Grammar>
NodeId Parser<Grammar>::with() {
  Open node = open(NodeKind::with);
  advance();
  if (accept(TokenKind::kw_recursive)) mark(node, flag::recursive);
  do add(node, common_table());
  while (accept(TokenKind::comma));
  return close(node);
}

template <class Grammar>
NodeId Parser<Grammar>::common_table() {
  const Depth depth(*this);
  Open node = open(NodeKind::common_table);
  if (!is_name()) fail("the name of a common table");
  set_text(node.id, *at_);
  advance();
  if (kind() == TokenKind::left_paren) add(node, name_list());
  expect(TokenKind::kw_as, "AS");
  if (kind() == TokenKind::kw_not) {
    advance();
    expect(TokenKind::kw_materialized, "MATERIALIZED");
    mark(node, flag::not_materialized);
  } else if (accept(TokenKind::kw_materialized)) {
    mark(node, flag::materialized);
  }
  expect(TokenKind::left_paren, "'('");
  if constexpr (strict) {
    add(node, query());
  } else {
    add(node, at_query() || kind() == TokenKind::left_paren ? query() : statement());
  }
  expect(TokenKind::right_paren, "')'");
  return close(node);
}

/// Names in parentheses. SQLite's grammar allows a collation and an order after each, but then
/// reports an error.
template <class Grammar>
NodeId Parser<Grammar>::name_list() {
  Open node = open(NodeKind::name_list);
  expect(TokenKind::left_paren, "'('");
  do add(node, name_leaf("a name"));
  while (accept(TokenKind::comma));
  expect(TokenKind::right_paren, "',' or ')'");
  return close(node);
}

template <class Grammar>
NodeId Parser<Grammar>::select() {
  Open node = open(NodeKind::select);
  advance();
  if (kind() == TokenKind::kw_distinct) {
    add(node, distinct());
  } else if (accept(TokenKind::kw_all)) {
    mark(node, flag::all);
  }
  NodeId first_rows;
  if constexpr (!strict && !postgresql) {
    if (is_word("top") && (kind(1) == TokenKind::integer || kind(1) == TokenKind::left_paren))
      first_rows = top();
  }
  add(node, select_list(NodeKind::select_list));
  if (kind() == TokenKind::kw_from) add(node, from());
  if (kind() == TokenKind::kw_where) add(node, where());
  if (kind() == TokenKind::kw_group) add(node, group_by());
  if (kind() == TokenKind::kw_having) add(node, having());
  if (kind() == TokenKind::kw_window) add(node, windows());
  add(node, first_rows);
  return close(node);
}

template <class Grammar>
NodeId Parser<Grammar>::top() {
  Open node = open(NodeKind::limit);
  mark(node, flag::top);
  advance();
  add(node, kind() == TokenKind::integer ? leaf(NodeKind::number) : parenthesized());
  return close(node);
}

template <class Grammar>
NodeId Parser<Grammar>::distinct() {
  Open node = open(NodeKind::distinct);
  advance();
  if constexpr (postgresql) {
    if (accept(TokenKind::kw_on)) {
      expect(TokenKind::left_paren, "'('");
      expressions(node);
      expect(TokenKind::right_paren, "',' or ')'");
    }
  }
  return close(node);
}

template <class Grammar>
NodeId Parser<Grammar>::select_list(NodeKind node_kind) {
  Open node = open(node_kind);
  do add(node, result());
  while (accept(TokenKind::comma));
  return close(node);
}

template <class Grammar>
NodeId Parser<Grammar>::result() {
  if (kind() == TokenKind::star) return word_leaf(NodeKind::star);
  const bool starts_expression = kind() == TokenKind::kw_cast || kind() == TokenKind::kw_raise ||
                                 kind() == TokenKind::kw_current_date ||
                                 kind() == TokenKind::kw_current_time ||
                                 kind() == TokenKind::kw_current_timestamp;
  if (kind(1) == TokenKind::dot && is_name() && !starts_expression) {
    const bool qualified_star = kind(2) == TokenKind::star;
    // In SQLite, `a.b.*` is not a valid result.
    const bool twice =
        !strict && is_name(2) && at_[3].kind == TokenKind::dot && at_[4].kind == TokenKind::star;
    if (qualified_star || twice) {
      Open star = open(NodeKind::star);
      add(star, leaf(NodeKind::name));
      if (twice) {
        advance();
        add(star, leaf(NodeKind::name));
      }
      at_ += 2;
      return close(star);
    }
  }
  const NodeId value = expression();
  const NodeId name = optional_alias(false);
  if (name == no_node) return value;
  Open node = wrap(NodeKind::aliased, value);
  add(node, name);
  return close(node);
}

template <class Grammar>
NodeId Parser<Grammar>::optional_alias(bool columns) {
  if (kind() == TokenKind::kw_as) return alias(columns);
  if (!is_alias()) return no_node;
  if constexpr (!strict) {
    if (is_word("fetch") && (kind(1) == TokenKind::kw_first || is_word("next", 1))) return no_node;
    if (kind() == TokenKind::kw_offset && kind(1) == TokenKind::integer) return no_node;
    if (kind() == TokenKind::kw_with && is_word("rollup", 1)) return no_node;
  }
  return alias(columns);
}

template <class Grammar>
NodeId Parser<Grammar>::alias(bool columns) {
  Open node = open(NodeKind::alias);
  accept(TokenKind::kw_as);
  if (!is_name()) fail("an alias");
  set_text(node.id, *at_);
  advance();
  if constexpr (!strict) {
    if (columns && kind() == TokenKind::left_paren) add(node, name_list());
  }
  return close(node);
}

template <class Grammar>
NodeId Parser<Grammar>::values() {
  Open node = open(NodeKind::values);
  advance();
  do {
    Open row = open(NodeKind::row_values);
    expect(TokenKind::left_paren, "'('");
    expressions(row);
    expect(TokenKind::right_paren, "',' or ')'");
    add(node, close(row));
  } while (accept(TokenKind::comma));
  return close(node);
}

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
