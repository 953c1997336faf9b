/// Tokens of SQL, and scripts split into statements.

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "sluice/sql/parse.hpp"
#include "sql/token.hpp"

using namespace sluice::sql;

namespace {

std::vector<std::string> words(std::string_view text, Dialect dialect = Dialect::sqlite) {
  std::vector<std::string> found;
  for (const Token &token : tokenize(text, dialect)) {
    if (token.kind != TokenKind::end)
      found.emplace_back(text.substr(token.begin, token.end - token.begin));
  }
  return found;
}

std::vector<TokenKind> kinds(std::string_view text, Dialect dialect = Dialect::sqlite) {
  std::vector<TokenKind> found;
  for (const Token &token : tokenize(text, dialect)) found.push_back(token.kind);
  return found;
}

bool refused(std::string_view text, std::size_t offset, Dialect dialect = Dialect::sqlite) {
  try {
    static_cast<void>(tokenize(text, dialect));
  } catch (const SyntaxError &error) {
    return error.offset() == offset;
  }
  return false;
}

using Words = std::vector<std::string>;
using Kinds = std::vector<TokenKind>;

}  // namespace

TEST_CASE("text is split into tokens, and whitespace and comments are dropped") {
  CHECK(words("a--b\n/*c*/'d''e'\"f\"") == Words{"a", "'d''e'", "\"f\""});
  CHECK(words("1.5e-3+.5-5.*0x1F") == Words{"1.5e-3", "+", ".5", "-", "5.", "*", "0x1F"});
  CHECK(words("a<=b<>c!=d==e||f->>g->h<<i>>j") == Words{"a", "<=", "b", "<>", "c", "!=", "d",
                                                        "==", "e", "||", "f", "->>", "g", "->", "h",
                                                        "<<", "i", ">>", "j"});
  CHECK(words("?1 :a @b $c::d(e)") == Words{"?1", ":a", "@b", "$c::d(e)"});
  CHECK(words("[a b]`c`x'0f'") == Words{"[a b]", "`c`", "x'0f'"});
  CHECK(words("größe$1") == Words{"größe$1"});
  CHECK(words("\xEF\xBB\xBFSELECT") == Words{"SELECT"});
  CHECK(words("a /* no end") == Words{"a"});
  CHECK(words("") == Words{});
  CHECK(tokenize("  ").front().begin == 2);
}

TEST_CASE("the dialects split text differently") {
  CHECK(words("a::b", Dialect::postgresql) == Words{"a", "::", "b"});
  CHECK(words("a::b", Dialect::permissive) == Words{"a", "::", "b"});
  CHECK(words("/*a/*b*/c*/d", Dialect::sqlite) == Words{"c", "*", "/", "d"});
  CHECK(words("/*a/*b*/c*/d", Dialect::postgresql) == Words{"d"});
  CHECK(words("$$a'b$$", Dialect::postgresql) == Words{"$$a'b$$"});
  CHECK(words("$x$a$$b$x$", Dialect::postgresql) == Words{"$x$a$$b$x$"});
  CHECK(words("e'a\\'b'", Dialect::postgresql) == Words{"e'a\\'b'"});
  CHECK(words("a[1:2]", Dialect::postgresql) == Words{"a", "[", "1", ":", "2", "]"});
  CHECK(words("a!~*b@>c<@d&&e#>>f", Dialect::postgresql) ==
        Words{"a", "!~*", "b", "@>", "c", "<@", "d", "&&", "e", "#>>", "f"});
  CHECK(words("a<=>b", Dialect::permissive) == Words{"a", "<=>", "b"});
  CHECK(words("a<=>b", Dialect::sqlite) == Words{"a", "<=", ">", "b"});
}

TEST_CASE("tokens have kinds, and keywords are recognized in any case") {
  CHECK(kinds("SeLeCt a, 1 2.0 'b' X'' \"c\" ?") ==
        Kinds{TokenKind::kw_select, TokenKind::identifier, TokenKind::comma, TokenKind::integer,
              TokenKind::real, TokenKind::string, TokenKind::blob, TokenKind::quoted_identifier,
              TokenKind::parameter, TokenKind::end});
  CHECK(kinds("current_timestamp current_timestamps") ==
        Kinds{TokenKind::kw_current_timestamp, TokenKind::identifier, TokenKind::end});
  CHECK(may_be_name(TokenKind::kw_key));
  CHECK(may_be_name(TokenKind::kw_left));
  CHECK(may_be_name(TokenKind::kw_window));
  CHECK_FALSE(may_be_name(TokenKind::kw_select));
  CHECK_FALSE(may_be_name(TokenKind::identifier));
}

TEST_CASE("an invalid token is rejected at its start") {
  CHECK(refused("a 'b", 2));
  CHECK(refused("a \"b", 2));
  CHECK(refused("a [b", 2));
  CHECK(refused("`", 0));
  CHECK(refused("1a", 0));
  CHECK(refused("a 0x", 2));
  CHECK(refused("a 1.5e", 2));
  CHECK(refused("x'1'", 0));
  CHECK(refused("x'1g'", 0));
  CHECK(refused("a # b", 2));
  CHECK(refused("a ! b", 2));
  CHECK(refused("a ^ b", 2));
  CHECK(refused(":", 0));
  CHECK(refused("a \\", 2));
  CHECK(refused(std::string_view("a\0b", 3), 1));
  CHECK(refused("a /* b", 2, Dialect::postgresql));
  CHECK(refused("$a$b", 0, Dialect::postgresql));
  CHECK(refused("e'a\\'", 0, Dialect::postgresql));
}

TEST_CASE("no more tokens are read than the limit") {
  CHECK(tokenize("a b c", Dialect::sqlite, 4).size() == 4);
  try {
    static_cast<void>(tokenize("a b c", Dialect::sqlite, 3));
    FAIL("no error");
  } catch (const SyntaxError &error) {
    CHECK(error.code() == sluice::ErrorCode::limit_exceeded);
  }
}

TEST_CASE("a script is split at its semicolons, except those in strings and triggers") {
  using Statements = std::vector<std::string_view>;
  CHECK(split_statements("") == Statements{});
  CHECK(split_statements(" ;; ; -- nothing\n;") == Statements{});
  CHECK(split_statements("SELECT 1") == Statements{"SELECT 1"});
  CHECK(split_statements(" SELECT ';' ; -- a; b\nSELECT \";\" FROM t ;") ==
        Statements{"SELECT ';'", "SELECT \";\" FROM t"});
  const std::string_view trigger =
      "CREATE TEMP TRIGGER a AFTER INSERT ON t BEGIN SELECT 1; DELETE FROM u; END";
  const std::string script = std::string(trigger) + "; SELECT 2";
  CHECK(split_statements(script) == Statements{trigger, "SELECT 2"});
  CHECK(split_statements("SELECT $$;$$; SELECT 2", Dialect::postgresql) ==
        Statements{"SELECT $$;$$", "SELECT 2"});
  CHECK_THROWS_AS(split_statements("SELECT 1; SELECT 'a"), SyntaxError);
}
