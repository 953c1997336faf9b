/// What is in a catalog: texts about objects, what was skipped, and JSON.

#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "calls.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/json.hpp"
#include "support/error_of.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"

extern "C" sluice_status sluice_test_build_in_c(sluice_catalog **out, sluice_error **error);

namespace sluice {
namespace {

using namespace test;

using Texts = std::vector<std::string>;

Texts texts(const Owned<sluice_catalog> &catalog, sluice_kind kind, std::uint32_t id,
            sluice_property property) {
  Texts found;
  const std::size_t count = sluice_catalog_text_count(catalog.get(), kind, id, property);
  for (std::size_t i = 0; i < count; ++i) {
    const sluice_str text = sluice_catalog_text(catalog.get(), kind, id, property, i);
    CHECK(std::strlen(text.data) == text.size);
    found.emplace_back(view(text));
  }
  for (const std::size_t beyond : {count, count + 1, SIZE_MAX}) {
    const sluice_str none = sluice_catalog_text(catalog.get(), kind, id, property, beyond);
    CHECK(none.size == 0);
    REQUIRE(none.data != nullptr);
    CHECK(none.data[0] == '\0');
  }
  return found;
}

Owned<sluice_catalog> shop() {
  return made<sluice_catalog>(
      [](auto out, auto error) { return sluice_test_build_in_c(out, error); });
}

sluice_skipped skipped_at(const sluice_catalog *catalog, std::size_t position) {
  sluice_skipped skipped = SLUICE_SKIPPED_INIT;
  REQUIRE(sluice_catalog_skipped(catalog, position, &skipped, nullptr) == SLUICE_OK);
  return skipped;
}

}  // namespace

TEST_CASE("every text about an object is what was said about it") {
  const auto catalog = shop();
  const auto of_table = [&](const char *path, sluice_property property) {
    return texts(catalog, SLUICE_TABLE, find(catalog.get(), SLUICE_TABLE, path), property);
  };
  const auto of_column = [&](const char *path, sluice_property property) {
    return texts(catalog, SLUICE_COLUMN, find(catalog.get(), SLUICE_COLUMN, path), property);
  };
  CHECK(texts(catalog, SLUICE_DATABASE, 0, SLUICE_DESCRIPTION) == Texts{"Orders of wine."});
  CHECK(texts(catalog, SLUICE_DATABASE, 0, SLUICE_DIALECT) == Texts{"postgresql"});

  CHECK(of_table("shop.sales.customers", SLUICE_DESCRIPTION) == Texts{"Who buys."});
  CHECK(of_table("shop.sales.customers", SLUICE_TITLE) == Texts{"customer"});
  CHECK(of_table("shop.sales.customers", SLUICE_TABLE_KIND) == Texts{"table"});
  CHECK(of_table("shop.sales.customers", SLUICE_QUALIFIER) == Texts{"sales"});
  CHECK(of_table("shop.customers", SLUICE_PRIMARY_KEY) == Texts{"number", "region"});
  CHECK(of_table("shop.best", SLUICE_TABLE_KIND) == Texts{"materialized_view"});
  CHECK(of_table("shop.best", SLUICE_QUALIFIER).empty());
  CHECK(of_table("shop.best", SLUICE_PRIMARY_KEY).empty());
  CHECK(of_table("shop.visits", SLUICE_TABLE_KIND) == Texts{"family"});

  const char *const tier = "shop.sales.customers.tier";
  CHECK(of_column(tier, SLUICE_DESCRIPTION) == Texts{"How much they buy."});
  CHECK(of_column(tier, SLUICE_TITLE) == Texts{"level"});
  CHECK(of_column(tier, SLUICE_TYPE) == Texts{"VARCHAR(6)"});
  CHECK(of_column(tier, SLUICE_PATH) == Texts{"tier"});
  CHECK(of_column(tier, SLUICE_SAMPLES) == Texts{"gold"});
  CHECK(of_column(tier, SLUICE_VALUES) == Texts{"gold", "silver"});
  CHECK(of_column("shop.orders.items.wine", SLUICE_PATH) == Texts{"items[].wine"});
  CHECK(of_column("shop.orders.total", SLUICE_TYPE).empty());
  CHECK(of_column("shop.orders.total", SLUICE_VALUES).empty());
}

TEST_CASE("an object of another kind, or an unknown one, has no text of a property") {
  const auto catalog = shop();
  struct Other {
    sluice_kind kind;
    sluice_property property;
  };
  for (const auto &[kind, property] :
       {Other{SLUICE_DATABASE, SLUICE_TITLE}, Other{SLUICE_DATABASE, SLUICE_TABLE_KIND},
        Other{SLUICE_DATABASE, SLUICE_PRIMARY_KEY}, Other{SLUICE_TABLE, SLUICE_DIALECT},
        Other{SLUICE_TABLE, SLUICE_TYPE}, Other{SLUICE_TABLE, SLUICE_VALUES},
        Other{SLUICE_COLUMN, SLUICE_DIALECT}, Other{SLUICE_COLUMN, SLUICE_QUALIFIER},
        Other{SLUICE_COLUMN, SLUICE_PRIMARY_KEY}, Other{SLUICE_COLUMN, 0}, Other{SLUICE_COLUMN, 11},
        Other{SLUICE_TABLE, INT32_MIN}, Other{0, SLUICE_DESCRIPTION}, Other{4, SLUICE_DESCRIPTION},
        Other{INT32_MAX, INT32_MAX}}) {
    CHECK(texts(catalog, kind, 0, property).empty());
  }
  for (const sluice_kind kind : {SLUICE_DATABASE, SLUICE_TABLE, SLUICE_COLUMN}) {
    const auto count = static_cast<std::uint32_t>(sluice_catalog_count(catalog.get(), kind));
    CHECK(texts(catalog, kind, count, SLUICE_DESCRIPTION).empty());
    CHECK(texts(catalog, kind, SLUICE_NO_ID, SLUICE_DESCRIPTION).empty());
  }
}

TEST_CASE("what a script has that cannot be read is skipped, with its place") {
  const auto catalog =
      load_script("CREATE TABLE t (x);\nCREATE TABLE (x);\nALTER TABLE gone ADD PRIMARY KEY (a);");
  REQUIRE(sluice_catalog_skipped_count(catalog.get()) == 2);
  CHECK(view(skipped_at(catalog.get(), 0).where) == "sql:2");
  CHECK(skipped_at(catalog.get(), 0).reason.size > 0);
  const sluice_skipped second = skipped_at(catalog.get(), 1);
  CHECK(view(second.where) == "sql:3");
  CHECK(contains(view(second.reason), "\"gone\""));
  CHECK(std::strlen(second.where.data) == second.where.size);
  CHECK(std::strlen(second.reason.data) == second.reason.size);
  CHECK(sluice_catalog_skipped_count(load_json().get()) == 0);
}

TEST_CASE("what a folder has that cannot be read is skipped, and so it is when read again") {
  const TemporaryDirectory folder;
  write_file((folder.path() / "shop.sql").string(), "CREATE TABLE customer (name);");
  std::filesystem::create_directory(folder.path() / "scripts");
  write_file((folder.path() / "scripts" / "more.sql").string(),
             "CREATE TABLE t (x);\nCREATE TABLE (x);");
  auto first = load_path(folder.path().string());
  REQUIRE(sluice_catalog_skipped_count(first.get()) == 1);
  CHECK(view(skipped_at(first.get(), 0).where).ends_with("more.sql:2"));
  sluice_load_options options = SLUICE_LOAD_OPTIONS_INIT;
  options.before = first.get();
  const std::string path = folder.path().string();
  const auto second = made<sluice_catalog>([&](auto out, auto error) {
    return sluice_catalog_load(path.c_str(), SLUICE_NUL, &options, out, error);
  });
  first.reset();
  REQUIRE(sluice_catalog_skipped_count(second.get()) == 1);
  CHECK(view(skipped_at(second.get(), 0).where).ends_with("more.sql:2"));
}

TEST_CASE("a position after what was skipped is an invalid argument") {
  const auto catalog = load_json();
  sluice_skipped skipped = SLUICE_SKIPPED_INIT;
  for (const std::size_t position : {std::size_t{0}, SIZE_MAX}) {
    const Failure failure = failure_of([&](auto error) {
      return sluice_catalog_skipped(catalog.get(), position, &skipped, error);
    });
    CHECK(failure.status == SLUICE_INVALID_ARGUMENT);
    CHECK(contains(failure.message, "0 things were skipped"));
  }
  CHECK(skipped.where.data == nullptr);
}

TEST_CASE("the JSON of a catalog has its objects and what was skipped") {
  const auto catalog = load_script("CREATE TABLE t (x);\nCREATE TABLE (x);");
  const auto text = made<sluice_text>(
      [&](auto out, auto error) { return sluice_catalog_json(catalog.get(), out, error); });
  const JsonDocument document = JsonDocument::parse(view(sluice_text_view(text.get())), "json");
  const std::string json(view(sluice_text_view(text.get())));
  CHECK(contains(json, "\"name\":\"t\""));
  CHECK(contains(json, "\"skipped\":[{\"where\":\"sql:2\",\"reason\":"));
  CHECK(document.root().find("databases").has_value());
}

TEST_CASE("the dialect of a script is detected, or that of the options") {
  const auto dialect_of = [](const char *sql, const char *name) {
    sluice_load_options options = SLUICE_LOAD_OPTIONS_INIT;
    if (name != nullptr) options.dialect = str(name);
    return texts(load_script(sql, &options), SLUICE_DATABASE, 0, SLUICE_DIALECT);
  };
  const char *const mysql = "CREATE TABLE `t` (`x` int) ENGINE=InnoDB;";
  CHECK(dialect_of(mysql, nullptr) == Texts{"mysql"});
  CHECK(dialect_of(mysql, "MariaDB") == Texts{"mariadb"});
  CHECK(dialect_of("CREATE TABLE t (x int)", "tsql") == Texts{"sqlserver"});

  Results results;
  sluice_load_options options = SLUICE_LOAD_OPTIONS_INIT;
  options.dialect = str("cobol");
  const Failure failure = failure_of([&](auto error) {
    return sluice_catalog_load("/nowhere", SLUICE_NUL, &options, &results.catalog, error);
  });
  CHECK(failure.status == SLUICE_INVALID_ARGUMENT);
  CHECK(failure.message.starts_with("options->dialect is \"cobol\", expected one of sqlite, "));
  options.dialect = {nullptr, 0};
  CHECK(sluice_catalog_load("/nowhere", SLUICE_NUL, &options, &results.catalog, nullptr) ==
        SLUICE_NOT_FOUND);
}

}  // namespace sluice
