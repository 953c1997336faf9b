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

}  // namespace sluice::inline v0::sql

#endif
