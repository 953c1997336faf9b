#include <doctest/doctest.h>

#include "sluice/schema/catalog.hpp"
#include "support/error_of.hpp"
#include "support/random_schema.hpp"

namespace sluice {
namespace {

using test::error_of;

std::shared_ptr<const Database> named(std::string name) {
  DatabaseDefinition definition = test::random_database(1);
  definition.name = std::move(name);
  return Database::make(std::move(definition));
}

}  // namespace

TEST_CASE("ids number databases, tables and columns consecutively") {
  const auto catalog = test::random_catalog(3, 12);
  std::size_t tables = 0;
  std::size_t columns = 0;
  for (std::size_t d = 0; d < 12; ++d) {
    const Database &database = catalog->database(DatabaseId(d));
    CHECK(catalog->tables(DatabaseId(d)).size() == database.tables().size());
    CHECK(catalog->columns(DatabaseId(d)).size() == database.columns().size());
    for (const Table &table : database.tables()) {
      const TableId id(tables++);
      CHECK(&catalog->table(id) == &table);
      CHECK(catalog->database_of(id) == DatabaseId(d));
      CHECK(catalog->columns(id).size() == table.columns.size());
      for (const Column &column : table.columns) {
        const ColumnId column_id(columns++);
        CHECK(&catalog->column(column_id) == &column);
        CHECK(catalog->table_of(column_id) == id);
        CHECK(catalog->database_of(column_id) == DatabaseId(d));
      }
    }
  }
  CHECK(catalog->table_count() == tables);
  CHECK(catalog->column_count() == columns);
}

TEST_CASE("names are found ignoring ASCII case, like a search through all of them") {
  const auto catalog = test::random_catalog(4, 9);
  for (const ColumnId id : catalog->columns()) {
    const TableId table = catalog->table_of(id);
    const DatabaseId database = catalog->database_of(table);
    CHECK(catalog->find_database(catalog->database(database).name()) == database);
    CHECK(catalog->find_table(database, catalog->table(table).name) == table);
    CHECK(catalog->find_column(table, catalog->column(id).name) == id);
  }
  CHECK(catalog->find_database("DATABASE 4000") == DatabaseId(0));
  CHECK(catalog->find_table(DatabaseId(0), "TABLE 0") == TableId(0));
  CHECK(catalog->find_database("database 1") == std::nullopt);
  CHECK(catalog->find_table(DatabaseId(0), "table") == std::nullopt);
  CHECK(catalog->find_column(TableId(0), "") == std::nullopt);
}

TEST_CASE("a path names database, table and column") {
  const auto catalog = Catalog::make({named("shop")});
  CHECK(catalog->path(ColumnId(0)) ==
        "shop.table 0." + std::string(catalog->column(ColumnId(0)).name));
}

TEST_CASE("a changed snapshot shares every database that did not change") {
  const auto before = Catalog::make({named("a"), named("b"), named("c")});
  const auto replacement = named("B");
  const auto replaced = before->with(replacement);
  CHECK(replaced->share(DatabaseId(0)) == before->share(DatabaseId(0)));
  CHECK(replaced->share(DatabaseId(1)) == replacement);
  CHECK(replaced->share(DatabaseId(2)) == before->share(DatabaseId(2)));
  CHECK(before->database(DatabaseId(1)).name() == "b");

  const auto grown = before->with(named("d"));
  CHECK(grown->database_count() == 4);
  CHECK(grown->database(DatabaseId(3)).name() == "d");
  const auto shrunk = grown->without("D");
  CHECK(shrunk->fingerprint() == before->fingerprint());
  CHECK(error_of([&] { return before->without("x"); }).code() == ErrorCode::not_found);
}

TEST_CASE("the fingerprint depends on the databases and their order") {
  const auto a = named("a");
  const auto b = named("b");
  CHECK(Catalog::make({a, b})->fingerprint() == Catalog::make({named("a"), b})->fingerprint());
  CHECK(Catalog::make({a, b})->fingerprint() != Catalog::make({b, a})->fingerprint());
  CHECK(Catalog::make({a})->fingerprint() != Catalog::make({a, b})->fingerprint());
}

TEST_CASE("two databases with the same name and a null database are refused") {
  const Error error = error_of([] { return Catalog::make({named("a"), named("b"), named("A")}); });
  CHECK(error.code() == ErrorCode::invalid_argument);
  CHECK(error.message() == "databases 1 and 3 of a catalog are both named \"a\"");
  CHECK(error_of([] { return Catalog::make({nullptr}); }).code() == ErrorCode::invalid_argument);
}

TEST_CASE("a catalog may be empty or contain an empty database") {
  const auto empty = Catalog::make({});
  CHECK(empty->column_count() == 0);
  CHECK(empty->databases().size() == 0);
  DatabaseDefinition bare;
  bare.name = "bare";
  const auto catalog = Catalog::make({Database::make(bare), named("a")});
  CHECK(catalog->tables(DatabaseId(0)).size() == 0);
  CHECK(catalog->columns(DatabaseId(0)).size() == 0);
  CHECK(catalog->database_of(TableId(0)) == DatabaseId(1));
}

}  // namespace sluice
