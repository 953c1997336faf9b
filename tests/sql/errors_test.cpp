/// The parser's errors for invalid statements: the location, and what was expected.

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "sluice/sql/parse.hpp"
#include "support/error_of.hpp"

using namespace sluice;
using namespace sluice::sql;

namespace {

struct Broken {
  std::string_view text;  ///< The location of the error is marked with ^.
  std::string_view expected;
};

SyntaxError error_of(std::string_view text, Dialect dialect = Dialect::sqlite) {
  try {
    static_cast<void>(parse(text, {.dialect = dialect}));
  } catch (const SyntaxError &error) {
    return error;
  }
  FAIL("it is accepted: " << text);
  return {ErrorCode::internal, "", "", 0};
}

void check_broken(const Broken &broken, Dialect dialect) {
  const std::size_t place = broken.text.find('^');
  std::string text(broken.text);
  text.erase(place, 1);
  CAPTURE(text);
  const SyntaxError error = error_of(text, dialect);
  CHECK(error.code() == ErrorCode::malformed);
  CHECK(error.offset() == place);
  CHECK(error.expected() == broken.expected);
  CHECK(test::contains(error.message(), broken.expected));
}

}  // namespace

TEST_CASE("an error has its location and what was expected") {
  static constexpr Broken table[] = {
      {"SELECT ^FROM t", "an expression"},
      {"SELECT a, ^FROM t", "an expression"},
      {"SELECT a FROM ^", "a table or '('"},
      {"SELECT a FROM t WHERE ^", "an expression"},
      {"SELECT a FROM t WHERE a = ^GROUP BY b", "an expression"},
      {"SELECT a FROM t GROUP ^a", "BY"},
      {"SELECT a FROM t ORDER ^a", "BY"},
      {"SELECT a FROM t ORDER BY a NULLS ^a", "FIRST or LAST"},
      {"SELECT a FROM t LIMIT ^", "an expression"},
      {"SELECT a FROM t JOIN ^ON a", "a table or '('"},
      {"SELECT a FROM t LEFT ^u", "JOIN"},
      {"SELECT a FROM t JOIN u USING ^a", "'('"},
      {"SELECT a FROM t JOIN u USING (a ^b)", "',' or ')'"},
      {"SELECT a FROM (SELECT b^", "')'"},
      {"SELECT a AS ^, b", "an alias"},
      {"SELECT a b ^c FROM t", "the end of the statement"},
      {"SELECT t. ^FROM t", "the name of a column"},
      {"SELECT f(a ^b)", "',' or ')'"},
      {"SELECT f(a, ^)", "an expression"},
      {"SELECT (a, b ^c)", "',' or ')'"},
      {"SELECT CASE END^", "WHEN"},
      {"SELECT CASE a ^END", "WHEN"},
      {"SELECT CASE WHEN a ^END", "THEN"},
      {"SELECT CASE WHEN a THEN b ^", "WHEN, ELSE or END"},
      {"SELECT CAST(a ^b)", "AS"},
      {"SELECT a BETWEEN 1 ^", "AND and the upper bound of BETWEEN"},
      {"SELECT a IN ^1", "'(' or a table"},
      {"SELECT a NOT ^b", "LIKE, GLOB, REGEXP, MATCH, BETWEEN, IN or NULL"},
      {"SELECT a IS DISTINCT ^b", "FROM"},
      {"SELECT EXISTS ^a", "'(' and a query"},
      {"SELECT a COLLATE ^1", "the name of a collation"},
      {"SELECT f(a) OVER (ROWS 1 ^)", "PRECEDING or FOLLOWING"},
      {"SELECT f(a) OVER (ROWS BETWEEN 1 PRECEDING ^)", "AND"},
      {"SELECT 1 UNION ^", "SELECT or VALUES"},
      {"SELECT 1 UNION ^(SELECT 2)", "SELECT or VALUES"},
      {"WITH a AS ^SELECT 1", "'('"},
      {"WITH a AS (SELECT 1) ^", "SELECT or VALUES"},
      {"VALUES ^1", "'('"},
      {"INSERT ^t VALUES (1)", "INTO"},
      {"INSERT INTO t ^a", "SELECT or VALUES"},
      {"UPDATE t ^a = 1", "SET"},
      {"UPDATE t SET a ^1", "'='"},
      {"DELETE ^t", "FROM"},
      {"CREATE ^a", "TABLE, VIEW or INDEX"},
      {"CREATE TABLE t ^a", "'(' or AS"},
      {"CREATE TABLE t (^)", "the name of a column"},
      {"CREATE TABLE t (a PRIMARY ^)", "KEY"},
      {"CREATE INDEX i ^t (a)", "ON"},
      {"DROP ^t", "TABLE, VIEW, INDEX or TRIGGER"},
      {"SELECT 1; ^SELECT 2", "the end of the statement"},
      {"SELECT 1 ^)", "the end of the statement"},
  };
  for (const Broken &broken : table) check_broken(broken, Dialect::sqlite);
}

TEST_CASE("an error in PostgreSQL's syntax has its location and what was expected") {
  static constexpr Broken table[] = {
      {"SELECT a::^", "a type"},
      {"SELECT a[1^", "']'"},
      {"SELECT DISTINCT ON ^a", "'('"},
      {"SELECT a FROM t FETCH FIRST 2 ROWS ^", "ONLY"},
      {"SELECT 1 UNION ^a", "SELECT, VALUES or '('"},
      {"SELECT ARRAY[1 ^2]", "',' or ']'"},
  };
  for (const Broken &broken : table) check_broken(broken, Dialect::postgresql);
}

TEST_CASE("an error has a line and a column, and shows what was found") {
  const SyntaxError error = error_of("SELECT a,\n  b c d\nFROM t");
  CHECK(error.where().line == 2);
  CHECK(error.where().column == 7);
  CHECK(std::string(error.what()) == "2:7: expected the end of the statement, found d");
  CHECK(test::contains(error_of("SELECT").what(), "but the text ends"));
  const SyntaxError cut = error_of("SELECT 1 '" + std::string(1000, 'x') + "' 2");
  CHECK(cut.message().size() < 200);
  const SyntaxError long_word = error_of("SELECT 1 a '" + std::string(1000, 'x') + "'");
  CHECK(long_word.message().size() < 200);
}

TEST_CASE("an error message never contains part of a character") {
  for (std::size_t size = 30; size < 50; ++size) {
    const SyntaxError error = error_of("SELECT 1 a " + std::string(size, 'x') + "ééé");
    CHECK(error.message().find("\xEF\xBF\xBD") == std::string::npos);
  }
}

TEST_CASE("invalid joins and orders are rejected with a specific message") {
  const auto says = [](std::string_view text, std::string_view part) {
    return test::contains(error_of(text).message(), part);
  };
  CHECK(says("SELECT * FROM a INNER LEFT JOIN b", "both inner and outer"));
  CHECK(says("SELECT * FROM a OUTER JOIN b", "without a side"));
  CHECK(says("SELECT * FROM a ON b", "does not follow a JOIN"));
  CHECK(says("SELECT 1 ORDER BY 1 UNION SELECT 2", "follows ORDER BY or LIMIT"));
  CHECK(says("SELECT 1 LIMIT 1 UNION SELECT 2", "follows ORDER BY or LIMIT"));
  CHECK(says(std::string_view("SELECT\0 1", 9), "NUL"));
}
