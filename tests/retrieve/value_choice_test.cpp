#include "sluice/retrieve/value_choice.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "sluice/retrieve/catalog_values.hpp"
#include "sluice/schema/load.hpp"
#include "support/error_of.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

struct Airline {
  test::TemporaryDirectory folder;
  std::shared_ptr<const Catalog> catalog;
  std::shared_ptr<const ValueIndex> values;

  Airline() {
    const std::string path = (folder.path() / "air.sqlite").string();
    test::make_sqlite(path,
                      "CREATE TABLE airport (city TEXT, code TEXT, size INTEGER);"
                      "INSERT INTO airport VALUES ('New York', 'JFK', 2001), ('York', 'YRK', 7),"
                      "  ('Oslo', 'OSL', 30), ('Bergen Flesland', 'BGO', 4);"
                      "CREATE TABLE pilot (city TEXT);"
                      "INSERT INTO pilot VALUES ('Oslo'), ('Rome');");
    catalog = Catalog::make(load(path));
    values = read_values(*catalog, find_databases(path)).index;
  }
  ColumnId column(const char *table, const char *name) const {
    return *catalog->find_column(*catalog->find_table(DatabaseId(0), table), name);
  }
  std::string found(const ValueQuery &query, const ValueChoiceOptions &options = {}) const {
    std::string text;
    for (const FoundValue &value : choose_values(*values, catalog, query, options))
      text += catalog->path(value.column).substr(4) + "=" + value.value + " ";
    return text;
  }
};

}  // namespace

TEST_CASE("values of the selected columns that a question names are found, the best ones first") {
  const Airline air;
  const std::vector<ColumnId> city{air.column("airport", "city")};
  const std::vector<ColumnId> all{city[0], air.column("airport", "size"),
                                  air.column("pilot", "city")};
  const auto query = [](std::string_view question, const std::vector<ColumnId> &columns) {
    return ValueQuery{.question = question, .columns = columns};
  };
  CHECK(air.found(query("Flights from Oslo", city)) == "airport.city=Oslo ");
  CHECK(air.found(query("Flights from Oslo", all)) == "airport.city=Oslo pilot.city=Oslo ");
  CHECK(air.found(query("flights to new york", city)) == "airport.city=New York ");
  CHECK(air.found(query("The size 2001", all)) == "");  // a numeric column
  CHECK(air.found(query("flights to flesland", city)) == "");
  CHECK(air.found(query("flights to flesland", city), {.plain_parts = true}) ==
        "airport.city=Bergen Flesland ");
  const std::string two = "From Bergen to Oslo or York";
  CHECK(air.found(query(two, city)) ==
        "airport.city=Oslo airport.city=York airport.city=Bergen Flesland ");
  CHECK(air.found(query(two, city), {.per_column = 1}) == "airport.city=Oslo ");
  CHECK(air.found(query(two, all), {.max_values = 2}) == "airport.city=Oslo airport.city=York ");
  Mask mask(air.catalog);
  mask.hide(air.column("pilot", "city"));
  ValueQuery masked = query("Flights from Oslo", all);
  masked.mask = &mask;
  CHECK(air.found(masked) == "airport.city=Oslo ");
}

TEST_CASE("the literals of a guess are looked up, and its columns come first") {
  const Airline air;
  const std::vector<ColumnId> all{air.column("airport", "city"), air.column("pilot", "city")};
  ValueQuery query{.question = "Who lives in the Norwegian capital, not in York?", .columns = all};
  CHECK(air.found(query) == "airport.city=York ");
  const std::vector<std::string> literals = string_literals_of(
      "SELECT * FROM pilot WHERE city = \"oslo\" OR \"city\" LIKE '%Rom%' OR 'oslo' = 3",
      air.catalog->database(DatabaseId(0)));
  CHECK(literals == std::vector<std::string>{"oslo", "Rom"});
  query.literals = literals;
  CHECK(air.found(query) == "airport.city=Oslo airport.city=York pilot.city=Oslo ");
  const std::vector<ColumnId> preferred{all[1]};
  query.preferred = preferred;
  CHECK(air.found(query) == "pilot.city=Oslo airport.city=Oslo airport.city=York ");
  CHECK(string_literals_of("no SQL", air.catalog->database(DatabaseId(0))).empty());
  const auto other = Catalog::make({});
  test::check_code(ErrorCode::mismatch, [&] { return choose_values(*air.values, other, query); });
}

}  // namespace sluice
