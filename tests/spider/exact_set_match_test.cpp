/// Tests which queries the official form accepts, and what exact-set match compares.

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "judge/spider_dev.hpp"
#include "support/error_of.hpp"

using namespace sluice;
using namespace sluice::test;

namespace {

constexpr const char *tables = R"([{"db_id": "flights",
  "table_names_original": ["Airport", "Flight", "Pilot"],
  "column_names_original": [[-1, "*"], [0, "Code"], [0, "City"], [1, "Id"], [1, "Source"],
                            [1, "Dest"], [1, "Pilot"], [2, "Id"], [2, "Name"], [2, "Age"]],
  "table_names": ["airport", "flight", "pilot"],
  "column_names": [[-1, "*"], [0, "code"], [0, "city"], [1, "id"], [1, "source"], [1, "dest"],
                   [1, "pilot"], [2, "id"], [2, "name"], [2, "age"]],
  "column_types": ["text", "text", "text", "number", "text", "text", "number", "number", "text",
                   "number"],
  "primary_keys": [1, 3, 7], "foreign_keys": [[4, 1], [5, 1], [6, 7]]}])";

const OfficialSchema &schema() {
  static const Databases databases = load_tables_json(tables, "tables");
  static const auto keys = read_official_foreign_keys(tables, "tables");
  static const OfficialSchema made(*databases.front(), &keys.front());
  return made;
}

bool reads(const char *sql) { return parse_official(sql, schema()).has_value(); }

bool matches(const char *gold, const char *predicted,
             ExactSetRules rules = ExactSetRules::official) {
  return judge({gold, "flights"}, predicted, schema(), rules).exact->match;
}

Hardness hardness(const char *sql) {
  const auto query = parse_official(sql, schema());
  REQUIRE(query);
  return hardness_of(*query);
}

}  // namespace

TEST_CASE("foreign keys of requested databases equal those from reading the whole file") {
  const auto entry = [](const std::string &more) {
    return "{" + more +
           R"(, "table_names_original": ["A", "B"], "column_names_original": [[-1, "*"], [0, "x"],
              [1, "y{[\\"], [1, "\"z\""]], "foreign_keys": [[2, 1]]})";
  };
  const std::string file = "[" + entry(R"("db_id": "one")") + ",\n" +
                           entry(R"("note": "db_id", "db_id" : "two", "db_id_2": "one")") + ", " +
                           entry(R"("in": {"db_id": "one"}, "db_id": "\u0074hree")") + "]";
  const auto all = read_official_foreign_keys(file, "tables");
  REQUIRE(all.size() == 3);
  for (const OfficialForeignKeys &one : all) {
    const std::vector<std::string> wanted{one.database};
    const auto found = read_official_foreign_keys(file, "tables", wanted);
    const auto same = std::find_if(found.begin(), found.end(), [&](const auto &other) {
      return other.database == one.database;
    });
    REQUIRE(same != found.end());
    CHECK(same->representatives == one.representatives);
    CHECK(found.size() <= 2);  // and the one whose name contains escapes
  }
  const std::vector<std::string> wanted{"one"};
  for (const std::string &broken :
       {file.substr(0, file.size() - 1), std::string("[[]]"), std::string("[{\"db_id\": \"one\"}]"),
        std::string("[{\"db_id\": 1}]"), std::string("[\"")}) {
    CAPTURE(broken);
    test::check_code(ErrorCode::malformed,
                     [&] { return read_official_foreign_keys(broken, "tables", wanted); });
  }
}

TEST_CASE("the official form accepts what the script accepts") {
  for (
      const char *sql : {
          "SELECT name FROM pilot",
          "select T1.NAME from Pilot as T1 where T1.age > = 5 and T1.age ! = 7",
          "SELECT name FROM pilot LIMIT 1 OFFSET 3 and what not",
          "SELECT name FROM pilot LIMIT all",
          "SELECT count ( DISTINCT name ) , age - id , max(age) FROM pilot",
          "SELECT name FROM pilot WHERE age > 1 and",
          "SELECT name FROM pilot WHERE age BETWEEN 1 AND 2 OR name NOT LIKE '%a%'",
          "SELECT name FROM pilot WHERE id NOT IN (SELECT pilot FROM flight) ;",
          "SELECT count(*) FROM (SELECT name FROM pilot GROUP BY name HAVING count(*) > 1)",
          "SELECT name FROM pilot UNION SELECT city FROM airport INTERSECT SELECT city FROM airport",
          "SELECT name FROM pilot JOIN flight",
          "SELECT name age FROM pilot",
          "SELECT FROM pilot",
          "SELECT name FROM pilot WHERE age = id or whatever stands here",
          "SELECT name FROM pilot WHERE age > +1_0.5e1 ORDER BY age , name DESC",
          "SELECT name FROM flight AS T1 JOIN pilot AS T1 WHERE T1.age > 1",
      }) {
    CAPTURE(sql);
    CHECK(reads(sql));
  }
  for (const char *sql : {
           "",
           "(",
           "SELECT name",
           "SELECT name FROM nowhere",
           "SELECT nothing FROM pilot",
           "SELECT name FROM pilot WHERE age=5",
           "SELECT name FROM pilot WHERE age >=5",
           "SELECT name FROM pilot WHERE name = \"O'Neil\"",
           "SELECT name AS n FROM pilot",
           "SELECT T1.name FROM pilot T1",
           "SELECT T1.* FROM pilot AS T1",
           "SELECT name FROM flight AS pilot",
           "SELECT name FROM pilot LEFT JOIN flight ON pilot.id = flight.pilot",
           "SELECT name FROM pilot , flight",
           "SELECT `name` FROM pilot",
           "SELECT name FROM \"pilot\"",
           "SELECT name FROM pilot WHERE name IS NULL",
           "SELECT name FROM pilot WHERE age <> 5",
           "SELECT name FROM pilot WHERE age IN (1,2)",
           "SELECT name FROM pilot WHERE EXISTS (SELECT id FROM flight)",
           "SELECT name FROM pilot WHERE (age = 1)",
           "SELECT name FROM pilot WHERE NOT age = 1",
           "SELECT abs(age) FROM pilot",
           "SELECT age * 2 FROM pilot",
           "SELECT name FROM pilot UNION ALL SELECT city FROM airport",
           "SELECT name FROM pilot LIMIT",
           "SELECT max(age) - min(age) FROM pilot",
           "SELECT count(name) FROM (SELECT name FROM pilot) AS t",
           "WITH t AS (SELECT name FROM pilot) SELECT name FROM t",
           "SELECT name FROM pilot WHERE age > nan(5)",
       }) {
    CAPTURE(sql);
    CHECK(!reads(sql));
  }
}

TEST_CASE("hostile text is parsed quickly or rejected") {
  std::string nested = "SELECT name FROM pilot";
  for (int i = 0; i < 5000; ++i) nested = "SELECT name FROM pilot WHERE id IN (" + nested + ")";
  CHECK(!reads(nested.c_str()));
  std::string chain = "SELECT name FROM pilot";
  for (int i = 0; i < 100; ++i) chain += " UNION SELECT name FROM pilot";
  CHECK(reads(chain.c_str()));
  for (int i = 0; i < 5000; ++i) chain += " UNION SELECT name FROM pilot";
  CHECK(!reads(chain.c_str()));
  std::string wide = "SELECT name";
  for (int i = 0; i < 4000; ++i) wide += " , name";
  CHECK(matches((wide + " FROM pilot").c_str(), (wide + " FROM pilot").c_str()));
  for (int i = 0; i < 1000; ++i) wide += " , name";
  CHECK(!reads((wide + " FROM pilot").c_str()));
  CHECK(!reads(std::string(std::size_t{2} << 20, '(').c_str()));
}

TEST_CASE("exact-set match compares clauses as sets and ignores values") {
  CHECK(matches("SELECT name , age FROM pilot", "select AGE, Name from pilot"));
  CHECK(matches("SELECT name FROM pilot WHERE age > 5 AND name = 'x'",
                "SELECT name FROM pilot WHERE name = \"y\" AND age > id"));
  CHECK(matches("SELECT DISTINCT name FROM pilot", "SELECT name FROM pilot"));
  CHECK(matches("SELECT name FROM pilot LIMIT 3", "SELECT name FROM pilot LIMIT 1"));
  CHECK(matches("SELECT name FROM pilot ORDER BY age , name DESC",
                "SELECT name FROM pilot ORDER BY age DESC , name DESC"));
  CHECK(matches("SELECT name FROM pilot WHERE age > 1 AND id > 1 OR name > 1",
                "SELECT name FROM pilot WHERE age > 1 OR id > 1 AND name > 1"));
  CHECK(!matches("SELECT name FROM pilot", "SELECT name , name FROM pilot"));
  CHECK(!matches("SELECT name FROM pilot WHERE age > 5", "SELECT name FROM pilot WHERE age >= 5"));
  CHECK(!matches("SELECT name FROM pilot WHERE id IN (SELECT DISTINCT pilot FROM flight)",
                 "SELECT name FROM pilot WHERE id IN (SELECT pilot FROM flight)"));
  CHECK(!matches("SELECT name FROM pilot UNION SELECT city FROM airport",
                 "SELECT city FROM airport UNION SELECT name FROM pilot"));
  CHECK(!matches("SELECT name FROM pilot", "SELECT city FROM airport"));
  CHECK(!matches("SELECT name FROM pilot", "no SQL"));
  // A query in FROM keeps its values, one after IN does not.
  CHECK(!matches("SELECT count(*) FROM (SELECT id FROM pilot WHERE age > 1)",
                 "SELECT count(*) FROM (SELECT id FROM pilot WHERE age > 2)"));
  CHECK(matches("SELECT count(*) FROM pilot WHERE id IN (SELECT id FROM pilot WHERE age > 1)",
                "SELECT count(*) FROM pilot WHERE id IN (SELECT id FROM pilot WHERE age > 2)"));
}

TEST_CASE("columns that refer to the same key are equal for exact-set match") {
  const char *const source =
      "SELECT T1.city FROM airport AS T1 JOIN flight AS T2 ON T1.code = T2.source GROUP BY T2.source";
  const char *const dest =
      "SELECT T1.city FROM airport AS T1 JOIN flight AS T2 ON T1.code = T2.dest GROUP BY T2.dest";
  CHECK(matches(source, dest));
  CHECK(!matches(source, dest, ExactSetRules::adapted));
  CHECK(matches(source, source, ExactSetRules::adapted));
  // Only for tables in the outermost FROM.
  CHECK(!matches("SELECT name FROM pilot WHERE age IN (SELECT source FROM flight)",
                 "SELECT name FROM pilot WHERE age IN (SELECT dest FROM flight)"));
}

TEST_CASE("partial scores report which parts a pair has and whether they agree") {
  const auto score = [](const char *gold, const char *predicted) {
    return *judge({gold, "flights"}, predicted, schema()).exact;
  };
  const ExactSetMatch match = score("SELECT count(name) FROM pilot WHERE age > 1 OR id = 2",
                                    "SELECT name FROM pilot WHERE age < 1 ORDER BY name");
  CHECK(match[QueryPart::select] == PartialScore{false, 1, 1});
  CHECK(match[QueryPart::select_without_aggregates] == PartialScore{true, 1, 1});
  CHECK(match[QueryPart::where] == PartialScore{false, 2, 1});
  CHECK(match[QueryPart::group] == PartialScore{true, 0, 0});
  CHECK(match[QueryPart::order] == PartialScore{false, 0, 1});
  CHECK(match[QueryPart::and_or] == PartialScore{false, 0, 1});  // the totals are swapped
  CHECK(match[QueryPart::keywords] == PartialScore{false, 2, 3});
  CHECK(match[QueryPart::nesting] == PartialScore{true, 0, 0});
}

TEST_CASE("hardness agrees with the script") {
  CHECK(hardness("SELECT name FROM pilot WHERE age > 1") == Hardness::easy);
  CHECK(hardness("SELECT name , age FROM pilot WHERE age > 1 ORDER BY age") == Hardness::medium);
  CHECK(hardness("SELECT name FROM pilot WHERE id IN (SELECT pilot FROM flight)") ==
        Hardness::hard);
  CHECK(hardness("SELECT name FROM pilot UNION SELECT city FROM airport") == Hardness::hard);
  CHECK(hardness(
            "SELECT name FROM pilot WHERE age > 1 UNION SELECT city FROM airport WHERE code > 1") ==
        Hardness::hard);
  CHECK(hardness("SELECT name , age FROM pilot WHERE id IN (SELECT pilot FROM flight)") ==
        Hardness::extra);
  CHECK(
      hardness("SELECT count(*) FROM (SELECT name FROM pilot GROUP BY name HAVING count(*) > 1)") ==
      Hardness::easy);
  // Two negated conditions are two aggregates, but three conditions count only once as more than
  // one.
  CHECK(hardness("SELECT name FROM pilot WHERE age NOT IN (SELECT id FROM flight) AND id NOT IN "
                 "(SELECT id FROM flight)") == Hardness::extra);
}
