#include "description_files.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "schema/load/source_name.hpp"
#include "schema/load/source_problems.hpp"
#include "schema/names.hpp"
#include "schema/tabular/csv_reader.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/utf8.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

constexpr std::size_t max_description_header_bytes = 1024;
constexpr std::string_view description_folder = "database_description";

/// The positions of a description file's columns.
struct DescriptionHeader {
  std::size_t name;
  std::size_t description;
  std::optional<std::size_t> title;
  std::optional<std::size_t> type;
  std::optional<std::size_t> values;
};

std::optional<DescriptionHeader> description_header(std::span<const std::string_view> fields) {
  const auto find = [&](std::string_view name) -> std::optional<std::size_t> {
    const auto found = std::ranges::find_if(
        fields, [&](std::string_view field) { return same_name(trimmed(field), name); });
    if (found == fields.end()) return std::nullopt;
    return static_cast<std::size_t>(found - fields.begin());
  };
  const auto name = find("original_column_name"), description = find("column_description");
  if (!name || !description) return std::nullopt;
  return DescriptionHeader{*name, *description, find("column_name"), find("data_format"),
                           find("value_description")};
}

/// On one line, without blanks around it.
std::string description_text(std::string_view text) { return std::string(trimmed(one_line(text))); }

TableDefinition read_description_file(const SourceText &file, const LoadOptions &options) {
  SourceProblems problems(options, file.path);
  TableDefinition table;
  table.name = file_stem_of(file.path);
  CsvReader csv(file.text);
  const auto header = csv.next() ? description_header(csv.fields()) : std::nullopt;
  if (!header) return table;
  std::unordered_set<std::string> names;
  while (csv.next()) {
    const std::span<const std::string_view> fields = csv.fields();
    const auto field = [&](std::optional<std::size_t> number) {
      return number && *number < fields.size() ? description_text(fields[*number]) : std::string();
    };
    ColumnDefinition column;
    column.name = field(header->name);
    if (column.name.empty()) continue;
    if (!names.insert(column.name).second) {
      problems.add(csv.line(), fmt::format("column {} is described twice; the first is used",
                                           quote_name(column.name)));
      continue;
    }
    column.title = field(header->title);
    if (column.title == column.name) column.title.clear();
    column.type = field(header->type);
    column.description = field(header->description);
    const std::string values = field(header->values);
    if (!values.empty() && values != column.description) {
      if (!column.description.empty()) column.description += "; ";
      column.description += values;
    }
    table.columns.push_back(std::move(column));
  }
  return table;
}

}  // namespace

bool is_description_file(const SourceText &file) {
  CsvReader csv(file.text.substr(0, max_description_header_bytes));
  return csv.next() && description_header(csv.fields());
}

std::vector<DatabaseDefinition> read_description_files(std::span<const SourceText> files,
                                                       const LoadOptions &options) {
  std::map<std::string_view, DatabaseDefinition> folders;
  for (const SourceText &file : files) {
    const std::string_view folder = parent_path_of(file.path);
    DatabaseDefinition &database = folders[folder];
    if (database.name.empty()) {
      const std::string_view name = last_part_of(folder);
      database.name =
          last_part_of(same_name(name, description_folder) ? parent_path_of(folder) : folder);
      if (database.name.empty()) database.name = file_stem_of(file.path);
      database.place.source = folder.empty() ? file.path : std::string(folder);
    }
    TableDefinition table = read_description_file(file, options);
    const bool is_known = std::ranges::find(database.tables, table.name, &TableDefinition::name) !=
                          database.tables.end();
    if (table.columns.empty() || is_known) {
      skip(options, file.path,
           is_known ? "describes a table that another file describes" : "describes no column");
      continue;
    }
    database.tables.push_back(std::move(table));
  }
  std::vector<DatabaseDefinition> databases;
  for (auto &[folder, database] : folders) {
    if (!database.tables.empty()) databases.push_back(std::move(database));
  }
  if (databases.empty()) {
    throw Error(ErrorCode::malformed, "describes no column",
                {files.empty() ? "" : files.front().path});
  }
  return databases;
}

}  // namespace sluice::inline v0::schema_detail
