#ifndef SLUICE_SRC_SQL_PARSER_PARSER_EXPRESSIONS_HPP
#define SLUICE_SRC_SQL_PARSER_PARSER_EXPRESSIONS_HPP

#include "parser.hpp"

namespace sluice::inline v0::sql {

template <class Grammar>
NodeId Parser<Grammar>::expression(int min_power) {
  const Depth depth(*this);
  return infix(prefix(), min_power, false);
}

/// The Pratt loop. `stop_at_and` is for the left side of BETWEEN's AND.
template <class Grammar>
NodeId Parser<Grammar>::infix(NodeId left, int min_power, bool stop_at_and) {
  for (;;) {
    const Infix found = infix_at();
    if (found.power == 0 || found.power < min_power) return left;
    if (stop_at_and && kind() == TokenKind::kw_and) return left;
    deepen();  // left-associative chain: each operator moves the previous ones one level down
    switch (found.form) {
      case InfixForm::binary:
        advance();
        left = binary(left, found.op, found.power);
        break;
      case InfixForm::comparison:
        advance();
        left = comparison(left, found.op, found.power);
        break;
      case InfixForm::is: left = is(left, found.power); break;
      case InfixForm::pattern:
        advance();
        left = pattern(left, found.op, false, found.power);
        break;
      case InfixForm::between:
        advance();
        left = between(left, false, found.power);
        break;
      case InfixForm::in:
        advance();
        left = in(left, false);
        break;
      case InfixForm::negated: left = negated_infix(left, found.power); break;
      case InfixForm::null_test: left = null_test(left, found.op); break;
      case InfixForm::collate: left = collate(left); break;
      case InfixForm::cast: left = cast(left); break;
      case InfixForm::subscript: left = subscript(left); break;
      case InfixForm::time_zone:
        at_ += 3;
        left = binary(left, Operator::at_time_zone, found.power);
        break;
      case InfixForm::none: return left;
    }
  }
}

template <class Grammar>
NodeId Parser<Grammar>::comparison(NodeId left, Operator op, int power) {
  Open node = wrap(NodeKind::binary, left);
  set_op(node, op);
  add(node, comparison_operand(power + 1));
  return close(node);
}

template <class Grammar>
NodeId Parser<Grammar>::null_test(NodeId left, Operator op) {
  advance();
  const Open node = wrap(NodeKind::unary, left);
  set_op(node, op);
  return close(node);
}

template <class Grammar>
NodeId Parser<Grammar>::collate(NodeId left) {
  advance();
  const Open node = wrap(NodeKind::collate, left);
  if (!is_alias()) fail("the name of a collation");
  set_text(node.id, *at_);
  advance();
  return close(node);
}

/// `a::type`.
template <class Grammar>
NodeId Parser<Grammar>::cast(NodeId left) {
  advance();
  Open node = wrap(NodeKind::cast, left);
  mark(node, flag::colons);
  add(node, type(true));
  return close(node);
}

template <class Grammar>
Infix Parser<Grammar>::infix_at() const noexcept {
  const Infix found = precedence[static_cast<std::size_t>(kind())];
  if constexpr (!strict) {
    if (kind() != TokenKind::identifier) return found;
    if (is_word("ilike"))
      return {precedence[static_cast<std::size_t>(TokenKind::kw_like)].power, InfixForm::pattern,
              Operator::ilike};
    if (is_word("similar") && kind(1) == TokenKind::kw_to) {
      return {precedence[static_cast<std::size_t>(TokenKind::kw_like)].power, InfixForm::pattern,
              Operator::similar};
    }
    if (is_word("at") && is_word("time", 1) && is_word("zone", 2)) {
      return {power::postfix, InfixForm::time_zone, Operator::at_time_zone};
    }
    if constexpr (!postgresql) {
      if (is_word("rlike")) return {power::equality, InfixForm::pattern, Operator::regexp};
      if (is_word("div")) return {power::product, InfixForm::binary, Operator::divide};
      if (is_word("mod") && kind(1) != TokenKind::left_paren) {
        return {power::product, InfixForm::binary, Operator::modulo};
      }
    }
  }
  return found;
}

template <class Grammar>
NodeId Parser<Grammar>::binary(NodeId left, Operator op, int power) {
  Open node = wrap(NodeKind::binary, left);
  set_op(node, op);
  add(node, expression(power + 1));
  return close(node);
}

/// The right side of a comparison: an operand, or ANY, SOME or ALL of several.
template <class Grammar>
NodeId Parser<Grammar>::comparison_operand(int power) {
  if constexpr (!strict) {
    const bool any = is_word("any"), some = is_word("some");
    if ((any || some || kind() == TokenKind::kw_all) && kind(1) == TokenKind::left_paren) {
      const Depth depth(*this);
      Open node = open(NodeKind::quantified);
      set_op(node, any ? Quantifier::any : some ? Quantifier::some : Quantifier::all);
      at_ += 2;
      add(node, at_query() ? query() : expression());
      expect(TokenKind::right_paren, "')'");
      return close(node);
    }
  }
  return expression(power);
}

template <class Grammar>
NodeId Parser<Grammar>::pattern(NodeId left, Operator op, bool negated, int power) {
  Open node = wrap(NodeKind::pattern, left);
  set_op(node, op);
  if (negated) mark(node, flag::negated);
  if (op == Operator::similar) advance();  // TO
  add(node, expression(power + 1));
  if (kind() == TokenKind::kw_escape) {
    Open escape = open(NodeKind::escape);
    advance();
    add(escape, expression(power + 1));
    add(node, close(escape));
  }
  return close(node);
}

template <class Grammar>
NodeId Parser<Grammar>::between(NodeId left, bool negated, int power) {
  Open node = wrap(NodeKind::between, left);
  if (negated) mark(node, flag::negated);
  if constexpr (!strict) {
    if (accept_word("symmetric")) mark(node, flag::symmetric);
  }
  {
    // SQLite shifts everything before the AND, including an OR, which then contains the AND.
    const Depth depth(*this);
    add(node, infix(prefix(), 1, true));
  }
  expect(TokenKind::kw_and, "AND and the upper bound of BETWEEN");
  add(node, expression(power + 1));
  return close(node);
}

template <class Grammar>
NodeId Parser<Grammar>::in(NodeId left, bool negated) {
  Open node = wrap(NodeKind::in, left);
  if (negated) mark(node, flag::negated);
  if (kind() == TokenKind::left_paren) {
    if (at_parenthesized_query()) {
      add(node, parenthesized());
    } else {
      const Depth depth(*this);
      Open list = open(NodeKind::list);
      advance();
      if (kind() != TokenKind::right_paren) expressions(list);
      expect(TokenKind::right_paren, "',' or ')'");
      add(node, close(list));
    }
    return close(node);
  }
  if constexpr (!strict) {
    if (kind() == TokenKind::parameter) {
      add(node, leaf(NodeKind::parameter));
      return close(node);
    }
  }
  if (!is_name()) fail("'(' or a table");
  Open table = open(NodeKind::table);
  if (kind(1) == TokenKind::dot) {
    add(table, leaf(NodeKind::name));
    advance();
    if (!is_name()) fail("the name of a table");
  }
  set_text(table.id, *at_);
  advance();
  if (accept(TokenKind::left_paren)) {
    at(table).kind = NodeKind::table_function;
    if (table.last != no_node) mark(table, flag::qualified);
    if (kind() != TokenKind::right_paren) expressions(table);
    expect(TokenKind::right_paren, "',' or ')'");
  }
  add(node, close(table));
  return close(node);
}

template <class Grammar>
NodeId Parser<Grammar>::is(NodeId left, int power) {
  advance();
  const bool negated = accept(TokenKind::kw_not);
  Operator op = negated ? Operator::is_not : Operator::is;
  if (kind() == TokenKind::kw_distinct) {
    advance();
    expect(TokenKind::kw_from, "FROM");
    op = negated ? Operator::is_not_distinct : Operator::is_distinct;
  }
  return binary(left, op, power);
}

template <class Grammar>
NodeId Parser<Grammar>::negated_infix(NodeId left, int power) {
  advance();
  const Infix found = infix_at();
  switch (found.form) {
    case InfixForm::pattern: advance(); return pattern(left, found.op, true, power);
    case InfixForm::between: advance(); return between(left, true, power);
    case InfixForm::in: advance(); return in(left, true);
    default: break;
  }
  if (!accept(TokenKind::kw_null)) fail("LIKE, GLOB, REGEXP, MATCH, BETWEEN, IN or NULL");
  const Open node = wrap(NodeKind::unary, left);
  set_op(node, Operator::not_null);
  return close(node);
}

template <class Grammar>
NodeId Parser<Grammar>::subscript(NodeId left) {
  Open node = wrap(NodeKind::subscript, left);
  advance();
  if (kind() != TokenKind::colon) add(node, expression());
  if (accept(TokenKind::colon)) {
    mark(node, flag::slice);
    if (kind() != TokenKind::right_bracket) add(node, expression());
  }
  expect(TokenKind::right_bracket, "']'");
  return close(node);
}

template <class Grammar>
NodeId Parser<Grammar>::prefix() {
  switch (kind()) {
    case TokenKind::identifier:
    case TokenKind::quoted_identifier: return name_or_call();
    case TokenKind::integer:
    case TokenKind::real: return leaf(NodeKind::number);
    case TokenKind::string:
      if (kind(1) == TokenKind::dot) return name_or_call();
      return leaf(NodeKind::string);
    case TokenKind::left_paren: return parenthesized();
    case TokenKind::kw_null: return word_leaf(NodeKind::null);
    case TokenKind::parameter: return leaf(NodeKind::parameter);
    case TokenKind::blob: return leaf(NodeKind::blob);
    case TokenKind::kw_not:
    case TokenKind::minus:
    case TokenKind::plus:
    case TokenKind::tilde: return unary();
    case TokenKind::kw_case: return case_expression();
    case TokenKind::kw_cast: return cast_expression();
    case TokenKind::kw_exists: return exists_expression();
    case TokenKind::kw_raise:
      if (!postgresql) return raise_expression();
      return name_or_call();
    case TokenKind::kw_current_date:
    case TokenKind::kw_current_time:
    case TokenKind::kw_current_timestamp: {
      const Open node = open(NodeKind::current_time);
      set_op(node, kind() == TokenKind::kw_current_date   ? CurrentTime::date
                   : kind() == TokenKind::kw_current_time ? CurrentTime::time
                                                          : CurrentTime::timestamp);
      advance();
      if constexpr (!strict) {
        if (kind() == TokenKind::left_paren && kind(1) == TokenKind::right_paren) at_ += 2;
      }
      return close(node);
    }
    default:
      if (is_name()) return name_or_call();
      fail("an expression");
  }
}

/// Prefix operators, in a loop, because there may be many of them.
template <class Grammar>
NodeId Parser<Grammar>::unary() {
  const std::size_t outside = depth_;
  NodeId innermost;  // until then, the parent of each is the one around it
  for (Operator op = prefix_at(); op != Operator::none; op = prefix_at()) {
    const Open node = open(NodeKind::unary);
    set_op(node, op);
    at(node).parent = innermost;
    innermost = node.id;
    advance();
    deepen();
  }
  NodeId operand = prefix();
  for (std::size_t depth = depth_; depth > outside; --depth) {
    depth_ = depth;
    Open node{innermost, no_node};
    innermost = at(node).parent;
    const bool is_not = at(node).template as<Operator>() == Operator::logical_not;
    operand = infix(operand, is_not ? power::logical_not : power::sign, false);
    add(node, operand);
    operand = close(node);
  }
  depth_ = outside;
  return operand;
}

template <class Grammar>
Operator Parser<Grammar>::prefix_at() const noexcept {
  switch (kind()) {
    case TokenKind::kw_not: return Operator::logical_not;
    case TokenKind::minus: return Operator::minus;
    case TokenKind::plus: return Operator::plus;
    case TokenKind::tilde: return Operator::bit_not;
    default: return Operator::none;
  }
}

}  // namespace sluice::inline v0::sql

#endif
