/// What each dialect accepts and rejects.

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "agreement.hpp"
#include "support/support.hpp"

using namespace sluice;
using namespace sluice::sql;

namespace {

constexpr Dialect sqlite = Dialect::sqlite;
constexpr Dialect postgresql = Dialect::postgresql;
constexpr Dialect permissive = Dialect::permissive;

/// Which dialects accept a statement: S is SQLite, P PostgreSQL, M permissive.
struct Taken {
  std::string_view by;
  std::string_view text;
};

constexpr Taken table[] = {
    // Casts and types
    {"PM", "SELECT a::int"},
    {"PM", "SELECT a::numeric(10, 2) + b::text || 'x'"},
    {"SPM", "SELECT :a::int, :b:: c"},
    {"PM", "SELECT -a::int"},
    {"PM", "SELECT a::double precision, b::timestamp AS c"},
    {"SPM", "SELECT CAST(a AS timestamp with time zone)"},
    {"PM", "SELECT a::int[]"},
    {"P", "SELECT a::timestamp[][], b"},
    {"M", "SELECT TRY_CAST(a AS int)"},
    // Literals
    {"SPM", "SELECT DATE '2020-01-01'"},
    {"PM", "SELECT a - INTERVAL '1' YEAR"},
    {"SPM", "SELECT a + INTERVAL '90 days'"},
    {"PM", "SELECT INTERVAL 3 MONTH"},
    {"PM", "SELECT a FROM t WHERE b < DATE '2020-01-01' + INTERVAL '3' MONTH (3)"},
    {"SPM", "SELECT date('now'), date, time, interval, year"},
    {"SPM", "SELECT TRUE, false, true.a"},
    {"P", "SELECT $$it's$$, $tag$a$$b$tag$, E'a\\'b'"},
    {"SPM", "SELECT ARRAY[1, 2], ARRAY[]"},
    {"P", "SELECT ARRAY(SELECT 1)"},
    {"SPM", "SELECT a[1], a[1:2], a[:2], a[1:]"},
    {"SM", "SELECT [a b], `c`"},
    {"SM", "SELECT ?, ?1, :a, @b, $c"},
    {"SPM", "SELECT $1"},
    // Calls
    {"PM", "SELECT EXTRACT(YEAR FROM a)"},
    {"PM", "SELECT SUBSTRING(a FROM 1 FOR 2)"},
    {"PM", "SELECT TRIM(BOTH 'x' FROM a), TRIM(LEADING FROM a), TRIM(a)"},
    {"SPM", "SELECT POSITION('a' IN b)"},
    {"PM", "SELECT OVERLAY(a PLACING b FROM 1)"},
    {"PM", "SELECT string_agg(a, ',' ORDER BY b DESC)"},
    {"PM", "SELECT GROUP_CONCAT(DISTINCT a ORDER BY b SEPARATOR ';')"},
    {"PM", "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY a)"},
    {"PM", "SELECT pg_catalog.lower(a)"},
    {"PM", "SELECT LEFT(a, 3)"},
    {"PM", "SELECT CURRENT_DATE()"},
    {"SPM", "SELECT count(*) FILTER (WHERE a) OVER (PARTITION BY b ROWS UNBOUNDED PRECEDING)"},
    {"SPM", "SELECT ROW(1, 2)"},
    // Operators
    {"PM", "SELECT a ILIKE 'x%', a NOT ILIKE 'y' ESCAPE '!'"},
    {"PM", "SELECT a SIMILAR TO 'x'"},
    {"PM", "SELECT a > ALL (SELECT 1), a = ANY (SELECT 2), a <> SOME (SELECT 3)"},
    {"SPM", "SELECT a = ANY (b)"},
    {"PM", "SELECT a AT TIME ZONE 'UTC'"},
    {"PM", "SELECT a BETWEEN SYMMETRIC 2 AND 1"},
    {"PM", "SELECT 2 ^ 3 * 4"},
    {"P", "SELECT a ~ 'x', a ~* 'x', a !~ 'x', a !~* 'x'"},
    {"P", "SELECT a @> b, a <@ b, a && b, a #> b, a #>> b"},
    {"PM", "SELECT a > ALL (SELECT 1) || b"},
    {"M", "SELECT a <=> b"},
    {"M", "SELECT a RLIKE b"},
    {"M", "SELECT 7 DIV 2, 7 MOD 2"},
    {"SM", "SELECT a == b"},
    {"SM", "SELECT a GLOB b, a NOT GLOB c"},
    {"SPM", "SELECT a IS DISTINCT FROM b, a IS NOT DISTINCT FROM c"},
    {"SPM", "SELECT a -> 'b' ->> 'c'"},
    {"SPM", "SELECT (a, b) IN (SELECT 1, 2), (a, b) = (1, 2)"},
    // Queries
    {"P", "SELECT DISTINCT ON (a, b) c FROM t ORDER BY a"},
    {"M", "SELECT TOP 3 a FROM t"},
    {"SPM", "SELECT DISTINCT TOP (3) a FROM t"},
    {"SPM", "SELECT top FROM t"},
    {"PM", "SELECT a FROM t FETCH FIRST 3 ROWS ONLY"},
    {"PM", "SELECT a FROM t FETCH NEXT ROW ONLY"},
    {"PM", "SELECT a FROM t OFFSET 2 ROWS FETCH FIRST 3 ROWS ONLY"},
    {"PM", "SELECT a FROM t OFFSET 2"},
    {"PM", "SELECT a FROM t LIMIT ALL"},
    {"SPM", "SELECT a FROM t LIMIT 3 OFFSET 2"},
    {"SM", "SELECT a FROM t LIMIT 2, 3"},
    {"PM", "(SELECT 1) UNION (SELECT 2) ORDER BY 1"},
    {"PM", "(SELECT 1 LIMIT 1) UNION ALL (SELECT 2 ORDER BY 1)"},
    {"PM", "SELECT * FROM ((SELECT 1) UNION (SELECT 2)) AS t"},
    {"PM", "SELECT a FROM t INTERSECT ALL SELECT b FROM u"},
    {"PM", "SELECT a FROM t EXCEPT ALL SELECT b FROM u"},
    {"PM", "SELECT a FROM t UNION DISTINCT SELECT b FROM u"},
    {"PM", "VALUES (1), (2) ORDER BY 1 LIMIT 1"},
    {"PM", "SELECT * FROM t, LATERAL (SELECT t.a) AS u"},
    {"PM", "SELECT * FROM t AS u (a, b)"},
    {"PM", "SELECT * FROM (VALUES (1, 2)) AS u (a, b)"},
    {"PM", "SELECT * FROM a.b.c"},
    {"SPM", "SELECT * FROM ONLY t"},
    {"PM", "SELECT a.b.*"},
    {"SPM", "SELECT * FROM generate_series(1, 3) AS g"},
    {"SPM", "SELECT * FROM (t JOIN u ON 1) AS v"},
    {"SPM", "WITH RECURSIVE a (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM a) SELECT n FROM a"},
    {"SPM", "WITH a AS NOT MATERIALIZED (SELECT 1) SELECT * FROM a"},
    {"PM", "WITH a AS (DELETE FROM t RETURNING *) SELECT * FROM a"},
    {"SPM", "SELECT a FROM t GROUP BY a HAVING count(*) > 1 WINDOW w AS (ORDER BY a)"},
    // Words that are phrases in one place and names in another
    {"SPM", "SELECT * FROM only AS a"},
    {"PM", "SELECT * FROM ONLY only a"},
    {"SPM", "SELECT * FROM lateral l"},
    {"SPM", "SELECT * FROM lateral(a) l"},
    {"PM", "SELECT * FROM LATERAL f(a) AS g"},
    {"PM", "SELECT * FROM a.b.c(1)"},
    {"SPM", "SELECT a AS ilike, b AS div, c AS at FROM t AS fetch"},
    {"SPM", "SELECT a = \"any\"(b), \"date\" 'x', \"row\"(1)"},
    {"SPM", "SELECT ROW FROM t"},
    {"SPM", "SELECT ROW(*), ROW()"},
    // Changes
    {"SPM", "INSERT INTO t (a) VALUES (1) ON CONFLICT (a) DO UPDATE SET b = 2 RETURNING a"},
    {"SPM", "UPDATE t SET a = 1 FROM u WHERE t.b = u.b RETURNING *"},
    {"PM", "INSERT INTO t (SELECT 1)"},
    {"SPM", "CREATE TABLE t (a INTEGER PRIMARY KEY, b VARCHAR(10) DEFAULT 'x' NOT NULL)"},
    {"PM", "CREATE TABLE t (a TIMESTAMP DEFAULT now() NOT NULL)"},
    {"PM", "CREATE TABLE t (a date DEFAULT '2020-01-01'::date)"},
    // No dialect accepts these
    {"", "SELECT"},
    {"", "SELECT a b c"},
    {"", "SELECT (1"},
    {"", "SELECT 1 +"},
    {"", "SELECT a FROM t WHERE"},
    {"", "SELECT a FROM t ORDER a"},
    {"", "SELECT a FROM t GROUP BY"},
    {"", "SELECT a FROM t LIMIT"},
    {"", "SELECT a FROM t JOIN"},
    {"", "SELECT a FROM WHERE b"},
    {"", "SELECT a,, b"},
    {"", "SELECT a FROM t HAVING GROUP BY a"},
    {"", "SELECT a FROM t; SELECT b"},
    {"", "SELECT 1 UNION"},
    {"", "SELECT a FROM t FETCH FIRST"},
    {"", "SELECT a::"},
    {"", "SELECT INTERVAL '1' YEAR MONTH DAY"},
    {"", "SELECT CASE a END"},
    {"", "SELECT a BETWEEN 1"},
    {"", "SELECT a IN"},
    {"", "SELECT EXTRACT(YEAR FROM)"},
    {"", "SELEC a FROM t"},
    {"", "hello"},
    {"", "EXPLAIN EXPLAIN SELECT 1"},
    {"", "SELECT * FROM LATERAL (SELECT 1"},
};

bool takes(std::string_view text, Dialect dialect) {
  SyntaxTree tree;
  return !test::syntax_error(text, tree, dialect);
}

}  // namespace

TEST_CASE("each dialect accepts its own syntax, and accepts what it prints") {
  for (const Taken &taken : table) {
    const std::string_view by = taken.by, text = taken.text;
    CAPTURE(text);
    const auto check = [&](Dialect dialect, char letter) {
      CAPTURE(letter);
      if (by.find(letter) == std::string_view::npos) {
        CHECK_FALSE(takes(text, dialect));
      } else {
        CHECK(test::round_trip_problem(text, dialect) == "");
      }
    };
    check(sqlite, 'S');
    check(postgresql, 'P');
    check(permissive, 'M');
  }
}

TEST_CASE("the table of dialects agrees with SQLite about SQLite's dialect") {
  if (!test::SqliteOracle::is_reference()) return test::skip("this SQLite is not 3.40");
  test::SqliteOracle oracle;
  for (const Taken &taken : table) {
    const std::string_view by = taken.by, text = taken.text;
    CAPTURE(text);
    const test::Verdict verdict = oracle.verdict(text);
    if (verdict == test::Verdict::unclear) continue;
    CHECK((verdict == test::Verdict::accept) == (by.find('S') != std::string_view::npos));
  }
}

TEST_CASE("operators have the precedence of each dialect") {
  const auto same = [](std::string_view a, std::string_view b, Dialect dialect) {
    // Parentheses are nodes, so both are printed without the ones in the text, with only those that
    // the tree requires.
    const auto bare = [dialect](std::string_view text) {
      SyntaxTree tree = parse(text, {.dialect = dialect});
      for (std::size_t i = 1; i < tree.size(); ++i) {
        const NodeId id(i);
        if (tree.kind(id) != NodeKind::paren) continue;
        const NodeId inner = tree.first_child(id);
        tree.remove(inner);
        tree.replace(id, inner);
      }
      return tree;
    };
    return bare(a) == bare(b);
  };
  CHECK(same("SELECT a = b < c", "SELECT a = (b < c)", sqlite));
  CHECK(same("SELECT a < b IS c", "SELECT (a < b) IS c", postgresql));
  CHECK(same("SELECT a || b + c", "SELECT (a || b) + c", sqlite));
  CHECK(same("SELECT a || b + c", "SELECT a || (b + c)", postgresql));
  CHECK(same("SELECT a || b + c", "SELECT (a || b) + c", permissive));
  CHECK(same("SELECT a & b + c", "SELECT a & (b + c)", postgresql));
  CHECK(same("SELECT a LIKE b = c", "SELECT (a LIKE b) = c", sqlite));
  CHECK(same("SELECT a = b LIKE c", "SELECT a = (b LIKE c)", postgresql));
  CHECK(same("SELECT a = b LIKE c", "SELECT (a = b) LIKE c", sqlite));
  CHECK(same("SELECT - a ^ b", "SELECT (- a) ^ b", postgresql));
  CHECK(same("SELECT - a :: int", "SELECT - (a :: int)", postgresql));
  CHECK(same("SELECT NOT a = b AND c", "SELECT (NOT (a = b)) AND c", sqlite));
  CHECK(same("SELECT a OR b AND NOT c", "SELECT a OR (b AND (NOT c))", postgresql));
}

TEST_CASE("INTERSECT binds more tightly than UNION in PostgreSQL, but not in SQLite") {
  const auto first = [](Dialect dialect) {
    const SyntaxTree tree =
        parse("SELECT 1 UNION SELECT 2 INTERSECT SELECT 3", {.dialect = dialect});
    return tree[tree.root()].as<SetOperator>();
  };
  CHECK(first(sqlite) == SetOperator::intersect);
  CHECK(first(postgresql) == SetOperator::union_distinct);
  CHECK(first(permissive) == SetOperator::intersect);
}
