#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "sluice/core/ascii.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/json.hpp"
#include "support/read_exports.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

namespace fs = std::filesystem;

using test::read_exports;
using test::ReadExports;
using test::SourceText;

std::string without_blanks(std::string_view text) {
  std::string kept = lower_ascii(text);
  std::erase(kept, ' ');
  return kept;
}

/// The table of that name, which may have leading parts that ours lacks.
const TableDefinition *find_table(const DatabaseDefinition &database, std::string_view name) {
  for (const TableDefinition &table : database.tables) {
    const std::string full =
        table.qualifier.empty() ? table.name : table.qualifier + '.' + table.name;
    if (same_name(full, name) ||
        (name.size() > full.size() && name[name.size() - full.size() - 1] == '.' &&
         same_name(name.substr(name.size() - full.size()), full))) {
      return &table;
    }
  }
  return nullptr;
}

void check_record(JsonValue record, const DatabaseDefinition &database) {
  CHECK(database.tables.size() == static_cast<std::size_t>(record.at("n_tables").as_integer()));
  record.at("columns_by_table").each_member([&](std::string_view name, JsonValue count) {
    INFO(std::string(name));
    const TableDefinition *table = find_table(database, name);
    REQUIRE(table != nullptr);
    const auto nested = std::ranges::count(table->columns, true, &ColumnDefinition::nested);
    CHECK(static_cast<std::int64_t>(table->columns.size()) - nested == count.as_integer());
  });
  std::int64_t primary_keys = 0, column_comments = 0;
  for (const TableDefinition &table : database.tables) {
    primary_keys += table.primary_key.empty() ? 0 : 1;
    column_comments += std::ranges::count_if(
        table.columns, [](const ColumnDefinition &column) { return !column.description.empty(); });
  }
  CHECK(primary_keys == record.at("n_primary_keys").as_integer());
  CHECK(column_comments == record.at("n_column_comments").as_integer());
  for (const JsonValue spot : record.at("spot_columns")) {
    const TableDefinition *table = find_table(database, spot.at("table").as_string());
    REQUIRE(table != nullptr);
    const auto column =
        std::ranges::find(table->columns, spot.at("column").as_string(), &ColumnDefinition::name);
    REQUIRE(column != table->columns.end());
    CHECK(without_blanks(column->type) == without_blanks(spot.at("type").as_string()));
  }
}

}  // namespace

TEST_CASE("real exports give the tables, columns, keys and comments that they have") {
  const fs::path folder = test::data_directory() / "ddl_corpus";
  if (!fs::exists(folder)) return test::skip("no benchmark data");
  std::size_t records = 0;
  const std::string expected = read_file((folder / "expected.jsonl").string());
  each_json_line(expected, "expected.jsonl", [&](JsonValue record) {
    if (!record.at("kind").as_string().starts_with("information_schema")) return;
    ++records;
    const std::string path = (folder / record.at("file").as_string()).string();
    INFO(path);
    const std::string text = read_file(path);
    const ReadExports alone = read_exports({{path, text}});
    check_record(record, alone.database());
    CHECK(alone.skipped.empty());

    const auto companion = record.find("companion");
    if (!companion) return;
    const std::string other = (folder / companion->at("file").as_string()).string();
    const std::string keys = read_file(other);
    const ReadExports together = read_exports({{other, keys}, {path, text}});
    CHECK(together.skipped.empty());
    CHECK(std::ranges::count_if(together.database().tables, [](const TableDefinition &table) {
            return !table.primary_key.empty();
          }) == companion->at("n_primary_keys").as_integer());
    CHECK(static_cast<std::int64_t>(together.database().foreign_keys.size()) ==
          companion->at("n_foreign_keys").as_integer());
  });
  CHECK(records == 3);
}

TEST_CASE("exports of three servers in one folder give three databases") {
  const fs::path folder = test::data_directory() / "ddl_corpus";
  if (!fs::exists(folder)) return test::skip("no benchmark data");
  std::vector<std::string> paths, texts;
  for (const auto &entry : fs::directory_iterator(folder)) {
    if (entry.path().filename().string().find("information_schema") != std::string::npos)
      paths.push_back(entry.path().string());
  }
  std::ranges::sort(paths);
  REQUIRE(paths.size() == 4);
  for (const std::string &path : paths) texts.push_back(read_file(path));
  std::vector<SourceText> files;
  for (std::size_t i = 0; i < paths.size(); ++i) files.push_back({paths[i], texts[i]});
  const ReadExports read = read_exports(files);
  REQUIRE(read.databases.size() == 3);
  CHECK(read.databases[0].name == "aw");
  CHECK(read.databases[0].dialect == sql::Dialect::postgresql);
  CHECK(read.databases[0].foreign_keys.size() == 89);
  CHECK(read.databases[1].dialect == sql::Dialect::duckdb);
  CHECK(read.databases[2].name == "sakila");
  CHECK(read.databases[2].dialect == sql::Dialect::mariadb);
}

}  // namespace sluice
