/// Tests the constraints that proofs rely on, that no database violates a proof, and that queries
/// are not proved equivalent if some legal database distinguishes them.

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "made_schema.hpp"
#include "sluice/suite/refuter.hpp"
#include "support/support.hpp"

using namespace sluice;
using namespace sluice::test;

namespace {

const std::string schema =
    "CREATE TABLE owner (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT, age INT);"
    "CREATE TABLE dog (tag TEXT PRIMARY KEY, owner_id INT NOT NULL REFERENCES owner(id),"
    " sire TEXT REFERENCES dog(tag), chip INT UNIQUE, weight REAL, breed TEXT);"
    "CREATE TABLE visit (dog TEXT REFERENCES dog(tag), day TEXT, fee INT NOT NULL, note TEXT,"
    " PRIMARY KEY (dog, day));";

struct Pair {
  std::string gold, predicted;
  std::vector<std::string> relied_on;
};

/// Each pair needs different rules.
const std::vector<Pair> &equal_pairs() {
  static const std::vector<Pair> pairs = {
      {"SELECT count(*) FROM dog",
       "SELECT count(DISTINCT tag) FROM dog",
       {"dog.tag is a key (declared)", "dog.tag is never NULL (declared)"}},
      {"SELECT city, count(*) FROM owner GROUP BY city",
       "SELECT city, count(DISTINCT id) FROM owner GROUP BY city",
       {"owner.id is a key (declared)", "owner.id is never NULL (declared)"}},
      {"SELECT dog, count(*) FROM visit GROUP BY dog",
       "SELECT dog, count(DISTINCT day) FROM visit GROUP BY dog",
       {"visit (dog, day) is a key (declared)", "visit.dog is never NULL (declared)",
        "visit.day is never NULL (declared)"}},
      {"SELECT count(*) FROM dog WHERE weight > 3",
       "SELECT count(weight) FROM dog WHERE weight > 3",
       {}},
      {"SELECT count(*) FROM dog AS d JOIN owner AS o ON o.id = d.owner_id WHERE o.city = 'Rome'",
       "SELECT count(d.owner_id) FROM dog AS d JOIN owner AS o ON o.id = d.owner_id"
       " WHERE o.city = 'Rome'",
       {}},
      {"SELECT d.breed FROM dog AS d JOIN owner AS o ON o.id = d.owner_id WHERE o.city = 'Rome'",
       "SELECT d.breed FROM dog AS d LEFT JOIN owner AS o ON o.id = d.owner_id"
       " WHERE o.city = 'Rome'",
       {}},
      {"SELECT o.name, d.breed FROM dog AS d JOIN owner AS o ON o.id = d.owner_id",
       "SELECT o.name, d.breed FROM dog AS d LEFT JOIN owner AS o ON o.id = d.owner_id",
       {"dog.owner_id is never NULL (declared)", "dog.owner_id refers to owner.id (declared)"}},
      {"SELECT o.name, d.breed FROM owner AS o JOIN dog AS d ON o.id = d.owner_id",
       "SELECT o.name, d.breed FROM owner AS o RIGHT JOIN dog AS d ON o.id = d.owner_id",
       {"dog.owner_id is never NULL (declared)", "dog.owner_id refers to owner.id (declared)"}},
      {"SELECT o.name FROM owner AS o JOIN dog AS d ON o.id = d.owner_id JOIN visit AS v"
       " ON v.dog = d.tag",
       "SELECT o.name FROM owner AS o LEFT JOIN dog AS d ON o.id = d.owner_id JOIN visit AS v"
       " ON v.dog = d.tag",
       {}},
      {"SELECT o.id, o.name FROM owner AS o JOIN dog AS d ON o.id = d.owner_id GROUP BY o.id"
       " HAVING count(*) >= 2",
       "SELECT o.id, o.name FROM owner AS o LEFT JOIN dog AS d ON o.id = d.owner_id GROUP BY o.id"
       " HAVING count(*) >= 2",
       {"owner.id is a key (declared)", "owner.id is never NULL (declared)"}},
      {"SELECT avg(d.weight), count(d.breed) FROM owner AS o JOIN dog AS d ON o.id = d.owner_id",
       "SELECT avg(d.weight), count(d.breed) FROM owner AS o LEFT JOIN dog AS d"
       " ON o.id = d.owner_id",
       {}},
      {"SELECT id FROM owner EXCEPT SELECT o.id FROM owner AS o JOIN dog AS d ON o.id = d.sire",
       "SELECT id FROM owner EXCEPT SELECT o.id FROM owner AS o RIGHT JOIN dog AS d"
       " ON o.id = d.sire",
       {"owner.id is never NULL (declared)"}},
      {"SELECT o.id, o.name, count(*) FROM owner AS o JOIN dog AS d ON o.id = d.owner_id"
       " GROUP BY o.id",
       "SELECT o.id, o.name, count(*) FROM owner AS o JOIN dog AS d ON o.id = d.owner_id"
       " GROUP BY o.id, o.name",
       {"owner.id is a key (declared)"}},
      {"SELECT dog, max(fee) FROM visit WHERE day = 'May' GROUP BY dog",
       "SELECT dog, min(fee) FROM visit WHERE day = 'May' GROUP BY dog",
       {"visit (dog, day) is a key (declared)", "visit.dog is never NULL (declared)"}},
      {"SELECT tag, breed FROM dog",
       "SELECT DISTINCT tag, breed FROM dog",
       {"dog.tag is a key (declared)", "dog.tag is never NULL (declared)"}},
      {"SELECT chip FROM dog WHERE chip > 3",
       "SELECT DISTINCT chip FROM dog WHERE chip > 3",
       {"dog.chip is a key (declared)"}},
      {"SELECT breed FROM dog WHERE tag = 'x'",
       "SELECT DISTINCT breed FROM dog WHERE tag = 'x'",
       {"dog.tag is a key (declared)"}},
      {"SELECT breed FROM dog ORDER BY breed LIMIT 1",
       "SELECT DISTINCT breed FROM dog ORDER BY breed LIMIT 1",
       {}},
      {"SELECT breed FROM dog GROUP BY breed HAVING count(*) > 1",
       "SELECT breed FROM dog GROUP BY breed HAVING count(*) <> 1",
       {}},
      {"SELECT breed FROM dog GROUP BY breed",
       "SELECT breed FROM dog GROUP BY breed HAVING count(tag) >= 1",
       {"dog.tag is never NULL (declared)"}},
      {"SELECT sum(fee) FROM visit",
       "SELECT sum(coalesce(fee, 0)) FROM visit",
       {"visit.fee is never NULL (declared)"}},
      {"SELECT city FROM owner WHERE name = 'Ann'",
       "SELECT city FROM owner WHERE name = 'Ann' OR name IS NULL",
       {"owner.name is never NULL (declared)"}},
      {"SELECT name FROM owner WHERE age = (SELECT min(age) FROM owner)",
       "SELECT name FROM owner WHERE age <= (SELECT min(age) FROM owner)",
       {}},
      {"SELECT tag FROM dog WHERE weight = (SELECT weight FROM dog ORDER BY tag LIMIT 1)",
       "SELECT tag FROM dog WHERE weight = (SELECT weight FROM dog ORDER BY tag)",
       {}},
      {"SELECT name FROM owner UNION SELECT breed FROM dog EXCEPT SELECT note FROM visit",
       "SELECT name FROM owner UNION ALL SELECT breed FROM dog EXCEPT SELECT note FROM visit",
       {}},
      {"SELECT tag FROM dog WHERE breed = '12'",
       "SELECT tag FROM dog WHERE breed = '12' COLLATE NOCASE",
       {}},
  };
  return pairs;
}

/// Pairs just beyond what the rules allow.
const std::vector<Pair> &different_pairs() {
  static const std::vector<Pair> pairs = {
      {"SELECT count(*) FROM dog", "SELECT count(DISTINCT chip) FROM dog", {}},
      {"SELECT count(*) FROM dog", "SELECT count(DISTINCT owner_id) FROM dog", {}},
      {"SELECT day, count(*) FROM visit GROUP BY day",
       "SELECT day, count(DISTINCT fee) FROM visit GROUP BY day",
       {}},
      {"SELECT count(*) FROM dog WHERE weight > 3 OR breed = 'a'",
       "SELECT count(weight) FROM dog WHERE weight > 3 OR breed = 'a'",
       {}},
      {"SELECT count(*) FROM dog WHERE weight NOT IN (SELECT fee FROM visit)",
       "SELECT count(weight) FROM dog WHERE weight NOT IN (SELECT fee FROM visit)",
       {}},
      {"SELECT a.breed, b.breed FROM dog AS a JOIN dog AS b ON b.tag = a.sire",
       "SELECT a.breed, b.breed FROM dog AS a LEFT JOIN dog AS b ON b.tag = a.sire",
       {}},
      {"SELECT o.name, d.breed FROM dog AS d JOIN owner AS o ON o.id = d.owner_id AND o.age > 3",
       "SELECT o.name, d.breed FROM dog AS d LEFT JOIN owner AS o ON o.id = d.owner_id"
       " AND o.age > 3",
       {}},
      {"SELECT o.name, d.breed FROM owner AS o JOIN dog AS d ON o.id = d.owner_id",
       "SELECT o.name, d.breed FROM owner AS o LEFT JOIN dog AS d ON o.id = d.owner_id",
       {}},
      {"SELECT d.breed FROM dog AS d JOIN owner AS o ON o.id = d.owner_id WHERE o.city IS NULL",
       "SELECT d.breed FROM owner AS o LEFT JOIN dog AS d ON o.id = d.owner_id"
       " WHERE o.city IS NULL",
       {}},
      {"SELECT o.id FROM owner AS o JOIN dog AS d ON o.id = d.owner_id GROUP BY o.id"
       " HAVING count(*) >= 1",
       "SELECT o.id FROM owner AS o LEFT JOIN dog AS d ON o.id = d.owner_id GROUP BY o.id"
       " HAVING count(*) >= 1",
       {}},
      {"SELECT o.city FROM owner AS o JOIN dog AS d ON o.id = d.owner_id GROUP BY o.city"
       " HAVING count(*) >= 2",
       "SELECT o.city FROM owner AS o LEFT JOIN dog AS d ON o.id = d.owner_id GROUP BY o.city"
       " HAVING count(*) >= 2",
       {}},
      {"SELECT count(d.breed), max(o.age) FROM owner AS o JOIN dog AS d ON o.id = d.owner_id",
       "SELECT count(d.breed), max(o.age) FROM owner AS o LEFT JOIN dog AS d ON o.id = d.owner_id",
       {}},
      {"SELECT city FROM owner EXCEPT SELECT o.city FROM owner AS o JOIN dog AS d"
       " ON o.id = d.sire",
       "SELECT city FROM owner EXCEPT SELECT o.city FROM owner AS o RIGHT JOIN dog AS d"
       " ON o.id = d.sire",
       {}},
      {"SELECT count(*) FROM dog GROUP BY chip",
       "SELECT count(*) FROM dog GROUP BY chip, breed",
       {}},
      {"SELECT count(*) FROM visit GROUP BY dog",
       "SELECT count(*) FROM visit GROUP BY dog, fee",
       {}},
      {"SELECT dog, max(fee) FROM visit WHERE note = 'x' GROUP BY dog",
       "SELECT dog, min(fee) FROM visit WHERE note = 'x' GROUP BY dog",
       {}},
      {"SELECT chip FROM dog", "SELECT DISTINCT chip FROM dog", {}},
      {"SELECT breed FROM dog WHERE owner_id = 1",
       "SELECT DISTINCT breed FROM dog WHERE owner_id = 1",
       {}},
      {"SELECT breed FROM dog ORDER BY breed LIMIT 2",
       "SELECT DISTINCT breed FROM dog ORDER BY breed LIMIT 2",
       {}},
      {"SELECT breed FROM dog GROUP BY breed HAVING count(chip) > 1",
       "SELECT breed FROM dog GROUP BY breed HAVING count(chip) <> 1",
       {}},
      {"SELECT sum(age) FROM owner", "SELECT sum(coalesce(age, 0)) FROM owner", {}},
      {"SELECT coalesce(name, 'none'), count(*) FROM owner",
       "SELECT name, count(*) FROM owner",
       {}},
      {"SELECT name FROM owner WHERE city = 'Rome'",
       "SELECT name FROM owner WHERE city = 'Rome' OR city IS NULL",
       {}},
      {"SELECT name FROM owner WHERE age = (SELECT min(age) FROM owner WHERE city = 'Rome')",
       "SELECT name FROM owner WHERE age <= (SELECT min(age) FROM owner WHERE city = 'Rome')",
       {}},
      {"SELECT name FROM owner UNION SELECT breed FROM dog",
       "SELECT name FROM owner UNION ALL SELECT breed FROM dog",
       {}},
      {"SELECT tag FROM dog WHERE breed = 'a1'",
       "SELECT tag FROM dog WHERE breed = 'a1' COLLATE NOCASE",
       {}},
  };
  return pairs;
}

Refuter refuter(const RefuterOptions &options = {}) {
  static const auto constraints = std::make_shared<const Constraints>(constraints_of(schema));
  return Refuter(constraints, options);
}

}  // namespace

TEST_CASE("a proof names the constraints that it relies on") {
  for (const Pair &pair : equal_pairs()) {
    CAPTURE(pair.predicted);
    for (const bool swapped : {false, true}) {
      const Refutation found = refuter().refute(swapped ? pair.predicted : pair.gold,
                                                swapped ? pair.gold : pair.predicted);
      CHECK(found.verdict == RefutationVerdict::proved);
      std::vector<std::string> relied_on;
      for (const ProofConstraint &constraint : found.relied_on) {
        relied_on.push_back(text_of(constraint));
      }
      CHECK(relied_on == pair.relied_on);
    }
  }
}

TEST_CASE("no database refutes a proved pair") {
  RefuterOptions options;
  options.prove = false;
  options.databases = 400 / slowness;
  for (const Pair &pair : equal_pairs()) {
    CAPTURE(pair.predicted);
    const Refutation found = refuter(options).refute(pair.gold, pair.predicted);
    CAPTURE(found.script());
    CHECK(found.verdict == RefutationVerdict::not_refuted);
    CHECK(found.databases > 20);
  }
}

TEST_CASE("a pair just beyond the rules is refuted") {
  for (const Pair &pair : different_pairs()) {
    CAPTURE(pair.gold);
    CAPTURE(pair.predicted);
    const Refutation found = refuter().refute(pair.gold, pair.predicted);
    CHECK(found.verdict == RefutationVerdict::refuted);
    CHECK(found.relied_on.empty());
  }
}

TEST_CASE("a proof distinguishes mined from declared constraints") {
  std::string rows = "CREATE TABLE t (a INT, b INT NOT NULL);";
  for (int row = 0; row < 40; ++row)
    rows += "INSERT INTO t VALUES (" + std::to_string(row) + ", 2);";
  const Refuter mined(std::make_shared<const Constraints>(constraints_of(rows, true)));
  const Refutation found =
      mined.refute("SELECT count(*) FROM t", "SELECT count(DISTINCT a) FROM t");
  REQUIRE(found.verdict == RefutationVerdict::proved);
  CHECK(found.relied_on == std::vector<ProofConstraint>{{"t.a is a key", Origin::mined},
                                                        {"t.a is never NULL", Origin::mined}});
  const Refuter declared(std::make_shared<const Constraints>(constraints_of(rows)));
  CHECK(declared.refute("SELECT count(*) FROM t", "SELECT count(DISTINCT a) FROM t").verdict ==
        RefutationVerdict::refuted);
}
