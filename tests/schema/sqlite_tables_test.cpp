/// Tests that every table of a SQLite file is seen that SQLite itself lists.

#include <sqlite3.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "sluice/schema/load.hpp"
#include "support/error_of.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

/// What `PRAGMA table_list` says of a file: the kind of each table, except those of SQLite itself
/// and those that virtual tables use for themselves.
std::map<std::string, std::string> listed_tables(const std::string &path) {
  std::map<std::string, std::string> tables;
  sqlite3 *handle = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &handle) == SQLITE_OK);
  sqlite3_stmt *rows = nullptr;
  REQUIRE(sqlite3_prepare_v2(handle, "PRAGMA main.table_list", -1, &rows, nullptr) == SQLITE_OK);
  while (sqlite3_step(rows) == SQLITE_ROW) {
    const std::string name = reinterpret_cast<const char *>(sqlite3_column_text(rows, 1));
    const std::string type = reinterpret_cast<const char *>(sqlite3_column_text(rows, 2));
    if (type != "shadow" && !name.starts_with("sqlite_")) tables.emplace(name, type);
  }
  sqlite3_finalize(rows);
  sqlite3_close(handle);
  return tables;
}

std::string kind_of(const Table &table) {
  switch (table.kind) {
    case TableKind::view: return "view";
    case TableKind::virtual_table: return "virtual";
    default: return "table";
  }
}

}  // namespace

TEST_CASE("all tables of a SQLite file are visible that SQLite lists") {
  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "all.sqlite").string();
  test::make_sqlite(
      path, "CREATE TABLE plain (id INTEGER PRIMARY KEY, twice AS (id * 2), kept AS (id) STORED);"
            "CREATE TABLE exact (id INT PRIMARY KEY, name TEXT NOT NULL) STRICT;"
            "CREATE TABLE keyed (a TEXT, b TEXT, PRIMARY KEY (b, a)) WITHOUT ROWID;"
            "CREATE TABLE '' ('' TEXT, x);"
            "CREATE VIRTUAL TABLE player USING fts5(name, club);"
            "CREATE TABLE player_stat (player_id INT, goals INT);"
            "CREATE TABLE player_content_of_ours (x);"
            "CREATE VIRTUAL TABLE page USING fts4(title, body);"
            "CREATE TABLE page_data (x);"
            "CREATE VIRTUAL TABLE area USING rtree(id, low, high, +label);"
            "CREATE TABLE area_idx (x);"
            "CREATE VIEW goals AS SELECT goals FROM player_stat;"
            "CREATE VIEW pages AS SELECT title FROM page;"
            "CREATE TABLE gone (z); CREATE VIEW broken AS SELECT z FROM gone; DROP TABLE gone;"
            "CREATE TABLE \"Case\" (x)");
  std::vector<SkippedItem> skipped;
  const auto database = load_sqlite(path, {.skipped = &skipped});
  std::map<std::string, std::string> seen;
  for (const Table &table : database->tables()) seen.emplace(table.name, kind_of(table));
  std::map<std::string, std::string> expected = listed_tables(path);
  CHECK(expected.erase("broken") == 1);
  CHECK(seen == expected);
  CHECK(expected.size() == 14);
  REQUIRE(skipped.size() == 1);
  CHECK(test::contains(skipped[0].reason, "broken"));

  const auto columns_of = [&](std::string_view name) {
    std::vector<std::string> columns;
    for (const Table &table : database->tables()) {
      if (table.name != name) continue;
      for (const Column &column : table.columns) columns.emplace_back(column.name);
    }
    return columns;
  };
  using Names = std::vector<std::string>;
  CHECK(columns_of("plain") == Names{"id", "twice", "kept"});
  CHECK(columns_of("player") == Names{"name", "club"});
  CHECK(columns_of("page") == Names{"title", "body"});
  CHECK(columns_of("area") == Names{"id", "low", "high", "label"});
  CHECK(columns_of("") == Names{"", "x"});
  CHECK(columns_of("pages") == Names{"title"});
}

}  // namespace sluice
