/// Tests the paper's mutators, one family at a time.

#include "sluice/suite/paper_mutator.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "neighbors.hpp"

using namespace sluice;
using namespace sluice::test;

namespace {

using Texts = std::vector<std::string>;

Texts sorted(Texts texts) {
  std::sort(texts.begin(), texts.end());
  return texts;
}

/// The neighbors of `SELECT q <part>` in a family, without the common beginning.
Texts parts(const std::string &family, const std::string &part, std::uint64_t seed = 0) {
  const std::string start = "SELECT q ";
  Texts found = made(paper_mutators(), "paper." + family, start + part, seed);
  for (std::string &text : found) {
    REQUIRE(text.starts_with(start));
    text.erase(0, start.size());
  }
  return sorted(found);
}

}  // namespace

TEST_CASE("words and operators are replaced within their family, case-insensitively") {
  CHECK(parts("aggregate", "Max(x)") == Texts{"avg(x)", "count(x)", "min(x)", "sum(x)"});
  CHECK(parts("comparison", "x <= 1") == Texts{"x != 1", "x < 1", "x = 1", "x > 1", "x >= 1"});
  CHECK(parts("direction", "x asc, y") == Texts{"x DESC, y"});
  CHECK(parts("arithmetic", "x + y") == Texts{"x * y", "x - y", "x / y"});
  CHECK(parts("connective", "x and y OR z") == Texts{"x OR y OR z", "x and y AND z"});
  CHECK(parts("like", "x not like 'a'") == Texts{"x LIKE 'a'"});
  CHECK(parts("in", "x IN (1)") == Texts{"x NOT IN (1)"});
}

TEST_CASE("a column name is replaced by every other one of the schema, only as a whole word") {
  CHECK(parts("column", "T1.Name, nameless, 'name', \"name\"") ==
        sorted({"T1.AGE, nameless, 'name', \"name\"", "T1.COUNTRY, nameless, 'name', \"name\"",
                "T1.ID, nameless, 'name', \"name\"", "T1.SINGER_ID, nameless, 'name', \"name\"",
                "T1.TITLE, nameless, 'name', \"name\"", "T1.YEAR, nameless, 'name', \"name\""}));
}

TEST_CASE("an integer is replaced by its neighbors and by numbers of its size") {
  const Texts found = parts("integer", "x > 40");
  CHECK(contains(found, "x > 39"));
  CHECK(contains(found, "x > 41"));
  CHECK(found.size() > 8);
  CHECK(found.size() <= 12);
  for (const std::string &text : found) {
    const int value = std::stoi(text.substr(4));
    CHECK(value != 40);
    CHECK(value >= -41);
    CHECK(value <= 41);
  }
  CHECK(found == parts("integer", "x > 40"));
  CHECK(found != parts("integer", "x > 40", 1));
  const Texts small = parts("integer", "x = -1");  // of -2, 0 and 1; the last one by chance
  CHECK(contains(small, "x = -2"));
  CHECK(contains(small, "x = 0"));
  CHECK(small.size() <= 3);
  CHECK(parts("integer", "x = 99999999999999999999").empty());
  CHECK(parts("integer", "x = '4'").empty());
}

TEST_CASE("a real number is replaced by others of its size, and stays a real") {
  const Texts found = parts("real", "x > 2.9");
  CHECK(contains(found, "x > 3.0"));
  CHECK(found.size() == 12);
  for (const std::string &text : found) {
    CHECK(text.find('.') != text.npos);
    CHECK(std::stod(text.substr(4)) >= -2.9);
    CHECK(std::stod(text.substr(4)) <= 3.0);
  }
}

TEST_CASE(
    "a string is replaced by the empty one, its substrings and their complements, and is padded with percent signs") {
  // The last character is never part of the substring or the removed part, as in the published
  // program.
  CHECK(parts("string", "'abc'") ==
        sorted({"''", "'abc%'", "'%abc'", "'%abc%'", "'a'", "'bc'", "'ab'", "'c'", "'b'", "'ac'"}));
  CHECK(parts("string", "\"%Zo\xC3\xAB\"") ==
        sorted({"\"\"", "\"Zo\xC3\xAB%\"", "\"%Zo\xC3\xAB\"", "\"%Zo\xC3\xAB%\"", "\"%\"", "\"%Z\"",
                "\"%Zo\"", "\"Z\"", "\"Zo\"", "\"o\"", "\"%o\xC3\xAB\"", "\"%Z\xC3\xAB\"",
                "\"%\xC3\xAB\"", "\"o\xC3\xAB\"", "\"\xC3\xAB\""}));
}

TEST_CASE("every run of tokens is dropped, except those that mean nothing or leave invalid SQL") {
  const Texts found =
      made(paper_mutators(), "paper.span", "SELECT s.name FROM singer AS s ORDER BY age ASC;");
  CHECK(contains(found, "SELECT s.name FROM singer AS s;"));
  CHECK(contains(found, "SELECT s.name FROM singer AS s ORDER BY age;") == false);  // ASC
  CHECK(contains(found, "SELECT name FROM singer AS s ORDER BY age ASC;") == false);
  CHECK(contains(found, "SELECT s.name FROM singer s ORDER BY age ASC;") == false);  // AS
  CHECK(contains(found, "SELECT s.name FROM singer AS s ORDER BY age ASC") == false);
  CHECK(contains(found, "SELECT s.name FROM singer s ORDER BY age ASC;") == false);
  CHECK(contains(found, "SELECT s.name singer AS s ORDER BY age ASC;"));
  const Texts counted = made(paper_mutators(), "paper.span", "SELECT count(*) FROM singer");
  CHECK(contains(counted, "SELECT count() FROM singer") == false);
  CHECK(contains(counted, "SELECT FROM singer") == false);
  CHECK(contains(counted, "SELECT (*) FROM singer"));
  for (const std::string &text : counted) {
    CHECK(std::count(text.begin(), text.end(), '(') == std::count(text.begin(), text.end(), ')'));
  }
}

TEST_CASE("with subtrees only, parts of the tree are dropped together with their connectives") {
  CHECK(sorted(made(paper_mutators(true), "paper.subtree",
                    "SELECT name, age FROM singer WHERE age > 20 AND id = 3 LIMIT 2")) ==
        sorted({"SELECT FROM singer WHERE age > 20 AND id = 3 LIMIT 2",
                "SELECT name, age WHERE age > 20 AND id = 3 LIMIT 2",
                "SELECT name, age FROM singer LIMIT 2",
                "SELECT name, age FROM singer WHERE age > 20 AND id = 3",
                "SELECT age FROM singer WHERE age > 20 AND id = 3 LIMIT 2",
                "SELECT name FROM singer WHERE age > 20 AND id = 3 LIMIT 2",
                "SELECT name, age FROM WHERE age > 20 AND id = 3 LIMIT 2",
                "SELECT name, age FROM singer WHERE LIMIT 2",
                "SELECT name, age FROM singer WHERE id = 3 LIMIT 2",
                "SELECT name, age FROM singer WHERE age > 20 LIMIT 2",
                "SELECT name, age FROM singer WHERE 20 AND id = 3 LIMIT 2",
                "SELECT name, age FROM singer WHERE age AND id = 3 LIMIT 2",
                "SELECT name, age FROM singer WHERE age > 20 AND 3 LIMIT 2",
                "SELECT name, age FROM singer WHERE age > 20 AND id LIMIT 2",
                "SELECT name, age FROM singer WHERE age > 20 AND id = 3 LIMIT"}));
}

TEST_CASE(
    "a statement that ends earlier for sqlparse than for SQLite is changed only up to there") {
  const std::string gold = "SELECT 'a\\', ';', age FROM singer WHERE age > 3";
  CHECK(!GoldQuery(gold, *concerts()).tree().source().empty());
  for (const bool subtrees_only : {false, true}) {
    for (const AnyMutator &mutator : paper_mutators(subtrees_only)) {
      for (const std::string &text : made({mutator}, mutator.name(), gold)) {
        CHECK(text.find("FROM") == text.npos);
      }
    }
  }
}

TEST_CASE("the argument of COUNT is blanked up to the first parenthesis") {
  CHECK(with_blank_counts(" select count ( DISTINCT x ) , Count(*) ") ==
        "select COUNT() , COUNT()");
  CHECK(with_blank_counts("count(max(x))") == "COUNT())");
  CHECK(with_blank_counts("count  (x) discount(y) count(z") == "count  (x) disCOUNT() count(z");
  std::string hostile;
  for (int i = 0; i < 20'000; ++i) hostile += "count(";
  CHECK(with_blank_counts(hostile + "\n)") == hostile + "\n)");
}
