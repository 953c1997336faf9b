/// The rules of the paper's normal form, one by one, and queries that they must not change.

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rule_check.hpp"
#include "sluice/sql/paper_rules.hpp"

using namespace sluice;
using namespace sluice::test;

namespace {

constexpr bool without_schema = false;

/// The normal form by a list of rules, of a query that is not run.
std::string normal_form(const std::vector<sql::AnyRewriteRule> &rules, const std::string &text,
                        sql::Dialect dialect = sql::Dialect::sqlite) {
  sql::NormalizeOptions options;
  options.rules = rules;
  options.context.dialect = dialect;
  sql::SyntaxTree tree = sql::parse(text, {.dialect = dialect});
  normalize(tree, options);
  return print(tree, {.dialect = dialect});
}

/// A custom rule that uses the schema.
struct SpellOutStars {
  static std::string_view name() { return "spell_out_stars"; }
  static bool apply(sql::SyntaxTree &tree, sql::RewriteContext &context) {
    const sql::Bindings *bindings = context.bindings(tree);
    if (bindings == nullptr) return false;
    std::vector<std::pair<sql::NodeId, std::string>> found;
    for (const sql::ImpliedColumn &column : bindings->implied()) {
      if (tree.kind(column.node) == sql::NodeKind::star)
        found.emplace_back(column.node, context.names()->column_name(column.table, column.column));
    }
    for (const auto &[star, name] : found)
      tree.insert_before(star, tree.add(sql::NodeKind::column, name));
    for (const auto &[star, name] : found) {
      if (tree.parent(star) != sql::no_node) tree.remove(star);
    }
    return !found.empty();
  }
};

struct NeverContent {
  static constexpr bool masks = true;
  static std::string_view name() { return "never_content"; }
  static bool apply(sql::SyntaxTree &, sql::RewriteContext &) { return true; }
};

}  // namespace

TEST_CASE("custom rules are applied") {
  static_assert(sql::RewriteRule<SpellOutStars>);
  RuleCheck check({SpellOutStars(), sql::inline_result_aliases()});
  check({{"SELECT * FROM pet", "SELECT pet_id, owner, name, weight, age FROM pet"},
         {"SELECT 1 AS x", "SELECT 1"}});
  const sql::AnyRewriteRule stars = SpellOutStars(), copy = stars;
  CHECK(copy.name() == "spell_out_stars");
  CHECK(!copy.masks());
  CHECK(sql::AnyRewriteRule(NeverContent()).masks());

  for (const auto &rule : sql::equivalence_rules()) CHECK(!rule.masks());
  sql::NormalizeOptions options;
  options.rules = {NeverContent()};
  options.rounds = 3;
  sql::SyntaxTree tree = sql::parse("SELECT 1");
  const sql::NormalizeResult result = normalize(tree, options);
  CHECK(result.changed);
  CHECK(!result.settled);
  CHECK(result.rounds <= 8);
  sql::SyntaxTree empty;
  CHECK(!normalize(empty).changed);
}

TEST_CASE("double-quoted names that match no column become strings") {
  RuleCheck check({sql::resolve_strings()});
  check({
      {"SELECT name FROM person WHERE city = \"Rome\" OR name = \"it's\"",
       "SELECT name FROM person WHERE city = 'Rome' OR name = 'it''s'"},
      {"SELECT \"x\" FROM person WHERE \"city\" = \"Name\" AND \"x\" = 'x'",
       "SELECT 'x' FROM person WHERE \"city\" = \"Name\" AND 'x' = 'x'"},
      {"SELECT age AS \"x\" FROM person ORDER BY \"x\"", unchanged},
  });
}

TEST_CASE("names become lower case, strings do not change") {
  RuleCheck check({sql::lower_case_names()});
  check({
      {"SELECT P.Name, COUNT(*), 'Rome' FROM Person AS P WHERE CITY = 'Rome' COLLATE NOCASE",
       "SELECT p.name, count(*), 'Rome' FROM person AS p WHERE city = 'Rome' COLLATE nocase"},
      {"SELECT CAST(Age AS TEXT), \"Name\", [City] FROM `person` ORDER BY \"Age\", id",
       "SELECT CAST(age AS text), name, city FROM person ORDER BY age, id"},
      {"SELECT \"Id\", \"LEFT\", O.\"GROUP\", o.LEFT FROM \"order\" AS O",
       "SELECT id, `left`, o.\"group\", o.left FROM \"order\" AS o"},
      {"SELECT name FROM person WHERE city = \"Rome\"", unchanged},
  });
  RuleCheck blind({sql::lower_case_names()}, without_schema);
  blind({{"SELECT \"Name\", Age FROM person WHERE city = \"Rome\"",
          "SELECT \"Name\", age FROM person WHERE city = \"Rome\""}});
  CHECK(normal_form({sql::lower_case_names()}, "SELECT A, \"A\" FROM T",
                    sql::Dialect::postgresql) == "SELECT a, \"A\" FROM t");
}

TEST_CASE("aliases of results are replaced by their expressions") {
  for (const bool schema : {true, false}) {
    RuleCheck check({sql::inline_result_aliases()}, schema);
    check({
        {"SELECT count(*) AS c, city FROM person GROUP BY city HAVING c > 1 ORDER BY c DESC, city",
         "SELECT count(*), city FROM person GROUP BY city HAVING count(*) > 1 ORDER BY count(*) DESC, city"},
        {"SELECT age + 1 AS x FROM person GROUP BY x ORDER BY x * 2",
         "SELECT age + 1 FROM person GROUP BY age + 1 ORDER BY (age + 1) * 2"},
        {"SELECT upper(name) AS name, count(*) FROM person GROUP BY name ORDER BY name",
         "SELECT upper(name), count(*) FROM person GROUP BY name ORDER BY upper(name)"},
        {"SELECT name AS n FROM person", "SELECT name FROM person"},
        {"SELECT id IN (SELECT owner AS o FROM pet ORDER BY o) FROM person",
         "SELECT id IN (SELECT owner FROM pet ORDER BY owner) FROM person"},
        {"SELECT 7 AS x, id FROM person ORDER BY x, id", unchanged},
        {"SELECT x FROM (SELECT age AS x FROM person)", unchanged},
        {"WITH t AS (SELECT age AS x FROM person) SELECT x FROM t", unchanged},
        {"SELECT age AS x FROM person UNION SELECT id FROM person ORDER BY x", unchanged},
        {"SELECT name AS city, city AS x FROM person ORDER BY x, id",
         "SELECT name, city FROM person ORDER BY city, id"},
        {"SELECT 1 AS city, city AS x FROM person ORDER BY x, city, id", unchanged},
        {"SELECT count(*) FROM (SELECT random() AS r FROM person ORDER BY r)", unchanged},
        {"SELECT id AS x FROM person WHERE EXISTS (SELECT 1 FROM pet WHERE owner = x)", unchanged},
    });
  }
  RuleCheck check({sql::inline_result_aliases()});
  check({{"SELECT age + 1 AS x FROM person WHERE x > 20",
          "SELECT age + 1 FROM person WHERE age + 1 > 20"}});
  RuleCheck blind({sql::inline_result_aliases()}, without_schema);
  blind({{"SELECT age + 1 AS x FROM person WHERE x > 20", unchanged}});
}

TEST_CASE("tables are called by their names, or t1, t2 where those are ambiguous") {
  RuleCheck check({sql::canonical_table_aliases()}, without_schema);
  check({
      {"SELECT a.name, b.* FROM person AS a JOIN pet AS b ON a.id = b.owner ORDER BY b.pet_id",
       "SELECT person.name, pet.* FROM person JOIN pet ON person.id = pet.owner ORDER BY pet.pet_id"},
      {"SELECT a.name, b.name FROM person AS a JOIN person AS b ON a.age = b.age AND a.id < b.id",
       "SELECT t1.name, t2.name FROM person AS t1 JOIN person AS t2 ON t1.age = t2.age AND t1.id < t2.id"},
      {"SELECT a.name FROM person AS a WHERE a.age > (SELECT avg(b.age) FROM person AS b WHERE b.city = a.city)",
       "SELECT t1.name FROM person AS t1 WHERE t1.age > (SELECT avg(person.age) FROM person WHERE person.city = t1.city)"},
      {"SELECT a.name FROM person AS a WHERE a.id IN (SELECT b.id FROM person AS b)",
       "SELECT person.name FROM person WHERE person.id IN (SELECT person.id FROM person)"},
      {"SELECT a.id FROM person AS a UNION SELECT a.owner FROM pet AS a",
       "SELECT person.id FROM person UNION SELECT pet.owner FROM pet"},
      {"SELECT d.x FROM (SELECT q.age AS x FROM pet AS q) AS d WHERE d.x > 1",
       "SELECT t1.x FROM (SELECT pet.age AS x FROM pet) AS t1 WHERE t1.x > 1"},
      {"SELECT x FROM (SELECT age AS x FROM pet) AS d", "SELECT x FROM (SELECT age AS x FROM pet)"},
      {"WITH t1 AS (SELECT 1 AS x) SELECT a.x, b.x FROM t1 AS a, t1 AS b",
       "WITH t1 AS (SELECT 1 AS x) SELECT t2.x, t3.x FROM t1 AS t2, t1 AS t3"},
      {"SELECT o.id FROM \"order\" AS o WHERE o.\"group\" = 'x'",
       "SELECT \"order\".id FROM \"order\" WHERE \"order\".\"group\" = 'x'"},
      {"SELECT main.person.id FROM main.person", unchanged},
      {"SELECT count(*) FROM person, person", unchanged},
      {"SELECT person.name FROM person JOIN pet ON pet.owner = person.id", unchanged},
      {"SELECT pet.name FROM person AS pet JOIN pet AS person ON pet.id = person.owner",
       "SELECT person.name FROM person JOIN pet ON person.id = pet.owner"},
  });
  const std::vector<sql::AnyRewriteRule> rules = {sql::canonical_table_aliases()};
  // An error remains an error.
  CHECK(normal_form(rules, "SELECT person.id FROM person AS p") ==
        "SELECT person.id FROM person AS t1");
}

TEST_CASE("qualifiers are dropped where the name alone has the same meaning") {
  RuleCheck check({sql::drop_qualifiers()});
  check({
      {"SELECT person.city, pet.weight FROM person JOIN pet ON person.id = pet.owner",
       "SELECT city, weight FROM person JOIN pet ON id = owner"},
      {"SELECT person.name, pet.age FROM person JOIN pet ON person.id = pet.owner",
       "SELECT person.name, pet.age FROM person JOIN pet ON id = owner"},
      {"SELECT name FROM person WHERE age > (SELECT avg(pet.age) FROM pet WHERE pet.owner = person.id)",
       "SELECT name FROM person WHERE age > (SELECT avg(age) FROM pet WHERE owner = id)"},
      {"SELECT name FROM person WHERE EXISTS (SELECT 1 FROM pet WHERE pet.name = person.name)",
       "SELECT name FROM person WHERE EXISTS (SELECT 1 FROM pet WHERE name = person.name)"},
      {"SELECT city AS name FROM person ORDER BY person.name, id", unchanged},
      {"SELECT o.left, o.\"group\", o.* FROM \"order\" AS o",
       "SELECT `left`, `group`, * FROM \"order\" AS o"},
      {"SELECT d.x FROM (SELECT age AS x FROM pet) AS d JOIN person ON d.x = person.age",
       "SELECT x FROM (SELECT age AS x FROM pet) AS d JOIN person ON x = age"},
      {"SELECT person.* FROM person", "SELECT * FROM person"},
      {"SELECT person.rowid, person.* FROM person JOIN pet ON owner = id", unchanged},
  });
  RuleCheck blind({sql::drop_qualifiers()}, without_schema);
  blind({
      {"SELECT person.city FROM person ORDER BY person.id", "SELECT city FROM person ORDER BY id"},
      {"SELECT person.city FROM person JOIN pet ON person.id = pet.owner", unchanged},
      {"SELECT name FROM person WHERE EXISTS (SELECT 1 FROM pet WHERE pet.owner = person.id)",
       "SELECT name FROM person WHERE EXISTS (SELECT 1 FROM pet WHERE owner = person.id)"},
      {"SELECT city AS id FROM person ORDER BY person.id", unchanged},
  });
}

TEST_CASE("inner joins are sorted where this changes no row") {
  RuleCheck check({sql::sort_joins()});
  check({
      {"SELECT q.weight, p.city FROM pet AS q JOIN person AS p ON q.owner = p.id AND p.age = q.age",
       "SELECT q.weight, p.city FROM person AS p JOIN pet AS q ON p.age = q.age AND p.id = q.owner"},
      {"SELECT city FROM pet AS q JOIN person AS p ON owner = id JOIN loose ON k = city",
       "SELECT city FROM loose JOIN person AS p ON city = k JOIN pet AS q ON id = owner"},
      {"SELECT count(*) FROM pet AS q, person AS p WHERE owner = id",
       "SELECT count(*) FROM person AS p, pet AS q WHERE owner = id"},
      {"SELECT city, count(*) FROM pet AS q JOIN person AS p ON owner = id GROUP BY city",
       "SELECT city, count(*) FROM person AS p JOIN pet AS q ON id = owner GROUP BY city"},
      {"SELECT city FROM person WHERE id = (SELECT max(p.id) FROM pet JOIN person AS p ON id = owner)",
       "SELECT city FROM person WHERE id = (SELECT max(p.id) FROM person AS p JOIN pet ON id = owner)"},
      {"SELECT * FROM pet AS q JOIN person AS p ON q.owner = p.id", unchanged},
      {"SELECT city FROM pet AS q JOIN person AS p ON owner = id LIMIT 1", unchanged},
      {"SELECT city, count(*) FROM pet AS q JOIN person AS p ON owner = id GROUP BY weight",
       unchanged},
      {"SELECT city FROM pet AS q LEFT JOIN person AS p ON owner = id", unchanged},
      {"SELECT city FROM pet AS q JOIN person AS p USING (name)", unchanged},
      {"SELECT group_concat(city) FROM pet AS q JOIN person AS p ON owner = id", unchanged},
      {"SELECT (SELECT city FROM pet AS q JOIN person AS p ON owner = id)", unchanged},
  });
}

TEST_CASE("masks replace names and values, and nothing else") {
  const std::vector<sql::AnyRewriteRule> rules = sql::paper_rules(sql::Domain::cross_domain);
  CHECK(
      normal_form(
          rules,
          "SELECT T1.Name AS n, COUNT(*) FROM Person AS T1 JOIN pet AS T2 ON T1.id = T2.owner "
          "WHERE T2.weight > -1.5 AND T1.city LIKE 'R%' GROUP BY T1.id ORDER BY n LIMIT 3") ==
      "SELECT _, count(*) FROM _ JOIN _ ON _ = _ WHERE _ > -_ AND _ LIKE _ GROUP BY _ ORDER BY _ LIMIT _");
  CHECK(normal_form(
            rules,
            "WITH w(a, b) AS (SELECT 1, NULL) SELECT w.*, CAST(a AS VARCHAR(10)) FROM main.w "
            "JOIN (SELECT x'00', TRUE, ?1) AS d USING (a) WHERE a IN (1, 2) COLLATE NOCASE") ==
        "WITH _(_, _) AS (SELECT _, NULL) SELECT *, CAST(_ AS varchar(10)) FROM _ "
        "JOIN (SELECT _, TRUE, _) USING(_) WHERE _ IN (_, _) COLLATE nocase");
  CHECK(normal_form(rules, "SELECT sum(x) OVER w FROM t WINDOW w AS (PARTITION BY y)") ==
        "SELECT sum(_) OVER _ FROM _ WINDOW _ AS (PARTITION BY _)");
}

TEST_CASE("statements that define something do not change") {
  for (const char *text :
       {"CREATE TABLE T (A INTEGER DEFAULT (1))", "DROP TABLE T", "CREATE INDEX I ON T (A)"}) {
    CHECK(normal_form(sql::paper_rules(sql::Domain::cross_domain), text) ==
          print(sql::parse(text)));
  }
}
