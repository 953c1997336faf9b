/// Trees that are deep, wide or built to grow explosively: they have a normal form, and its text
/// can be parsed again.

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "agreement.hpp"
#include "random_sql.hpp"
#include "sample_names.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/schema/sql_names.hpp"
#include "sluice/sql/equivalence_rules.hpp"
#include "sluice/sql/normalize.hpp"
#include "sql/statistics.hpp"
#include "support/support.hpp"

using namespace sluice;

namespace {

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

/// A list of `times` items; # is replaced by the number of the item.
std::string listed(const std::string &item, std::size_t times, const std::string &between = ", ") {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) {
    if (i > 0) all += between;
    for (const char c : item) {
      if (c == '#') {
        all += std::to_string(i);
      } else {
        all += c;
      }
    }
  }
  return all;
}

std::string balanced(std::size_t levels, const std::string &op) {
  return levels == 0 ? "a = 1"
                     : "(" + balanced(levels - 1, op) + op + balanced(levels - 1, op) + ")";
}

void check_bounded(const std::string &text) {
  const std::string shown = text.substr(0, 60);
  CAPTURE(shown);
  const auto database = load_ddl("CREATE TABLE t (a, b, c INTEGER PRIMARY KEY)", "d", "d.sql");
  const SqlNames names(*database);
  const sql::SyntaxTree original = sql::parse(text);
  for (const auto domain : {sql::Domain::in_domain, sql::Domain::cross_domain}) {
    for (const bool schema : {false, true}) {
      sql::NormalizeOptions options;
      options.rules = sql::paper_rules(domain);
      for (const auto &rule : sql::equivalence_rules()) options.rules.push_back(rule);
      if (schema) options.context.names = names;
      sql::SyntaxTree tree = original;
      CHECK(normalize(tree, options).settled);
      const sql::Statistics statistics = statistics_of(tree);
      CHECK(statistics.nodes <= 64 * original.size());
      CHECK(tree.size() <= 128 * original.size());
      CHECK(!normalize(tree, options).changed);
      sql::SyntaxTree again;
      const auto error = test::syntax_error(print(tree), again, sql::Dialect::sqlite);
      CHECK_MESSAGE(!error, std::string(error ? error->what() : ""));
    }
  }
}

}  // namespace

TEST_CASE("deep trees are normalized") {
  check_bounded("SELECT " + repeated("(", 480) + "a" + repeated(")", 480) + " FROM t");
  check_bounded("SELECT a FROM t WHERE " + repeated("NOT ", 900) + "a");
  check_bounded("SELECT a FROM t WHERE " + repeated("NOT (a AND ", 150) + "b" + repeated(")", 150));
  check_bounded("SELECT a FROM t WHERE " + listed("a = #", 900, " AND "));
  check_bounded("SELECT a FROM t WHERE " + listed("a = #", 400, " = "));
  check_bounded("SELECT " + listed("#", 900, " + ") + " FROM t");
  check_bounded("SELECT a FROM t WHERE " + repeated("1 BETWEEN (", 150) + "a" +
                repeated(") AND 2", 150));
  check_bounded("SELECT a FROM t WHERE " + repeated("(", 200) + "a" +
                repeated(" BETWEEN 1 AND 2)", 200));
  check_bounded("SELECT " + repeated("iif(a, 1, ", 400) + "b" + repeated(")", 400) + " FROM t");
  check_bounded("SELECT a FROM t WHERE a IN (" +
                repeated("SELECT a FROM t AS x WHERE x.a IN (", 150) + "1" + repeated(")", 151));
  check_bounded("SELECT a FROM " + repeated("(SELECT a FROM ", 200) + "t" +
                repeated(" AS x)", 200));
  check_bounded(listed("SELECT a FROM t AS x WHERE x.b = #", 400, " UNION ALL "));
}

TEST_CASE("wide trees are normalized") {
  check_bounded("SELECT a FROM t WHERE a IN (" + listed("(#)", 200'000 / test::slowness) + ")");
  check_bounded("SELECT " + listed("t.a", 100'000 / test::slowness) + " FROM t");
  check_bounded("SELECT " + listed("a AS x#", 5'000 / test::slowness) + " FROM t ORDER BY " +
                listed("x#", 5'000 / test::slowness));
  check_bounded("SELECT a FROM " + listed("t AS x#", 20'000 / test::slowness) +
                " WHERE x7.a = x9.b");
  check_bounded("SELECT a FROM t GROUP BY " + listed("a", 50'000 / test::slowness) + " ORDER BY " +
                listed("b", 50'000 / test::slowness));
  check_bounded("SELECT DISTINCT " + listed("a", 20'000 / test::slowness) + " FROM t GROUP BY " +
                listed("a + #", 20'000 / test::slowness));
  check_bounded("SELECT max(a), b FROM t GROUP BY " + listed("b + #", 20'000 / test::slowness) +
                " HAVING " + listed("a = #", 500, " OR "));
  check_bounded("SELECT a FROM t WHERE " + balanced(14, " AND "));
  check_bounded("SELECT a FROM t WHERE " + balanced(8, " OR ") + " AND " + balanced(9, " AND "));
  check_bounded("VALUES " + listed("(#, ((1)))", 50'000 / test::slowness));
}

TEST_CASE("aliases of large expressions are not expanded without limit") {
  const std::string sum = listed("a", 500, " + ");
  check_bounded("SELECT " + sum + " AS x FROM t ORDER BY " + listed("x", 5'000));
  check_bounded("SELECT " + sum + " AS x FROM t GROUP BY " + listed("x + #", 5'000));
  check_bounded("SELECT x FROM (SELECT y + y AS x FROM (SELECT z + z AS y FROM (SELECT a + a AS z "
                "FROM t)))");
  check_bounded("SELECT " + repeated("(SELECT ", 100) + "a + b AS x FROM t ORDER BY x, x + 1" +
                repeated(" LIMIT 1) AS x FROM t ORDER BY x, x + 1", 100));
  check_bounded("SELECT a FROM t WHERE " +
                listed("(" + listed("a", 20, " + ") + ") BETWEEN # AND #", 400, " AND "));
}

TEST_CASE("the normal form of a random statement is final and can be parsed again") {
  const std::vector<test::SampleColumn> columns = {{"a", "INTEGER"}, {"b", "TEXT"}, {"c", "REAL"}};
  const test::SampleNames names({{"a", columns, {0}}, {"b", columns, {}}, {"t", columns, {0, 1}}});
  std::size_t read = 0;
  for (std::uint64_t seed = 0; seed < 4000 / test::slowness; ++seed) {
    Random random(seed);
    const std::string text = test::joined(test::RandomSql(random).statement());
    CAPTURE(text);
    sql::SyntaxTree original;
    if (test::syntax_error(text, original, sql::Dialect::sqlite)) continue;
    // Names that the printer must quote, which turns them into strings if they are not columns.
    const auto has = [&text](std::string_view word) {
      return text.find(word) != std::string::npos;
    };
    if (has("filter") || has("window") || has("over")) continue;
    ++read;
    for (const auto domain : {sql::Domain::in_domain, sql::Domain::cross_domain}) {
      for (const bool schema : {false, true}) {
        sql::NormalizeOptions options;
        options.rules = sql::paper_rules(domain);
        for (const auto &rule : sql::equivalence_rules()) options.rules.push_back(rule);
        if (schema) options.context.names = names;
        sql::SyntaxTree tree = original;
        CHECK(normalize(tree, options).settled);
        const std::string normal = print(tree);
        CHECK(!normalize(tree, options).changed);
        sql::SyntaxTree again;
        const auto error = test::syntax_error(normal, again, sql::Dialect::sqlite);
        CHECK_MESSAGE(!error, std::string(error ? error->what() : ""));
        if (error || domain == sql::Domain::cross_domain) continue;
        normalize(again, options);
        CHECK(print(again) == normal);
      }
    }
  }
  CHECK(read > 1000 / test::slowness);
}
