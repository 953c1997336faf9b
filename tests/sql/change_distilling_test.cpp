#include "sluice/sql/change_distilling.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plain_distiller.hpp"
#include "random_sql.hpp"
#include "sluice/core/random.hpp"
#include "sluice/sql/edit_script.hpp"
#include "sluice/sql/parse.hpp"
#include "support/error_of.hpp"
#include "support/masked_query.hpp"
#include "support/recorded_edits.hpp"
#include "support/support.hpp"

using namespace sluice;
using namespace sluice::sql;

namespace {

constexpr DiffRules all_rules[] = {DiffRules::sqlglot_30_17, DiffRules::sqlglot_25_1};

DiffTree diff_tree(std::string_view sql, DiffRules rules = DiffRules::sqlglot_30_17) {
  return DiffTree(parse(sql, {Dialect::permissive}), rules);
}

std::string to_text(const EditCounts &edits) {
  return std::to_string(edits.keep) + " kept, " + std::to_string(edits.insert) + " inserted, " +
         std::to_string(edits.remove) + " removed, " + std::to_string(edits.update) + " updated, " +
         std::to_string(edits.move) + " moved";
}

/// The counts that sqlglot itself reports.
struct KnownEdits {
  std::string_view source, target;
  EditCounts by_25_1, by_30_17;
};

const KnownEdits known_edits[] = {
    {"SELECT name FROM singer", "SELECT name FROM singer", {4, 0, 0, 0, 0}, {4, 0, 0, 0, 0}},
    {"SELECT name FROM singer", "SELECT age FROM singer", {3, 1, 1, 0, 0}, {3, 1, 1, 0, 0}},
    {"SELECT name, age FROM singer",
     "SELECT age, name FROM singer",
     {5, 0, 0, 0, 1},
     {5, 0, 0, 0, 1}},
    {"SELECT name FROM singer WHERE age > 20",
     "SELECT name FROM singer WHERE age > 30",
     {7, 1, 1, 0, 0},
     {7, 1, 1, 0, 0}},
    {"SELECT name FROM singer WHERE age > 20",
     "SELECT name FROM singer WHERE age < 20",
     {7, 1, 1, 0, 0},
     {7, 1, 1, 0, 2}},
    {"SELECT name FROM singer WHERE age > 20 AND country = 'France'",
     "SELECT name FROM singer WHERE country = 'France' AND age > 20",
     {12, 0, 0, 0, 1},
     {12, 0, 0, 0, 1}},
    {"SELECT count(*) FROM singer",
     "SELECT COUNT(name) FROM singer",
     {3, 2, 2, 0, 0},
     {3, 2, 2, 0, 0}},
    {"SELECT count(DISTINCT country) FROM singer",
     "SELECT count(country) FROM singer",
     {5, 0, 1, 0, 0},
     {5, 0, 1, 0, 1}},
    {"SELECT DISTINCT country FROM singer",
     "SELECT country FROM singer",
     {4, 0, 1, 0, 0},
     {4, 0, 1, 0, 0}},
    {"SELECT s.name FROM singer AS s JOIN concert AS c ON s.id = c.singer_id",
     "SELECT name FROM singer JOIN concert ON singer.id = concert.singer_id",
     {1, 6, 8, 2, 0},
     {1, 6, 8, 2, 0}},
    {"SELECT s.name FROM singer s LEFT JOIN concert c ON s.id = c.singer_id",
     "SELECT s.name FROM singer s INNER JOIN concert c ON s.id = c.singer_id",
     {10, 1, 1, 0, 0},
     {10, 1, 1, 0, 2}},
    {"SELECT s.name FROM singer s left join concert c ON s.id = c.singer_id",
     "SELECT s.name FROM singer s LEFT JOIN concert c ON s.id = c.singer_id",
     {10, 1, 1, 0, 0},
     {11, 0, 0, 0, 0}},
    {"SELECT name FROM singer, concert WHERE singer.id = singer_id",
     "SELECT name FROM singer JOIN concert ON singer.id = singer_id",
     {8, 1, 2, 0, 0},
     {8, 1, 2, 0, 2}},
    {"SELECT name FROM singer JOIN concert",
     "SELECT name FROM singer CROSS JOIN concert",
     {6, 0, 0, 0, 0},
     {5, 0, 1, 1, 0}},
    {"SELECT name FROM singer JOIN concert USING (id)",
     "SELECT name FROM singer NATURAL JOIN concert",
     {6, 0, 0, 0, 0},
     {5, 0, 0, 1, 0}},
    {"SELECT name FROM singer ORDER BY age",
     "SELECT name FROM singer ORDER BY age ASC",
     {7, 0, 0, 0, 0},
     {6, 0, 0, 1, 0}},
    {"SELECT name FROM singer ORDER BY age DESC LIMIT 1",
     "SELECT name FROM singer ORDER BY age LIMIT 3",
     {7, 2, 2, 0, 0},
     {6, 2, 2, 1, 0}},
    {"SELECT name FROM singer ORDER BY age DESC NULLS FIRST",
     "SELECT name FROM singer ORDER BY age DESC",
     {7, 0, 0, 0, 0},
     {6, 0, 0, 1, 0}},
    {"SELECT name FROM singer LIMIT 2, 3",
     "SELECT name FROM singer LIMIT 3 OFFSET 2",
     {8, 0, 0, 0, 0},
     {7, 0, 0, 1, 0}},
    {"SELECT country, count(*) FROM singer GROUP BY country HAVING count(*) > 2",
     "SELECT country, avg(age) FROM singer GROUP BY country ORDER BY count(*) DESC",
     {8, 4, 5, 0, 1},
     {8, 4, 5, 0, 2}},
    {"SELECT name FROM singer WHERE id NOT IN (SELECT singer_id FROM concert)",
     "SELECT name FROM singer WHERE id IN (SELECT singer_id FROM concert WHERE year = 2014)",
     {12, 4, 1, 0, 0},
     {12, 4, 1, 0, 0}},
    {"SELECT name FROM singer WHERE name NOT LIKE '%a%'",
     "SELECT name FROM singer WHERE name LIKE '%a%' OR name LIKE 'b%'",
     {8, 4, 1, 0, 0},
     {7, 4, 0, 1, 1}},
    {"SELECT name FROM singer WHERE age NOT BETWEEN 20 AND 30",
     "SELECT name FROM singer WHERE age BETWEEN 20 AND 40",
     {8, 1, 2, 0, 0},
     {8, 1, 2, 0, 0}},
    {"SELECT name FROM singer WHERE age IS NOT NULL",
     "SELECT name FROM singer WHERE age IS NULL",
     {8, 0, 1, 0, 0},
     {8, 0, 1, 0, 1}},
    {"SELECT name FROM singer WHERE age = (SELECT max(age) FROM singer)",
     "SELECT name FROM singer ORDER BY age DESC LIMIT 1",
     {4, 5, 9, 0, 0},
     {4, 5, 9, 0, 3}},
    {"SELECT name FROM singer UNION SELECT title FROM song",
     "SELECT name FROM singer UNION ALL SELECT title FROM song",
     {9, 0, 0, 0, 0},
     {8, 0, 0, 1, 0}},
    {"SELECT name FROM singer EXCEPT SELECT title FROM song",
     "SELECT title FROM song INTERSECT SELECT name FROM singer",
     {8, 1, 1, 0, 0},
     {8, 1, 1, 0, 2}},
    {"SELECT name FROM singer UNION SELECT title FROM song ORDER BY 1",
     "SELECT name FROM singer ORDER BY 1",
     {7, 0, 5, 0, 0},
     {7, 0, 5, 0, 1}},
    {"SELECT CASE WHEN age > 30 THEN 'old' ELSE 'young' END FROM singer",
     "SELECT iif(age > 30, 'old', 'young') FROM singer",
     {9, 0, 1, 0, 0},
     {9, 0, 1, 0, 1}},
    {"SELECT sum(age) * 100.0 / count(*) FROM singer",
     "SELECT CAST(sum(age) AS REAL) * 100 / count(*) FROM singer",
     {9, 2, 0, 1, 1},
     {9, 2, 0, 1, 2}},
    {"SELECT CAST(age AS INTEGER) / CAST(id AS INTEGER) FROM singer",
     "SELECT CAST(age AS TEXT) || 'x' FROM singer",
     {4, 4, 6, 0, 0},
     {4, 4, 6, 0, 1}},
    {"SELECT strftime('%Y', born), substr(name, 1, 3) FROM singer",
     "SELECT strftime('%m', born), instr(name, 'a') FROM singer",
     {6, 4, 5, 0, 0},
     {6, 4, 5, 0, 2}},
    {"SELECT ifnull(age, 0), total(age), rank() OVER (PARTITION BY country ORDER BY age) FROM singer",
     "SELECT coalesce(age, 0), sum(age), row_number() OVER (ORDER BY age) FROM singer",
     {10, 3, 4, 0, 0},
     {10, 3, 4, 0, 2}},
    {"SELECT sum(age) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM singer",
     "SELECT sum(age) OVER w FROM singer WINDOW w AS (ORDER BY id)",
     {8, 2, 3, 0, 0},
     {8, 2, 3, 0, 2}},
    {"WITH old AS (SELECT * FROM singer WHERE age > 50) SELECT name FROM old",
     "SELECT name FROM (SELECT * FROM singer WHERE age > 50) AS old",
     {11, 2, 4, 0, 0},
     {11, 2, 4, 0, 2}},
    {R"(SELECT s.*, "full name", [first name] FROM main.singer s)",
     "SELECT singer.*, `full name` FROM singer",
     {3, 2, 4, 1, 0},
     {3, 2, 4, 1, 0}},
    {"SELECT name FROM singer WHERE EXISTS (SELECT 1 FROM concert WHERE singer_id = singer.id)",
     "SELECT name FROM singer WHERE NOT EXISTS (SELECT * FROM concert WHERE singer_id = singer.id)",
     {13, 2, 1, 0, 1},
     {13, 2, 1, 0, 1}},
    {"SELECT -age, - -1, (age + 1) * 2, .5, 0x1F FROM singer",
     "SELECT age, 1, age + 1 * 2, 0.5, 31 FROM singer",
     {10, 2, 6, 0, 1},
     {10, 2, 6, 0, 5}},
    {"SELECT group_concat(name, ', ') AS names FROM singer GROUP BY country",
     "SELECT group_concat(DISTINCT name) AS all_names FROM singer GROUP BY country",
     {8, 1, 1, 0, 1},
     {7, 1, 1, 1, 2}},
    {"SELECT name AS n, age AS a FROM singer",
     "SELECT name AS title, age AS years FROM singer",
     {7, 0, 0, 0, 0},
     {5, 0, 0, 2, 0}},
    {"SELECT Name FROM Singer WHERE Country = 'US'",
     "SELECT name FROM singer WHERE country = 'us'",
     {4, 1, 1, 3, 0},
     {4, 1, 1, 3, 0}},
    {"SELECT name FROM singer WHERE (age, id) IN ((1, 2), (3, 4))",
     "SELECT name FROM singer WHERE age IN (1, 3) AND id IN (2, 4)",
     {11, 3, 4, 0, 0},
     {11, 3, 4, 0, 6}},
    {R"(SELECT a FROM t WHERE b LIKE '100\%' ESCAPE '\' AND TRUE)",
     R"(SELECT a FROM t WHERE b NOT LIKE '100\%' ESCAPE '\' AND FALSE)",
     {11, 2, 1, 0, 1},
     {10, 1, 1, 1, 0}},
    {"VALUES (1, 2), (3, 4)", "SELECT 1, 2 UNION SELECT 3, 4", {4, 3, 3, 0, 0}, {4, 3, 3, 0, 4}},
    {"SELECT datetime('now'), julianday(born), random(), round(age, 1) FROM singer",
     "SELECT date('now'), julianday('now'), abs(random()), round(age) FROM singer",
     {7, 4, 4, 0, 1},
     {7, 4, 4, 0, 3}},
    {"SELECT név FROM énekes WHERE név = 'Ádám'",
     "SELECT név FROM énekes WHERE név = 'Ádámka'",
     {7, 0, 0, 1, 0},
     {7, 0, 0, 1, 0}},
};

/// Checks that all ways of counting agree on a pair.
void check_against_plain(Distiller &distiller, const DiffTree &a, const DiffTree &b) {
  const EditCounts counts = distiller.count(a, b);
  const test::PlainDistiller plain(a, b);
  CHECK(to_text(counts) == to_text(plain.count()));
  CHECK(std::vector(distiller.matches().begin(), distiller.matches().end()) == plain.matches());
  CHECK(to_text(count_edits(edit_script(a, b))) == to_text(counts));
  CHECK(counts.keep + counts.remove <= a.size());
  CHECK(similarity(counts) >= 0);
  CHECK(similarity(counts) <= 1);
}

}  // namespace

TEST_CASE(
    "3,000 recorded pairs of masked Spider queries have sqlglot's edits in both releases and both directions") {
  const auto pairs = test::recorded_edits(test::data_directory());
  if (pairs.empty()) return test::skip("no recorded edit counts");
  CHECK(pairs.size() == 3000);
  Distiller distiller;
  for (const test::RecordedEdits &pair : pairs) {
    CAPTURE(pair.source);
    CAPTURE(pair.target);
    const SyntaxTree source = test::masked_query(pair.source);
    const SyntaxTree target = test::masked_query(pair.target);
    for (std::size_t i = 0; i < 2; ++i) {
      const DiffTree a(source, all_rules[i]), b(target, all_rules[i]);
      if (all_rules[i] == DiffRules::sqlglot_30_17) {
        CHECK(a.size() == pair.source_nodes);
        CHECK(b.size() == pair.target_nodes);
      }
      CHECK(to_text(distiller.count(a, b)) == to_text(pair.counts[2 * i]));
      CHECK(to_text(distiller.count(b, a)) == to_text(pair.counts[2 * i + 1]));
    }
  }
}

TEST_CASE("queries that are not masked have sqlglot's edits") {
  Distiller distiller;
  for (const KnownEdits &known : known_edits) {
    CAPTURE(known.source);
    CAPTURE(known.target);
    for (const DiffRules rules : all_rules) {
      const DiffTree a = diff_tree(known.source, rules), b = diff_tree(known.target, rules);
      const bool newer = rules == DiffRules::sqlglot_30_17;
      CHECK(to_text(distiller.count(a, b)) == to_text(newer ? known.by_30_17 : known.by_25_1));
      check_against_plain(distiller, a, b);
      check_against_plain(distiller, b, a);
    }
  }
}

TEST_CASE("a direct implementation counts the same edits for random statements of all kinds") {
  Distiller distiller;
  std::optional<DiffTree> before[2];
  for (std::uint64_t seed = 0; seed < 1500 / test::slowness; ++seed) {
    Random random(seed);
    test::Words words = test::RandomSql(random).statement();
    for (int step = 0; step < 2; ++step) {
      std::optional<SyntaxTree> tree;
      const std::string sql = test::joined(words);
      CAPTURE(sql);
      try {
        tree = parse(sql, {Dialect::permissive});
      } catch (const SyntaxError &) {
      }
      for (std::size_t i = 0; tree && i < 2; ++i) {
        DiffTree now(*tree, all_rules[i]);
        if (before[i]) {
          check_against_plain(distiller, *before[i], now);
          check_against_plain(distiller, now, *before[i]);
        }
        before[i] = std::move(now);
      }
      test::damage(words, random);
    }
  }
}

TEST_CASE("trees of more than 64 leaves are matched like small trees") {
  // Similar leaves in other positions, some below equal ancestors, some not.
  const auto long_query = [](std::uint64_t seed, std::size_t columns) {
    Random random(seed);
    std::string sql = "SELECT ";
    for (std::size_t i = 0; i < columns; ++i) {
      if (i != 0) sql += ", ";
      const std::string name = "column" + std::to_string(random.below(12));
      const std::uint64_t form = random.below(4);
      sql += form == 0 ? "sum(" + name + ")" : form == 1 ? name + " + 1" : name;
    }
    sql += " FROM t WHERE a IN (";
    for (std::size_t i = 0; i < columns / 2; ++i)
      sql += (i == 0 ? "" : ", ") + std::to_string(random.below(500));
    return sql + ")";
  };
  Distiller distiller;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    for (const DiffRules rules : all_rules) {
      // Sizes from well below to well above the limit of small trees.
      const DiffTree a = diff_tree(long_query(seed, 20 + 2 * seed), rules);
      const DiffTree b = diff_tree(long_query(seed + 100, 15 + 3 * seed), rules);
      check_against_plain(distiller, a, b);
    }
  }
}

TEST_CASE("leaves deep below equal ancestors are matched by the number of equal ancestors") {
  const auto nested = [](std::size_t depth, std::string_view inner) {
    std::string sql;
    for (std::size_t i = 0; i < depth; ++i) sql += "SELECT a FROM t WHERE b IN (";
    sql += inner;
    return sql + std::string(depth, ')');
  };
  Distiller distiller;
  for (std::size_t depth = 1; depth < 12; ++depth) {
    const DiffTree a = diff_tree(nested(depth, "SELECT a FROM t WHERE a = a AND b > a"));
    for (std::size_t other = 1; other < 12; ++other) {
      const DiffTree b = diff_tree(nested(other, "SELECT a, a FROM t GROUP BY a"));
      check_against_plain(distiller, a, b);
    }
  }
}

TEST_CASE("comparing a query with itself keeps every node") {
  for (const KnownEdits &known : known_edits) {
    for (const DiffRules rules : all_rules) {
      const DiffTree tree = diff_tree(known.source, rules);
      const EditCounts counts = count_edits(tree, tree);
      CHECK(counts.keep == tree.size());
      CHECK(counts.total() == tree.size());
      CHECK(similarity(counts) == 1.0);
    }
  }
}

TEST_CASE("trees with different rules are not compared") {
  const DiffTree older = diff_tree("SELECT 1", DiffRules::sqlglot_25_1);
  const DiffTree newer = diff_tree("SELECT 1", DiffRules::sqlglot_30_17);
  test::check_code(ErrorCode::mismatch, [&] { return count_edits(older, newer); });
}

TEST_CASE("pairs that would take too long are rejected") {
  std::string sql = "SELECT a IN (0";
  for (int i = 1; i < 5000; ++i) sql += ", " + std::to_string(i);
  const DiffTree large = diff_tree(sql + ")");
  test::check_code(ErrorCode::limit_exceeded, [&] { return count_edits(large, large); });
  const DiffTree small = diff_tree("SELECT a IN (1, 2)");
  CHECK(count_edits(large, small).keep == 3);
}
