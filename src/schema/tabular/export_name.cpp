#include "export_name.hpp"

#include <algorithm>
#include <filesystem>
#include <initializer_list>

#include "schema/load/file_kind.hpp"
#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

constexpr std::string_view name_separators = "_-. ";

/// Words that say what an export is, not of which database.
bool is_export_word(std::string_view word) {
  return std::ranges::any_of(
      std::initializer_list<std::string_view>{
          "all",        "bigquery",   "cols",        "column",      "columns",    "comment",
          "comments",   "constraint", "constraints", "csv",         "databricks", "duckdb",
          "export",     "field",      "fields",      "information", "infoschema", "is",
          "json",       "jsonl",      "key",         "keys",        "mariadb",    "metadata",
          "mssql",      "mysql",      "ndjson",      "oracle",      "paths",      "postgres",
          "postgresql", "redshift",   "schema",      "snowflake",   "sqlserver",  "svv",
          "tab",        "table",      "tables",      "trino",       "tsv",        "txt",
          "usage",      "views"},
      [&](std::string_view known) { return same_name(word, known); });
}

/// Without such words at its end and at its start.
std::string_view database_part(std::string_view name) {
  for (;;) {
    const std::size_t last = name.find_last_of(name_separators);
    const std::string_view word = last == name.npos ? name : name.substr(last + 1);
    if (!is_export_word(word) && !word.empty()) break;
    if (last == name.npos) return {};
    name = name.substr(0, last);
  }
  for (;;) {
    const std::string_view word = name.substr(0, name.find_first_of(name_separators));
    if ((!is_export_word(word) && !word.empty()) || word.size() == name.size()) return name;
    name.remove_prefix(word.size() + 1);
  }
}

}  // namespace

std::string export_database_name(std::span<const std::string_view> paths) {
  if (paths.empty()) return "database";
  const auto part_of = [](std::string_view path) {
    return std::string(database_part(database_name_of(std::string(path))));
  };
  const std::string name = part_of(paths.front());
  const bool is_common =
      std::ranges::all_of(paths, [&](std::string_view path) { return part_of(path) == name; });
  if (is_common && !name.empty()) return name;
  const std::filesystem::path first(paths.front());
  if (const std::string folder = first.parent_path().filename().string();
      !folder.empty() && folder != "." && folder != "..") {
    return folder;
  }
  const std::string stem = first.stem().string();
  return stem.empty() ? "database" : stem;
}

}  // namespace sluice::inline v0::schema_detail
