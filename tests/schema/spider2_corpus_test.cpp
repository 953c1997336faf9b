/// Spider 2.0's published files against the catalog that was made of them.

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "schema/families.hpp"
#include "schema/json/spider2_tables.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/file.hpp"
#include "sluice/schema/load.hpp"
#include "support/definition_text.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

/// The files in a tar archive, by path.
std::vector<std::pair<std::string, std::string_view>> files_in(std::string_view archive) {
  constexpr std::size_t block = 512;
  std::vector<std::pair<std::string, std::string_view>> files;
  const auto field = [](std::string_view text) {
    return std::string(text.substr(0, text.find('\0')));
  };
  while (archive.size() >= block && archive.front() != '\0') {
    const std::string name = field(archive.substr(0, 100));
    const std::string folder = field(archive.substr(345, 155));
    const std::string digits = field(archive.substr(124, 12));
    std::size_t size = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), size, 8);
    if (archive[156] == '0')
      files.emplace_back(folder.empty() ? name : folder + '/' + name, archive.substr(block, size));
    archive.remove_prefix(std::min(archive.size(), block + (size + block - 1) / block * block));
  }
  return files;
}

/// The name without its first parts.
std::string last_name(std::string_view name) {
  return lower_ascii(name.substr(name.rfind('.') + 1));
}

}  // namespace

TEST_CASE("published tables have the columns and descriptions of their catalog, shards folded") {
  const auto folder = test::data_directory() / "real_catalogs";
  const auto archive_path = folder / "spider2_json/spider2_json.tar.gz";
  if (!std::filesystem::exists(archive_path)) return test::skip("no Spider 2.0 under SLUICE_DATA");
  const std::string archive = read_file(archive_path.string());
  std::vector<schema_detail::SourceText> sources;
  for (const auto &[path, text] : files_in(archive)) {
    if (schema_detail::is_spider2_table({path, text})) sources.push_back({path, text});
  }
  const auto read = test::read_texts(schema_detail::read_spider2_tables, sources);
  CHECK(sources.size() == 387);
  CHECK(read.skipped.empty());
  CHECK(read.databases.size() == 13);

  const std::string catalog = (folder / "spider2_lite/catalog.json.gz").string();
  std::map<std::string, std::shared_ptr<const Database>, std::less<>> known;
  for (const auto &database : load_catalog_json(read_file(catalog), catalog))
    known.emplace(database->name(), database);
  std::size_t columns = 0, descriptions = 0, other_descriptions = 0;
  for (DatabaseDefinition database : read.databases) {
    CAPTURE(database.name);
    schema_detail::fold_families(database);
    const auto expected = known.find(database.name);
    REQUIRE(expected != known.end());
    CHECK(database.tables.size() == expected->second->tables().size());
    // The schema of a table is in its name there; some names are in several schemas.
    std::map<std::string, const TableDefinition *> tables;
    for (const TableDefinition &table : database.tables) {
      tables[last_name(table.name)] = &table;
      tables[last_name(table.qualifier) + '.' + last_name(table.name)] = &table;
    }
    for (const Table &wanted : expected->second->tables()) {
      const std::string full = lower_ascii(wanted.name);
      const std::size_t dot = full.rfind('.');
      const std::size_t schema =
          dot == full.npos || dot == 0 ? full.npos : full.rfind('.', dot - 1);
      const auto found = tables.find(full.substr(schema == full.npos ? 0 : schema + 1));
      CAPTURE(full);
      REQUIRE(found != tables.end());
      REQUIRE(found->second->columns.size() == wanted.columns.size());
      std::map<std::string_view, const ColumnDefinition *> by_name;
      for (const ColumnDefinition &column : found->second->columns) by_name[column.name] = &column;
      for (const Column &column : wanted.columns) {
        REQUIRE(by_name.contains(column.name));
        const std::string_view description = by_name[column.name]->description;
        ++columns;
        if (description.empty() && column.description.empty()) continue;
        ++descriptions;
        // They are cut there, and have single blanks.
        const std::string_view start = column.description.substr(0, 40);
        if (start.empty() || !description.starts_with(start)) ++other_descriptions;
      }
    }
  }
  CHECK(columns == 2329);
  CHECK(descriptions == 660);
  // The newest member of a family describes one column in other words.
  CHECK(other_descriptions <= 5);
}

}  // namespace sluice
