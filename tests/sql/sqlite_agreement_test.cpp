/// SQLite as the oracle: we accept exactly what it accepts, and operators have the same precedence.

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "agreement.hpp"
#include "corpora.hpp"
#include "random_sql.hpp"
#include "sql/token.hpp"

using namespace sluice;
using namespace sluice::test;

namespace {

void check_agreement(SqliteOracle &oracle, const std::string &text) {
  const std::string problem = disagreement(oracle, text);
  CHECK_MESSAGE(problem.empty(), text, "\n", problem);
}

Words words_of(const std::string &text) {
  Words words;
  for (const sql::Token &token : sql::tokenize(text)) {
    if (token.kind == sql::TokenKind::end || token.kind == sql::TokenKind::semicolon) continue;
    words.push_back(text.substr(token.begin, token.end - token.begin));
  }
  return words;
}

std::string with_word(std::string_view pattern, std::string_view word) {
  std::string text;
  for (const char c : pattern) {
    if (c == '#') {
      text += word;
    } else {
      text += c;
    }
  }
  return text;
}

}  // namespace

TEST_CASE("random statements, intact and damaged, are accepted exactly if SQLite accepts them") {
  if (!SqliteOracle::is_reference()) return skip("this SQLite is not 3.40");
  SqliteOracle oracle;
  for (std::uint64_t seed = 0; seed < 6000; ++seed) {
    Random random(seed);
    Words words = RandomSql(random).statement();
    if (seed % 3 != 0) damage(words, random);
    check_agreement(oracle, joined(words));
  }
}

TEST_CASE("damaged queries of the benchmarks are accepted exactly if SQLite accepts them") {
  if (!SqliteOracle::is_reference()) return skip("this SQLite is not 3.40");
  std::vector<std::string> texts;
  for (const char *name : {"job", "tpch", "hyrise_good", "sqllogictest_select"}) {
    for (const KnownStatement &known : known_statements(name)) texts.push_back(known.sql);
  }
  for (const Query &query : queries("spider/dev_gold.sql")) texts.push_back(query.sql);
  for (const Query &query : queries("bird_dev/questions_even.jsonl.gz")) texts.push_back(query.sql);
  if (texts.empty()) return skip("no benchmark data");
  SqliteOracle oracle;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    Random random(i);
    sql::SyntaxTree tree;
    if (syntax_error(texts[i], tree, sql::Dialect::sqlite)) continue;
    Words words = words_of(texts[i]);
    damage(words, random);
    check_agreement(oracle, joined(words));
  }
}

TEST_CASE("every keyword is a name exactly where SQLite reads it as one") {
  if (!SqliteOracle::is_reference()) return skip("this SQLite is not 3.40");
  static constexpr std::string_view patterns[] = {
      "SELECT #",
      "SELECT a AS #",
      "SELECT a #",
      "SELECT #, a",
      "SELECT #.a",
      "SELECT a.#",
      "SELECT a.b.#",
      "SELECT #.b.c",
      "SELECT #.*",
      "SELECT # FROM t",
      "SELECT #(a)",
      "SELECT #(*)",
      "SELECT #()",
      "SELECT - #",
      "SELECT NOT #",
      "SELECT # + 1",
      "SELECT 1 + #",
      "SELECT (#)",
      "SELECT a BETWEEN # AND b",
      "SELECT CASE # WHEN 1 THEN 2 END",
      "SELECT CASE WHEN # THEN # ELSE # END",
      "SELECT a COLLATE #",
      "SELECT CAST(a AS #)",
      "SELECT CAST(# AS t)",
      "SELECT a IN #",
      "SELECT a IN #(1)",
      "SELECT a IN b.#",
      "SELECT f(a) #",
      "SELECT f(a) # x",
      "SELECT f(a) # (x)",
      "SELECT f(a) OVER #",
      "SELECT f(a) OVER (#)",
      "SELECT f(a) OVER (# ORDER BY a)",
      "SELECT f(a) OVER (ORDER BY # ROWS 1 PRECEDING)",
      "SELECT f(a) OVER (ROWS # PRECEDING)",
      "SELECT 1 WINDOW # AS ()",
      "SELECT 1 FROM t WINDOW w AS (#)",
      "SELECT 1 # AS (a)",
      "SELECT * FROM #",
      "SELECT * FROM # t",
      "SELECT * FROM # AS t",
      "SELECT * FROM #, t",
      "SELECT * FROM #.t",
      "SELECT * FROM t.#",
      "SELECT * FROM #(1)",
      "SELECT * FROM t AS #",
      "SELECT * FROM t #",
      "SELECT * FROM t # WHERE 1",
      "SELECT * FROM t # JOIN u",
      "SELECT * FROM t JOIN #",
      "SELECT * FROM t JOIN # ON 1",
      "SELECT * FROM t JOIN u USING (#)",
      "SELECT * FROM (SELECT 1) #",
      "SELECT * FROM (t JOIN u) AS #",
      "SELECT * FROM t INDEXED BY #",
      "SELECT * FROM t WHERE #",
      "SELECT * FROM t GROUP BY #",
      "SELECT * FROM t GROUP BY a HAVING #",
      "SELECT * FROM t ORDER BY #",
      "SELECT * FROM t ORDER BY a #",
      "SELECT * FROM t ORDER BY a NULLS #",
      "SELECT * FROM t LIMIT #",
      "SELECT * FROM t LIMIT 1 #",
      "SELECT * FROM t LIMIT 1 # 2",
      "SELECT a # SELECT b",
      "# SELECT 1",
      "SELECT # 1",
      "SELECT 1 # 2",
      "SELECT a # b",
      "SELECT a NOT # b",
      "SELECT a IS # b",
      "# t",
      "WITH # AS (SELECT 1) SELECT 1",
      "WITH RECURSIVE # AS (SELECT 1) SELECT 1",
      "WITH #(a) AS (SELECT 1) SELECT 1",
      "WITH t(#) AS (SELECT 1) SELECT 1",
      "WITH t AS # (SELECT 1) SELECT 1",
      "WITH t AS (SELECT 1) #",
      "INSERT INTO # VALUES (1)",
      "INSERT INTO t AS # VALUES (1)",
      "INSERT INTO t(#) VALUES (1)",
      "INSERT INTO t #",
      "INSERT # INTO t VALUES (1)",
      "INSERT OR # INTO t VALUES (1)",
      "INSERT INTO t VALUES (1) ON CONFLICT DO #",
      "INSERT INTO t VALUES (1) RETURNING #",
      "UPDATE # SET a = 1",
      "UPDATE t SET # = 1",
      "UPDATE t SET (#, b) = (1, 2)",
      "UPDATE t # SET a = 1",
      "DELETE FROM #",
      "DELETE FROM t #",
      "CREATE TABLE # (a)",
      "CREATE TABLE t.# (a)",
      "CREATE # t (a)",
      "CREATE TABLE t (#)",
      "CREATE TABLE t (# INTEGER)",
      "CREATE TABLE t (a #)",
      "CREATE TABLE t (a # INTEGER)",
      "CREATE TABLE t (a INTEGER #)",
      "CREATE TABLE t (a DEFAULT #)",
      "CREATE TABLE t (a DEFAULT - #)",
      "CREATE TABLE t (a COLLATE #)",
      "CREATE TABLE t (a CONSTRAINT # CHECK (1))",
      "CREATE TABLE t (a REFERENCES #)",
      "CREATE TABLE t (a REFERENCES u(#))",
      "CREATE TABLE t (a REFERENCES u #)",
      "CREATE TABLE t (a REFERENCES u ON DELETE #)",
      "CREATE TABLE t (a REFERENCES u ON DELETE SET #)",
      "CREATE TABLE t (a AS (1) #)",
      "CREATE TABLE t (a, CONSTRAINT # CHECK (1))",
      "CREATE TABLE t (a, CONSTRAINT #)",
      "CREATE TABLE t (a, # (a))",
      "CREATE TABLE t (a, UNIQUE (#))",
      "CREATE VIEW # AS SELECT 1",
      "CREATE VIEW v(#) AS SELECT 1",
      "CREATE INDEX # ON t(a)",
      "CREATE INDEX i ON # (a)",
      "CREATE INDEX i ON t(#)",
      "DROP TABLE #",
      "DROP # t",
      "DROP TABLE t.#",
      "EXPLAIN #",
      "EXPLAIN QUERY #",
  };
  SqliteOracle oracle;
  for (const std::string_view pattern : patterns) {
    for (const std::string_view keyword : sqlite_keywords) {
      const std::string text = with_word(pattern, keyword);
      check_agreement(oracle, text);
    }
    for (const std::string_view word : {"a", "'a'", "\"a\"", "[a]", "`a`", "true", "1", "?"}) {
      check_agreement(oracle, with_word(pattern, word));
    }
  }
}

TEST_CASE("exactly SQLite's keywords are recognized as keywords") {
  for (const std::string_view keyword : sqlite_keywords) {
    CHECK(sql::is_sqlite_keyword(keyword));
    std::string word(keyword);
    for (char &c : word) c = c == '_' ? c : static_cast<char>(c | 0x20);
    CHECK(sql::is_sqlite_keyword(word));
    CHECK_FALSE(sql::is_sqlite_keyword(word + "x"));
    CHECK_FALSE(sql::is_sqlite_keyword("x" + word));
  }
  for (const std::string_view word : {"", "a", "rowid", "strict", "true", "selec", "current_datf"})
    CHECK_FALSE(sql::is_sqlite_keyword(word));
}

TEST_CASE("SQLite compiles an expression to the same program with and without our parentheses") {
  SqliteOracle oracle;
  oracle.run("CREATE TABLE t (a, b, c, d)");
  std::size_t compared = 0;
  for (std::uint64_t seed = 0; seed < 6000; ++seed) {
    Random random(seed);
    const std::string text = "SELECT " + joined(RandomSql(random).plain_expression()) + " FROM t";
    const std::string program = oracle.bytecode(text);
    if (program.starts_with("error: ")) continue;  // a row where one value is expected
    ++compared;
    sql::SyntaxTree tree = sql::parse(text);
    for (const auto style : {sql::PrintStyle::canonical, sql::PrintStyle::minimal}) {
      const std::string printed = print(tree, {.style = style});
      CHECK_MESSAGE(oracle.bytecode(printed) == program, text, "\n", printed);
    }

    // Without parentheses; the printer must find where they are needed.
    sql::SyntaxTree bare = tree;
    for (std::size_t i = 1; i < bare.size(); ++i) {
      const sql::NodeId id(i);
      if (bare.kind(id) != sql::NodeKind::paren) continue;
      const sql::NodeId inner = bare.first_child(id);
      bare.remove(inner);
      bare.replace(id, inner);
    }
    CHECK_MESSAGE(oracle.bytecode(print(bare)) == program, text, "\n", print(bare));

    // With every possible pair of parentheses.
    for (std::size_t i = 1, size = tree.size(); i < size; ++i) {
      const sql::NodeId id(i);
      switch (tree.kind(id)) {
        case sql::NodeKind::unary:
        case sql::NodeKind::binary:
        case sql::NodeKind::pattern:
        case sql::NodeKind::between:
        case sql::NodeKind::in:
        case sql::NodeKind::collate: {
          const sql::NodeId paren = tree.add(sql::NodeKind::paren);
          tree.replace(id, paren);
          tree.append(paren, id);
          break;
        }
        default: break;
      }
    }
    CHECK_MESSAGE(oracle.bytecode(print(tree)) == program, text, "\n", print(tree));
  }
  CHECK(compared > 4000);
}

TEST_CASE("corner cases of SQLite's grammar that were once wrong are right") {
  if (!SqliteOracle::is_reference()) return skip("this SQLite is not 3.40");
  SqliteOracle oracle;
  for (const char *text : {
           // Rejected
           "SELECT CAST.* FROM t",
           "SELECT current_date.* FROM t",
           "EXPLAIN EXPLAIN SELECT 1",
           "WITH RECURSIVE (a) AS (SELECT 1) SELECT 1",
           "WITH recursive AS (SELECT 1) SELECT 1",
           "SELECT 1 FROM (t) over JOIN u",
           "SELECT (SELECT 1 WHERE (1) over) FROM t() over u",
           "SELECT 1 WINDOW filter AS ()",
           "SELECT f(a ORDER BY b)",
           "INSERT INTO t SELECT 1 WHERE 1 ON CONFLICT DO NOTHING ON CONFLICT (a) DO NOTHING",
           "CREATE TABLE t (a AS (1) GENERATED ALWAYS AS (2))",
           "CREATE TABLE t (a DEFAULT + + 2)",
           "CREATE TABLE t (a DEFAULT + b)",
           "CREATE TABLE t (a DEFAULT - (1))",
           "SELECT f() OVER (ROWS CURRENT PRECEDING)",
           "DROP TABLE if",
           "CREATE TABLE if (a)",
           // Accepted
           "SELECT window, over, filter FROM over window, filter over",
           "SELECT CASE WHEN 1 THEN window END AS first",
           "SELECT f(a) filter, g() over FROM t",
           "INSERT INTO t SELECT * FROM u JOIN v ON 1 ON CONFLICT (a) DO NOTHING",
           "INSERT INTO t (with) VALUES (1)",
           "CREATE TABLE t (a), WITHOUT ROWID",
           "CREATE TABLE t (a CONSTRAINT b CONSTRAINT c CHECK (1), CONSTRAINT d, CONSTRAINT e)",
           "CREATE TABLE t (a GENERATED ALWAYS, b GENERATED ALWAYS ALWAYS AS (1))",
           "CREATE TABLE t (a DEFAULT true, b DEFAULT CURRENT_TIME, c DEFAULT - 1.5)",
           "CREATE TABLE t (a CONSTRAINT b NULL CHECK (1))",
           // Once printed in a way that was parsed differently
           "DELETE FROM t AS u WHERE 1",
           "UPDATE t AS u SET a = 1",
           "INSERT INTO t AS u (a) VALUES (1)",
           "SELECT 1 ISNULL COLLATE b + 2",
           "SELECT 1 * (2 IN (3) COLLATE b)",
           "SELECT 5. FROM t WHERE 5. IS 5.",
           "SELECT \"a\" \"b\", 'c' 'd' FROM \"e\" \"f\"",
           "SELECT a IS (NOT b), a IS NOT b",
           "SELECT $a:: b, :c::d e, @f::(g) h",
           "SELECT [\xEF\xBB\xBF], [\xEF\xBB\xBF\x61] FROM \"\xEF\xBB\xBF\"",
           "SELECT a LIKE (NOT b LIKE c) ESCAPE d, a LIKE NOT b ESCAPE c",
       }) {
    check_agreement(oracle, text);
  }
}
