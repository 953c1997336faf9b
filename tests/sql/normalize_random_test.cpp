/// Random queries over a small database return the same rows in their normal form.

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rule_check.hpp"
#include "sluice/core/random.hpp"
#include "sluice/sql/equivalence_rules.hpp"
#include "sluice/sql/paper_rules.hpp"
#include "support/support.hpp"

using namespace sluice;
using namespace sluice::test;

namespace {

/// Queries without LIMIT and without columns that are neither grouped nor aggregated, so that their
/// rows are determined.
class QueryMaker {
 public:
  explicit QueryMaker(std::uint64_t seed) : random_(seed) {}

  std::string query() {
    switch (below(8)) {
      case 0:
        return select(2) + pick({" UNION ", " UNION ALL ", " INTERSECT ", " EXCEPT "}) + select(2);
      case 1: return grouped();
      case 2:
        return "SELECT " + pick({"x", "d.x", "d.y", "x AS z"}) + " FROM (" + named(select(2)) +
               ") AS d" + pick({"", " WHERE d.x > 1", " ORDER BY d.x", " WHERE x = y"});
      case 3:
        return "WITH w(x, y) AS (" + select(2) + ") SELECT " +
               pick({"a.x, b.y", "a.*", "count(*)"}) + " FROM w AS a JOIN w AS b ON a.x = b.x";
      default: return select(1 + below(3)) + (chance(3) ? " ORDER BY 1" : "");
    }
  }

 private:
  struct Source {
    std::string_view table, alias;
  };

  std::size_t below(std::size_t bound) { return random_.below(bound); }
  bool chance(std::size_t one_in) { return below(one_in) == 0; }
  std::string pick(std::initializer_list<std::string_view> texts) {
    return std::string(texts.begin()[below(texts.size())]);
  }

  std::string column() {
    const Source &source = sources_[below(sources_.size())];
    std::string name;
    if (source.table == "person") {
      name = pick({"id", "name", "age", "city"});
    } else if (source.table == "pet") {
      name = pick({"pet_id", "owner", "name", "weight", "age"});
    } else {
      name = pick({"k", "v", "n"});
    }
    return std::string(source.alias) + "." + name;
  }
  std::string literal() {
    return pick({"1", "2", "30", "2.5", "0", "'Ann'", "'a'", "'1'", "'30'", "NULL", "x'31'", "-1",
                 "'Rome'", "\"Rome\"", "1.0"});
  }
  std::string value(std::size_t depth) {
    if (depth == 0) return chance(3) ? literal() : column();
    switch (below(14)) {
      case 0:
        return "(" + value(depth - 1) + pick({" + ", " * ", " - ", " & ", " | ", " || "}) +
               value(depth - 1) + ")";
      case 1: return "ifnull(" + value(depth - 1) + ", " + value(depth - 1) + ")";
      case 2:
        return "iif(" + condition(depth - 1) + ", " + value(depth - 1) + ", " + value(depth - 1) +
               ")";
      case 3: return "(" + condition(depth - 1) + ")";
      case 4: return "CAST(" + value(depth - 1) + " AS " + pick({"INTEGER", "TEXT", "REAL"}) + ")";
      case 5: return "(" + value(depth - 1) + ")";
      case 6: return scalar();
      case 7:
        return "CASE WHEN " + condition(depth - 1) + " THEN " + value(0) + " ELSE " + value(0) +
               " END";
      default: return value(0);
    }
  }
  std::string condition(std::size_t depth) {
    if (depth == 0) return column() + comparison() + value(0);
    switch (below(16)) {
      case 0:
      case 1: return condition(depth - 1) + pick({" AND ", " OR "}) + condition(depth - 1);
      case 2:
        return "(" + condition(depth - 1) + pick({" AND ", " OR "}) + condition(depth - 1) + ")";
      case 3:
      case 4: return "NOT (" + condition(depth - 1) + ")";
      case 5:
        return value(depth - 1) + pick({" BETWEEN ", " NOT BETWEEN "}) + value(0) + " AND " +
               value(0);
      case 6: return value(depth - 1) + pick({" IN (", " NOT IN ("}) + literal() + ")";
      case 7:
        return value(depth - 1) + pick({" IN (", " NOT IN ("}) + literal() + ", " + literal() +
               ", " + value(0) + ")";
      case 8:
        return value(depth - 1) + pick({" IN (", " NOT IN ("}) + nested(pick({"", "DISTINCT "})) +
               ")";
      case 9: return pick({"EXISTS (", "NOT EXISTS ("}) + nested("") + ")";
      case 10:
        return value(depth - 1) +
               pick({" ISNULL", " NOTNULL", " IS NULL", " IS NOT NULL", " IS 1", " IS NOT 30"});
      case 11:
        return value(depth - 1) + pick({" LIKE ", " NOT LIKE ", " GLOB "}) + "'" +
               pick({"a%", "A*", "%n%", "Rome"}) + "'";
      case 12: return "NOT " + value(0) + comparison() + value(0);
      case 13:
        return value(0) + pick({"", " COLLATE nocase"}) + comparison() + value(0) +
               pick({"", " COLLATE nocase"});
      default: return value(depth - 1) + comparison() + value(depth - 1);
    }
  }
  std::string comparison() {
    return pick({" = ", " == ", " <> ", " != ", " < ", " <= ", " > ", " >= "});
  }

  std::string scalar() {
    const std::string table = pick({"person", "pet"});
    return "(SELECT " + pick({"max", "min", "count"}) + "(" + pick({"", "DISTINCT "}) +
           "q.age) FROM " + table + " AS q" + (chance(2) ? " WHERE q.name = " + value(0) : "") +
           ")";
  }
  std::string nested(const std::string &distinct) {
    const std::string table = pick({"person", "pet"});
    std::string text = "SELECT " + distinct + pick({"q.age", "age", "name", "q.name"}) + " FROM " +
                       table + " AS q";
    if (chance(2)) text += " WHERE q.age" + comparison() + value(0);
    if (chance(3)) text += " ORDER BY 1";
    return text;
  }

  std::string from() {
    static constexpr std::array<std::string_view, 3> tables = {"person", "pet", "loose"};
    static constexpr std::array<std::string_view, 4> aliases = {"a", "b", "pet", "t2"};
    sources_.clear();
    const std::size_t count = 1 + below(3);
    const std::size_t first = below(aliases.size());
    std::string text = " FROM ";
    for (std::size_t i = 0; i < count; ++i) {
      const std::string_view alias = aliases[(first + i) % aliases.size()];
      if (i > 0) text += pick({", ", " JOIN ", " INNER JOIN ", " LEFT JOIN ", " CROSS JOIN "});
      const std::string_view table = tables[below(tables.size())];
      sources_.push_back({table, alias});
      text += std::string(table) + " AS " + std::string(alias);
      if (i > 0 && chance(2)) text += " ON " + condition(below(2));
    }
    return text;
  }
  std::string select(std::size_t results) {
    const std::string source = from();
    std::string text = chance(4) ? "SELECT DISTINCT " : "SELECT ";
    for (std::size_t i = 0; i < results; ++i)
      text += (i > 0 ? ", " : "") + value(1) + (chance(4) ? " AS r" + std::to_string(i) : "");
    text += source;
    if (!chance(3)) text += " WHERE " + condition(3);
    return text;
  }
  static std::string named(std::string text) {
    // The names of the results of `select(2)` are unknown, so they are wrapped.
    return "SELECT * FROM (SELECT 1 AS x, 2 AS y WHERE 0 UNION ALL " + text + ")";
  }
  std::string grouped() {
    const std::string source = from();
    const std::string key = column(), other = column();
    std::string text = (chance(3) ? "SELECT DISTINCT " : "SELECT ") + key + " AS g, " +
                       pick({"count(*)", "count(1)", "count(" + other + ")",
                             "max(DISTINCT " + other + ")", "min(" + other + ")"}) +
                       " AS m" + source;
    if (chance(2)) text += " WHERE " + condition(2);
    text += " GROUP BY " + pick({key, key + ", " + key, key + ", " + other});
    if (chance(2)) text += " HAVING " + pick({"m", "count(*)"}) + comparison() + literal();
    return text;
  }

  Random random_;
  std::vector<Source> sources_ = {{"person", "person"}};
};

}  // namespace

namespace {

/// The sample database, and all rules with and without its schema.
class RowKeeper {
 public:
  RowKeeper()
      : connection_(SqliteConnection::scratch("sample")),
        database_(load_ddl(sample_script, "sample", "sample.sql")),
        names_(*database_) {
    connection_.run_script(sample_script);
    for (const auto &domain_rules :
         {sql::unmasked_rules(), sql::paper_rules(sql::Domain::in_domain)}) {
      sql::NormalizeOptions options;
      options.rules = domain_rules;
      for (const auto &rule : sql::equivalence_rules()) options.rules.push_back(rule);
      options_.push_back(options);
      options.context.names = names_;
      options_.push_back(options);
    }
  }

  /// Whether SQLite can run the query; if so, checks the rows of its normal forms.
  bool check(const std::string &text) {
    const std::vector<std::string> before = sorted(rows_of(connection_, text));
    if (!before.empty() && before.front().starts_with("error")) return false;
    for (const sql::NormalizeOptions &options : options_) {
      sql::SyntaxTree tree = sql::parse(text);
      CHECK(normalize(tree, options).settled);
      const std::string normal = print(tree);
      const std::vector<std::string> after = sorted(rows_of(connection_, normal));
      if (after != before) {
        FAIL_CHECK(text << "\n"
                        << normal << "\n"
                        << before.size() << " rows, then " << after.size()
                        << (after.empty() ? "" : ": " + after.front()));
      }
    }
    return true;
  }

 private:
  SqliteConnection connection_;
  std::shared_ptr<const Database> database_;
  SqlNames names_;
  std::vector<sql::NormalizeOptions> options_;
};

}  // namespace

TEST_CASE("random queries return the same rows in their normal form") {
  RowKeeper keeper;
  std::size_t run = 0;
  for (std::uint64_t seed = 0; seed < 3000 / test::slowness; ++seed) {
    CAPTURE(seed);
    if (keeper.check(QueryMaker(seed).query())) ++run;
  }
  CHECK(run > 2000 / test::slowness);
}

TEST_CASE("queries with confusable names return the same rows in their normal form") {
  RowKeeper keeper;
  for (
      const char *text : {
          "SELECT p.name FROM person AS p UNION SELECT q.name FROM pet AS q ORDER BY p.name",
          "SELECT p.name AS n FROM person AS p UNION ALL SELECT q.name FROM pet AS q ORDER BY n",
          "SELECT name FROM person UNION SELECT name AS x FROM pet ORDER BY x",
          "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT c.x + 1 FROM c WHERE c.x < 5) SELECT "
          "a.x, b.x FROM c AS a, c AS b WHERE a.x < b.x",
          "WITH person AS (SELECT name AS age FROM pet) SELECT p.age FROM person AS p",
          "WITH w AS (SELECT p.age AS a FROM person AS p) SELECT x.a FROM w AS x WHERE x.a IN "
          "(SELECT y.a FROM w AS y WHERE y.a = x.a)",
          "SELECT * FROM person AS a NATURAL JOIN pet AS b",
          "SELECT a.name, b.name, a.age FROM person AS a JOIN pet AS b USING (name) ORDER BY b.name",
          "SELECT a.name, b.name FROM person AS a LEFT JOIN pet AS b USING (name) WHERE b.name IS NULL",
          "SELECT a.name, b.name, name FROM person AS a LEFT JOIN pet AS b USING (name)",
          "SELECT person.name FROM (SELECT name FROM pet) AS person, person AS p",
          "SELECT a.x, person.age FROM (SELECT age AS x FROM person) AS a JOIN person ON a.x = age",
          "SELECT a.id FROM person AS a WHERE a.id = (SELECT max(b.id) FROM person AS b WHERE b.city "
          "= a.city AND EXISTS (SELECT 1 FROM pet AS a WHERE a.owner = b.id))",
          "SELECT person.id FROM person WHERE EXISTS (SELECT 1 FROM pet AS person WHERE "
          "person.owner = 1)",
          "SELECT a.id FROM person AS a WHERE EXISTS (SELECT 1 FROM pet AS person WHERE "
          "person.owner = a.id AND person.age > (SELECT count(*) FROM person AS a))",
          "SELECT (SELECT p.name FROM person AS p WHERE p.id = q.owner) AS owner FROM pet AS q ORDER "
          "BY owner",
          "SELECT rank() OVER (PARTITION BY p.city ORDER BY p.age DESC) AS r, p.id FROM person AS p "
          "ORDER BY r, id",
          "SELECT count(*) AS c FROM person HAVING c > 1",
          "SELECT DISTINCT p.city AS c FROM person AS p ORDER BY p.city",
          "SELECT age AS weight, weight AS age FROM pet ORDER BY weight, age",
          "SELECT name AS age FROM person WHERE age > 12 GROUP BY age ORDER BY age",
          "SELECT max(age) AS age FROM person GROUP BY city HAVING age > 12",
          "SELECT city AS c, c FROM (SELECT city, age AS c FROM person) ORDER BY c",
          "SELECT p.id FROM (person AS p JOIN pet AS q ON p.id = q.owner) WHERE q.age > 1",
          "SELECT j.id FROM (person AS p JOIN pet AS q ON p.id = q.owner) AS j WHERE j.weight > 1",
          "SELECT o.\"left\", o.\"group\" AS \"order\" FROM \"order\" AS o ORDER BY \"order\"",
          "SELECT \"order\".id FROM \"order\" JOIN \"order\" AS o ON o.id = \"order\".id",
          "SELECT 1 FROM person AS p GROUP BY p.city HAVING p.city IS NOT NULL",
          "SELECT -age AS n FROM person ORDER BY n + 1, -n",
          "SELECT age, 2 AS two FROM person ORDER BY two, age",
          "SELECT (SELECT count(*) FROM pet WHERE owner = p.id) AS n, p.name FROM person AS p WHERE n > 0",
          "SELECT main.person.name FROM person JOIN pet AS q ON main.person.id = q.owner",
          "SELECT t1.id FROM person AS t2 JOIN person AS t1 ON t1.age = t2.age",
          "VALUES (1, 2), (3, 'x') UNION SELECT p.id, p.name FROM person AS p",
      }) {
    CAPTURE(std::string(text));
    CHECK(keeper.check(text));
  }
}
