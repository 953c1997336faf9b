/// Rules about the tables of a query and how they are joined: each makes its rewrites, leaves other
/// queries unchanged, and preserves the rows.

#include <doctest/doctest.h>

#include "rule_check.hpp"
#include "sluice/sql/equivalence_rules.hpp"

using namespace sluice;
using namespace sluice::test;

TEST_CASE("equations of two tables move to ON, all other conditions to WHERE") {
  RuleCheck check({sql::canonical_join_conditions()});
  check({
      {"SELECT p.name FROM person AS p, pet AS q WHERE p.id = q.owner AND p.age > 20",
       "SELECT p.name FROM person AS p, pet AS q ON p.id = q.owner WHERE p.age > 20"},
      {"SELECT p.name FROM person AS p JOIN pet AS q ON p.id = q.owner AND q.age > 2",
       "SELECT p.name FROM person AS p JOIN pet AS q ON p.id = q.owner WHERE q.age > 2"},
      {"SELECT p.name FROM person AS p JOIN pet AS q JOIN pet AS r ON p.id = q.owner AND q.age = r.age",
       "SELECT p.name FROM person AS p JOIN pet AS q ON p.id = q.owner JOIN pet AS r ON q.age = r.age"},
      {"SELECT p.name FROM person AS p JOIN pet AS q ON (p.id > q.owner)",
       "SELECT p.name FROM person AS p JOIN pet AS q WHERE (p.id > q.owner)"},
      {"SELECT p.name FROM person AS p JOIN pet AS q WHERE p.id = q.owner",
       "SELECT p.name FROM person AS p JOIN pet AS q ON p.id = q.owner"},
      {"SELECT p.name FROM person AS p LEFT JOIN pet AS q ON p.id = q.owner AND q.age > 2 WHERE p.age = q.age",
       unchanged},
      {"SELECT p.name FROM person AS p JOIN pet AS q USING (name) WHERE p.id = q.owner", unchanged},
      {"SELECT name FROM person WHERE id = age", unchanged},
  });
}

TEST_CASE("queries between set operators are sorted where this changes no row") {
  RuleCheck check({sql::sort_set_operands()});
  check({
      {"SELECT weight FROM pet UNION ALL SELECT name FROM person UNION ALL SELECT 1",
       "SELECT name FROM person UNION ALL SELECT weight FROM pet UNION ALL SELECT 1"},
      {"SELECT name FROM pet UNION SELECT city FROM person",
       "SELECT city FROM person UNION SELECT name FROM pet"},
      {"WITH a AS (SELECT 1) SELECT name FROM pet UNION SELECT city FROM person",
       "WITH a AS (SELECT 1) SELECT city FROM person UNION SELECT name FROM pet"},
      {"SELECT owner FROM pet INTERSECT SELECT id FROM person",
       "SELECT id FROM person INTERSECT SELECT owner FROM pet"},
      {"SELECT v FROM loose UNION SELECT age FROM person", unchanged},
      {"SELECT weight FROM pet UNION SELECT age FROM pet", unchanged},
      {"SELECT name FROM pet EXCEPT SELECT city FROM person", unchanged},
      {"SELECT name FROM pet UNION ALL SELECT city FROM person LIMIT 2", unchanged},
      {"SELECT name FROM (SELECT name FROM pet UNION ALL SELECT city FROM person)", unchanged},
  });
}

TEST_CASE("columns that are equal are replaced by one of them") {
  RuleCheck check({sql::canonical_equal_columns()});
  check({
      {"SELECT pet.pet_id, label FROM pet JOIN toy ON pet.pet_id = toy.pet_id ORDER BY pet.pet_id",
       "SELECT toy.pet_id, label FROM pet JOIN toy ON pet.pet_id = toy.pet_id ORDER BY toy.pet_id"},
      {"SELECT count(*) FROM pet, toy, person WHERE pet.pet_id = toy.pet_id AND person.id = pet.pet_id AND person.id > 1",
       "SELECT count(*) FROM pet, toy, person WHERE toy.pet_id > 1 AND toy.pet_id = pet.pet_id AND toy.pet_id = person.id"},
      // An outer join keeps rows in which they differ.
      {"SELECT pet.pet_id FROM pet LEFT JOIN toy ON pet.pet_id = toy.pet_id", unchanged},
      // 1 and '1' compare equal if either column has no type, but they are not the same value.
      {"SELECT loose.v FROM loose JOIN person ON loose.v = person.id", unchanged},
      // The name is visible to a reader of the result.
      {"SELECT pet_id FROM (SELECT pet.pet_id FROM pet JOIN toy ON pet.pet_id = toy.pet_id)",
       unchanged},
      {"SELECT pet.name AS pet_id, pet.pet_id FROM pet JOIN toy ON pet.pet_id = toy.pet_id",
       unchanged},
      {"SELECT pet.pet_id FROM pet JOIN toy ON pet.pet_id = toy.pet_id OR toy.maker = 4",
       unchanged},
  });
}

TEST_CASE("a table that is only joined by its key is dropped") {
  RuleCheck check({sql::drop_parent_joins()});
  check({
      {"SELECT label FROM toy JOIN pet ON toy.pet_id = pet.pet_id WHERE label > 'a'",
       "SELECT label FROM toy WHERE label > 'a'"},
      {"SELECT label FROM pet JOIN toy ON toy.pet_id = pet.pet_id", "SELECT label FROM toy"},
      // Rows without a maker have no row of person.
      {"SELECT label FROM toy JOIN person ON maker = id",
       "SELECT label FROM toy WHERE maker IS NOT NULL"},
      {"SELECT label FROM toy, pet, person WHERE toy.pet_id = pet.pet_id AND maker = id",
       "SELECT label FROM toy WHERE maker IS NOT NULL"},
      // Used otherwise, or not joined by its key, or joined to a column that is not a foreign key.
      {"SELECT label, name FROM toy JOIN pet ON toy.pet_id = pet.pet_id", unchanged},
      {"SELECT * FROM toy JOIN pet ON toy.pet_id = pet.pet_id", unchanged},
      {"SELECT label FROM toy JOIN pet ON toy.pet_id = pet.pet_id WHERE weight > 1", unchanged},
      {"SELECT pet.name FROM pet JOIN person ON owner = id", unchanged},
      {"SELECT weight FROM toy JOIN pet ON toy.pet_id = pet.pet_id", unchanged},
      {"SELECT label FROM toy JOIN pet ON toy.pet_id = pet.age", unchanged},
      {"SELECT label FROM toy LEFT JOIN pet ON toy.pet_id = pet.pet_id", unchanged},
      {"SELECT label FROM toy JOIN pet ON toy.pet_id < pet.pet_id", unchanged},
      {"SELECT label FROM toy JOIN pet ON toy.pet_id = pet.pet_id WHERE EXISTS (SELECT 1 FROM person WHERE id = pet.age)",
       unchanged},
  });
}

TEST_CASE("an outer join becomes inner if its extra rows do not exist or are filtered out") {
  RuleCheck check({sql::canonical_outer_joins()});
  check({
      {"SELECT t.label, p.name FROM toy AS t LEFT JOIN pet AS p ON t.pet_id = p.pet_id",
       "SELECT t.label, p.name FROM toy AS t JOIN pet AS p ON t.pet_id = p.pet_id"},
      {"SELECT t.label, p.name FROM pet AS p RIGHT JOIN toy AS t ON t.pet_id = p.pet_id",
       "SELECT t.label, p.name FROM pet AS p JOIN toy AS t ON t.pet_id = p.pet_id"},
      {"SELECT p.name FROM person AS p LEFT JOIN pet AS q ON q.owner = p.id WHERE q.age > 2 OR q.weight < 9",
       "SELECT p.name FROM person AS p JOIN pet AS q ON q.owner = p.id WHERE q.age > 2 OR q.weight < 9"},
      {"SELECT p.name FROM person AS p FULL JOIN pet AS q ON q.owner = p.id WHERE q.age IS NOT NULL",
       "SELECT p.name FROM person AS p RIGHT JOIN pet AS q ON q.owner = p.id WHERE q.age IS NOT NULL"},
      {"SELECT p.name FROM person AS p LEFT JOIN pet AS q ON q.owner = p.id JOIN toy AS t ON t.pet_id = q.pet_id",
       "SELECT p.name FROM person AS p JOIN pet AS q ON q.owner = p.id JOIN toy AS t ON t.pet_id = q.pet_id"},
      {"SELECT p.id FROM person AS p LEFT JOIN pet AS q ON q.owner = p.id GROUP BY p.id HAVING count(*) > 1",
       "SELECT p.id FROM person AS p JOIN pet AS q ON q.owner = p.id GROUP BY p.id HAVING count(*) > 1"},
      {"SELECT max(q.age) FROM person AS p LEFT JOIN pet AS q ON q.owner = p.id",
       "SELECT max(q.age) FROM person AS p JOIN pet AS q ON q.owner = p.id"},
      {"SELECT name FROM person WHERE id IN (SELECT p.id FROM person AS p RIGHT JOIN pet AS q ON q.owner = p.id)",
       "SELECT name FROM person WHERE id IN (SELECT p.id FROM person AS p JOIN pet AS q ON q.owner = p.id)"},
      {"SELECT t.label, p.name FROM toy AS t LEFT JOIN person AS p ON t.maker = p.id", unchanged},
      {"SELECT t.label, p.name FROM toy AS t LEFT JOIN pet AS p ON t.pet_id = p.pet_id AND p.age > 2",
       unchanged},
      {"SELECT q.name FROM person AS p LEFT JOIN pet AS q ON q.owner = p.id WHERE q.age > 2 OR p.age > 12",
       unchanged},
      {"SELECT q.name FROM person AS p LEFT JOIN pet AS q ON q.owner = p.id WHERE q.age IS NULL",
       unchanged},
      {"SELECT q.name FROM person AS p LEFT JOIN pet AS q ON q.owner = p.id WHERE q.age NOT IN (SELECT age FROM pet WHERE age > 99)",
       unchanged},
      {"SELECT q.name FROM person AS p LEFT JOIN pet AS q ON q.owner = p.id WHERE coalesce(q.age, 1) = 1",
       unchanged},
      {"SELECT t.label FROM person AS p LEFT JOIN pet AS q ON q.owner = p.id LEFT JOIN toy AS t ON t.pet_id = q.pet_id",
       unchanged},
      {"SELECT p.id FROM person AS p LEFT JOIN pet AS q ON q.owner = p.id GROUP BY p.id HAVING count(*) > 0",
       unchanged},
      {"SELECT max(q.age), count(*) FROM person AS p LEFT JOIN pet AS q ON q.owner = p.id",
       unchanged},
      {"SELECT name FROM person WHERE id NOT IN (SELECT p.id FROM person AS p RIGHT JOIN pet AS q ON q.owner = p.id)",
       unchanged},
  });
}

TEST_CASE("conditions and keys that the rows of a join imply are dropped") {
  RuleCheck check({sql::drop_determined_keys(), sql::drop_null_guards(),
                   sql::drop_idle_collations(), sql::drop_distinct(), sql::canonical_counts()});
  check({
      {"SELECT p.id, p.name, count(*) FROM person AS p JOIN pet AS q ON q.owner = p.id GROUP BY p.name, p.id",
       "SELECT p.id, p.name, count(*) FROM person AS p JOIN pet AS q ON q.owner = p.id GROUP BY p.id"},
      {"SELECT q.owner, p.name, count(DISTINCT q.pet_id) FROM person AS p JOIN pet AS q ON q.owner = p.id GROUP BY q.owner, p.name",
       "SELECT q.owner, p.name, count(*) FROM person AS p JOIN pet AS q ON q.owner = p.id GROUP BY q.owner"},
      {"SELECT count(age), avg(DISTINCT id) FROM person WHERE age > 12",
       "SELECT count(*), avg(id) FROM person WHERE age > 12"},
      {"SELECT sum(coalesce(age, 0)) FROM person WHERE age > 12",
       "SELECT sum(age) FROM person WHERE age > 12"},
      {"SELECT name FROM person WHERE (id = 1 OR id IS NULL) AND city = '12' COLLATE nocase",
       "SELECT name FROM person WHERE (id = 1) AND city = '12'"},
      {"SELECT DISTINCT t.label, q.name FROM toy AS t JOIN pet AS q ON q.pet_id = t.pet_id WHERE t.toy_id = 3",
       "SELECT t.label, q.name FROM toy AS t JOIN pet AS q ON q.pet_id = t.pet_id WHERE t.toy_id = 3"},
      {"SELECT DISTINCT city FROM person INTERSECT SELECT name FROM pet",
       "SELECT city FROM person INTERSECT SELECT name FROM pet"},
      {"SELECT name, city, count(*) FROM person GROUP BY name, city", unchanged},
      {"SELECT k, v, count(*) FROM loose GROUP BY k, v", unchanged},
      {"SELECT DISTINCT k FROM loose", unchanged},
      {"SELECT DISTINCT p.id FROM person AS p JOIN pet AS q ON q.owner = p.id", unchanged},
      {"SELECT count(DISTINCT p.id) FROM person AS p JOIN pet AS q ON q.owner = p.id", unchanged},
      {"SELECT count(age) FROM person WHERE age > 12 OR id > 2", unchanged},
      {"SELECT coalesce(id, 0), count(*) FROM person WHERE id > 99", unchanged},
      {"SELECT name FROM person WHERE age = 30 OR age IS NULL", unchanged},
      {"SELECT name FROM person WHERE city = 'OSLO' COLLATE nocase", unchanged},
  });
}
