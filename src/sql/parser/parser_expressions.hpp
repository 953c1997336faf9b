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

/// A column with its qualifiers, a call, a constant by name.
template <class Grammar>
NodeId Parser<Grammar>::name_or_call() {
  if (kind(1) != TokenKind::dot) {
    if (kind(1) == TokenKind::left_paren) {
      const bool callable = strict ? is_id() : is_name();
      if (callable && kind() != TokenKind::string) {
        if constexpr (!strict) {
          if (const NodeId special = postgresql_word(); special != no_node) return special;
        }
        const Open node = open(NodeKind::function);
        set_text(node.id, *at_);
        advance();
        return call(node);
      }
    }
    if constexpr (!strict) {
      if (const NodeId special = postgresql_word(); special != no_node) return special;
    }
    return named_constant();
  }
  Open node = open(NodeKind::column);
  add(node, leaf(NodeKind::name));
  advance();
  if (!is_name()) fail("the name of a column");
  if (kind(1) == TokenKind::dot) {
    add(node, leaf(NodeKind::name));
    advance();
    if (!is_name()) fail("the name of a column");
  }
  set_text(node.id, *at_);
  advance();
  if constexpr (!strict) {
    if (kind() == TokenKind::left_paren) {
      at(node).kind = NodeKind::function;
      mark(node, flag::qualified);
      return call(node);
    }
  }
  return close(node);
}

/// An unqualified name: a column, TRUE or FALSE.
template <class Grammar>
NodeId Parser<Grammar>::named_constant() {
  const bool yes = is_word("true");
  if (!yes && !is_word("false")) return leaf(NodeKind::column);
  const Open node = open(NodeKind::boolean);
  if (yes) mark(node, flag::truth);
  advance();
  return close(node);
}

/// Words that start special expressions outside SQLite; no_node if there is none here.
template <class Grammar>
NodeId Parser<Grammar>::postgresql_word() {
  // ROW(*) and, outside PostgreSQL, ROW() are calls.
  if (kind() == TokenKind::kw_row && kind(1) == TokenKind::left_paren &&
      kind(2) != TokenKind::star && kind(2) != TokenKind::kw_distinct &&
      kind(2) != TokenKind::kw_all && (postgresql || kind(2) != TokenKind::right_paren)) {
    const Depth depth(*this);
    Open node = open(NodeKind::row);
    mark(node, flag::keyword);
    at_ += 2;
    if (kind() != TokenKind::right_paren) expressions(node);
    expect(TokenKind::right_paren, "',' or ')'");
    return close(node);
  }
  if (kind() != TokenKind::identifier) return no_node;
  if (kind(1) == TokenKind::string &&
      (is_word("date") || is_word("time") || is_word("timestamp"))) {
    Open node = open(NodeKind::typed_literal);
    set_text(node.id, *at_);
    advance();
    add(node, leaf(NodeKind::string));
    return close(node);
  }
  if (is_word("interval") && (kind(1) == TokenKind::string || kind(1) == TokenKind::integer ||
                              kind(1) == TokenKind::minus)) {
    const Depth depth(*this);
    Open node = open(NodeKind::interval);
    advance();
    add(node, expression(power::sign));
    if (kind() == TokenKind::identifier &&
        (is_word("year") || is_word("month") || is_word("week") || is_word("day") ||
         is_word("hour") || is_word("minute") || is_word("second") || is_word("quarter"))) {
      set_text(node.id, *at_);
      advance();
      if (kind() == TokenKind::left_paren && kind(1) == TokenKind::integer &&
          kind(2) == TokenKind::right_paren) {
        at_ += 3;  // a precision, which does not change values that matter for text-to-SQL
      }
    }
    return close(node);
  }
  if constexpr (postgresql) {
    if (is_word("array") && kind(1) == TokenKind::left_bracket) {
      const Depth depth(*this);
      Open node = open(NodeKind::array);
      at_ += 2;
      if (kind() != TokenKind::right_bracket) expressions(node);
      expect(TokenKind::right_bracket, "',' or ']'");
      return close(node);
    }
    if (is_word("array") && kind(1) == TokenKind::left_paren) {
      const Depth depth(*this);
      Open node = open(NodeKind::array);
      advance();
      add(node, parenthesized());
      return close(node);
    }
  } else if (is_word("try_cast") && kind(1) == TokenKind::left_paren) {
    const NodeId node = cast_expression();
    tree_.nodes_[node.index()].flags |= flag::attempt;
    return node;
  }
  return no_node;
}

/// The current token is the parenthesis that opens the arguments.
template <class Grammar>
NodeId Parser<Grammar>::call(Open node) {
  const Depth depth(*this);
  advance();
  if (kind() == TokenKind::star) {
    add(node, word_leaf(NodeKind::star));
  } else {
    if (kind() == TokenKind::kw_distinct) {
      add(node, word_leaf(NodeKind::distinct));
    } else if (accept(TokenKind::kw_all)) {
      mark(node, flag::all);
    }
    if (kind() != TokenKind::right_paren) call_arguments(node);
  }
  expect(TokenKind::right_paren, "',' or ')'");
  return call_tail(node);
}

template <class Grammar>
void Parser<Grammar>::call_arguments(Open &node) {
  if constexpr (strict) {
    expressions(node);
  } else {
    if (is_word("leading") || is_word("trailing") || is_word("both")) {
      Open side = open(NodeKind::keyword_argument);
      set_text(side.id, *at_);
      advance();
      if (kind() != TokenKind::kw_from) add(side, expression());
      add(node, close(side));
    } else {
      // POSITION(a IN b): this IN is not an operator.
      const std::string_view name = tree_.text(node.id);
      const bool position = name.size() == 8 && (name[0] | 0x20) == 'p' && (name[1] | 0x20) == 'o';
      add(node, expression(position ? power::bits : 1));
      while (accept(TokenKind::comma)) add(node, expression());
    }
    while (kind() == TokenKind::kw_from || kind() == TokenKind::kw_for ||
           kind() == TokenKind::kw_using || kind() == TokenKind::kw_in || is_word("placing") ||
           is_word("similar")) {
      add(node, keyword_argument());
    }
  }
  if constexpr (!strict) {
    if (kind() == TokenKind::kw_order) add(node, order_by());
    if (is_word("separator")) add(node, keyword_argument());
  }
}

template <class Grammar>
NodeId Parser<Grammar>::keyword_argument() {
  const Depth depth(*this);
  Open argument = open(NodeKind::keyword_argument);
  set_text(argument.id, *at_);
  advance();
  if (kind() == TokenKind::identifier && is_word("utf8mb4")) {
    add(argument, leaf(NodeKind::column));
  } else {
    add(argument, expression());
  }
  return close(argument);
}

/// WITHIN GROUP, FILTER and OVER.
template <class Grammar>
NodeId Parser<Grammar>::call_tail(Open node) {
  if constexpr (!strict) {
    if (is_word("within") && kind(1) == TokenKind::kw_group) {
      const Depth depth(*this);
      Open group = open(NodeKind::within_group);
      at_ += 2;
      expect(TokenKind::left_paren, "'('");
      add(group, order_by());
      expect(TokenKind::right_paren, "')'");
      add(node, close(group));
    }
  }
  if (kind() == TokenKind::kw_filter) {
    const Depth depth(*this);
    Open filter = open(NodeKind::filter);
    at_ += 2;
    expect(TokenKind::kw_where, "WHERE");
    add(filter, expression());
    expect(TokenKind::right_paren, "')'");
    add(node, close(filter));
  }
  if (kind() == TokenKind::kw_over) {
    const Depth depth(*this);
    Open over = open(NodeKind::over);
    advance();
    if (accept(TokenKind::left_paren)) {
      add(over, window_specification());
      expect(TokenKind::right_paren, "')'");
    } else {
      if (!is_name()) fail("'(' or the name of a window");
      set_text(over.id, *at_);
      advance();
    }
    add(node, close(over));
  }
  return close(node);
}

template <class Grammar>
NodeId Parser<Grammar>::window_specification() {
  const Depth depth(*this);
  Open window = open(NodeKind::window);
  const auto starts_clause = [this] {
    return kind() == TokenKind::kw_partition || kind() == TokenKind::kw_order ||
           kind() == TokenKind::kw_range || kind() == TokenKind::kw_rows ||
           kind() == TokenKind::kw_groups;
  };
  if (!starts_clause() && is_name()) {
    set_text(window.id, *at_);
    advance();
  }
  if (kind() == TokenKind::kw_partition) {
    Open partition = open(NodeKind::partition_by);
    advance();
    expect(TokenKind::kw_by, "BY");
    expressions(partition);
    add(window, close(partition));
  }
  if (kind() == TokenKind::kw_order) add(window, order_by());
  if (kind() == TokenKind::kw_range || kind() == TokenKind::kw_rows ||
      kind() == TokenKind::kw_groups) {
    add(window, frame());
  }
  return close(window);
}

template <class Grammar>
NodeId Parser<Grammar>::frame() {
  Open node = open(NodeKind::frame);
  set_op(node, kind() == TokenKind::kw_rows    ? FrameUnit::rows
               : kind() == TokenKind::kw_range ? FrameUnit::range
                                               : FrameUnit::groups);
  advance();
  if (accept(TokenKind::kw_between)) {
    add(node, frame_bound(true));
    expect(TokenKind::kw_and, "AND");
    add(node, frame_bound(false));
  } else {
    add(node, frame_bound(true));
  }
  if (accept(TokenKind::kw_exclude)) at(node).flags = static_cast<std::uint16_t>(frame_exclusion());
  return close(node);
}

template <class Grammar>
FrameExclusion Parser<Grammar>::frame_exclusion() {
  if (accept(TokenKind::kw_no)) {
    expect(TokenKind::kw_others, "OTHERS");
    return FrameExclusion::no_others;
  }
  if (accept(TokenKind::kw_current)) {
    expect(TokenKind::kw_row, "ROW");
    return FrameExclusion::current_row;
  }
  if (accept(TokenKind::kw_group)) return FrameExclusion::group;
  expect(TokenKind::kw_ties, "NO OTHERS, CURRENT ROW, GROUP or TIES");
  return FrameExclusion::ties;
}

template <class Grammar>
NodeId Parser<Grammar>::frame_bound(bool first) {
  Open node = open(NodeKind::frame_bound);
  if (kind() == TokenKind::kw_unbounded) {
    advance();
    if (first) {
      expect(TokenKind::kw_preceding, "PRECEDING");
      set_op(node, FrameBound::unbounded_preceding);
    } else {
      expect(TokenKind::kw_following, "FOLLOWING");
      set_op(node, FrameBound::unbounded_following);
    }
  } else if (accept(TokenKind::kw_current)) {
    expect(TokenKind::kw_row, "ROW");
    set_op(node, FrameBound::current_row);
  } else {
    add(node, expression());
    if (accept(TokenKind::kw_preceding)) {
      set_op(node, FrameBound::preceding);
    } else {
      expect(TokenKind::kw_following, "PRECEDING or FOLLOWING");
      set_op(node, FrameBound::following);
    }
  }
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
                     (is_word("character") && is_word("varying", 1));
    at_ += two ? 2 : 1;
  } else {
    while (is_alias() && !(kind() == TokenKind::kw_generated && kind(1) == TokenKind::kw_always &&
                           kind(2) == TokenKind::kw_as))
      advance();
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
