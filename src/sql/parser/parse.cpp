#include "sluice/sql/parse.hpp"

#include <algorithm>
#include <string>

#include "parser.hpp"
#include "parser_calls.hpp"
#include "parser_changes.hpp"
#include "parser_clauses.hpp"
#include "parser_constraints.hpp"
#include "parser_definitions.hpp"
#include "parser_expressions.hpp"
#include "parser_queries.hpp"
#include "parser_sources.hpp"
#include "parser_terms.hpp"
#include "sluice/core/utf8.hpp"

namespace sluice::inline v0::sql {

template <class Grammar>
void Parser<Grammar>::fail(std::string_view expected) const {
  std::string message = "expected ";
  message += expected;
  if (kind() == TokenKind::end) {
    message += ", but the text ends";
  } else {
    message += ", found ";
    const std::string_view found = word(*at_);
    const bool is_long = found.size() > 40;
    message += clip_utf8(found, is_long ? 40 : found.size());
    if (is_long) message += "…";
  }
  throw SyntaxError(ErrorCode::malformed, message, tree_.source(), at_->begin, expected);
}

template <class Grammar>
void Parser<Grammar>::refuse(const Token &at, std::string_view why) const {
  std::string message(word(at));
  message += ' ';
  message += why;
  throw SyntaxError(ErrorCode::malformed, message, tree_.source(), at.begin);
}

template <class Grammar>
void Parser<Grammar>::fail_depth() const {
  throw SyntaxError(ErrorCode::limit_exceeded,
                    "the statement is nested more than " + std::to_string(limits_.depth) + " deep",
                    tree_.source(), at_->begin);
}

template <class Grammar>
void Parser<Grammar>::set_text(NodeId id, const Token &token) {
  Node &node = tree_.nodes_[id.index()];
  const char first = tree_.text_[token.begin];
  const auto inside = [&](std::uint32_t from, std::uint16_t style) {
    set_slice(id, token.begin + from, token.end - 1);
    node.flags |= style;
  };
  switch (token.kind) {
    case TokenKind::quoted_identifier:
      if (first == '[') return inside(1, flag::bracketed);
      inside(1, first == '"' ? flag::double_quoted : flag::back_quoted);
      unescape(id, token, first);
      return;
    case TokenKind::string:
      if (postgresql && first == '$') {
        const auto tag =
            static_cast<std::uint32_t>(tree_.text_.find('$', token.begin + 1) + 1 - token.begin);
        return set_slice(id, token.begin + tag, token.end - tag);
      }
      inside(first == '\'' ? 1 : 2,
             node.kind == NodeKind::string ? std::uint16_t{0} : flag::single_quoted);
      unescape(id, token, '\'');
      return;
    case TokenKind::blob: return inside(2, 0);
    default: return set_slice(id, token.begin, token.end);
  }
}

/// Removes doubled quotes, and the backslashes of E'…', from a text; most texts have none.
template <class Grammar>
void Parser<Grammar>::unescape(NodeId id, const Token &token, char quote) {
  const bool backslashes = postgresql && (tree_.text_[token.begin] | 0x20) == 'e';
  const std::string_view content = tree_.text(id);
  if (content.find(quote) == std::string_view::npos &&
      (!backslashes || content.find('\\') == std::string_view::npos)) {
    return;
  }
  std::string plain;
  plain.reserve(content.size());
  for (std::size_t i = 0; i < content.size(); ++i) {
    char c = content[i];
    if (c == quote) {
      ++i;
    } else if (backslashes && c == '\\' && i + 1 < content.size()) {
      c = content[++i];
      c = c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
    }
    plain += c;
  }
  const std::uint32_t begin = tree_.store(plain);
  set_slice(id, begin, begin + static_cast<std::uint32_t>(plain.size()));
}

template <class Grammar>
void Parser<Grammar>::prepend(NodeId parent, NodeId child) {
  Node &above = tree_.nodes_[parent.index()];
  tree_.nodes_[child.index()].parent = parent;
  tree_.nodes_[child.index()].next_sibling = above.first_child;
  above.first_child = child;
  above.begin = tree_.nodes_[child.index()].begin;
}

namespace {

template <class Grammar>
void parse_as(SyntaxTree &tree, const ParseLimits &limits) {
  Parser<Grammar>(tree, limits).parse();
}

void check(std::string_view sql, const ParseLimits &limits) {
  const std::size_t most = std::min(limits.bytes, std::size_t{1} << 30);  // offsets have 32 bits
  if (sql.size() > most) {
    throw SyntaxError(ErrorCode::limit_exceeded,
                      "the statement is longer than " + std::to_string(most) + " bytes", sql, most);
  }
  if (const std::size_t nul = sql.find('\0'); nul != std::string_view::npos) {
    throw SyntaxError(ErrorCode::malformed, "the statement contains a NUL byte", sql, nul);
  }
}

}  // namespace

void parse(std::string_view sql, SyntaxTree &tree, const ParseOptions &options) {
  check(sql, options.limits);
  tree.clear(sql);
  try {
    switch (options.dialect) {
      case Dialect::sqlite: return parse_as<SqliteGrammar>(tree, options.limits);
      case Dialect::postgresql: return parse_as<PostgresqlGrammar>(tree, options.limits);
      default: return parse_as<PermissiveGrammar>(tree, options.limits);
    }
  } catch (...) {
    tree.clear({});
    throw;
  }
}

SyntaxTree parse(std::string_view sql, const ParseOptions &options) {
  SyntaxTree tree;
  parse(sql, tree, options);
  return tree;
}

}  // namespace sluice::inline v0::sql
