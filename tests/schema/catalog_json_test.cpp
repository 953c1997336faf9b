#include <filesystem>
#include <string>

#include <doctest/doctest.h>

#include "sluice/schema/load.hpp"
#include "support/error_of.hpp"
#include "support/random_schema.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

using test::contains;
using test::error_of;

std::shared_ptr<const Catalog> through_json(const Catalog &catalog) {
  return Catalog::make(load_catalog_json(to_json(catalog), "catalog.json"));
}

std::string error_line(const std::string &json) {
  return error_of([&] { return load_catalog_json(json, "catalog.json"); }).what();
}

std::string with_table(const std::string &members) {
  return "{\"databases\": [{\"name\": \"d\", \"tables\": [{\"name\": \"t\", " + members + "}]}]}";
}

}  // namespace

TEST_CASE("a catalog round-trips through JSON") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto catalog = test::random_catalog(seed, 4);
    const auto again = through_json(*catalog);
    CHECK(again->fingerprint() == catalog->fingerprint());
    CHECK(to_json(*again) == to_json(*catalog));
  }
  CHECK(through_json(*Catalog::make({}))->database_count() == 0);
}

TEST_CASE("Spider's schemas round-trip through JSON") {
  const auto path = test::data_directory() / "spider" / "tables.json.gz";
  if (!std::filesystem::exists(path)) return test::skip("no benchmark data");
  const auto catalog = Catalog::make(load(path.string()));
  CHECK(through_json(*catalog)->fingerprint() == catalog->fingerprint());
}

TEST_CASE("every field is written under its name") {
  const std::string json =
      R"({"version":1,"databases":[{"name":"d","description":"D","tables":[)"
      R"({"name":"t","title":"T","description":"about t","columns":[)"
      R"({"name":"x","title":"X","type":"INT","description":"about x","samples":["1","2"]},{"name":"y"}],)"
      R"("primary_key":["y","x"]},{"name":"u","columns":[{"name":"z"}]}],)"
      R"("foreign_keys":[{"table":"u","columns":["z"],"referenced_table":"t","referenced_columns":["x"]}]}]})";
  CHECK(to_json(*Catalog::make(load_catalog_json(json, ""))) == json);
}

TEST_CASE("unknown members are skipped") {
  CHECK(load_catalog_json(R"({"databases": [{"name": "d", "later": {"x": [1]}}], "more": 1})", "")
            .size() == 1);
}

TEST_CASE("each kind of mistake in a catalog is an error with its place") {
  CHECK(error_line("[]") == "catalog.json:1:1: a catalog is an array of 0, expected an object");
  CHECK(error_line("{}") == "catalog.json:1:1: a catalog has no \"databases\"");
  CHECK(error_line("{\"databases\": 1}") ==
        "catalog.json:1:15: \"databases\" is 1, expected an array");
  CHECK(error_line("{\"databases\": [{}]}") == "catalog.json:1:16: a database has no \"name\"");
  CHECK(error_line("{\"version\": 2, \"databases\": []}") ==
        "catalog.json:1:13: has version 2, this release reads up to 1");
  CHECK(error_line(with_table("\"columns\": [\n{\"name\": \"price\", \"type\": 7}]")) ==
        "catalog.json:2:27: database \"d\", table \"t\", column \"price\": type is 7, expected a "
        "string");
  CHECK(error_line(with_table("\"columns\": [{\"name\": \"a\"}], \"primary_key\": [\"b\"]")) ==
        "catalog.json:1:99: database \"d\", table \"t\": a column of the primary key is \"b\", "
        "which does not exist");
  CHECK(contains(error_line(with_table("\"columns\": [{\"name\": \"a\"}, {\"name\": \"a\"}]")),
                 "column 2 is named \"a\", as is column 1"));
  CHECK(contains(
      error_line("{\"databases\": [{\"name\": \"d\", \"foreign_keys\": [{\"table\": \"x\"}]}]}"),
      "a foreign key's table is \"x\", which does not exist"));
}

TEST_CASE("a catalog that is truncated anywhere is an error that names the file") {
  const std::string json = to_json(*test::random_catalog(1, 1));
  for (std::size_t size = 0; size < json.size(); ++size) {
    CHECK(contains(error_line(json.substr(0, size)), "catalog.json:"));
  }
}

}  // namespace sluice
