#include "export_tables.hpp"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "export_kind.hpp"
#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

constexpr std::size_t max_export_columns = std::size_t{1} << 22;
constexpr std::size_t max_path_bytes = 1024;

std::string joined_key(std::initializer_list<std::string_view> parts) {
  std::string key;
  for (const std::string_view part : parts) {
    key += part;
    key += '\0';
  }
  return key;
}

bool is_generated(const ExportRow &row) {
  using enum ExportField;
  if (same_name(row[generated], "ALWAYS") || export_flag(row[generated]).value_or(false))
    return true;
  if (!row[generation_expression].empty()) return true;
  // MySQL writes DEFAULT_GENERATED for a default that is computed; older MariaDB writes one word.
  const std::string extras = upper_ascii(row[extra]);
  if (extras.find(" GENERATED") != extras.npos || extras == "VIRTUAL" || extras == "PERSISTENT")
    return true;
  return row[default_kind] == "MATERIALIZED" || row[default_kind] == "ALIAS";
}

bool allows_null(const ExportRow &row) {
  const std::string_view nullable = trimmed(row[ExportField::nullable]);
  if (same_name(nullable, "NOT NULL") || same_name(nullable, "NOT_NULL")) return false;
  return export_flag(nullable).value_or(true) &&
         !export_flag(row[ExportField::not_null]).value_or(false);
}

std::uint64_t key_position(const ExportRow &row) {
  const std::string_view flag = trimmed(row[ExportField::key_flag]);
  if (const auto position = export_count(flag)) return *position;
  const std::string letters = upper_ascii(flag);
  return letters.starts_with("PRI") || letters.starts_with("PK") || letters == "P" ||
                 export_flag(flag).value_or(false)
             ? 1
             : 0;
}

std::string_view column_comment_of(const ExportRow &row) {
  const std::string_view text = row[ExportField::column_comment];
  return text.empty() ? row[ExportField::comment] : text;
}

void fill(std::string &text, std::string_view from) {
  if (text.empty()) text = from;
}

void describe_table(ExportTable &table, const ExportRow &row) {
  if (const auto kind = export_kind(row)) {
    if (table.kind == TableKind::table) table.kind = kind->kind;
    table.is_left_out = table.is_left_out || kind->is_left_out;
  }
  if (table.description.empty()) table.description = export_table_comment(row);
}

}  // namespace

std::string_view export_table_name(const ExportRow &row) noexcept {
  using enum ExportField;
  if (!row[table].empty()) return row[table];
  return row[view].empty() ? row[materialized_view] : row[view];
}

void ExportTables::define(const ExportRow &row, const ExportHeader &header) {
  using enum ExportField;
  if (!row[deleted].empty()) return;
  const RowNames names{row[catalog], row[schema], export_table_name(row)};
  if (names.table.empty()) return problems_.add(row.place, "names no table");
  // An outer join of tables and columns, or of descriptions of both.
  if (row[column].empty()) return describe(row);
  // Oracle's columns for indexes on expressions.
  if (export_flag(row[hidden]).value_or(false) && row[column].starts_with("SYS_")) return;
  ExportTable &found = tables_[table_of(names)];
  describe_table(found, row);
  add_column(found, row);
  note_source(row, header, catalogs_[found.catalog]);
}

void ExportTables::note_source(const ExportRow &row, const ExportHeader &header,
                               ExportCatalog &catalog) {
  std::vector<std::string_view> &sources = catalog.sources;
  if ((sources.empty() || sources.back() != row.place.source) &&
      std::ranges::find(sources, row.place.source) == sources.end()) {
    sources.push_back(row.place.source);
  }
  if (catalog.header != &header) catalog.dialect.add_header(header);
  catalog.header = &header;
  catalog.dialect.add_type(row);
}

std::size_t ExportTables::table_of(const RowNames &names) {
  std::string key = joined_key({names.catalog, names.schema, names.table});
  if (last_table_ && key == last_key_) return *last_table_;
  std::optional<std::size_t> found = by_full_name_.find_exact(key);
  if (!found && names.catalog.empty()) {
    found = names.schema.empty()
                ? by_name_.find_exact(names.table)
                : by_schema_name_.find_exact(joined_key({names.schema, names.table}));
  }
  if (!found) {
    std::string_view catalog = names.catalog;
    if (catalog.empty() && !names.schema.empty()) {
      const auto of_schema = catalogs_by_schema_.find_exact(names.schema);
      if (of_schema) catalog = catalogs_[*of_schema].name;
    }
    found = add_table(std::string(catalog), names);
  }
  last_key_ = std::move(key);
  last_table_ = found;
  return *found;
}

std::size_t ExportTables::add_table(std::string_view catalog, const RowNames &names) {
  auto place = catalogs_by_name_.find_exact(catalog);
  if (!place) {
    place = catalogs_.size();
    catalogs_by_name_.add(catalog, *place);
    catalogs_.emplace_back().name = catalog;
  }
  const std::size_t number = tables_.size();
  ExportTable &table = tables_.emplace_back();
  table.catalog = *place;
  table.schema = names.schema;
  table.name = names.table;
  by_full_name_.add(joined_key({catalog, names.schema, names.table}), number);
  by_schema_name_.add(joined_key({names.schema, names.table}), number);
  by_name_.add(names.table, number);
  catalogs_by_schema_.add(names.schema, *place);
  return number;
}

std::optional<std::size_t> ExportTables::find(std::string_view catalog, std::string_view schema,
                                              std::string_view table) const {
  if (schema.empty()) return by_name_.find(table);
  if (const auto found = by_full_name_.find(joined_key({catalog, schema, table}))) return found;
  const auto found = by_schema_name_.find(joined_key({schema, table}));
  // Of another database, unless that has no name here.
  if (found && !catalog.empty() && catalogs_[tables_[*found].catalog].is_named())
    return std::nullopt;
  if (found) return found;
  // The export of the columns may have no schema.
  const auto bare = by_name_.find(table);
  return bare && tables_[*bare].schema.empty() ? bare : std::nullopt;
}

bool ExportTables::has_room(const ExportRow &row) {
  if (columns_ < max_export_columns) {
    ++columns_;
    return true;
  }
  problems_.add(row.place, "is one column too many: the exports list millions");
  return false;
}

void ExportTables::add_column(ExportTable &owner, const ExportRow &row) {
  using enum ExportField;
  auto found = owner.columns_by_name.find_exact(row[column]);
  if (!found) {
    if (!has_room(row)) return;
    found = owner.columns.size();
    owner.columns_by_name.add(row[column], *found);
    owner.columns.emplace_back().name = row[column];
  }
  ExportColumn &known = owner.columns[*found];
  if (!row[field_path].empty() && row[field_path] != row[column]) return add_field(known, row);
  if (known.type.empty()) known.type = export_type(row);
  fill(known.description, column_comment_of(row));
  if (!known.ordinal) known.ordinal = export_count(row[ordinal]);
  if (known.key_position == 0) known.key_position = key_position(row);
  known.nullable = known.nullable && allows_null(row);
  known.generated = known.generated || is_generated(row);
}

void ExportTables::add_field(ExportColumn &column, const ExportRow &row) {
  const std::string_view path = row[ExportField::field_path];
  if (!path.starts_with(column.name) || path.size() < column.name.size() + 2 ||
      path[column.name.size()] != '.' || path.size() > max_path_bytes) {
    return problems_.add(row.place, "has a field_path that does not begin with its column");
  }
  if (!has_room(row)) return;
  column.fields.push_back({std::string(path.substr(column.name.size() + 1)), export_type(row),
                           std::string(column_comment_of(row))});
}

void ExportTables::describe(const ExportRow &row) {
  using enum ExportField;
  if (!row[deleted].empty()) return;
  const std::string_view name = export_table_name(row);
  if (name.empty()) return problems_.add(row.place, "names no table");
  const auto found = find(row[catalog], row[schema], name);
  if (!found) {
    const auto kind = export_kind(row);
    const bool is_system = is_system_schema(row[schema], sql::Dialect::permissive);
    if (!is_system && !(kind && kind->is_left_out))
      problems_.add(row.place, "is about a table of which no columns are listed");
    return;
  }
  ExportTable &known = tables_[*found];
  describe_table(known, row);
  if (row[column].empty() || column_comment_of(row).empty()) return;
  const auto position = known.columns_by_name.find(row[column]);
  if (!position) return problems_.add(row.place, "is about a column that is not listed");
  fill(known.columns[*position].description, column_comment_of(row));
}

}  // namespace sluice::inline v0::schema_detail
