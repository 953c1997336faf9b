#ifndef SLUICE_SRC_SQL_PARSER_PARSER_CALLS_HPP
#define SLUICE_SRC_SQL_PARSER_PARSER_CALLS_HPP

/// Names, calls and their windows.

#include "parser.hpp"

namespace sluice::inline v0::sql {

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

}  // namespace sluice::inline v0::sql

#endif
