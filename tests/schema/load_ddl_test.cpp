#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "sluice/core/file.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/schema/show.hpp"
#include "support/error_of.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

using test::contains;
using test::error_of;

Error error_of_script(std::string_view sql, const LoadOptions &options = {}) {
  return error_of([&] { return load_ddl(sql, "shop", "shop.sql", options); });
}

}  // namespace

TEST_CASE("a script gives the same schema as the file that it creates") {
  const test::TemporaryDirectory folder;
  std::size_t scripts = 0;
  const auto examples = test::source_directory() / "examples" / "data";
  for (const auto &entry : std::filesystem::directory_iterator(examples)) {
    if (entry.path().extension() != ".sql") continue;
    ++scripts;
    const std::string name = entry.path().stem();
    CAPTURE(name);
    const std::string sql = read_file(entry.path());
    const std::string file = (folder.path() / (name + ".sqlite")).string();
    test::make_sqlite(file, sql);
    // SQLite changes how numbers are written.
    const auto from_script =
        load_ddl(sql, name, "x", {.samples = 0, .dialect = sql::Dialect::sqlite});
    CHECK(from_script->fingerprint() == load_sqlite(file, {.samples = 0})->fingerprint());
  }
  CHECK(scripts >= 8);
}

TEST_CASE("the samples of a script's tables are the first rows that it inserts") {
  const auto database =
      load_ddl("CREATE TABLE t (x, y, z);\n"
               "INSERT INTO t (y, x) VALUES (1, 'a'), (NULL, 'b'), (-2.5, 'a'), (3, 'c'), (4, 'd');"
               "INSERT INTO t SELECT * FROM u; INSERT INTO unknown VALUES (1)",
               "shop", "shop.sql");
  const auto samples = [&](std::size_t column) {
    const auto found = database->columns()[column].samples();
    return std::vector<std::string>(found.begin(), found.end());
  };
  CHECK(samples(0) == std::vector<std::string>{"a", "b", "c"});
  CHECK(samples(1) == std::vector<std::string>{"1", "-2.5", "3"});
  CHECK(samples(2).empty());
}

TEST_CASE("temporary tables are ignored, and so is what changes them") {
  std::vector<SkippedItem> skipped;
  const auto database =
      load_ddl("CREATE TEMP TABLE u (a, b); ALTER TABLE u ADD c int; CREATE TABLE t (x)", "shop",
               "shop.sql", {.skipped = &skipped});
  CHECK(database->columns().size() == 1);
  CHECK(skipped.empty());
}

TEST_CASE("what cannot be read is skipped, and reported with the script and the line") {
  std::vector<SkippedItem> skipped;
  const auto database =
      load_ddl("CREATE TABLE t (x);\nCREATE TABLE (x);\nALTER TABLE gone ADD PRIMARY KEY (a);\n"
               "CREATE TABLE u (a int REFERENCES nowhere (b));\nCREATE TABLE t (y);",
               "shop", "shop.sql", {.skipped = &skipped});
  CHECK(database->tables().size() == 2);
  REQUIRE(skipped.size() == 4);
  CHECK(skipped[0].where == "shop.sql:2");
  CHECK(skipped[1].where == "shop.sql:3");
  CHECK(contains(skipped[1].reason, "\"gone\""));
  CHECK(skipped[2].where == "shop.sql:5");
  CHECK(skipped[3].where == "shop.sql:4");
  CHECK(contains(skipped[3].reason, "\"nowhere\""));
}

TEST_CASE("a script without a table is an error") {
  CHECK(std::string(error_of_script("-- nothing\n").what()) ==
        "shop.sql: defines no table or view that could be read");
  CHECK(error_of_script("ATTACH 'x' AS y; SELECT 1;").code() == ErrorCode::malformed);
}

TEST_CASE("keys, comments, values and columns may come after their table, or change it") {
  const auto database =
      load_ddl("CREATE TYPE mood AS ENUM ('sad', 'ok');\n"
               "CREATE TABLE public.\"Parent\" (id int, old text, gone int);\n"
               "CREATE TABLE Child (ParentId int, state mood NOT NULL);\n"
               "ALTER TABLE \"Parent\" RENAME COLUMN old TO name;\n"
               "ALTER TABLE \"Parent\" DROP COLUMN gone, ADD COLUMN added date;\n"
               "ALTER TABLE ONLY public.\"Parent\" ADD CONSTRAINT pk PRIMARY KEY (id);\n"
               "ALTER TABLE child ADD FOREIGN KEY (parentid) REFERENCES \"Parent\";\n"
               "COMMENT ON COLUMN child.state IS 'how it is';\n"
               "CREATE VIEW shown AS SELECT c.state, p.name AS title, count(*) AS n FROM child c "
               "JOIN \"Parent\" p ON p.id = c.parentid GROUP BY 1, 2;",
               "shop", "shop.sql", {.dialect = sql::Dialect::postgresql});
  REQUIRE(database->tables().size() == 3);
  const Table &parent = database->tables()[0], &child = database->tables()[1],
              &view = database->tables()[2];
  CHECK(parent.name == "Parent");
  CHECK(parent.columns.size() == 3);
  CHECK(parent.columns[1].name == "name");
  CHECK(parent.columns[2].name == "added");
  REQUIRE(parent.primary_key.size() == 1);
  CHECK(child.name == "child");
  CHECK(child.title == "Child");
  CHECK(child.columns[0].name == "parentid");
  CHECK(child.columns[0].title == "ParentId");
  CHECK(child.columns[1].values().size() == 2);
  CHECK_FALSE(child.columns[1].nullable);
  CHECK(child.columns[1].description == "how it is");
  REQUIRE(database->foreign_keys().size() == 1);
  CHECK(database->foreign_keys()[0].referenced_table == 0);
  CHECK(view.kind == TableKind::view);
  REQUIRE(view.columns.size() == 3);
  CHECK(view.columns[1].name == "title");
  CHECK(view.columns[0].values().size() == 2);
  REQUIRE(database->origins().size() == 2);
  CHECK(database->origins()[1].source_table == 0);
  CHECK(database->origins()[1].source_column == 1);
}

TEST_CASE("columns of views are named as the engine stores names") {
  for (const auto &[dialect, names] :
       std::vector<std::pair<sql::Dialect, std::vector<std::string>>>{
           {sql::Dialect::postgresql, {"id", "total", "MiXed", "id"}},
           {sql::Dialect::oracle, {"ID", "TOTAL", "MiXed", "ID"}},
           {sql::Dialect::mysql, {"Id", "Total", "MiXed", "Id"}}}) {
    const auto database = load_ddl(
        "CREATE TABLE a (Id int, x int);\n"
        "CREATE VIEW v AS SELECT q.Id, sum(q.x) AS Total, max(q.x) AS \"MiXed\" FROM a q;\n"
        "CREATE VIEW w AS WITH c AS (SELECT Id FROM a) SELECT c.Id FROM c;",
        "shop", "shop.sql", {.dialect = dialect});
    std::vector<std::string> found;
    for (const Column &column : database->columns().subspan(2)) found.emplace_back(column.name);
    CHECK(found == names);
  }
}

TEST_CASE("a join in a view is a foreign key that is not declared") {
  const auto database =
      load_ddl("CREATE TABLE a (id int PRIMARY KEY); CREATE TABLE b (a_id int, x int);"
               "CREATE VIEW v AS SELECT b.x FROM a JOIN b ON a.id = b.a_id;",
               "shop", "shop.sql");
  REQUIRE(database->foreign_keys().size() == 1);
  const ForeignKey &key = database->foreign_keys()[0];
  CHECK(key.evidence == KeyEvidence::view);
  CHECK(key.table == 1);
  CHECK(key.referenced_table == 0);
}

TEST_CASE("names of tables may differ by case only, and repeat in other schemas") {
  const auto database =
      load_ddl("CREATE TABLE \"Orders\" (a int); CREATE TABLE orders (b int);"
               "CREATE TABLE sales.orders (c int); CREATE TABLE stock.orders (d int);",
               "shop", "shop.sql", {.dialect = sql::Dialect::postgresql});
  REQUIRE(database->tables().size() == 4);
  CHECK(database->tables()[2].qualifier() == "sales");
  CHECK(database->tables()[2].bare_name() == "orders");
  const auto catalog = Catalog::make({database});
  const DatabaseId shop = catalog->databases()[0];
  CHECK(catalog->find_table(shop, "Orders")->index() == 0);
  CHECK(catalog->find_table(shop, "orders")->index() == 1);
  CHECK(catalog->find_table(shop, "STOCK.orders")->index() == 3);
}

TEST_CASE("partitions are one table with their parent, and have its keys") {
  const auto database =
      load_ddl("CREATE TABLE p (a int, b int) PARTITION BY RANGE (a);\n"
               "CREATE TABLE p_2020 PARTITION OF p FOR VALUES FROM (1) TO (2);\n"
               "CREATE TABLE p_2021 (a int, b int);\n"
               "ALTER TABLE p ATTACH PARTITION p_2021 FOR VALUES FROM (2) TO (3);\n"
               "CREATE TABLE o (id int PRIMARY KEY);\n"
               "ALTER TABLE ONLY p_2021 ADD CONSTRAINT f FOREIGN KEY (b) REFERENCES o (id);",
               "shop", "shop.sql", {.dialect = sql::Dialect::postgresql});
  REQUIRE(database->tables().size() == 2);
  CHECK(database->tables()[0].kind == TableKind::family);
  REQUIRE(database->members().size() == 1);
  CHECK(database->members()[0].count == 2);
  CHECK(database->members()[0].first == "p_2020");
  CHECK(database->members()[0].last == "p_2021");
  REQUIRE(database->foreign_keys().size() == 1);
  CHECK(database->foreign_keys()[0].table == 0);
}

TEST_CASE("the fields of nested types are columns whose path shows what repeats") {
  const auto database =
      load_ddl("CREATE TABLE d.t (id INT64, hits ARRAY<STRUCT<page STRUCT<url STRING>, n INT64>>)",
               "web", "web.sql", {.dialect = sql::Dialect::bigquery});
  const Table &table = database->tables()[0];
  REQUIRE(table.columns.size() == 5);
  CHECK(table.columns[3].name == "hits.page.url");
  CHECK(table.columns[3].nested);
  CHECK(path_of(table, table.columns[3]) == "hits[].page.url");
  CHECK(path_of(table, table.columns[4]) == "hits[].n");
}

TEST_CASE("a script of 10,000 columns is read") {
  std::string sql = "CREATE TABLE t (c0 int";
  for (int i = 1; i < 10'000; ++i) sql += ", c" + std::to_string(i) + " int";
  CHECK(load_ddl(sql + ")", "shop", "shop.sql")->columns().size() == 10'000);
}

}  // namespace sluice
