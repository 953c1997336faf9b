#include "sluice/retrieve/catalog_values.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "support/gzip.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

struct Folder {
  test::TemporaryDirectory directory;

  std::string path(const std::string &name = "") const {
    return (directory.path() / name).string();
  }
  Folder() {
    test::make_sqlite(path("shop.sqlite"),
                      "CREATE TABLE customer(id INTEGER, city TEXT, email TEXT, photo BLOB,"
                      " loud TEXT GENERATED ALWAYS AS (upper(city) || '!!') VIRTUAL);"
                      "INSERT INTO customer VALUES (101, 'Ghent', 'ann@example.org', x'4142'),"
                      "(102, 'Lyon', 'bob@example.org', x'4344'), (103, 'Ghent', NULL, NULL);"
                      "CREATE VIEW cities AS SELECT city || ' seen' AS city FROM customer;");
    test::make_sqlite(path("zoo.sqlite"),
                      "CREATE TABLE animal(species TEXT, since TEXT, weight REAL);"
                      "INSERT INTO animal VALUES ('Red Panda', '2014-05-01', 120.0);");
  }
  std::shared_ptr<const Catalog> catalog() const { return Catalog::make(load(path())); }
};

/// The columns whose values a question names.
std::vector<std::string> columns_of(const Catalog &catalog, const CatalogValues &values,
                                    std::string_view question) {
  std::vector<std::string> paths;
  for (const ValueRun &run : values.index->match(question).runs) {
    for (const ValuePlace &place : run.places) paths.push_back(catalog.path(place.column));
  }
  return paths;
}

using Paths = std::vector<std::string>;

}  // namespace

TEST_CASE("values of all stored columns are found, but not those of computed columns") {
  const Folder folder;
  const auto catalog = folder.catalog();
  const CatalogValues values = read_values(*catalog, find_databases(folder.path()));
  const auto named = [&](const char *question) { return columns_of(*catalog, values, question); };
  CHECK(values.read == 2);
  CHECK(values.cut == 0);
  CHECK(named("customers from ghent") == Paths{"shop.customer.city"});
  CHECK(named("a red panda of 120") == Paths{"zoo.animal.species", "zoo.animal.weight"});
  CHECK(named("since 2014-05-01") == Paths{"zoo.animal.since"});
  CHECK(named("who is 102") == Paths{"shop.customer.id"});
  CHECK(named("ann@example.org") == Paths{"shop.customer.email"});
  CHECK(named("GHENT!! AB 'ghent seen'") == Paths{"shop.customer.city", "shop.customer.city"});
}

TEST_CASE("limits and patterns decide what is read") {
  const Folder folder;
  const auto catalog = folder.catalog();
  const auto files = find_databases(folder.path());
  struct Case {
    ValueLimits limits;
    const char *question;
    Paths paths;
    std::size_t cut = 0;
  };
  std::vector<Case> cases(9);
  cases[0] = {{}, "ann@example.org in Ghent", {"shop.customer.email", "shop.customer.city"}};
  cases[1].limits.except = {"*.EMAIL"};
  cases[2].limits.except = {"shop.customer.e*l"};
  for (const std::size_t c : {1U, 2U}) {
    cases[c].question = cases[0].question;
    cases[c].paths = {"shop.customer.city"};
  }
  cases[3] = {{}, "Ghent red panda", {"zoo.animal.species"}};
  cases[3].limits.only = {"zoo.*"};
  cases[4] = {{}, "102 since 2014-05-01", {"zoo.animal.since"}};
  cases[4].limits.numbers = false;
  cases[5] = {{}, "102 since 2014-05-01", {"shop.customer.id"}};
  cases[5].limits.dates = false;
  cases[6] = {{}, "Ghent Lyon", {"shop.customer.city"}, 1};
  cases[6].limits.column_values = 1;
  cases[7] = {{}, "Ghent 102 red panda", {"shop.customer.city", "zoo.animal.species"}, 1};
  cases[7].limits.rows = 1;
  cases[7].paths = {"zoo.animal.species", "shop.customer.city"};
  cases[8] = {{}, "ann@example.org in Ghent", {"shop.customer.city"}};
  cases[8].limits.value_bytes = 9;
  for (const Case &of : cases) {
    const CatalogValues values = read_values(*catalog, files, of.limits);
    CAPTURE(&of - cases.data());
    CHECK(columns_of(*catalog, values, of.question) == of.paths);
    CHECK(values.cut == of.cut);
  }
}

TEST_CASE("only changed databases are read again, and the old snapshot does not change") {
  const Folder folder;
  const auto catalog = folder.catalog();
  const auto files = find_databases(folder.path());
  const CatalogValues first = read_values(*catalog, files);
  const CatalogValues same = read_values(*catalog, files, {}, &first);
  CHECK(same.read == 0);
  CHECK(same.index->segments() == first.index->segments());
  test::make_sqlite(folder.path("zoo.sqlite"), "INSERT INTO animal VALUES ('Okapi', NULL, 1);");
  const CatalogValues second = read_values(*catalog, files, {}, &same);
  CHECK(second.read == 1);
  CHECK(second.index->segments()[0] == first.index->segments()[0]);
  CHECK(columns_of(*catalog, second, "an okapi") == Paths{"zoo.animal.species"});
  CHECK(columns_of(*catalog, first, "an okapi").empty());
  ValueLimits narrower;
  narrower.except = {"*.city"};
  CHECK(read_values(*catalog, files, narrower, &second).read == 2);
}

TEST_CASE("a file that became damaged is skipped, and another of the same name is used") {
  const Folder folder;
  const auto catalog = folder.catalog();
  const CatalogValues before = read_values(*catalog, find_databases(folder.path()));
  const std::string whole = test::bytes_of(folder.path("zoo.sqlite"));
  test::write_bytes(folder.path("zoo.sqlite"), whole.substr(0, whole.size() / 2));
  const CatalogValues damaged = read_values(*catalog, find_databases(folder.path()), {}, &before);
  REQUIRE(damaged.skipped.size() == 1);
  CHECK(damaged.skipped[0].where == folder.path("zoo.sqlite"));
  CHECK(damaged.read == 0);
  CHECK(columns_of(*catalog, damaged, "a red panda").empty());
  CHECK(columns_of(*catalog, damaged, "from ghent") == Paths{"shop.customer.city"});

  std::filesystem::create_directory(folder.path("zz"));
  test::write_bytes(folder.path("zz/zoo.sqlite"), whole);
  const CatalogValues again = read_values(*catalog, find_databases(folder.path()), {}, &damaged);
  CHECK(again.skipped.size() == 1);
  CHECK(again.read == 1);
  CHECK(columns_of(*catalog, again, "a red panda") == Paths{"zoo.animal.species"});
}

TEST_CASE("content may be in another folder than the schema, gzipped, with other letter case") {
  const Folder folder;
  const auto catalog = folder.catalog();
  const test::TemporaryDirectory apart;
  const std::string path = (apart.path() / "SHOP.sqlite.gz").string();
  test::write_bytes(path, test::gzipped(test::bytes_of(folder.path("shop.sqlite"))));
  test::make_sqlite((apart.path() / "other.sqlite").string(), "CREATE TABLE t(x); ");
  test::write_bytes((apart.path() / "notes.txt").string(), "no database");
  const auto files = find_databases(apart.path().string());
  REQUIRE(files.size() == 2);
  const CatalogValues values = read_values(*catalog, files);
  CHECK(values.read == 1);
  CHECK(values.stamps[1] == 0);
  CHECK(columns_of(*catalog, values, "from Lyon") == Paths{"shop.customer.city"});
}

}  // namespace sluice
