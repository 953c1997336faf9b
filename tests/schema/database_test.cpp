#include <string>

#include <doctest/doctest.h>

#include "sluice/schema/database.hpp"
#include "support/error_of.hpp"
#include "support/random_schema.hpp"

namespace sluice {
namespace {

using test::contains;
using test::error_of;

DatabaseDefinition shop() {
  DatabaseDefinition shop;
  shop.name = "shop";
  shop.place = {"shop.json", 3, 9};
  shop.tables = {{"customer", "", "", {{"id", "", "INT", "", {}}, {"name", "", "", "", {}}}, {0}},
                 {"sale", "", "", {{"id", "", "", "", {}}, {"buyer", "", "", "", {}}}, {0}}};
  shop.foreign_keys = {{1, {1}, 0, {0}}};
  return shop;
}

bool equal(const DatabaseDefinition &a, const DatabaseDefinition &b) {
  const auto same_column = [](const ColumnDefinition &x, const ColumnDefinition &y) {
    return x.name == y.name && x.title == y.title && x.type == y.type &&
           x.description == y.description && x.samples == y.samples;
  };
  const auto same_table = [&](const TableDefinition &x, const TableDefinition &y) {
    return x.name == y.name && x.title == y.title && x.description == y.description &&
           std::ranges::equal(x.columns, y.columns, same_column) && x.primary_key == y.primary_key;
  };
  const auto same_key = [](const ForeignKeyDefinition &x, const ForeignKeyDefinition &y) {
    return x.table == y.table && x.columns == y.columns &&
           x.referenced_table == y.referenced_table && x.referenced_columns == y.referenced_columns;
  };
  return a.name == b.name && a.description == b.description &&
         std::ranges::equal(a.tables, b.tables, same_table) &&
         std::ranges::equal(a.foreign_keys, b.foreign_keys, same_key);
}

/// Reads every text in the views of a database, so that the address sanitizer checks that the
/// database owns its memory.
std::size_t bytes_of_text(const Database &database) {
  std::size_t bytes = database.name().size() + database.description().size();
  for (const Column &column : database.columns()) {
    bytes += std::string(column.name).size() + std::string(column.description).size();
    for (const std::string_view sample : column.samples()) bytes += std::string(sample).size();
  }
  return bytes;
}

}  // namespace

TEST_CASE("a database returns the definition that it was made from") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    DatabaseDefinition definition = test::random_database(seed);
    const auto database = Database::make(definition);
    // Duplicate keys are kept once.
    std::vector<ForeignKeyDefinition> distinct;
    for (const auto &key : definition.foreign_keys) {
      const bool known = std::ranges::any_of(distinct, [&](const auto &other) {
        return other.table == key.table && other.columns == key.columns &&
               other.referenced_table == key.referenced_table &&
               other.referenced_columns == key.referenced_columns;
      });
      if (!known) distinct.push_back(key);
    }
    definition.foreign_keys = distinct;
    CHECK(equal(database->definition(), definition));
  }
}

TEST_CASE("the views of a database outlive the definition") {
  std::shared_ptr<const Database> database;
  {
    DatabaseDefinition definition = test::random_database(5);
    for (TableDefinition &table : definition.tables) {
      for (ColumnDefinition &column : table.columns) column.description.assign(100, 'x');
    }
    database = Database::make(std::move(definition));
  }
  CHECK(bytes_of_text(*database) > 100);
}

TEST_CASE("columns are numbered consecutively in the order of their tables") {
  const auto database = Database::make(shop());
  REQUIRE(database->columns().size() == 4);
  for (const Table &table : database->tables()) {
    CHECK(table.columns.data() == database->columns().data() + table.first_column);
  }
}

TEST_CASE("equal databases have equal fingerprints, and any change gives a different one") {
  const DatabaseDefinition original = shop();
  const auto print = [](DatabaseDefinition definition) {
    return Database::make(std::move(definition))->fingerprint();
  };
  CHECK(print(original) == print(original));
  std::vector<DatabaseDefinition> changes(9, original);
  changes[0].name = "Shop";
  changes[1].description = "x";
  changes[2].tables[0].title = "x";
  changes[3].tables[0].description = "x";
  changes[4].tables[0].columns[0].type = "TEXT";
  changes[5].tables[0].columns[0].samples = {"1"};
  changes[6].tables[0].primary_key = {0, 1};
  changes[7].foreign_keys.clear();
  std::swap(changes[8].tables[0].columns[0], changes[8].tables[0].columns[1]);
  for (const DatabaseDefinition &change : changes) CHECK(print(change) != print(original));
}

TEST_CASE("text that is not UTF-8 is repaired, but a name is not") {
  DatabaseDefinition definition = shop();
  definition.tables[0].columns[1].description = "caf\xe9";
  definition.tables[0].columns[1].samples = {"\xff"};
  const auto database = Database::make(definition);
  CHECK(database->columns()[1].description == "caf\xEF\xBF\xBD");
  CHECK(database->columns()[1].samples()[0] == "\xEF\xBF\xBD");

  definition.tables[1].name = "caf\xe9";
  const Error error = error_of([&] { return Database::make(definition); });
  CHECK(error.code() == ErrorCode::malformed);
  CHECK(contains(error.what(), "shop.json:3:9: database \"shop\": table 2 has a name that is not "
                               "UTF-8"));
}

TEST_CASE("equal names are refused, those that differ by case or by qualifier are not") {
  DatabaseDefinition definition = shop();
  definition.tables[1].name = "customer";
  CHECK(contains(error_of([&] { return Database::make(definition); }).message(),
                 "table 2 is named \"customer\", as is table 1"));
  definition.tables[1].qualifier = "archive";
  CHECK(Database::make(definition)->tables()[1].name == "archive.customer");
  definition = shop();
  definition.tables[1].columns[1].name = "id";
  CHECK(contains(error_of([&] { return Database::make(definition); }).message(),
                 "database \"shop\", table \"sale\": column 2 is named \"id\", as is column 1"));
  definition.tables[1].columns[1].name = "Id";
  definition.tables[1].name = "CUSTOMER";
  CHECK_NOTHROW(Database::make(definition));
}

TEST_CASE("what most schemas do not have is kept, and changes the fingerprint") {
  const auto print = [](const DatabaseDefinition &definition) {
    const auto made = Database::make(definition);
    CHECK(Database::make(made->definition())->fingerprint() == made->fingerprint());
    return made->fingerprint();
  };
  const std::uint64_t plain = print(shop());
  std::vector<std::uint64_t> prints{plain};
  const auto add = [&](auto change) {
    DatabaseDefinition definition = shop();
    change(definition);
    prints.push_back(print(definition));
  };
  add([](auto &d) { d.dialect = sql::Dialect::oracle; });
  add([](auto &d) { d.tables[0].qualifier = "s"; });
  add([](auto &d) { d.tables[0].kind = TableKind::view; });
  add([](auto &d) {
    d.tables[0].kind = TableKind::family;
    d.tables[0].members = {3, "a", "c"};
  });
  add([](auto &d) { d.tables[0].columns[0].values = {"x", "y"}; });
  add([](auto &d) { d.tables[0].columns[0].nullable = false; });
  add([](auto &d) { d.tables[0].columns[0].generated = true; });
  add([](auto &d) { d.tables[0].columns[0].nested = true; });
  add([](auto &d) { d.foreign_keys[0].evidence = KeyEvidence::tested; });
  add([](auto &d) { d.tables[0].origins = {{0, 1, 0}}; });
  std::ranges::sort(prints);
  CHECK(std::ranges::adjacent_find(prints) == prints.end());
}

TEST_CASE(
    "an empty name and keys to missing tables or columns are refused with a message that names them") {
  const auto message_of = [](auto change) {
    DatabaseDefinition definition = shop();
    change(definition);
    return error_of([&] { return Database::make(definition); }).message();
  };
  CHECK(message_of([](auto &d) { d.name.clear(); }) == "the database has an empty name");
  CHECK(message_of([](auto &d) {
          d.tables[0].origins = {{0, 7, 0}};
        }) == "database \"shop\", table \"customer\", origins names table 8 of 2");
  CHECK(message_of([](auto &d) { d.tables[0].primary_key = {2}; }) ==
        "database \"shop\", table \"customer\", primary key names column 3 of 2 in table "
        "\"customer\"");
  CHECK(message_of([](auto &d) {
          d.tables[0].primary_key = {1, 1};
        }) == "database \"shop\", table \"customer\": the primary key names column \"name\" twice");
  CHECK(message_of([](auto &d) { d.foreign_keys[0].table = 2; }) ==
        "database \"shop\", foreign key 1 names table 3 of 2");
  CHECK(message_of([](auto &d) { d.foreign_keys[0].referenced_columns = {7}; }) ==
        "database \"shop\", foreign key 1 names column 8 of 2 in table \"customer\"");
  CHECK(message_of([](auto &d) {
          d.foreign_keys[0].columns = {0, 1};
        }) == "database \"shop\", foreign key 1 pairs 2 columns with 1");
  CHECK(message_of([](auto &d) {
          d.foreign_keys[0] = {0, {}, 0, {}};
        }) == "database \"shop\", foreign key 1 has no columns");
}

TEST_CASE("a database may have no tables and a table no columns") {
  DatabaseDefinition definition;
  definition.name = "empty";
  CHECK(Database::make(definition)->tables().empty());
  definition.tables.emplace_back().name = "bare";
  CHECK(Database::make(definition)->tables()[0].columns.empty());
}

TEST_CASE("every text of a database is followed by a NUL, except qualifiers") {
  DatabaseDefinition definition = shop();
  definition.tables[0].qualifier = "sales";
  definition.tables[0].columns[0].samples = {"7", ""};
  definition.tables[0].columns[1].values = {"a", "b"};
  definition.tables[1].kind = TableKind::family;
  definition.tables[1].members = {2, "sale_1", "sale_2"};
  const auto made = Database::make(definition);
  const Database &database = *made;
  const auto check = [](std::string_view text) { CHECK(text.data()[text.size()] == '\0'); };
  check(database.name());
  check(database.description());
  for (const Table &table : database.tables()) {
    for (const std::string_view text :
         {table.name, table.bare_name(), table.title, table.description}) {
      check(text);
    }
  }
  for (const Column &column : database.columns()) {
    for (const std::string_view text :
         {column.name, column.title, column.type, column.description}) {
      check(text);
    }
    for (const std::string_view text : column.samples()) check(text);
    for (const std::string_view text : column.values()) check(text);
  }
  for (const TableMembers &members : database.members()) {
    check(members.first);
    check(members.last);
  }
}

}  // namespace sluice
