#include "sluice/core/json_writer.hpp"
#include "sluice/schema/load.hpp"

namespace sluice::inline v0 {
namespace {

void write_text(JsonWriter &writer, std::string_view key, std::string_view text) {
  if (!text.empty()) writer.member(key, text);
}

void write_column(JsonWriter &writer, const Column &column) {
  writer.begin_object().member("name", column.name);
  write_text(writer, "title", column.title);
  write_text(writer, "type", column.type);
  write_text(writer, "description", column.description);
  if (!column.samples().empty()) {
    writer.key("samples").begin_array();
    for (const std::string_view sample : column.samples()) writer.value(sample);
    writer.end_array();
  }
  writer.end_object();
}

void write_names(JsonWriter &writer, std::string_view key, const Table &table,
                 std::span<const std::uint32_t> positions) {
  writer.key(key).begin_array();
  for (const std::uint32_t position : positions) writer.value(table.columns[position].name);
  writer.end_array();
}

void write_table(JsonWriter &writer, const Table &table) {
  writer.begin_object().member("name", table.name);
  write_text(writer, "title", table.title);
  write_text(writer, "description", table.description);
  writer.key("columns").begin_array();
  for (const Column &column : table.columns) write_column(writer, column);
  writer.end_array();
  if (!table.primary_key.empty()) write_names(writer, "primary_key", table, table.primary_key);
  writer.end_object();
}

void write_foreign_key(JsonWriter &writer, const Database &database, const ForeignKey &key) {
  const Table &table = database.tables()[key.table];
  const Table &referenced = database.tables()[key.referenced_table];
  writer.begin_object().member("table", table.name);
  write_names(writer, "columns", table, key.columns);
  writer.member("referenced_table", referenced.name);
  write_names(writer, "referenced_columns", referenced, key.referenced_columns);
  writer.end_object();
}

void write_database(JsonWriter &writer, const Database &database) {
  writer.begin_object().member("name", database.name());
  write_text(writer, "description", database.description());
  writer.key("tables").begin_array();
  for (const Table &table : database.tables()) write_table(writer, table);
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
