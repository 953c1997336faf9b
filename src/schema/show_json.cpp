#include <algorithm>
#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "repeated_type.hpp"
#include "schema/skipped_json.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/schema/show.hpp"

namespace sluice::inline v0 {
namespace {

void show_positions(JsonWriter &writer, std::string_view key, const Table &table,
                    std::span<const std::uint32_t> positions) {
  writer.key(key).begin_array();
  for (const std::uint32_t position : positions) writer.value(table.columns[position].name);
  writer.end_array();
}

void show_texts(JsonWriter &writer, std::string_view key, std::span<const std::string_view> texts) {
  writer.key(key).begin_array();
  for (const std::string_view text : texts) writer.value(text);
  writer.end_array();
}

void show_column(JsonWriter &writer, const Column &column, std::string_view path) {
  writer.begin_object().member("name", column.name).member("path", path);
  writer.member("type", column.type).member("nullable", bool{column.nullable});
  writer.member("description", column.description);
  show_texts(writer, "values", column.values());
  if (column.generated) writer.member("generated", true);
  if (column.nested) writer.member("nested", true);
  if (!column.samples().empty()) show_texts(writer, "samples", column.samples());
  writer.end_object();
}

using Keys = std::vector<const ForeignKey *>;

std::vector<Keys> keys_by_table(const Database &database) {
  std::vector<Keys> keys(database.tables().size());
  for (const ForeignKey &key : database.foreign_keys()) keys[key.table].push_back(&key);
  return keys;
}

void show_table(JsonWriter &writer, const Database &database, std::uint32_t number,
                const Keys &keys) {
  const Table &table = database.tables()[number];
  writer.begin_object().member("name", table.bare_name()).member("namespace", table.qualifier());
  writer.member("kind", kind_name(table.kind)).member("description", table.description);
  const auto members =
      std::ranges::lower_bound(database.members(), number, {}, &TableMembers::table);
  if (members != database.members().end() && members->table == number) {
    writer.key("members").begin_object().member("count", members->count);
    writer.member("first", members->first).member("last", members->last).end_object();
  }
  writer.key("columns").begin_array();
  const std::vector<std::string> paths = paths_of(table);
  for (std::size_t i = 0; i < paths.size(); ++i) show_column(writer, table.columns[i], paths[i]);
  writer.end_array();
  show_positions(writer, "primary_key", table, table.primary_key);
  writer.key("foreign_keys").begin_array();
  for (const ForeignKey *key : keys) {
    const Table &referenced = database.tables()[key->referenced_table];
    writer.begin_object();
    show_positions(writer, "columns", table, key->columns);
    writer.member("table", referenced.name);
    show_positions(writer, "referenced", referenced, key->referenced_columns);
    writer.member("inferred", key->evidence != KeyEvidence::declared).end_object();
  }
  writer.end_array().end_object();
}

}  // namespace

std::string_view kind_name(TableKind kind) noexcept {
  switch (kind) {
    case TableKind::table: break;
    case TableKind::view: return "view";
    case TableKind::materialized_view: return "materialized_view";
    case TableKind::virtual_table: return "virtual";
    case TableKind::external: return "external";
    case TableKind::family: return "family";
  }
  return "table";
}

std::optional<TableKind> find_kind(std::string_view name) noexcept {
  for (std::size_t i = 0; i <= static_cast<std::size_t>(TableKind::family); ++i) {
    if (kind_name(static_cast<TableKind>(i)) == name) return static_cast<TableKind>(i);
  }
  return std::nullopt;
}

std::string path_of(const Table &table, const Column &column) {
  if (!column.nested) return std::string(column.name);
  std::string path;
  std::size_t begin = 0;  // of the current step
  for (const Column &step : table.columns) {
    if (&step == &column) break;
    if (column.name.size() <= step.name.size() || column.name[step.name.size()] != '.' ||
        !column.name.starts_with(step.name) || step.name.size() < begin) {
      continue;
    }
    // Each step comes before the fields in it.
    path += column.name.substr(begin, step.name.size() - begin);
    if (schema_detail::is_repeated(step.type)) path += "[]";
    begin = step.name.size();
  }
  path += column.name.substr(begin);
  return path;
}

std::vector<std::string> paths_of(const Table &table) {
  constexpr std::size_t max_steps = 64;
  std::vector<std::string> paths;
  paths.reserve(table.columns.size());
  const bool has_fields = std::ranges::any_of(table.columns, [](auto &of) { return of.nested; });
  std::unordered_map<std::string_view, std::string_view> types;  // of the columns before, by name
  for (const Column &column : table.columns) {
    std::string &path = paths.emplace_back();
    std::size_t begin = 0;  // of the current step
    std::size_t dot = column.nested ? column.name.find('.') : column.name.npos;
    for (std::size_t steps = 0; dot != column.name.npos && steps < max_steps; ++steps) {
      const auto step = types.find(column.name.substr(0, dot));
      if (step != types.end()) {
        path += column.name.substr(begin, dot - begin);
        if (schema_detail::is_repeated(step->second)) path += "[]";
        begin = dot;
      }
      dot = column.name.find('.', dot + 1);
    }
    path += column.name.substr(begin);
    if (has_fields) types.try_emplace(column.name, column.type);
  }
  return paths;
}

std::string show_json(const Catalog &catalog, std::span<const SkippedItem> skipped) {
  JsonWriter writer;
  writer.begin_object().key("databases").begin_array();
  for (const DatabaseId id : catalog.databases()) {
    const Database &database = catalog.database(id);
    writer.begin_object().member("name", database.name());
    writer.member("dialect", sql::dialect_name(database.dialect()));
    if (!database.description().empty()) writer.member("description", database.description());
    writer.key("tables").begin_array();
    const std::vector<Keys> keys = keys_by_table(database);
    for (std::uint32_t table = 0; table < keys.size(); ++table)
      show_table(writer, database, table, keys[table]);
    writer.end_array().end_object();
  }
  writer.end_array();
  schema_detail::write_skipped(writer, skipped);
  writer.end_object();
  return writer.take();
}

}  // namespace sluice::inline v0
