/// The queries of the benchmarks: parsed, printed and parsed again.

#include <doctest/doctest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "agreement.hpp"
#include "corpora.hpp"

using namespace sluice;
using namespace sluice::test;

namespace {

void check_round_trip(const std::string &text, sql::Dialect dialect) {
  const std::string problem = round_trip_problem(text, dialect);
  CHECK_MESSAGE(problem.empty(), text, "\n", problem);
}

}  // namespace

TEST_CASE("of the recorded statements, exactly those are accepted that SQLite accepts") {
  std::map<std::string, int> seen;
  for (const char *name :
       {"tpch", "job", "hyrise_good", "hyrise_bad", "sqllogictest_select", "reject_mutated"}) {
    for (const KnownStatement &known : known_statements(name)) {
      ++seen[known.status];
      CAPTURE(name);
      CAPTURE(known.sql);
      sql::SyntaxTree tree;
      const auto error = syntax_error(known.sql, tree, sql::Dialect::sqlite);
      if (known.status == "accept" && error && is_left_out(*error)) continue;
      if (known.status == "accept") {
        CHECK_MESSAGE(!error, error->what());
        CHECK(printing_problem(tree, sql::Dialect::sqlite) == "");
      } else if (known.status == "reject" || known.status == "accept_first_only") {
        CHECK(error.has_value());
      }
    }
  }
  if (seen.empty()) return skip("no benchmark data");
  CHECK(seen["accept"] == 1183);
  CHECK(seen["reject"] == 1140);
}

TEST_CASE("no dialect accepts statements broken by one changed word") {
  const std::vector<KnownStatement> statements = known_statements("reject_mutated");
  if (statements.empty()) return skip("no benchmark data");
  for (const KnownStatement &known : statements) {
    for (const auto dialect : {sql::Dialect::postgresql, sql::Dialect::permissive}) {
      sql::SyntaxTree tree;
      CHECK_MESSAGE(syntax_error(known.sql, tree, dialect).has_value(), known.sql);
    }
  }
}

TEST_CASE("TPC-H's queries are valid PostgreSQL and permissive SQL, and print to equal trees") {
  const std::vector<KnownStatement> statements = known_statements("tpch");
  if (statements.empty()) return skip("no benchmark data");
  for (const KnownStatement &known : statements) {
    check_round_trip(known.sql, sql::Dialect::postgresql);
    check_round_trip(known.sql, sql::Dialect::permissive);
  }
}

TEST_CASE("gold queries print to equal trees in every dialect that supports their syntax") {
  std::size_t all = 0, not_sqlite = 0;
  for (const char *file :
       {"spider/dev_gold.sql", "spider/train.jsonl.gz", "bird_dev/questions_even.jsonl.gz",
        "text2sql/academic.jsonl.gz", "text2sql/geography.jsonl.gz", "text2sql/imdb.jsonl.gz",
        "text2sql/restaurants.jsonl.gz", "text2sql/yelp.jsonl.gz"}) {
    SqliteOracle oracle;
    for (const Query &query : queries(file)) {
      ++all;
      if (oracle.verdict(query.sql) != Verdict::accept) {
        ++not_sqlite;
        continue;
      }
      check_round_trip(query.sql, sql::Dialect::sqlite);
      check_round_trip(query.sql, sql::Dialect::permissive);
    }
  }
  if (all == 0) return skip("no benchmark data");
  CHECK(all > 10000);
  CHECK(not_sqlite < 10);
}

TEST_CASE("SQLite compiles a gold query to the same program before and after printing") {
  const std::vector<Query> golds = queries("spider/dev_gold.sql");
  if (golds.empty()) return skip("no benchmark data");
  std::string open;
  std::unique_ptr<SqliteOracle> oracle;
  for (const Query &gold : golds) {
    if (gold.database != open) {
      open = gold.database;
      oracle = std::make_unique<SqliteOracle>(
          (data_directory() / "spider/databases/dev" / (open + ".sqlite")).string());
    }
    const std::string program = oracle->bytecode(gold.sql);
    CHECK_MESSAGE(!program.starts_with("error"), gold.sql);
    const sql::SyntaxTree tree = sql::parse(gold.sql);
    CHECK(oracle->bytecode(print(tree)) == program);
    CHECK(oracle->bytecode(print(tree, {.style = sql::PrintStyle::minimal})) == program);
  }
}
