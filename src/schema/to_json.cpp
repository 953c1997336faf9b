#include <algorithm>
#include <string_view>

#include "sluice/core/json_writer.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/schema/show.hpp"

namespace sluice::inline v0 {
namespace {

void write_text(JsonWriter &writer, std::string_view key, std::string_view text) {
  if (!text.empty()) writer.member(key, text);
}

void write_texts(JsonWriter &writer, std::string_view key,
                 std::span<const std::string_view> texts) {
  if (texts.empty()) return;
  writer.key(key).begin_array();
  for (const std::string_view text : texts) writer.value(text);
  writer.end_array();
}

void write_column(JsonWriter &writer, const Column &column) {
  writer.begin_object().member("name", column.name);
  write_text(writer, "title", column.title);
  write_text(writer, "type", column.type);
  write_text(writer, "description", column.description);
  write_texts(writer, "samples", column.samples());
  write_texts(writer, "values", column.values());
  if (!column.nullable) writer.member("nullable", false);
  if (column.generated) writer.member("generated", true);
  if (column.nested) writer.member("nested", true);
  writer.end_object();
}

void write_names(JsonWriter &writer, std::string_view key, const Table &table,
                 std::span<const std::uint32_t> positions) {
  writer.key(key).begin_array();
  for (const std::uint32_t position : positions) writer.value(table.columns[position].name);
  writer.end_array();
}

/// Where the columns of a view come from: one object per column that has an origin.
void write_origins(JsonWriter &writer, const Database &database, std::uint32_t table) {
  const auto origins = database.origins();
  auto own = std::ranges::lower_bound(origins, table, {}, &ColumnOrigin::table);
  if (own == origins.end() || own->table != table) return;
  writer.key("origins").begin_array();
  for (; own != origins.end() && own->table == table; ++own) {
    const ColumnOrigin &origin = *own;
    const Table &source = database.tables()[origin.source_table];
    writer.begin_object();
    writer.member("column", database.tables()[table].columns[origin.column].name);
    writer.member("table", source.name);
    writer.member("source", source.columns[origin.source_column].name).end_object();
  }
  writer.end_array();
}

void write_members(JsonWriter &writer, const Database &database, std::uint32_t table) {
  const auto own = std::ranges::lower_bound(database.members(), table, {}, &TableMembers::table);
  if (own == database.members().end() || own->table != table) return;
  writer.key("members").begin_object().member("count", own->count);
  writer.member("first", own->first).member("last", own->last).end_object();
}

void write_table(JsonWriter &writer, const Database &database, std::uint32_t number) {
  const Table &table = database.tables()[number];
  writer.begin_object().member("name", table.bare_name());
  write_text(writer, "namespace", table.qualifier());
  write_text(writer, "title", table.title);
  write_text(writer, "description", table.description);
  if (table.kind != TableKind::table) writer.member("kind", kind_name(table.kind));
  write_members(writer, database, number);
  writer.key("columns").begin_array();
  for (const Column &column : table.columns) write_column(writer, column);
  writer.end_array();
  if (!table.primary_key.empty()) write_names(writer, "primary_key", table, table.primary_key);
  write_origins(writer, database, number);
  writer.end_object();
}

void write_foreign_key(JsonWriter &writer, const Database &database, const ForeignKey &key) {
  const Table &table = database.tables()[key.table];
  const Table &referenced = database.tables()[key.referenced_table];
  writer.begin_object().member("table", table.name);
  write_names(writer, "columns", table, key.columns);
  writer.member("referenced_table", referenced.name);
  write_names(writer, "referenced_columns", referenced, key.referenced_columns);
  if (key.evidence == KeyEvidence::tested) writer.member("evidence", "tested");
  if (key.evidence == KeyEvidence::view) writer.member("evidence", "view");
  if (key.evidence == KeyEvidence::inferred) writer.member("evidence", "inferred");
  writer.end_object();
}

void write_database(JsonWriter &writer, const Database &database) {
  writer.begin_object().member("name", database.name());
  write_text(writer, "description", database.description());
  if (database.dialect() != sql::Dialect::sqlite)
    writer.member("dialect", sql::dialect_name(database.dialect()));
  writer.key("tables").begin_array();
  for (std::uint32_t table = 0; table < database.tables().size(); ++table)
    write_table(writer, database, table);
  writer.end_array();
  if (!database.foreign_keys().empty()) {
    writer.key("foreign_keys").begin_array();
    for (const ForeignKey &key : database.foreign_keys()) write_foreign_key(writer, database, key);
    writer.end_array();
  }
  writer.end_object();
}

}  // namespace

std::string to_json(const Catalog &catalog) {
  JsonWriter writer;
  writer.begin_object().member("version", 1).key("databases").begin_array();
  for (const DatabaseId id : catalog.databases()) write_database(writer, catalog.database(id));
  writer.end_array().end_object();
  return writer.take();
}

}  // namespace sluice::inline v0
