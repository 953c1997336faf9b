/// Compares verdicts of a PostgreSQL server with those of SQLite over the sample databases.

#include "judge/postgres_databases.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sluice/core/ascii.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/json.hpp"
#include "sluice/judge/database_image.hpp"
#include "sluice/judge/execution.hpp"
#include "sluice/sql/print.hpp"
#include "support/error_of.hpp"
#include "support/postgres_server.hpp"
#include "support/sqlite_file.hpp"

namespace sluice {
namespace {

namespace fs = std::filesystem;

std::string sample(const std::string &name) {
  return (test::source_directory() / "examples" / "data" / name).string();
}

/// Calls `see` for each row of a result with its values as SQLite prints them; NULL is null.
template <class See>
void each_row(sqlite3 *database, const std::string &sql, See see) {
  sqlite3_stmt *statement = nullptr;
  REQUIRE(sqlite3_prepare_v2(database, sql.c_str(), -1, &statement, nullptr) == SQLITE_OK);
  while (sqlite3_step(statement) == SQLITE_ROW) see(statement);
  sqlite3_finalize(statement);
}

std::string text_at(sqlite3_stmt *statement, int column) {
  const auto *text = reinterpret_cast<const char *>(sqlite3_column_text(statement, column));
  return text != nullptr ? text : "";
}

std::string literal(sqlite3_stmt *statement, int column) {
  switch (sqlite3_column_type(statement, column)) {
    case SQLITE_NULL: return "NULL";
    case SQLITE_TEXT: return sql::quote_string(text_at(statement, column));
    default: return text_at(statement, column);
  }
}

/// A name as PostgreSQL reads it if a query does not quote it.
std::string folded(const std::string &name) { return '"' + lower_ascii(name) + '"'; }

/// A script that creates the same tables, keys and rows in a PostgreSQL schema. The type of a
/// column is that of its values, as in SQLite.
std::string copy_of(sqlite3 *database, const std::string &schema) {
  std::string script = "CREATE SCHEMA " + schema + "; SET search_path = " + schema + ";";
  std::vector<std::string> tables;
  each_row(database,
           "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
           [&](sqlite3_stmt *row) { tables.push_back(text_at(row, 0)); });
  for (const std::string &table : tables) {
    std::string columns, keys, sorts, values;
    each_row(database, "PRAGMA table_info(" + sql::quote_name(table) + ")", [&](sqlite3_stmt *row) {
      const std::string name = text_at(row, 1);
      sorts = "bigint";
      each_row(database,
               "SELECT DISTINCT typeof(" + sql::quote_name(name) + ") FROM " +
                   sql::quote_name(table),
               [&](sqlite3_stmt *type) {
                 const std::string sort = text_at(type, 0);
                 if (sort == "text") sorts = "text";
                 if (sort == "real" && sorts == "bigint") sorts = "double precision";
               });
      columns += (columns.empty() ? "" : ", ") + folded(name) + " " + sorts;
      if (sqlite3_column_int(row, 5) > 0) keys += (keys.empty() ? "" : ", ") + folded(name);
    });
    if (!keys.empty()) columns += ", PRIMARY KEY (" + keys + ")";
    script += "CREATE TABLE " + folded(table) + " (" + columns + ");";
    each_row(database, "SELECT * FROM " + sql::quote_name(table), [&](sqlite3_stmt *row) {
      values += values.empty() ? "(" : ", (";
      for (int i = 0; i < sqlite3_column_count(row); ++i)
        values += (i > 0 ? ", " : "") + literal(row, i);
      values += ")";
    });
    if (!values.empty()) script += "INSERT INTO " + folded(table) + " VALUES " + values + ";";
  }
  return script + "GRANT USAGE ON SCHEMA " + schema +
         " TO judge; GRANT SELECT ON ALL TABLES IN SCHEMA " + schema + " TO judge;";
}

/// Variants that a model might have written; the first two are equivalent.
std::vector<std::string> predictions_for(const std::string &gold) {
  std::vector<std::string> predictions = {gold, "SELECT * FROM (" + gold + ") AS q",
                                          gold + " LIMIT 1", "SELECT 1 AS one FROM nowhere"};
  const std::pair<std::string, std::string> changes[] = {
      {"SELECT ", "SELECT 1, "}, {" DESC", " ASC"},      {"count(*)", "count(*) + 1"},
      {"avg(", "max("},          {"sum(", "min("},       {" > ", " <= "},
      {" = ", " <> "},           {" AND ", " OR "},      {" JOIN ", " LEFT JOIN "},
      {"DISTINCT ", ""},         {"LIMIT 1", "LIMIT 2"}, {"SELECT ", "SELECT DISTINCT "}};
  for (const auto &[part, other] : changes) {
    const std::size_t at = gold.find(part);
    if (at == gold.npos) continue;
    std::string changed = gold;
    predictions.push_back(changed.replace(at, part.size(), other));
  }
  return predictions;
}

struct Tally {
  std::size_t compared = 0;
  std::size_t right = 0;
  std::size_t gold_refused = 0;  ///< Gold queries in SQLite's dialect.
  std::size_t only_sqlite = 0;   ///< Predictions that PostgreSQL rejects.
};

}  // namespace

TEST_CASE("PostgreSQL gives the verdicts that SQLite gives on the sample databases") {
  const auto server = test::PostgresServer::start();
  if (server == nullptr) return test::skip("no PostgreSQL server is installed");
  const test::TemporaryDirectory folder;
  std::vector<EvaluationItem> items;
  std::set<std::string> databases;
  each_json_line(read_file(sample("questions.jsonl")), "questions", [&](JsonValue line) {
    const std::string gold(line.at("sql").as_string());
    databases.emplace(line.at("db_id").as_string());
    for (std::string &prediction : predictions_for(gold)) {
      EvaluationItem &item = items.emplace_back();
      item.index = items.size() - 1;
      item.database_id = line.at("db_id").as_string();
      item.golds = {gold};
      item.predicted = std::move(prediction);
    }
  });
  CHECK(databases.size() == 13);
  for (const std::string &name : databases) {
    const std::string path = (folder.path() / (name + ".sqlite")).string();
    const test::RawSqlite database = test::open_raw(path, read_file(sample(name + ".sql")));
    server->administer("postgres", copy_of(database.get(), name));
  }
  ExecutionOptions options;
  options.keep_distinct = true;
  options.jobs = 2;
  // The engines order equal rows differently.
  options.ties = true;
  const SqliteFolder files(folder.path().string());
  const auto on_sqlite = score_execution(items, files, options).verdicts;
  const PostgresDatabases source(server->uri("judge", "postgres?options=-csearch_path%3D{db_id}"));
  const auto on_postgres = score_execution(items, source, options).verdicts;

  Tally tally;
  for (const EvaluationItem &item : items) {
    const ExecutionVerdict &lite = *on_sqlite[item.index];
    const ExecutionVerdict &post = *on_postgres[item.index];
    CAPTURE(item.database_id);
    CAPTURE(item.golds.front());
    CAPTURE(item.predicted);
    CAPTURE(post.message);
    REQUIRE_FALSE(lite.gold_failed);
    if (post.gold_failed) {
      CHECK(post.end == QueryEnd::error);
      tally.gold_refused += item.predicted == item.golds.front() ? 1 : 0;
      continue;
    }
    if (post.end == QueryEnd::error && lite.end != QueryEnd::error) {
      ++tally.only_sqlite;
      CHECK_FALSE(post.right);
      continue;
    }
    CHECK(lite.right == post.right);
    ++tally.compared;
    tally.right += post.right ? 1 : 0;
  }
  // Two call julianday(), one uses an alias in HAVING.
  CHECK(tally.gold_refused == 3);
  CHECK(tally.only_sqlite == 3);
  CHECK(tally.compared == 817);
  CHECK(tally.right == 363);
}

TEST_CASE("database ids cannot inject connection parameters") {
  const PostgresDatabases source("postgres://judge@host/{db_id}?options=-csearch_path%3D{db_id}");
  for (const char *id : {"", "x y", "a%20b", "a?host=b", "a/b", "a'b"}) {
    CAPTURE(id);
    test::check_code(ErrorCode::invalid_argument, [&] { return source.find(id); });
  }
  CHECK(is_postgres_uri("postgresql://host/x"));
  CHECK_FALSE(is_postgres_uri("databases/postgres"));
}

}  // namespace sluice
