#include <filesystem>
#include <set>
#include <string>

#include <doctest/doctest.h>

#include "sluice/core/file.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/schema/load.hpp"
#include "support/error_of.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

using test::error_of;

std::string error_line(const std::string &text) {
  return error_of([&] { return load_elements(text, "elements.txt"); }).what();
}

}  // namespace

TEST_CASE("elements are split at the first two dots and grouped in order of appearance") {
  const auto catalog = Catalog::make(
      load_elements("a.t.x\r\nb.t.y\n\na.t.z. with dots.\na.u.x y\nA.T.w", "elements.txt"));
  REQUIRE(catalog->column_count() == 5);
  CHECK(catalog->path(ColumnId(0)) == "a.t.x");
  CHECK(catalog->path(ColumnId(1)) == "a.t.z. with dots.");
  CHECK(catalog->path(ColumnId(2)) == "a.t.w");
  CHECK(catalog->path(ColumnId(3)) == "a.u.x y");
  CHECK(catalog->path(ColumnId(4)) == "b.t.y");
  CHECK(load_elements("", "elements.txt").empty());
}

TEST_CASE("a line that is not an element is an error that names the line") {
  CHECK(error_line("a.b.c\na.b") ==
        "elements.txt:2: the line is \"a.b\", expected \"database.table.column\" in UTF-8");
  for (const char *line : {"a..c", ".b.c", "a.b.", "abc", "a.b.\xff"}) {
    CHECK(error_line(line).starts_with("elements.txt:1: "));
  }
  CHECK(error_line("a.b.c\na.b.c")
            .starts_with("elements.txt: database \"a\", table \"b\": column 2"));
}

TEST_CASE("SpiderUnion's elements are the columns of Spider's schemas in lower case") {
  const auto data = test::data_directory();
  if (!std::filesystem::exists(data / "spider_union")) return test::skip("no benchmark data");
  const auto elements = Catalog::make(load((data / "spider_union" / "elements.txt.gz").string()));
  const auto spider = Catalog::make(load((data / "spider" / "tables.json.gz").string()));
  REQUIRE(elements->column_count() == spider->column_count());
  const auto paths = [](const Catalog &catalog) {
    std::set<std::string> result;
    for (const ColumnId id : catalog.columns()) {
      std::string path = catalog.path(id);
      for (char &c : path) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
      result.insert(std::move(path));
    }
    return result;
  };
  CHECK(paths(*elements) == paths(*spider));
}

TEST_CASE("descriptions are added to their columns and change no other database") {
  const Databases before = load_elements("a.t.x\na.t.y\nb.t.x", "elements.txt");
  const Databases after =
      describe(before,
               "{\"db_id\": \"A\", \"table\": \"T\", \"column\": \"Y\", "
               "\"meaning\": \"the height\"}\n\n"
               "{\"db_id\": \"c\", \"table\": \"t\", \"column\": \"x\", \"meaning\": \"\"}\n"
               "{\"db_id\": \"b\", \"table\": \"t\", \"column\": \"z\", \"meaning\": \"\"}",
               "meaning.jsonl");
  CHECK(after[0]->columns()[0].description.empty());
  CHECK(after[0]->columns()[1].description == "the height");
  CHECK(before[0]->columns()[1].description.empty());
  CHECK(after[1] == before[1]);
}

TEST_CASE("an invalid description is an error that names the line") {
  const auto message = [](const std::string &lines) {
    return std::string(error_of([&] { return describe({}, lines, "m.jsonl"); }).what());
  };
  CHECK(message("\n{\"db_id\": \"a\"}") == "m.jsonl:2:1: a description has no \"table\"");
  CHECK(message("{\"db_id\": 7}") == "m.jsonl:1:11: db_id is 7, expected a string");
  CHECK(message("{\"db_id\"").starts_with("m.jsonl:1:"));
}

TEST_CASE("BIRD's descriptions reach 699 columns") {
  const auto data = test::data_directory() / "bird_dev";
  if (!std::filesystem::exists(data)) return test::skip("no benchmark data");
  const Databases databases =
      describe(load((data / "tables.json.gz").string()),
               read_file((data / "column_meaning.jsonl.gz").string()), "column_meaning.jsonl");
  std::size_t described = 0;
  for (const auto &database : databases) {
    for (const Column &column : database->columns())
      described += column.description.empty() ? 0U : 1U;
  }
  CHECK(described == 699);
}

}  // namespace sluice
