#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

#include "judge/plugging.hpp"
#include "judge/repairs.hpp"
#include "sluice/core/error.hpp"
#include "sluice/judge/evaluation_items.hpp"
#include "support/error_of.hpp"

namespace sluice {

TEST_CASE("blanks inside operators are removed, once each") {
  CHECK(close_operators("a > = 1 and b < = 2 and c ! = 3") == "a >= 1 and b <= 2 and c != 3");
  CHECK(close_operators("a >  = 1") == "a >  = 1");
}

TEST_CASE("DISTINCT is removed where it is a word, and so are all statements but the first") {
  CHECK(without_distinct("SELECT DISTINCT a FROM t") == "SELECT  a FROM t");
  CHECK(without_distinct(
            "SELECT count(distinct a), 'distinct' FROM t -- distinct\n WHERE \"DISTINCT\"") ==
        "SELECT count( a), 'distinct' FROM t -- distinct\n WHERE \"DISTINCT\"");
  CHECK(without_distinct("SELECT distinct_a, t.distinct FROM t") == "SELECT distinct_a, t. FROM t");
  CHECK(without_distinct("SELECT 1; DROP TABLE t") == "SELECT 1; ");
  CHECK(without_distinct("SELECT (1; 2)") == "SELECT (1; 2)");
  CHECK(without_distinct("SELECT 'a;b'; x") == "SELECT 'a;b'; ");
  // An unterminated quote is an ordinary character; one after a backslash is part of the string.
  CHECK(without_distinct("SELECT 'a distinct") == "SELECT 'a ");
  CHECK(without_distinct("SELECT 'a\\' distinct' x") == "SELECT 'a\\' distinct' x");
  CHECK(without_distinct("SELECT `distinct` FROM t") == "SELECT `distinct` FROM t");
  // sqlparse accepts × at the start of a name, although it is not a letter.
  CHECK(without_distinct("SELECT distinct \u00D7 . \u00D7, t.\u00D7") ==
        "SELECT  \u00D7 . \u00D7, t.\u00D7");
}

TEST_CASE("the current year of MySQL is 2020") {
  CHECK(with_fixed_year("a > YEAR(CURDATE()) - 1") == "a > 2020- 1");
  CHECK(with_fixed_year("year ( curdate ( ) ) ") == "2020");
  CHECK(with_fixed_year("year(date)") == "year(date)");
  CHECK(without_placeholder("a = \"value\" AND market_value") == "a = \"1\" AND market_1");
}

TEST_CASE("a query is split at its strings and numbers") {
  const SlottedQuery query =
      cut_at_values("SELECT T1.name FROM t AS T1 WHERE a = 'x y' AND b > 3.5 AND c = -2 LIMIT 1;");
  CHECK(query.values == std::vector<std::string>{"'x y'", "-2", "1", "3.5"});
  std::string words;
  for (const std::string &word : query.words) words += (word.empty() ? "_" : word) + " ";
  CHECK(words == "select t1 . name from t as t1 where a = _ and b > _ and c = _ limit _ ");
}

TEST_CASE("gold's values fill a prediction's slots in every way") {
  const SlottedQuery gold = cut_at_values("SELECT a FROM t WHERE b = 'x' LIMIT 3");
  const Plugging plugging(gold, cut_at_values("SELECT a FROM t WHERE b = 1 LIMIT 1"));
  REQUIRE(plugging.size() == 4);
  std::set<std::string> fillings;
  for (std::uint64_t i = 0; i < plugging.size(); ++i) fillings.insert(plugging.filling(i));
  CHECK(fillings.size() == 4);
  CHECK(fillings.count("select a from t where b = 'x' limit 3") == 1);
  CHECK(Plugging(cut_at_values("SELECT a"), cut_at_values("SELECT 1")).size() == 0);
  CHECK(Plugging(gold, cut_at_values("SELECT a")).size() == 1);
  CHECK(Plugging(gold, cut_at_values("SELECT a")).filling(0) == "select a");
  // The size saturates.
  std::string many = "SELECT 1";
  for (int i = 0; i < 100; ++i) many += " , 1";
  CHECK(Plugging(gold, cut_at_values(many)).size() == UINT64_MAX);
}

TEST_CASE("files are paired by sessions and turns") {
  const EvaluationItems read = read_evaluation_items(
      {"gold", "SELECT 1\tdb\r\nSELECT 2\tdb\n\nSELECT 3\tother\nSELECT 4\tother\n"},
      {"pred", "SELECT a\tignored\nSELECT b\n\nSELECT c\n"});
  CHECK(read.sessions == 2);
  REQUIRE(read.items.size() == 3);  // lines without a counterpart are ignored
  CHECK(read.items[1].predicted == "SELECT b");
  CHECK(read.items[0].predicted == "SELECT a");
  CHECK(read.items[2].session == 1);
  CHECK(read.items[2].turn == 0);
  CHECK(read.items[2].database_id == "other");
}

TEST_CASE("gold may be JSON, with several queries") {
  const EvaluationItems read = read_evaluation_items(
      {"gold",
       "{\"db_id\": \"d\", \"sql\": [\"SELECT 1\", \"SELECT 2\"], \"condition_cols\": [0, 2],"
       " \"ignore_order\": true}\n{\"db_id\": \"e\", \"query\": \"SELECT 3\"}\n"},
      {"pred", "SELECT 1\nSELECT 3\n"});
  REQUIRE(read.items.size() == 2);
  CHECK(read.items[0].golds.size() == 2);
  CHECK(read.items[0].condition_columns == std::vector<std::size_t>{0, 2});
  CHECK(read.items[0].ignore_order == true);
  CHECK(read.items[1].golds.front() == "SELECT 3");
}

TEST_CASE("a gold line without a database is reported with its position") {
  const Error error = test::error_of([] {
    return read_evaluation_items({"gold", "SELECT 1\td\nSELECT 2\n"}, {"pred", "a\nb\n"});
  });
  CHECK(std::string(error.what()) == "gold:2: 1 fields, expected a query, a tab and a database id");
  test::check_code(ErrorCode::malformed, [] {
    return read_evaluation_items({"gold", "SELECT 1\td\n"}, {"pred", "a\n\nb\n"});
  });
}

}  // namespace sluice
