#include "sluice/sql/diff_tree.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "random_sql.hpp"
#include "sluice/core/random.hpp"
#include "sluice/sql/parse.hpp"
#include "sluice/sql/print.hpp"
#include "support/error_of.hpp"

using namespace sluice;
using namespace sluice::sql;

namespace {

/// Class names, with children in parentheses.
std::string shape(const DiffTree &tree, std::uint32_t node = 0) {
  std::string text(tree.type_name(node));
  for (std::uint32_t i = 0; i < tree[node].children; ++i) {
    text += i == 0 ? "(" : " ";
    text += shape(tree, tree[node].first_child + i);
  }
  return tree[node].children == 0 ? text : text + ")";
}

std::string shape(std::string_view sql, DiffRules rules = DiffRules::sqlglot_30_17) {
  return shape(DiffTree(parse(sql), rules));
}

std::string printed(std::string_view sql, DiffRules rules = DiffRules::sqlglot_30_17) {
  return std::string(DiffTree(parse(sql), rules).text(0));
}

}  // namespace

TEST_CASE("the nodes and their order are sqlglot's") {
  CHECK(shape("SELECT DISTINCT a AS b FROM t x JOIN u ON a = c WHERE d NOT IN (1) ORDER BY a "
              "LIMIT 1 OFFSET 2") ==
        "Select(Distinct Alias(Column) Limit(Literal) From(Table(TableAlias)) "
        "Join(Table EQ(Column Column)) Where(Not(In(Column Literal))) Order(Ordered(Column)) "
        "Offset(Literal))");
  CHECK(shape("WITH x AS (SELECT 1) SELECT t.* FROM x UNION SELECT count(*)") ==
        "Union(Select(Column(Star) From(Table)) Select(Count(Star)) "
        "With(CTE(Select(Literal) TableAlias)))");
  CHECK(shape("SELECT a NOT LIKE b", DiffRules::sqlglot_30_17) == "Select(Like(Column Column))");
  CHECK(shape("SELECT a NOT LIKE b", DiffRules::sqlglot_25_1) ==
        "Select(Not(Like(Column Column)))");
  CHECK(shape("SELECT * FROM a JOIN b", DiffRules::sqlglot_30_17) ==
        "Select(Star From(Table) Join(Table Boolean))");
  CHECK(shape("SELECT * FROM a JOIN b", DiffRules::sqlglot_25_1) ==
        "Select(Star From(Table) Join(Table))");
}

TEST_CASE("the texts of nodes are what sqlglot prints") {
  CHECK(printed("select count( * ),a||'it''s',[x y] from t as T2,u") ==
        "SELECT COUNT(*), a || 'it''s', \"x y\" FROM t AS T2 CROSS JOIN u");
  CHECK(printed("select * from t,u", DiffRules::sqlglot_25_1) == "SELECT * FROM t, u");
  CHECK(printed("select a/b, ifnull(a, 1), substr(a, 1), - -a, 0x10, .5") ==
        "SELECT a / NULLIF(b, 0), COALESCE(a, 1), SUBSTRING(a, 1), - -a, 16, 0.5");
  CHECK(printed("select case a when 1 then 2 else 3 end, iif(a, 1, 2), strftime('%Y', a)") ==
        "SELECT CASE a WHEN 1 THEN 2 ELSE 3 END, CASE WHEN a THEN 1 ELSE 2 END, "
        "TIME_TO_STR(CAST(a AS TIMESTAMP), '%Y')");
  CHECK(printed("select sum(a) over w from t window w as (partition by b order by c desc)") ==
        "SELECT SUM(a) OVER w FROM t WINDOW w AS (PARTITION BY b ORDER BY c DESC)");
}

TEST_CASE("outside SQLite, a LIMIT before a set operator belongs to its SELECT") {
  const std::string sql =
      "SELECT a FROM t ORDER BY a LIMIT 3 INTERSECT SELECT b FROM u ORDER BY b LIMIT 2";
  const SyntaxTree tree = parse(sql, {Dialect::permissive});
  CHECK(shape(DiffTree(tree)) ==
        "Intersect(Select(Column Limit(Literal) From(Table) Order(Ordered(Column))) "
        "Select(Column From(Table)) Order(Ordered(Column)) Limit(Literal))");
  CHECK(print(tree) == sql);
  CHECK(parse(print(tree), {Dialect::permissive}) == tree);
  CHECK_THROWS_AS(parse(sql), SyntaxError);
  CHECK_THROWS_AS(parse(sql, {Dialect::postgresql}), SyntaxError);
  std::string chain = "SELECT 1";
  for (int i = 0; i < 3000; ++i) chain += " LIMIT 1 UNION SELECT 1";
  CHECK_THROWS_AS(parse(chain, {Dialect::permissive}), SyntaxError);
}

TEST_CASE("every statement has a consistent tree") {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    Random random(seed);
    const std::string sql = test::joined(test::RandomSql(random).statement());
    SyntaxTree syntax;
    try {
      syntax = parse(sql);
    } catch (const SyntaxError &) {
      continue;
    }
    CAPTURE(sql);
    for (const DiffRules rules : {DiffRules::sqlglot_25_1, DiffRules::sqlglot_30_17}) {
      const DiffTree tree(syntax, rules);
      std::size_t leaves = 0;
      for (std::uint32_t i = 0; i < tree.size(); ++i) {
        const DiffNode &node = tree[i];
        CHECK((i == 0) == (node.parent == DiffNode::none));
        if (i != 0) {
          CHECK(node.parent < i);
          CHECK(i - tree[node.parent].first_child < tree[node.parent].children);
        }
        leaves += node.children == 0 ? 1U : 0U;
        // SQLite accepts a CAST without a type.
        CHECK((!tree.text(i).empty() || tree.type_name(i) == "DataType"));
        CHECK(!tree.type_name(i).empty());
      }
      CHECK(tree.leaves().size() == leaves);
      CHECK(tree.detail(0).leaves == leaves);
      CHECK(tree.postorder().size() == tree.size());
    }
  }
}

TEST_CASE("statements whose texts would fill the memory are rejected") {
  std::string chain = "SELECT a";
  for (int i = 0; i < 900; ++i) chain += " + " + std::string(20, 'a');
  const SyntaxTree long_chain = parse(chain);
  test::check_code(ErrorCode::limit_exceeded, [&] { return DiffTree(long_chain); });
  std::string deep = "SELECT a";
  for (std::size_t i = 0; i < 2 * DiffTree::max_depth; ++i) deep += "+a";
  const SyntaxTree deep_chain = parse(deep, {.limits = {.depth = 3 * DiffTree::max_depth}});
  const auto error = test::error_of([&] { return DiffTree(deep_chain); });
  CHECK(error.code() == ErrorCode::limit_exceeded);
  CHECK(test::contains(error.what(), "nested too deeply"));
  test::check_code(ErrorCode::invalid_argument, [] { return DiffTree(SyntaxTree()); });
}
