/// Each rule makes its rewrites, leaves other queries unchanged, and preserves the rows.

#include <doctest/doctest.h>

#include "rule_check.hpp"
#include "sluice/sql/equivalence_rules.hpp"

using namespace sluice;
using namespace sluice::test;

TEST_CASE("parentheses are dropped where the tree implies them") {
  RuleCheck check({sql::drop_parentheses()});
  check({
      {"SELECT (age) FROM person WHERE ((age > 3) AND (NOT (city = 'Rome')))",
       "SELECT age FROM person WHERE age > 3 AND NOT city = 'Rome'"},
      {"SELECT (age + 1) * 2, age + (1 * 2), age - (age - 1) FROM person",
       "SELECT (age + 1) * 2, age + 1 * 2, age - (age - 1) FROM person"},
      {"SELECT name FROM person WHERE (age = 30 OR age = 12) AND (city = 'Rome')",
       "SELECT name FROM person WHERE (age = 30 OR age = 12) AND city = 'Rome'"},
      {"SELECT - (- age), ((((age)))) FROM person ORDER BY (id) DESC",
       "SELECT - -age, age FROM person ORDER BY id DESC"},
      {"SELECT x FROM (SELECT (age) AS x, (age + 1) FROM person)",
       "SELECT x FROM (SELECT age AS x, (age + 1) FROM person)"},
      {"SELECT name FROM person WHERE id IN ((SELECT owner FROM pet ORDER BY pet_id))", unchanged},
      {"SELECT name FROM person WHERE (id, age) = (1, 30)", unchanged},
  });
}

TEST_CASE("words without meaning are dropped") {
  RuleCheck check({sql::drop_empty_words()});
  check({
      {"SELECT ALL name, count(ALL age) FROM person", "SELECT name, count(age) FROM person"},
      {"SELECT id FROM person ORDER BY age ASC, name ASC NULLS FIRST, id DESC NULLS LAST",
       "SELECT id FROM person ORDER BY age, name, id DESC"},
      {"SELECT id FROM person ORDER BY age ASC NULLS LAST, id DESC NULLS FIRST",
       "SELECT id FROM person ORDER BY age NULLS LAST, id DESC NULLS FIRST"},
      {"SELECT p.id FROM person AS p INNER JOIN pet ON pet.owner = p.id LEFT OUTER JOIN loose, pet AS q",
       "SELECT p.id FROM person AS p JOIN pet ON pet.owner = p.id LEFT JOIN loose JOIN pet AS q"},
      {"SELECT id FROM person ORDER BY id LIMIT 2, 3",
       "SELECT id FROM person ORDER BY id LIMIT 3 OFFSET 2"},
      {"SELECT id FROM person ORDER BY id LIMIT 3 OFFSET 0",
       "SELECT id FROM person ORDER BY id LIMIT 3"},
      {"SELECT person.id FROM person CROSS JOIN pet", unchanged},
  });
}

TEST_CASE("functions with two names get one name") {
  RuleCheck check({sql::canonical_functions()});
  check({
      {"SELECT ifnull(age, 0), substring(name, 2), substring(name, 1, 2), printf('%d', age) FROM person",
       "SELECT coalesce(age, 0), substr(name, 2), substr(name, 1, 2), format('%d', age) FROM person"},
      {"SELECT iif(age > 20, name, iif(age, 1, 2)) FROM person",
       "SELECT CASE WHEN age > 20 THEN name ELSE CASE WHEN age THEN 1 ELSE 2 END END FROM person"},
      {"SELECT coalesce(age, 0, 1), substr(name, 2), max(age, id) FROM person", unchanged},
  });
}

TEST_CASE("NULL tests get one form") {
  RuleCheck check({sql::canonical_null_tests()});
  check({
      {"SELECT age ISNULL, name NOTNULL, city NOT NULL FROM person",
       "SELECT age IS NULL, name IS NOT NULL, city IS NOT NULL FROM person"},
      {"SELECT id FROM person WHERE (age ISNULL) = 0 AND age + 1 NOTNULL",
       "SELECT id FROM person WHERE (age IS NULL) = 0 AND age + 1 IS NOT NULL"},
      {"SELECT age IS NULL, age = NULL FROM person", unchanged},
  });
}

TEST_CASE("NOT moves inwards, and NULL stays NULL") {
  RuleCheck check({sql::push_negations()});
  check({
      {"SELECT NOT age = 30, NOT age <> 30, NOT age < 30, NOT age <= 30, NOT age > 30, NOT age >= 30 FROM person",
       "SELECT age <> 30, age = 30, age >= 30, age > 30, age <= 30, age < 30 FROM person"},
      {"SELECT NOT v = '1', NOT v < 1, NOT (v IS NULL), NOT v IS NOT 1, NOT v ISNULL FROM loose",
       "SELECT v <> '1', v >= 1, v IS NOT NULL, v IS 1, v NOTNULL FROM loose"},
      {"SELECT NOT age IN (30, NULL), NOT age BETWEEN 1 AND NULL, NOT name LIKE 'a%', NOT name NOT GLOB 'A*' FROM person",
       "SELECT age NOT IN (30, NULL), age NOT BETWEEN 1 AND NULL, name NOT LIKE 'a%', name GLOB 'A*' FROM person"},
      {"SELECT id FROM person WHERE NOT (age > 20 AND (city = 'Rome' OR NOT name = 'Ann'))",
       "SELECT id FROM person WHERE age <= 20 OR city <> 'Rome' AND name = 'Ann'"},
      {"SELECT NOT (age OR id) FROM person", "SELECT NOT age AND NOT id FROM person"},
      {"SELECT id, NOT NOT (age > 3) FROM person WHERE NOT NOT age",
       "SELECT id, age > 3 FROM person WHERE age"},
      {"SELECT NOT (age, id) = (30, 1), NOT (age, id) < (30, 3) FROM person",
       "SELECT (age, id) <> (30, 1), (age, id) >= (30, 3) FROM person"},
      {"SELECT NOT NOT age, NOT age, NOT EXISTS (SELECT 1 FROM pet) FROM person", unchanged},
  });
}

TEST_CASE("BETWEEN becomes two comparisons") {
  RuleCheck check({sql::expand_between()});
  check({
      {"SELECT age BETWEEN 12 AND 30, age BETWEEN NULL AND 12, age NOT BETWEEN 30 AND id FROM person",
       "SELECT age >= 12 AND age <= 30, age >= NULL AND age <= 12, age < 30 OR age > id FROM person"},
      {"SELECT v BETWEEN '0' AND 2, v BETWEEN 0 AND '2', k COLLATE nocase BETWEEN 'a' AND 'b' FROM loose",
       "SELECT v >= '0' AND v <= 2, v >= 0 AND v <= '2', k COLLATE nocase >= 'a' AND k COLLATE nocase <= 'b' FROM loose"},
      {"SELECT id FROM person WHERE age + id BETWEEN 1 AND 40 AND name = 'Ann'",
       "SELECT id FROM person WHERE age + id >= 1 AND age + id <= 40 AND name = 'Ann'"},
      {"SELECT count(*) FROM person WHERE abs(random()) BETWEEN -1 AND 9223372036854775807",
       unchanged},
      {"SELECT (SELECT max(age) FROM pet) BETWEEN 1 AND 3 FROM person", unchanged},
  });
}

TEST_CASE("lists after IN are sorted, and a single literal becomes a comparison") {
  RuleCheck check({sql::canonical_in_lists()});
  check({
      {"SELECT age IN (30), age NOT IN (30), name IN ('Ann'), age IN (NULL), age IN ('30') FROM person",
       "SELECT age = 30, age <> 30, name = 'Ann', age = NULL, age = '30' FROM person"},
      {"SELECT v IN (1), v IN ('1'), n IN ('2.5'), k IN (1), v IN (x'31') FROM loose",
       "SELECT v = 1, v = '1', n = '2.5', k = 1, v = X'31' FROM loose"},
      {"SELECT id FROM person WHERE age IN (41, 30, 41, 12, 30) AND name IN ('x', 'x')",
       "SELECT id FROM person WHERE age IN (12, 30, 41) AND name = 'x'"},
      {"SELECT age IN (id), age IN (id, 3, 1), age IN (), age IN (1, 1.0) FROM person", unchanged},
      {"SELECT k IN (v), v IN (CAST('1' AS INTEGER)) FROM loose", unchanged},
  });
}

TEST_CASE("operands are sorted") {
  RuleCheck check({sql::sort_operands()});
  check({
      {"SELECT id FROM person WHERE name = 'Ann' AND 3 < age AND city = 'Rome'",
       "SELECT id FROM person WHERE city = 'Rome' AND name = 'Ann' AND age > 3"},
      {"SELECT id FROM person WHERE (name = 'Ann' OR (age = 30 OR (city = 'Rome' OR age = 30)))",
       "SELECT id FROM person WHERE (age = 30 OR city = 'Rome' OR name = 'Ann')"},
      {"SELECT 5 = age, NULL <> age, 30 >= age, 1 + age, 2 * (3 + age), age - 1, 1 - age, 6 & age FROM person",
       "SELECT age = 5, age <> NULL, age <= 30, age + 1, (age + 3) * 2, age - 1, 1 - age, age & 6 FROM person"},
      {"SELECT 3 + age + id, 3 + (age + id), id + (age - 3), (1 = age) = id, id = (1 = age) FROM person",
       "SELECT age + 3 + id, (age + id) + 3, (age - 3) + id, (age = 1) = id, (age = 1) = id FROM person"},
      {"SELECT '1' = v, 1 < v, v > k, n = v, 1 + v FROM loose",
       "SELECT v = '1', v > 1, k < v, n = v, v + 1 FROM loose"},
      {"SELECT age AND age, id AND age AND 1 FROM person",
       "SELECT age AND age, age AND id AND 1 FROM person"},
      {"SELECT id FROM person WHERE age AND age", "SELECT id FROM person WHERE age"},
      {"SELECT 'A' COLLATE nocase = k, 'a' COLLATE nocase = 'A', k > 'A' COLLATE nocase FROM loose",
       "SELECT k = 'A' COLLATE nocase, 'a' COLLATE nocase = 'A', k > 'A' COLLATE nocase FROM loose"},
      {"SELECT k COLLATE binary = 'A' COLLATE nocase, 'a' COLLATE nocase = k COLLATE binary FROM loose",
       unchanged},
      {"SELECT name || city, age - id, age / id, TRUE IS age FROM person", unchanged},
  });
}

TEST_CASE("columns that may have custom collations are not swapped") {
  RuleCheck check({sql::sort_operands()});
  check.options.context.column_collations = true;
  check({{"SELECT id FROM person WHERE name = city", unchanged},
         {"SELECT id FROM person WHERE 'Ann' = name", "SELECT id FROM person WHERE name = 'Ann'"}});
}

TEST_CASE("DISTINCT is dropped where rows differ anyway") {
  RuleCheck check({sql::drop_distinct()});
  check({
      {"SELECT DISTINCT id, name FROM person", "SELECT id, name FROM person"},
      {"SELECT DISTINCT * FROM person WHERE age = 30", "SELECT * FROM person WHERE age = 30"},
      {"SELECT DISTINCT rowid FROM person", "SELECT rowid FROM person"},
      {"SELECT DISTINCT count(*), max(age) FROM person", "SELECT count(*), max(age) FROM person"},
      {"SELECT DISTINCT city, count(*) FROM person GROUP BY city",
       "SELECT city, count(*) FROM person GROUP BY city"},
      {"SELECT DISTINCT city FROM person GROUP BY 1", "SELECT city FROM person GROUP BY 1"},
      {"SELECT min(DISTINCT age), max(DISTINCT name) FROM person",
       "SELECT min(age), max(name) FROM person"},
      {"SELECT city, max(DISTINCT age), count(*) FROM person GROUP BY city HAVING max(DISTINCT age) > 1",
       "SELECT city, max(age), count(*) FROM person GROUP BY city HAVING max(age) > 1"},
      // The aggregate decides which row the other columns are read from.
      {"SELECT name, max(DISTINCT age) FROM person", unchanged},
      {"SELECT *, min(DISTINCT age) FROM person", unchanged},
      {"SELECT name, city, max(DISTINCT age) FROM person GROUP BY city", unchanged},
      {"SELECT max(DISTINCT age) FROM person HAVING name = 'Ann'", unchanged},
      {"SELECT max(DISTINCT age) FROM person GROUP BY city ORDER BY lower(name)", unchanged},
      {"SELECT max(DISTINCT age), (SELECT weight FROM pet WHERE owner = person.id) FROM person",
       unchanged},
      {"SELECT name, (SELECT max(DISTINCT person.age) FROM pet) FROM person", unchanged},
      {"SELECT name FROM person WHERE age = (SELECT max(DISTINCT age) FROM pet)",
       "SELECT name FROM person WHERE age = (SELECT max(age) FROM pet)"},
      {"SELECT name FROM person WHERE id IN (SELECT DISTINCT owner FROM pet)",
       "SELECT name FROM person WHERE id IN (SELECT owner FROM pet)"},
      {"SELECT EXISTS (SELECT DISTINCT name FROM pet)", "SELECT EXISTS (SELECT name FROM pet)"},
      {"SELECT DISTINCT k FROM loose", unchanged},
      {"SELECT DISTINCT rowid IS NULL FROM loose", unchanged},
      {"SELECT DISTINCT name, age FROM person", unchanged},
      {"SELECT DISTINCT person.id FROM person JOIN pet ON owner = id", unchanged},
      {"SELECT DISTINCT count(*) FROM person GROUP BY city", unchanged},
      {"SELECT DISTINCT count(*) OVER () FROM person", unchanged},
      {"SELECT name FROM person WHERE id IN (SELECT DISTINCT owner FROM pet ORDER BY owner LIMIT 2)",
       unchanged},
      {"SELECT sum(DISTINCT age), count(DISTINCT age) FROM person", unchanged},
  });
}

TEST_CASE("counting values that are never NULL becomes counting rows") {
  RuleCheck check({sql::canonical_counts()});
  check({
      {"SELECT count(1), count('x') FROM person", "SELECT count(*), count(*) FROM person"},
      {"SELECT count(id), count(rowid) FROM person WHERE age = 30",
       "SELECT count(*), count(*) FROM person WHERE age = 30"},
      {"SELECT city, count(pet_id) FROM person JOIN pet ON owner = id GROUP BY city",
       "SELECT city, count(*) FROM person JOIN pet ON owner = id GROUP BY city"},
      {"SELECT count(pet_id) FROM person LEFT JOIN pet ON owner = id", unchanged},
      {"SELECT count(k), count(v), count(NULL) FROM loose", unchanged},
      {"SELECT count(age), count(DISTINCT 1), count() FROM person", unchanged},
      {"SELECT count(id) FROM (SELECT NULL AS id FROM person)", unchanged},
  });
}

TEST_CASE("repeated keys and invisible orders are dropped") {
  RuleCheck check({sql::drop_repeated_keys()});
  check({
      {"SELECT city, count(*) FROM person GROUP BY city, age, city",
       "SELECT city, count(*) FROM person GROUP BY city, age"},
      {"SELECT id FROM person ORDER BY age, city, age DESC, id",
       "SELECT id FROM person ORDER BY age, city, id"},
      {"SELECT name FROM person WHERE id IN (SELECT owner FROM pet ORDER BY weight)",
       "SELECT name FROM person WHERE id IN (SELECT owner FROM pet)"},
      {"SELECT name FROM person WHERE id IN (SELECT owner FROM pet ORDER BY weight LIMIT 2)",
       unchanged},
      {"SELECT id FROM person ORDER BY city COLLATE nocase, city, id", unchanged},
  });
}

TEST_CASE("the results of a query in EXISTS are replaced by 1") {
  RuleCheck check({sql::canonical_exists()});
  check({
      {"SELECT name FROM person WHERE EXISTS (SELECT * FROM pet WHERE owner = id)",
       "SELECT name FROM person WHERE EXISTS (SELECT 1 FROM pet WHERE owner = id)"},
      {"SELECT EXISTS (SELECT name, weight FROM pet WHERE age > 99)",
       "SELECT EXISTS (SELECT 1 FROM pet WHERE age > 99)"},
      {"SELECT EXISTS (SELECT max(age) FROM pet WHERE age > 99)", unchanged},
      {"SELECT EXISTS (SELECT owner FROM pet GROUP BY 1 HAVING count(*) > 1)", unchanged},
      {"SELECT EXISTS (SELECT 2 FROM pet)", unchanged},
  });
}

TEST_CASE("NULL tests are dropped where NULL cannot pass anyway") {
  RuleCheck check({sql::drop_null_tests()});
  check({
      {"SELECT label FROM toy WHERE pet_id IS NOT NULL", "SELECT label FROM toy"},
      {"SELECT label FROM toy WHERE maker IS NOT NULL", unchanged},
      {"SELECT label FROM toy WHERE maker IS NOT NULL AND maker > 4",
       "SELECT label FROM toy WHERE maker > 4"},
      {"SELECT label FROM toy JOIN person ON maker = id WHERE maker IS NOT NULL",
       "SELECT label FROM toy JOIN person ON maker = id"},
      {"SELECT label FROM toy WHERE maker IS NOT NULL OR maker > 4", unchanged},
      {"SELECT label FROM toy WHERE maker IS NOT NULL AND label > 'a'", unchanged},
      {"SELECT person.name FROM person LEFT JOIN toy ON maker = id WHERE toy_id IS NOT NULL",
       unchanged},
  });
}

TEST_CASE("ORDER BY is dropped for a single row") {
  RuleCheck check({sql::drop_idle_orders()});
  check({
      {"SELECT count(*) FROM person ORDER BY age DESC LIMIT 1", "SELECT count(*) FROM person"},
      {"SELECT max(age) + 1, min(age) FROM person WHERE age > 99 ORDER BY count(*)",
       "SELECT max(age) + 1, min(age) FROM person WHERE age > 99"},
      {"SELECT count(*) FROM person LIMIT 0", unchanged},
      {"SELECT count(*) FROM person LIMIT 1 OFFSET 1", unchanged},
      {"SELECT count(*) FROM person GROUP BY city ORDER BY city LIMIT 1", unchanged},
      {"SELECT (SELECT count(*) FROM pet) FROM person ORDER BY id LIMIT 1", unchanged},
      {"SELECT count(*) OVER () FROM person ORDER BY id LIMIT 1", unchanged},
  });
}

TEST_CASE("the minimum of a group's key is the key") {
  RuleCheck check({sql::drop_aggregates_of_keys()});
  check({
      {"SELECT max(city), count(*) FROM person GROUP BY city HAVING min(city) > 'A' ORDER BY max(city)",
       "SELECT city, count(*) FROM person GROUP BY city HAVING city > 'A' ORDER BY city"},
      {"SELECT max(age), city FROM person GROUP BY city", unchanged},
      {"SELECT sum(age) FROM person GROUP BY age", unchanged},
      {"SELECT max(city, name) FROM person GROUP BY city, name", unchanged},
      {"SELECT max(city) FROM person", unchanged},
  });
}

TEST_CASE("literals get the type of the column that they are compared with") {
  RuleCheck check({sql::canonical_literals()});
  check({
      {"SELECT id FROM person WHERE age = '30' AND '12' <= age",
       "SELECT id FROM person WHERE age = 30 AND 12 <= age"},
      {"SELECT toy_id FROM toy WHERE label = 12", "SELECT toy_id FROM toy WHERE label = '12'"},
      {"SELECT id FROM person WHERE age = '30.0' OR age = '030' OR age = ' 30' OR age = 'x'",
       unchanged},
      {"SELECT k FROM loose WHERE v = '1' OR v = 1", unchanged},
      {"SELECT id FROM person WHERE age + 0 = '30'", unchanged},
      {"SELECT toy_id FROM toy WHERE label = 1.0", unchanged},
  });
}

TEST_CASE("conditions that hold for any group count or extreme value are simplified") {
  RuleCheck check({sql::canonical_group_counts(), sql::canonical_extremes()});
  check({
      {"SELECT city FROM person GROUP BY city HAVING count(*) <> 1 AND count(*) >= 1",
       "SELECT city FROM person GROUP BY city HAVING count(*) > 1"},
      {"SELECT city FROM person GROUP BY city HAVING count(*) < 2",
       "SELECT city FROM person GROUP BY city HAVING count(*) = 1"},
      {"SELECT city FROM person GROUP BY city HAVING count(age) >= 0 AND count(*)",
       "SELECT city FROM person GROUP BY city"},
      {"SELECT city FROM person GROUP BY city HAVING count(age) >= 2",
       "SELECT city FROM person GROUP BY city HAVING count(age) > 1"},
      {"SELECT name FROM person WHERE age <= (SELECT min(age) FROM person)",
       "SELECT name FROM person WHERE age = (SELECT min(age) FROM person)"},
      {"SELECT name FROM person WHERE age < (SELECT max(age) FROM person)",
       "SELECT name FROM person WHERE age <> (SELECT max(age) FROM person)"},
      {"SELECT city FROM person GROUP BY city HAVING count(age) <> 1", unchanged},
      {"SELECT count(*) FROM person HAVING count(*) > 0", unchanged},
      {"SELECT name FROM pet WHERE age <= (SELECT min(age) FROM person)", unchanged},
      {"SELECT name FROM person WHERE age <= (SELECT min(age) FROM person WHERE id > 2)",
       unchanged},
      {"SELECT name FROM person WHERE age >= (SELECT min(age) FROM person)", unchanged},
  });
}
