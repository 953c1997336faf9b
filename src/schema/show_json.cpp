#include <algorithm>
#include <string_view>
#include <vector>

#include "column_paths.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/schema/show.hpp"

namespace sluice::inline v0 {
namespace {

void write_positions(JsonWriter &writer, std::string_view key, const Table &table,
                     std::span<const std::uint32_t> positions) {
  writer.key(key).begin_array();
  for (const std::uint32_t position : positions) writer.value(table.columns[position].name);
  writer.end_array();
}

void write_texts(JsonWriter &writer, std::string_view key,
                 std::span<const std::string_view> texts) {
  writer.key(key).begin_array();
  for (const std::string_view text : texts) writer.value(text);
  writer.end_array();
}

void write_column(JsonWriter &writer, const Column &column, std::string_view path) {
  writer.begin_object().member("name", column.name).member("path", path);
  writer.member("type", column.type).member("nullable", bool{column.nullable});
  writer.member("description", column.description);
  write_texts(writer, "values", column.values());
  if (column.generated) writer.member("generated", true);
  if (!column.samples().empty()) write_texts(writer, "samples", column.samples());
  writer.end_object();
}

void write_table(JsonWriter &writer, const Database &database, std::uint32_t number) {
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
  const std::vector<std::string> paths = schema_detail::column_paths(table);
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    write_column(writer, table.columns[i], paths[i]);
  writer.end_array();
  write_positions(writer, "primary_key", table, table.primary_key);
  writer.key("foreign_keys").begin_array();
  for (const ForeignKey &key : database.foreign_keys()) {
    if (key.table != number) continue;
    const Table &referenced = database.tables()[key.referenced_table];
    writer.begin_object();
    write_positions(writer, "columns", table, key.columns);
    writer.member("table", referenced.name);
    write_positions(writer, "referenced", referenced, key.referenced_columns);
    writer.member("inferred", key.evidence != KeyEvidence::declared).end_object();
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

std::string path_of(const Table &table, const Column &column) {
  if (!column.nested) return std::string(column.name);
  const auto position = static_cast<std::size_t>(&column - table.columns.data());
  return schema_detail::column_paths(table)[position];
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
    for (std::uint32_t table = 0; table < database.tables().size(); ++table)
      write_table(writer, database, table);
    writer.end_array().end_object();
  }
  writer.end_array().key("skipped").begin_array();
  for (const SkippedItem &item : skipped) {
    writer.begin_object().member("where", item.where).member("reason", item.reason).end_object();
  }
  writer.end_array().end_object();
  return writer.take();
}

}  // namespace sluice::inline v0
