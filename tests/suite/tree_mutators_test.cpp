/// Tests the neighbors that each operator on the tree generates, and that all of them are valid
/// SQL.

#include "sluice/suite/tree_mutators.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

#include "neighbors.hpp"
#include "sluice/sql/parse.hpp"

using namespace sluice;
using namespace sluice::test;

namespace {

struct Case {
  std::string mutator;
  std::string gold;
  std::vector<std::string> neighbors;
};

const std::vector<Case> &cases() {
  static const std::vector<Case> all = {
      {"join_kind",
       "SELECT s.name FROM singer AS s JOIN concert AS c ON s.id = c.singer_id",
       {"SELECT s.name FROM singer AS s LEFT JOIN concert AS c ON s.id = c.singer_id",
        "SELECT s.name FROM singer AS s RIGHT JOIN concert AS c ON s.id = c.singer_id"}},
      {"join_kind",
       "SELECT s.name FROM singer AS s LEFT OUTER JOIN concert AS c ON s.id = c.singer_id",
       {"SELECT s.name FROM singer AS s JOIN concert AS c ON s.id = c.singer_id",
        "SELECT s.name FROM singer AS s RIGHT JOIN concert AS c ON s.id = c.singer_id"}},
      {"join_kind", "SELECT s.name FROM singer AS s, concert AS c WHERE s.id = c.singer_id", {}},
      {"join_column",
       "SELECT s.name FROM singer AS s JOIN concert AS c ON s.id = c.singer_id",
       {"SELECT s.name FROM singer AS s JOIN concert AS c ON s.age = c.singer_id",
        "SELECT s.name FROM singer AS s JOIN concert AS c ON s.id = c.year",
        "SELECT s.name FROM singer AS s JOIN concert AS c ON s.id = c.id"}},
      {"foreign_key_twin",
       "SELECT s.id FROM singer AS s JOIN concert AS c ON s.id = c.singer_id WHERE c.singer_id > 3",
       {"SELECT c.singer_id FROM singer AS s JOIN concert AS c ON s.id = c.singer_id WHERE c.singer_id > 3",
        "SELECT s.id FROM singer AS s JOIN concert AS c ON s.id = c.singer_id WHERE s.id > 3"}},
      {"distinct",
       "SELECT count(name) FROM singer",
       {"SELECT DISTINCT count(name) FROM singer", "SELECT count(DISTINCT name) FROM singer"}},
      {"distinct", "SELECT DISTINCT country FROM singer", {"SELECT country FROM singer"}},
      {"count_argument",
       "SELECT count(*) FROM singer",
       {"SELECT count(singer.id) FROM singer", "SELECT count(DISTINCT singer.id) FROM singer",
        "SELECT count(singer.name) FROM singer", "SELECT count(DISTINCT singer.name) FROM singer",
        "SELECT count(singer.country) FROM singer",
        "SELECT count(DISTINCT singer.country) FROM singer"}},
      {"count_argument",
       "SELECT count(DISTINCT name) FROM singer",
       {"SELECT count(*) FROM singer"}},
      {"aggregate_function",
       "SELECT max(age) FROM singer",
       {"SELECT COUNT(age) FROM singer", "SELECT SUM(age) FROM singer",
        "SELECT AVG(age) FROM singer", "SELECT MIN(age) FROM singer"}},
      {"aggregate_argument", "SELECT max(age) FROM singer", {"SELECT max(id) FROM singer"}},
      {"group_keys",
       "SELECT country, name, count(*) FROM singer GROUP BY country",
       {"SELECT country, name, count(*) FROM singer",
        "SELECT country, name, count(*) FROM singer GROUP BY country, name"}},
      {"group_keys",
       "SELECT country, max(age) FROM singer ORDER BY 1",
       {"SELECT country, max(age) FROM singer GROUP BY country ORDER BY 1"}},
      {"having_threshold",
       "SELECT country FROM singer GROUP BY country HAVING count(*) > 2",
       {"SELECT country FROM singer GROUP BY country",
        "SELECT country FROM singer GROUP BY country HAVING count(*) > 3",
        "SELECT country FROM singer GROUP BY country HAVING count(*) > 1"}},
      {"limit_threshold",
       "SELECT name FROM singer ORDER BY age LIMIT 1 OFFSET 2",
       {"SELECT name FROM singer ORDER BY age",
        "SELECT name FROM singer ORDER BY age LIMIT 2 OFFSET 2",
        "SELECT name FROM singer ORDER BY age LIMIT 0 OFFSET 2",
        "SELECT name FROM singer ORDER BY age LIMIT 1",
        "SELECT name FROM singer ORDER BY age LIMIT 1 OFFSET 3",
        "SELECT name FROM singer ORDER BY age LIMIT 1 OFFSET 1"}},
      {"order_keys",
       "SELECT name FROM singer ORDER BY age, country DESC",
       {"SELECT name FROM singer ORDER BY country DESC", "SELECT name FROM singer ORDER BY age",
        "SELECT name FROM singer ORDER BY country DESC, age",
        "SELECT name FROM singer ORDER BY name, country DESC"}},
      {"order_direction",
       "SELECT name FROM singer ORDER BY age, country DESC",
       {"SELECT name FROM singer ORDER BY age DESC, country DESC",
        "SELECT name FROM singer ORDER BY age, country",
        "SELECT name FROM singer ORDER BY age DESC, country"}},
      {"set_operator",
       "SELECT id FROM singer EXCEPT SELECT singer_id FROM concert",
       {"SELECT id FROM singer UNION SELECT singer_id FROM concert",
        "SELECT id FROM singer UNION ALL SELECT singer_id FROM concert",
        "SELECT id FROM singer INTERSECT SELECT singer_id FROM concert",
        "SELECT singer_id FROM concert EXCEPT SELECT id FROM singer", "SELECT id FROM singer",
        "SELECT singer_id FROM concert"}},
      {"comparison_operator",
       "SELECT name FROM singer WHERE age >= 20",
       {"SELECT name FROM singer WHERE age = 20", "SELECT name FROM singer WHERE age <> 20",
        "SELECT name FROM singer WHERE age < 20", "SELECT name FROM singer WHERE age <= 20",
        "SELECT name FROM singer WHERE age > 20"}},
      {"comparison_operator",
       "SELECT s.name FROM singer AS s JOIN concert AS c ON s.id = c.singer_id",
       {"SELECT s.name FROM singer AS s JOIN concert AS c ON s.id <> c.singer_id"}},
      {"constant_beside",
       "SELECT name FROM singer WHERE age > 0 OR age = 9.99 OR name IN ('Zoë') LIMIT 3",
       {"SELECT name FROM singer WHERE age > 1 OR age = 9.99 OR name IN ('Zoë') LIMIT 3",
        "SELECT name FROM singer WHERE age > -1 OR age = 9.99 OR name IN ('Zoë') LIMIT 3",
        "SELECT name FROM singer WHERE age > 0 OR age = 10.00 OR name IN ('Zoë') LIMIT 3",
        "SELECT name FROM singer WHERE age > 0 OR age = 9.98 OR name IN ('Zoë') LIMIT 3",
        "SELECT name FROM singer WHERE age > 0 OR age = 9.99 OR name IN ('Zoëa') LIMIT 3",
        "SELECT name FROM singer WHERE age > 0 OR age = 9.99 OR name IN ('Zo') LIMIT 3"}},
      {"constant_beside",
       "SELECT name FROM singer WHERE name = \"A\" AND age BETWEEN 1 AND 2",
       {"SELECT name FROM singer WHERE name = 'Aa' AND age BETWEEN 1 AND 2",
        "SELECT name FROM singer WHERE name = '' AND age BETWEEN 1 AND 2"}},
      {"between_bounds",
       "SELECT name FROM singer WHERE age BETWEEN 20 AND 30",
       {"SELECT name FROM singer WHERE age BETWEEN 21 AND 30",
        "SELECT name FROM singer WHERE age BETWEEN 19 AND 30",
        "SELECT name FROM singer WHERE age BETWEEN 20 AND 31",
        "SELECT name FROM singer WHERE age BETWEEN 20 AND 29",
        "SELECT name FROM singer WHERE age > 20 AND age <= 30",
        "SELECT name FROM singer WHERE age >= 20 AND age < 30",
        "SELECT name FROM singer WHERE age > 20 AND age < 30",
        "SELECT name FROM singer WHERE age >= 20", "SELECT name FROM singer WHERE age <= 30",
        "SELECT name FROM singer WHERE age BETWEEN 30 AND 20"}},
      {"like_pattern",
       "SELECT name FROM singer WHERE name LIKE '%son'",
       {"SELECT name FROM singer WHERE name LIKE 'son'",
        "SELECT name FROM singer WHERE name LIKE 'son%'",
        "SELECT name FROM singer WHERE name LIKE '%son%'",
        "SELECT name FROM singer WHERE name LIKE '_son'",
        "SELECT name FROM singer WHERE name LIKE '%son_'",
        "SELECT name FROM singer WHERE name = 'son'"}},
      {"like_pattern",
       "SELECT name FROM singer WHERE name NOT LIKE 'A%'",
       {"SELECT name FROM singer WHERE name NOT LIKE 'A'",
        "SELECT name FROM singer WHERE name NOT LIKE '%A'",
        "SELECT name FROM singer WHERE name NOT LIKE '%A%'",
        "SELECT name FROM singer WHERE name NOT LIKE '_A%'",
        "SELECT name FROM singer WHERE name NOT LIKE 'A_'",
        "SELECT name FROM singer WHERE name <> 'A'"}},
      {"letter_case",
       "SELECT name FROM singer WHERE country = 'France'",
       {"SELECT name FROM singer WHERE country = 'FRANCE'",
        "SELECT name FROM singer WHERE country = 'france'",
        "SELECT name FROM singer WHERE country = 'France' COLLATE NOCASE"}},
      {"negation",
       "SELECT name FROM singer WHERE id IN (SELECT singer_id FROM concert) AND NOT EXISTS (SELECT 1 FROM concert)",
       {"SELECT name FROM singer WHERE id NOT IN (SELECT singer_id FROM concert) AND NOT EXISTS (SELECT 1 FROM concert)",
        "SELECT name FROM singer WHERE id IN (SELECT singer_id FROM concert) AND EXISTS (SELECT 1 FROM concert)"}},
      {"connective",
       "SELECT name FROM singer WHERE age > 1 AND (age < 9 OR id = 2)",
       {"SELECT name FROM singer WHERE age > 1 OR (age < 9 OR id = 2)",
        "SELECT name FROM singer WHERE age > 1 AND (age < 9 AND id = 2)"}},
      {"condition_dropped",
       "SELECT name FROM singer WHERE age > 1 AND (age < 9 OR id = 2)",
       {"SELECT name FROM singer", "SELECT name FROM singer WHERE (age < 9 OR id = 2)",
        "SELECT name FROM singer WHERE age > 1",
        "SELECT name FROM singer WHERE age > 1 AND (id = 2)",
        "SELECT name FROM singer WHERE age > 1 AND (age < 9)"}},
      {"condition_moved",
       "SELECT s.country FROM singer AS s LEFT JOIN concert AS c ON s.id = c.singer_id AND c.year > 5 WHERE s.age > 1 GROUP BY s.country HAVING s.country <> 'x'",
       {"SELECT s.country FROM singer AS s LEFT JOIN concert AS c ON s.id = c.singer_id AND c.year > 5 AND s.age > 1 GROUP BY s.country HAVING s.country <> 'x'",
        "SELECT s.country FROM singer AS s LEFT JOIN concert AS c ON s.id = c.singer_id AND c.year > 5 GROUP BY s.country HAVING s.country <> 'x' AND s.age > 1",
        "SELECT s.country FROM singer AS s LEFT JOIN concert AS c ON s.id = c.singer_id AND c.year > 5 WHERE s.age > 1 AND s.country <> 'x' GROUP BY s.country",
        "SELECT s.country FROM singer AS s LEFT JOIN concert AS c ON c.year > 5 WHERE s.age > 1 AND s.id = c.singer_id GROUP BY s.country HAVING s.country <> 'x'",
        "SELECT s.country FROM singer AS s LEFT JOIN concert AS c ON s.id = c.singer_id WHERE s.age > 1 AND c.year > 5 GROUP BY s.country HAVING s.country <> 'x'"}},
      {"null_handling",
       "SELECT max(age) FROM singer WHERE age > 20 OR name IS NULL",
       {"SELECT max(age) FROM singer WHERE (age > 20 OR age IS NULL) OR name IS NULL",
        "SELECT max(age) FROM singer WHERE age > 20 OR name IS NOT NULL",
        "SELECT max(COALESCE(age, 0)) FROM singer WHERE age > 20 OR name IS NULL"}},
      {"null_handling",
       "SELECT name FROM singer WHERE id NOT IN (SELECT singer_id FROM concert WHERE year > 1)",
       {"SELECT name FROM singer WHERE id NOT IN (SELECT singer_id FROM concert WHERE (year > 1 OR year IS NULL))",
        "SELECT name FROM singer WHERE id NOT IN (SELECT singer_id FROM concert WHERE year > 1 AND singer_id IS NOT NULL)"}},
      {"correlation_dropped",
       "SELECT name FROM singer AS s WHERE EXISTS (SELECT 1 FROM concert AS c WHERE c.singer_id = s.id AND c.year > 1)",
       {"SELECT name FROM singer AS s WHERE EXISTS (SELECT 1 FROM concert AS c WHERE c.year > 1)",
        "SELECT name FROM singer AS s WHERE EXISTS (SELECT 1 FROM concert AS c WHERE c.singer_id = c.id AND c.year > 1)"}},
      {"sibling_column",
       "SELECT name FROM singer WHERE age > 20",
       {"SELECT country FROM singer WHERE age > 20", "SELECT name FROM singer WHERE id > 20"}},
      {"result_dropped",
       "SELECT name, age FROM singer",
       {"SELECT age FROM singer", "SELECT name FROM singer"}},
  };
  return all;
}

}  // namespace

TEST_CASE("each operator on the tree generates exactly these neighbors") {
  const auto mutators = tree_mutators();
  for (const Case &expected : cases()) {
    CAPTURE(expected.mutator);
    CAPTURE(expected.gold);
    CHECK(made(mutators, expected.mutator, expected.gold) == expected.neighbors);
  }
}

TEST_CASE("every operator on the tree has a unique name and a case here") {
  std::set<std::string> tested, names;
  for (const Case &expected : cases()) tested.insert(expected.mutator);
  for (const AnyMutator &mutator : tree_mutators()) {
    CHECK(names.emplace(mutator.name()).second);
  }
  CHECK(names == tested);
}

TEST_CASE("neighbors of operators on the tree can be parsed again and report the changed span") {
  for (const Case &expected : cases()) {
    const GoldQuery gold(expected.gold, *concerts());
    for (const AnyMutator &mutator : tree_mutators()) {
      mutator.mutate(gold, 0, [&](std::string_view text, TextSpan changed) {
        CAPTURE(mutator.name());
        CAPTURE(text);
        CHECK_NOTHROW(static_cast<void>(sql::parse(text)));
        CHECK(text != gold.text());
        CHECK(changed.begin < changed.end);
        CHECK(changed.end <= gold.text().size());
        return true;
      });
    }
  }
}

TEST_CASE(
    "operators on the tree stop on request, and generate nothing for text that is not a query") {
  for (const Case &expected : cases()) {
    const GoldQuery gold(expected.gold, *concerts());
    for (const AnyMutator &mutator : tree_mutators()) {
      int given = 0;
      mutator.mutate(gold, 0, [&](std::string_view, TextSpan) { return ++given < 2; });
      CHECK(given <= 2);
    }
  }
  for (const char *text : {"", "SELECT", "DELETE FROM singer", "SELECT name FROM singer WHERE ("}) {
    for (const AnyMutator &mutator : tree_mutators()) {
      CHECK(made({mutator}, mutator.name(), text).empty());
    }
  }
}
