/// Deep, long and nonsensical texts: each gives a result or a SyntaxError, quickly and with any
/// stack size.

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "agreement.hpp"
#include "sluice/core/random.hpp"
#include "support/random_text.hpp"
#include "support/support.hpp"

using namespace sluice;
using namespace sluice::sql;

namespace {

constexpr Dialect dialects[] = {Dialect::sqlite, Dialect::postgresql, Dialect::permissive};

/// Nested syntax: `open` repeated n times, the middle, `close` repeated n times.
struct Nest {
  std::string_view before, open, middle, close, after;
};

constexpr Nest nests[] = {
    {"SELECT ", "(", "1", ")", ""},
    {"SELECT ", "(SELECT ", "1", ")", ""},
    {"SELECT * FROM ", "(SELECT * FROM ", "t", ")", ""},
    {"SELECT * FROM ", "(", "t", ")", ""},
    {"SELECT * FROM ", "(t JOIN ", "t", ")", ""},
    {"SELECT ", "CASE WHEN 1 THEN ", "1", " END", ""},
    {"SELECT ", "CASE ", "1", " WHEN 1 THEN 2 END", ""},
    {"SELECT ", "f(", "1", ")", ""},
    {"SELECT ", "f(1, ", "1", ")", ""},
    {"SELECT ", "CAST(", "1", " AS t)", ""},
    {"SELECT ", "NOT ", "1", "", ""},
    {"SELECT ", "- ", "1", "", ""},
    {"SELECT ", "~", "1", "", ""},
    {"SELECT ", "1 AND ", "1", "", ""},
    {"SELECT ", "1 + ", "1", "", ""},
    {"SELECT ", "1 = ", "1", "", ""},
    {"SELECT ", "1 || ", "1", "", ""},
    {"SELECT ", "1 OR 2 AND 3 = 4 < 5 & 6 + 7 * 8 || ", "9", "", ""},
    {"SELECT ", "1 BETWEEN 2 AND ", "3", "", ""},
    {"SELECT 1 ", "BETWEEN 2 AND 3 ", "", "", ""},
    {"SELECT ", "1 BETWEEN ", "2", " AND 3", ""},
    {"SELECT ", "1 LIKE 2 ESCAPE ", "3", "", ""},
    {"SELECT 1 ", "ISNULL ", "", "", ""},
    {"SELECT 1 ", "COLLATE a ", "", "", ""},
    {"SELECT ", "1 IN (", "1", ")", ""},
    {"SELECT ", "EXISTS (SELECT ", "1", ")", ""},
    {"SELECT ", "f() OVER (ORDER BY ", "1", ")", ""},
    {"SELECT ", "f() FILTER (WHERE ", "1", ")", ""},
    {"", "WITH a AS (", "SELECT 1", ") SELECT 1", ""},
    {"", "SELECT 1 UNION ", "SELECT 2", "", ""},
    {"SELECT ", "(VALUES (", "1", "))", ""},
    {"CREATE TABLE t (a CHECK (", "(", "1", ")", "))"},
    {"INSERT INTO t VALUES (", "(", "1", ")", ")"},
};

std::string nested(const Nest &nest, std::size_t times) {
  std::string text(nest.before);
  for (std::size_t i = 0; i < times; ++i) text += nest.open;
  text += nest.middle;
  for (std::size_t i = 0; i < times; ++i) text += nest.close;
  text += nest.after;
  return text;
}

std::string repeated(std::string_view start, std::string_view part, std::size_t times,
                     std::string_view end = "") {
  std::string text(start);
  for (std::size_t i = 0; i < times; ++i) text += part;
  text += end;
  return text;
}

/// Whether the text is accepted; if not, it must be because of a limit.
bool is_taken(const std::string &text, Dialect dialect) {
  SyntaxTree tree;
  const auto error = test::syntax_error(text, tree, dialect);
  if (error) {
    CAPTURE(text.substr(0, 100));
    CAPTURE(error->what());
    CHECK(error->code() == ErrorCode::limit_exceeded);
  }
  return !error;
}

}  // namespace

TEST_CASE("statements nested a hundred levels deep are parsed and printed") {
  for (const Nest &nest : nests) {
    const std::string text = nested(nest, 100);
    for (const Dialect dialect : dialects) {
      const std::string problem = test::round_trip_problem(text, dialect);
      CHECK_MESSAGE(problem.empty(), text.substr(0, 60), "\n", problem.substr(0, 200));
    }
  }
}

TEST_CASE("statements nested a thousand levels deep are parsed or rejected for their depth") {
  for (const Nest &nest : nests) {
    for (const Dialect dialect : dialects) {
      const std::string text = nested(nest, 1000);
      if (!is_taken(text, dialect)) continue;
      const SyntaxTree tree = parse(text, {.dialect = dialect});
      CHECK(print(tree, {.dialect = dialect}).size() > 900);
    }
  }
}

TEST_CASE("endlessly nested statements are rejected for their depth") {
  for (const Nest &nest : nests) {
    for (const Dialect dialect : dialects) {
      CAPTURE(nest.open);
      CHECK_FALSE(is_taken(nested(nest, 30'000), dialect));
    }
  }
}

TEST_CASE("a tree can be as deep as the limit, and no deeper") {
  for (const std::size_t depth : {10U, 50U, 200U}) {
    for (const Nest &nest : nests) {
      std::size_t most = 0;
      while (true) {
        try {
          static_cast<void>(parse(nested(nest, most + 1), {.limits = {.depth = depth}}));
          ++most;
        } catch (const SyntaxError &error) {
          CHECK(error.code() == ErrorCode::limit_exceeded);
          break;
        }
        REQUIRE(most <= depth);
      }
      CHECK(most >= depth / 12);
    }
  }
}

TEST_CASE("lists may be long") {
  constexpr std::size_t many = 200'000 / test::slowness;
  for (const Dialect dialect : dialects) {
    CHECK(is_taken(repeated("SELECT a", ", a", many), dialect));
    CHECK(is_taken(repeated("SELECT a", " AS b, a", many), dialect));
    CHECK(is_taken(repeated("SELECT a IN (1", ", 1", many, ")"), dialect));
    CHECK(is_taken(repeated("SELECT f(1", ", 1", many, ")"), dialect));
    CHECK(is_taken(repeated("SELECT (1", ", 1", many, ")"), dialect));
    CHECK(is_taken(repeated("VALUES (1)", ", (1)", many), dialect));
    CHECK(is_taken(repeated("INSERT INTO t VALUES (1)", ", (1)", many), dialect));
    CHECK(is_taken(repeated("INSERT INTO t (a", ", a", many, ") SELECT 1"), dialect));
    CHECK(is_taken(repeated("UPDATE t SET a = 1", ", a = 1", many), dialect));
    CHECK(is_taken(repeated("SELECT * FROM t", ", t", many), dialect));
    CHECK(is_taken(repeated("SELECT * FROM t", " JOIN t ON 1", many), dialect));
    CHECK(is_taken(repeated("SELECT 1 ORDER BY a", ", a", many), dialect));
    CHECK(is_taken(repeated("SELECT 1 GROUP BY a", ", a", many), dialect));
    CHECK(is_taken(repeated("SELECT CASE", " WHEN a THEN b", many, " END"), dialect));
    CHECK(is_taken(repeated("WITH a AS (SELECT 1)", ", a AS (SELECT 1)", many, " SELECT 1"),
                   dialect));
    CHECK(is_taken(repeated("CREATE TABLE t (a", ", a INTEGER NOT NULL", many, ")"), dialect));
    CHECK(is_taken(repeated("SELECT 1", ";", many), dialect));
    CHECK(is_taken(repeated("SELECT 1", " ", many), dialect));
    CHECK(is_taken(repeated("SELECT '", "''", many, "'"), dialect));
    CHECK(is_taken(repeated("SELECT \"", "\"\"", many, "\""), dialect));
    CHECK(is_taken(repeated("SELECT 1 --", "-", many), dialect));
  }
}

TEST_CASE("long lists come back equal from printing") {
  for (const std::string &text :
       {repeated("SELECT a", ", a", 50'000), repeated("SELECT * FROM t", " JOIN t ON 1", 20'000),
        repeated("VALUES (1)", ", (1)", 50'000), repeated("SELECT a IN (1", ", 1", 50'000, ")"),
        repeated("CREATE TABLE t (a", ", a INTEGER NOT NULL", 20'000, ")")}) {
    CHECK(test::round_trip_problem(text, Dialect::sqlite) == "");
  }
}

TEST_CASE("chains that form deep trees are rejected for their depth") {
  constexpr std::size_t many = 200'000;
  for (const Dialect dialect : dialects) {
    CHECK_FALSE(is_taken(repeated("SELECT 1", " UNION SELECT 1", many), dialect));
    CHECK_FALSE(is_taken(repeated("SELECT 1", " AND 1", many), dialect));
    CHECK_FALSE(is_taken(repeated("SELECT 1", " || 1", many), dialect));
    CHECK_FALSE(is_taken(repeated("SELECT ", "(", many), dialect));
    CHECK_FALSE(is_taken(repeated("", "(", many, "SELECT 1"), Dialect::permissive));
    CHECK_FALSE(is_taken(repeated("SELECT * FROM ", "(", many, "SELECT 1"), dialect));
  }
}

TEST_CASE("a text longer than the limit is rejected") {
  const auto code = [](std::string_view text, const ParseLimits &limits) {
    try {
      static_cast<void>(parse(text, {.limits = limits}));
    } catch (const SyntaxError &error) {
      return error.code();
    }
    return ErrorCode{};
  };
  CHECK(code("SELECT 1", {.bytes = 8}) == ErrorCode{});
  CHECK(code("SELECT 1", {.bytes = 7}) == ErrorCode::limit_exceeded);
  CHECK(code("SELECT 1", {.tokens = 2}) == ErrorCode{});
  CHECK(code("SELECT 1, 2", {.tokens = 2}) == ErrorCode::limit_exceeded);
  CHECK(code(std::string((std::size_t{16} << 20) + 1, ' '), {}) == ErrorCode::limit_exceeded);
}

TEST_CASE("a megabyte of any input gives a result or an error") {
  constexpr std::size_t size = 1 << 20;
  Random random(7);
  std::string garbage;
  while (garbage.size() < size) garbage += test::random_bytes(random, 1000);
  std::string signs;
  while (signs.size() < size) signs += "()[],.;'\"`+-*/<>=!|&~#@%^:?$ \n"[random.below(31)];
  for (const Dialect dialect : dialects) {
    for (const std::string &text : {garbage,
                                    signs,
                                    std::string(size, '('),
                                    std::string(size, ')'),
                                    std::string(size, '\''),
                                    std::string(size, '"'),
                                    std::string(size, '['),
                                    std::string(size, '$'),
                                    std::string(size, '-'),
                                    std::string(size, '*'),
                                    std::string(size, '/'),
                                    std::string(size, '1'),
                                    std::string(size, 'a'),
                                    std::string(size, ':'),
                                    std::string(size, '\xFF'),
                                    std::string(size, '\0'),
                                    "SELECT '" + std::string(size, 'a'),
                                    "SELECT 1" + std::string(size, '0'),
                                    "SELECT " + std::string(size, 'a'),
                                    repeated("", "/*", size / 2),
                                    repeated("", "$a$", size / 3),
                                    repeated("SELECT ", "$a", size / 2),
                                    repeated("", "x'", size / 2),
                                    repeated("", "SELECT ", size / 7),
                                    repeated("SELECT ", "a.", size / 2),
                                    repeated("SELECT ", "a ", size / 2),
                                    repeated("SELECT a::", "double ", size / 7)}) {
      SyntaxTree tree;
      if (const auto error = test::syntax_error(text, tree, dialect)) {
        CHECK(error->offset() <= text.size());
        CHECK(error->message().size() < 1000);
      }
    }
  }
}
