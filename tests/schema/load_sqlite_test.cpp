#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "sluice/core/random.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/schema/load.hpp"
#include "support/error_of.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

namespace fs = std::filesystem;
using test::contains;
using test::error_of;

/// Creates a file from the script and loads it.
std::shared_ptr<const Database> loaded(const std::string &sql, const LoadOptions &options = {}) {
  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "shop.sqlite").string();
  test::make_sqlite(path, sql);
  return load_sqlite(path, options);
}

template <class Items>
std::vector<std::string> names(const Items &items) {
  std::vector<std::string> result;
  for (const auto &item : items) result.emplace_back(item.name);
  return result;
}

using Names = std::vector<std::string>;
using Positions = std::vector<std::uint32_t>;

template <class Item>
std::vector<Item> list(std::span<const Item> items) {
  return {items.begin(), items.end()};
}

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

}  // namespace

TEST_CASE("tables, columns, types and keys are those of the file, in its order") {
  const auto database = loaded(
      "CREATE TABLE zoo (id INTEGER PRIMARY KEY, name VARCHAR(20), area);"
      "CREATE TABLE animal (zoo_id INT REFERENCES zoo, no INT, kind TEXT, PRIMARY KEY (no, zoo_id),"
      " FOREIGN KEY (kind) REFERENCES Kind (NAME));"
      "CREATE TABLE kind (name TEXT PRIMARY KEY) WITHOUT ROWID;"
      "CREATE TABLE feed (a INT, b INT, FOREIGN KEY (b, a) REFERENCES animal);"
      "CREATE VIEW v AS SELECT * FROM zoo;");
  CHECK(database->name() == "shop");
  CHECK(names(database->tables()) == Names{"zoo", "animal", "kind", "feed", "v"});
  CHECK(names(database->tables()[1].columns) == Names{"zoo_id", "no", "kind"});
  CHECK(database->columns()[1].type == "VARCHAR(20)");
  CHECK(database->columns()[2].type.empty());
  CHECK(list(database->tables()[0].primary_key) == Positions{0});
  CHECK(list(database->tables()[1].primary_key) == Positions{1, 0});
  const auto keys = database->foreign_keys();
  REQUIRE(keys.size() == 3);
  CHECK(keys[0].referenced_table == 0);  // refers to the primary key
  CHECK(list(keys[0].referenced_columns) == Positions{0});
  CHECK(keys[1].referenced_table == 2);  // found ignoring case
  CHECK(list(keys[2].columns) == Positions{1, 0});
  CHECK(list(keys[2].referenced_columns) == Positions{1, 0});
}

TEST_CASE("a foreign key to a missing table or column is dropped") {
  const auto database = loaded(
      "CREATE TABLE a (x PRIMARY KEY, y, UNIQUE (x, y));"
      "CREATE TABLE b (x REFERENCES missing (x), y REFERENCES a (missing), z REFERENCES a (y),"
      " FOREIGN KEY (x, y) REFERENCES a);");
  REQUIRE(database->foreign_keys().size() == 1);
  CHECK(list(database->foreign_keys()[0].columns) == Positions{2});
}

TEST_CASE("cyclic foreign keys and self references are kept") {
  const auto database =
      loaded("CREATE TABLE a (id PRIMARY KEY, b REFERENCES b (id));"
             "CREATE TABLE b (id PRIMARY KEY, a REFERENCES a (id), parent REFERENCES b (id));");
  CHECK(database->foreign_keys().size() == 3);
}

TEST_CASE(
    "generated columns are included, but those that are computed by an expression have no samples") {
  const auto database = loaded(
      "CREATE TABLE t (x, y AS (x || '!'), z AS (x || '?') STORED); INSERT INTO t VALUES ('a')");
  CHECK(names(database->tables()[0].columns) == Names{"x", "y", "z"});
  CHECK(list(database->columns()[0].samples()) == std::vector<std::string_view>{"a"});
  CHECK(database->columns()[1].samples().empty());
  CHECK(list(database->columns()[2].samples()) == std::vector<std::string_view>{"a?"});
}

TEST_CASE("virtual tables are read, but not the tables that they use for themselves") {
  const auto database =
      loaded("CREATE TABLE t (x); CREATE VIRTUAL TABLE doc USING fts5(title, body);"
             "CREATE VIRTUAL TABLE place USING rtree(id, a, b); CREATE TABLE doc_data_of_ours (x);"
             "CREATE VIRTUAL TABLE player USING fts4(name); CREATE TABLE t_stat (y)");
  CHECK(names(database->tables()) ==
        Names{"t", "doc", "place", "doc_data_of_ours", "player", "t_stat"});
  CHECK(database->tables()[1].kind == TableKind::virtual_table);
  CHECK(names(database->tables()[1].columns) == Names{"title", "body"});
  CHECK(names(database->tables()[2].columns) == Names{"id", "a", "b"});
  CHECK(names(database->tables()[4].columns) == Names{"name"});
}

TEST_CASE("comments behind columns are their descriptions, and a CHECK gives allowed values") {
  const auto database =
      loaded("CREATE TABLE t (\n  a INTEGER NOT NULL, -- how many\n"
             "  \"b c\" TEXT CHECK (\"b c\" IN ('x', 'y')) -- which; one\n) STRICT;"
             "CREATE TABLE u (x, '' TEXT, CHECK (x IN (1, 2)))");
  CHECK(database->columns()[0].description == "how many");
  CHECK_FALSE(database->columns()[0].nullable);
  CHECK(database->columns()[1].description == "which; one");
  CHECK(list(database->columns()[1].values()) == std::vector<std::string_view>{"x", "y"});
  CHECK(list(database->columns()[2].values()) == std::vector<std::string_view>{"1", "2"});
  CHECK(database->columns()[3].name.empty());
}

TEST_CASE("a view's columns have origins, its joins are keys, and a broken one is skipped") {
  std::vector<SkippedItem> skipped;
  const auto database =
      loaded("CREATE TABLE a (id INTEGER PRIMARY KEY, name TEXT); CREATE TABLE b (a_id INT, x);"
             "CREATE VIEW good AS SELECT a.name, b.x + 1 AS y FROM b JOIN a ON a.id = b.a_id;"
             "CREATE TABLE gone (z); CREATE VIEW broken AS SELECT z FROM gone; DROP TABLE gone",
             {.skipped = &skipped});
  CHECK(names(database->tables()) == Names{"a", "b", "good"});
  CHECK(database->tables()[2].kind == TableKind::view);
  REQUIRE(database->origins().size() == 1);
  CHECK(database->origins()[0].source_column == 1);
  REQUIRE(database->foreign_keys().size() == 1);
  CHECK(database->foreign_keys()[0].evidence == KeyEvidence::view);
  REQUIRE(skipped.size() == 1);
  CHECK(contains(skipped[0].reason, "view \"broken\" cannot be read"));
}

TEST_CASE("views are read without rows") {
  const auto database = loaded("CREATE VIEW v AS SELECT 1 AS one, 'x' AS two");
  CHECK(names(database->tables()) == Names{"v"});
  CHECK(names(database->tables()[0].columns) == Names{"one", "two"});
  CHECK(database->columns()[0].samples().empty());
}

TEST_CASE("samples are the first distinct values that are not blobs, empty or too long") {
  const std::string sql =
      "CREATE TABLE t (x); INSERT INTO t VALUES (NULL), (x'6162'), (''), ('a'), ('a'), (2.5), "
      "('" +
      std::string(61, 'y') + "'), (7), ('not reached')";
  const auto samples = [&](const LoadOptions &options) {
    const auto database = loaded(sql, options);
    return std::vector<std::string>(database->columns()[0].samples().begin(),
                                    database->columns()[0].samples().end());
  };
  CHECK(samples({}) == Names{"a", "2.5", "7"});
  CHECK(samples({.samples = 0}).empty());
  CHECK(samples({.samples = 1}) == Names{"a"});
  CHECK(samples({.samples = 3, .max_sample_bytes = 100})[2] == std::string(61, 'y'));
}

TEST_CASE("samples that are not UTF-8 are repaired") {
  const auto database = loaded("CREATE TABLE t (x); INSERT INTO t VALUES ('gr\xf6')");
  CHECK(database->columns()[0].samples()[0] == "gr\xEF\xBF\xBD");
}

TEST_CASE("unusual names are read unchanged") {
  const std::vector<std::string> odd{"two words", "quote\"d", "semi;colon", "select", "größe",
                                     "a.b",       "%",        "'",          "-- no",  "[x]"};
  std::string sql;
  for (const std::string &name : odd) {
    std::string quoted = "\"";
    for (const char c : name) quoted.append(c == '"' ? 2 : 1, c);
    quoted += '"';
    sql += "CREATE TABLE " + quoted + " (" + quoted + " PRIMARY KEY, other REFERENCES " + quoted +
           "); INSERT INTO " + quoted + " VALUES ('v', 'v');";
  }
  const auto database = loaded(sql);
  CHECK(names(database->tables()) == odd);
  CHECK(database->foreign_keys().size() == odd.size());
  for (const Table &table : database->tables()) {
    CHECK(table.columns[0].name == table.name);
    CHECK(list(table.columns[0].samples()) == std::vector<std::string_view>{"v"});
  }
}

TEST_CASE("a column or table whose name is not UTF-8 is skipped") {
  std::vector<SkippedItem> skipped;
  const auto database =
      loaded("CREATE TABLE t (a, \"gr\xf6\xdf\" INT, b); CREATE TABLE \"gr\xf6\xdf\" (a INT)",
             {.skipped = &skipped});
  CHECK(names(database->columns()) == Names{"a", "b"});
  REQUIRE(skipped.size() == 2);
  CHECK(contains(skipped[0].reason, "a column of table \"t\" has a name that is not UTF-8"));
  CHECK(contains(skipped[1].reason, "its name is not UTF-8"));
}

TEST_CASE("names of a UTF-16 database are read") {
  const auto database = loaded("PRAGMA encoding='UTF-16be'; CREATE TABLE größe (größe TEXT)");
  CHECK(database->tables()[0].name == "größe");
  CHECK(database->columns()[0].name == "größe");
}

TEST_CASE("an empty database is an error") {
  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "empty.db").string();
  test::make_sqlite(path, "CREATE TABLE t (x); DROP TABLE t");
  CHECK(std::string(error_of([&] { return load_sqlite(path); }).what()) ==
        path + ": holds no tables");
  test::write_bytes(path, "");
  CHECK(std::string(error_of([&] { return load_sqlite(path); }).what()) ==
        path + ": holds no tables");
  CHECK(error_of([&] { return load_sqlite(path + "x"); }).code() == ErrorCode::not_found);
}

TEST_CASE("a table with 2,000 columns in a file is read, one with 10,000 is an error") {
  const auto script = [](std::size_t count) {
    std::string sql = "CREATE TABLE t (c0 INT";
    for (std::size_t i = 1; i < count; ++i) sql += ", c" + std::to_string(i) + " INT";
    return sql + ")";
  };
  CHECK(loaded(script(2000) + "; INSERT INTO t (c1999) VALUES (7)")->columns()[1999].samples()[0] ==
        "7");
  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "wide.db").string();
  test::make_sqlite(path, "CREATE TABLE t (x); PRAGMA writable_schema = ON;"
                          "UPDATE sqlite_schema SET sql = '" +
                              script(10'000) + "'");
  const Error error = error_of([&] { return load_sqlite(path); });
  CHECK(error.code() == ErrorCode::malformed);
  CHECK(contains(error.what(), "too many columns on t"));
}

TEST_CASE("definitions in a hostile file are not evaluated") {
  const std::string slow = "instr(hex(zeroblob(50000000)), hex(zeroblob(20000000)) || 'x')";
  const auto database = loaded(
      "CREATE TABLE t (x); INSERT INTO t VALUES (1); ALTER TABLE t ADD COLUMN y AS (" + slow +
      ");"
      "CREATE VIEW v AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) "
      "SELECT i FROM n;");
  CHECK(database->columns().size() == 3);
  CHECK(database->columns()[0].samples()[0] == "1");
}

TEST_CASE("a damaged file is read or refused, whichever bytes are flipped") {
  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "a.db").string();
  test::make_sqlite(path,
                    "PRAGMA page_size=512; CREATE TABLE a (id INTEGER PRIMARY KEY, b REFERENCES b);"
                    "CREATE TABLE b (x PRIMARY KEY, y AS (x || x)); INSERT INTO b VALUES (1), (2);"
                    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 300)"
                    "INSERT INTO a SELECT i, hex(zeroblob(i % 50)) FROM n");
  const std::string good = test::bytes_of(path);
  Random random(2);
  std::size_t refused = 0;
  for (int round = 0; round < 800; ++round) {
    std::string bytes = good;
    for (std::size_t flips = 1 + random.below(6); flips > 0; --flips) {
      const std::size_t range = random.below(2) == 0 ? 1024 : bytes.size();
      bytes[random.below(range)] = static_cast<char>(random.below(256));
    }
    test::write_bytes(path, bytes);
    try {
      load_sqlite(path);
    } catch (const Error &error) {
      ++refused;
      CHECK(contains(error.what(), path));
    }
  }
  CHECK(refused > 50);
}

TEST_CASE("Spider's files have the schemas of Spider's tables.json") {
  const auto data = test::data_directory() / "spider";
  if (!fs::exists(data)) return test::skip("no benchmark data");
  const auto from_json = Catalog::make(load((data / "tables.json.gz").string()));
  const auto from_files = Catalog::make(load((data / "databases" / "dev").string()));
  CHECK(from_files->database_count() == 20);
  std::size_t differing = 0;
  for (const DatabaseId id : from_files->databases()) {
    const auto other = from_json->find_database(from_files->database(id).name());
    REQUIRE(other.has_value());
    const auto columns_of = [](const Database &database) {
      std::map<std::string, std::set<std::string>> tables;
      for (const Table &table : database.tables()) {
        // Internal to SQLite; Spider lists it like any other table.
        if (table.name == "sqlite_sequence") continue;
        for (const Column &column : table.columns) {
          tables[lower(std::string(table.name))].insert(lower(std::string(column.name)));
        }
      }
      return tables;
    };
    const bool same =
        columns_of(from_files->database(id)) == columns_of(from_json->database(*other));
    if (!same) ++differing;
  }
  CHECK(differing == 0);
}

}  // namespace sluice
