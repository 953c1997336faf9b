#include "spider2_ddl.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "schema/ddl/script_catalog.hpp"
#include "schema/ddl/script_definition.hpp"
#include "schema/load/source_name.hpp"
#include "schema/load/source_problems.hpp"
#include "schema/tabular/csv_reader.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/sql/ddl.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

// Enough to recognize the header and the dialect.
constexpr std::size_t max_ddl_header_bytes = 256;
constexpr std::size_t max_dialect_bytes = std::size_t{64} << 10;

/// The columns of the file.
struct DdlListHeader {
  std::size_t table;
  std::optional<std::size_t> ddl;
  std::optional<std::size_t> description;
};

std::optional<DdlListHeader> ddl_list_header(std::span<const std::string_view> fields) {
  const auto find = [&](std::string_view name) -> std::optional<std::size_t> {
    const auto found = std::ranges::find_if(
        fields, [&](std::string_view field) { return same_name(trimmed(field), name); });
    if (found == fields.end()) return std::nullopt;
    return static_cast<std::size_t>(found - fields.begin());
  };
  const auto table = find("table_name"), ddl = find("ddl"), description = find("description");
  // Some files only describe.
  if (!table || (!ddl && !(description && fields.size() == 2))) return std::nullopt;
  return DdlListHeader{*table, ddl, description};
}

struct DdlListRow {
  std::string table;
  std::string description;
  std::string ddl;
  std::size_t line;
};

std::vector<DdlListRow> read_ddl_rows(const SourceText &file) {
  CsvReader csv(file.text);
  std::vector<DdlListRow> rows;
  if (!csv.next()) return rows;
  const auto header = ddl_list_header(csv.fields());
  if (!header) return rows;
  while (csv.next()) {
    const std::span<const std::string_view> fields = csv.fields();
    const auto field = [&](std::optional<std::size_t> number) {
      return std::string(number && *number < fields.size() ? fields[*number] : std::string_view());
    };
    rows.push_back({field(header->table), field(header->description), field(header->ddl),
                    static_cast<std::size_t>(csv.line())});
  }
  return rows;
}

sql::Dialect dialect_of_rows(const std::vector<DdlListRow> &rows) {
  std::string text;
  for (const DdlListRow &row : rows) {
    text += row.ddl;
    text += ";\n";
    if (text.size() > max_dialect_bytes) break;
  }
  return sql::detect_dialect(text);
}

/// Gives tables their descriptions; those without DDL become tables without columns.
void describe_ddl_tables(DatabaseDefinition &database, std::vector<DdlListRow> &rows) {
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < database.tables.size(); ++i)
    places.emplace(lower_ascii(database.tables[i].name), i);
  for (DdlListRow &row : rows) {
    if (row.description.empty()) continue;
    const std::size_t dot = row.table.rfind('.');
    std::string name = dot == row.table.npos ? std::move(row.table) : row.table.substr(dot + 1);
    const auto [found, is_new] = places.emplace(lower_ascii(name), database.tables.size());
    if (is_new) database.tables.emplace_back().name = std::move(name);
    std::string &description = database.tables[found->second].description;
    if (description.empty()) description = std::move(row.description);
  }
}

}  // namespace

bool is_spider2_ddl(const SourceText &file) {
  CsvReader csv(file.text.substr(0, max_ddl_header_bytes));
  return csv.next() && ddl_list_header(csv.fields());
}

DatabaseDefinition read_spider2_ddl(const SourceText &file, const LoadOptions &options) {
  std::vector<DdlListRow> rows = read_ddl_rows(file);
  const sql::Dialect dialect = options.dialect ? *options.dialect : dialect_of_rows(rows);
  ScriptCatalog catalog(dialect, 0, 0);
  for (const DdlListRow &row : rows) {
    sql::read_ddl(row.ddl, {.dialect = dialect},
                  [&](sql::DdlStatement &&statement, std::size_t line) {
                    catalog.apply(std::move(statement), row.line + line - 1);
                  });
  }
  DatabaseDefinition database = definition_of(catalog, file_stem_of(file.path));
  database.place.source = file.path;
  SourceProblems problems(options, file.path);
  for (ScriptProblem &problem : catalog.problems())
    problems.add(problem.line, std::move(problem.reason));
  describe_ddl_tables(database, rows);
  return database;
}

}  // namespace sluice::inline v0::schema_detail
