#include "llm/sql_answer.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace sluice {
namespace {

struct Case {
  std::string answer;
  std::string sql;
  bool is_closed = false;
  std::size_t more = 0;
};

TEST_CASE("a query is found in every wrapping that models use") {
  const std::vector<Case> cases{
      {"SELECT a FROM t", "SELECT a FROM t"},
      {"  select a from t ;\n", "select a from t", true},
      {"```sql\nSELECT a FROM t;\n```", "SELECT a FROM t", true},
      {"```\nSELECT a FROM t\n```\nThis reads a.", "SELECT a FROM t", true},
      {"~~~SQL\nSELECT a FROM t\n~~~", "SELECT a FROM t", true},
      {"Sure! Here is the query:\n\n```sqlite\nSELECT a\nFROM t\nWHERE b = '```'\n```\nEnjoy.",
       "SELECT a\nFROM t\nWHERE b = '```'", true},
      {"```sql\nSELECT a FROM t", "SELECT a FROM t"},  // the closing fence is missing
      {"``` SELECT a FROM t ```", "SELECT a FROM t", true},
      {"First ```python\nprint(1)\n```\nthen ```sql\nno\n```\n```sql\nSELECT a FROM t\n```",
       "SELECT a FROM t", true},
      {"SQL: SELECT a FROM t", "SELECT a FROM t"},
      {"The answer is `SELECT a FROM t`, which reads a.", "SELECT a FROM t", true},
      {"SELECT a FROM t; SELECT b FROM t; DROP TABLE t;", "SELECT a FROM t", true, 1},
      {"SELECT a FROM t\nThis query returns every a.", "SELECT a FROM t", true},
      {"SELECT a FROM t WHERE b > 5\n\nHere `b` is the price, and > means more.",
       "SELECT a FROM t WHERE b > 5\n\nHere `b` is the price, and > means more."},
      {"SELECT a FROM t\n\nNote: all rows are read.\nSecond line here too.", "SELECT a FROM t",
       true},
      {"I will select the rows first.\nSELECT a FROM t", "SELECT a FROM t"},
      {"With this in mind:\nWITH x AS (SELECT 1 AS a) SELECT a FROM x;",
       "WITH x AS (SELECT 1 AS a) SELECT a FROM x", true},
      {"{\"sql\": \"SELECT a FROM t WHERE b = \\\"x\\\"\"}", "SELECT a FROM t WHERE b = \"x\"",
       true},
      {"```json\n{\"query\": \"SELECT a FROM t\"}\n```", "SELECT a FROM t", true},
      {"a, b FROM t WHERE c = 1", "SELECT a, b FROM t WHERE c = 1"},
      {"SELECT a -- the first\nFROM t", "SELECT a -- the first\nFROM t"},
      {"SELECT 'say; SELECT' FROM t; ok", "SELECT 'say; SELECT' FROM t", true},
  };
  for (const Case &one : cases) {
    CAPTURE(one.answer);
    const SqlAnswer found = find_sql(one.answer);
    CHECK(found.sql == one.sql);
    if (found.sql.find("means more") != std::string::npos) {
      CHECK(!found.parses);  // an error is better than truncating by guess
      continue;
    }
    CHECK(found.parses);
    CHECK(!found.is_cut);
    CHECK(found.is_closed == one.is_closed);
    CHECK(found.more == one.more);
  }
}

TEST_CASE("a mistake inside a query never leaves its beginning as the answer") {
  for (const std::string answer : {
           "SELECT a FROM t WERE b = 1",
           "SELECT a FROM t\nWERE b = 1",
           "SELECT a FROM t\n\nWHERE b = = 1",
           "SELECT a FROM t\nWHERE b = 'x' AMD c = 2",
           "```sql\nSELECT a FROM t\nORDER a\n```",
           "SELECT a FROM t\nGROP BY a",
           "SELECT a FROM t WERE b = 1\nUNION\nSELECT c FROM u",
           "SELECT a FROM t WHERE b IN (SELECT c FROM u",
           "SELECT a FROM t WERE b IN (\n  SELECT c FROM u\n)",
           "SELECT a FROM t WHERE b IN (\n  SELECT c FROM u;",
           "SELECT a FROM t WHERE (b = 1 ORDER BY a",
       }) {
    CAPTURE(answer);
    const SqlAnswer found = find_sql(answer);
    CHECK(!found.parses);
    CHECK(!found.sql.empty());
    CHECK(found.sql.find("SELECT a FROM t") == 0);
    CHECK(found.sql.size() > std::string("SELECT a FROM t").size());
  }
}

TEST_CASE("a part of a query is not returned as the query") {
  for (const std::string answer :
       {"WITH x AS (SELECT 1 AS a), y AS (SELECT 2) SELECT a FRM x WHERE = 1",
        "WITH x AS (\n  SELECT 1 AS a\n)\nSELECT a FROM x WHERE", "(SELECT a FROM t)",
        "(SELECT a FROM t) UNION (SELECT b FROM u)", "CREATE TABLE x AS SELECT a FROM t",
        "DELETE FROM t WHERE a IN (SELECT b FROM u)"}) {
    CAPTURE(answer);
    CHECK(!find_sql(answer).parses);
  }
}

TEST_CASE("a truncated query is distinguished from an invalid one") {
  for (const std::string cut : {"SELECT a FROM t WHERE", "SELECT a FROM t WHERE b = 'op",
                                "SELECT a,", "```sql\nSELECT a FROM t WHERE b IN (1, 2"}) {
    CAPTURE(cut);
    const SqlAnswer found = find_sql(cut);
    CHECK(!found.parses);
    CHECK(!found.is_closed);
    CHECK(found.sql.find("SELECT a") == 0);
  }
  CHECK(find_sql("SELECT a FROM t WHERE").is_cut);
  CHECK(find_sql("```sql\nSELECT a FROM t WHERE b IN (1, 2").is_cut);
  CHECK(!find_sql("SELECT a FROM t WHERE WHERE b").is_cut);
}

TEST_CASE("nothing is found in an answer without SQL") {
  for (const std::string answer : {"", "   \n", "I'm sorry, I cannot help with that.", "```\n```",
                                   "{}", "DROP TABLE t", "selected", "{\"sql\": 7}", "```"}) {
    CAPTURE(answer);
    const SqlAnswer found = find_sql(answer);
    CHECK(found.sql.empty());
    CHECK(!found.parses);
  }
}

TEST_CASE("large and hostile answers are processed quickly") {
  std::string many;
  for (int i = 0; i < 20'000; ++i) many += "SELECT ( ";
  CHECK(!find_sql(many).parses);
  CHECK(
      find_sql(std::string(1 << 20, ' ') + "SELECT 1").sql.empty());  // after the part that is read
  CHECK(!find_sql(std::string(100'000, '`')).parses);
  CHECK(!find_sql("SELECT " + std::string(30'000, '(')).parses);
  std::string lines;
  for (int i = 0; i < 10'000; ++i) lines += "```\n";
  CHECK(fenced_texts(lines).size() == 5'000);
  CHECK(find_sql(lines + "SELECT 1").sql == "SELECT 1");
}

}  // namespace
}  // namespace sluice
