#include <string_view>

#include "schema/skipped_json.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/schema/schema_difference.hpp"
#include "sluice/schema/show.hpp"

namespace sluice::inline v0 {
namespace {

std::string_view change_name(DifferenceKind kind) {
  switch (kind) {
    case DifferenceKind::added: return "added";
    case DifferenceKind::removed: return "removed";
    case DifferenceKind::changed: break;
  }
  return "changed";
}

void write_change_part(JsonWriter &writer, const std::string &text) {
  writer.value(std::string_view(text));
}
void write_change_part(JsonWriter &writer, bool truth) { writer.value(truth); }
void write_change_part(JsonWriter &writer, TableKind kind) { writer.value(kind_name(kind)); }
void write_change_part(JsonWriter &writer, const std::vector<std::string> &texts) {
  writer.begin_array();
  for (const std::string &text : texts) writer.value(std::string_view(text));
  writer.end_array();
}

template <class Value>
void write_change(JsonWriter &writer, std::string_view key,
                  const std::optional<ValueChange<Value>> &change) {
  if (!change) return;
  writer.key(key).begin_object().key("before");
  write_change_part(writer, change->before);
  writer.key("after");
  write_change_part(writer, change->after);
  writer.end_object();
}

void write_changed_keys(JsonWriter &writer, std::string_view name,
                        const std::vector<ForeignKeyName> &keys) {
  if (keys.empty()) return;
  writer.key(name).begin_array();
  for (const ForeignKeyName &key : keys) {
    writer.begin_object().key("columns");
    write_change_part(writer, key.columns);
    writer.member("table", std::string_view(key.table)).key("referenced");
    write_change_part(writer, key.referenced);
    writer.member("inferred", key.inferred).end_object();
  }
  writer.end_array();
}

void write_change_start(JsonWriter &writer, const std::string &name, DifferenceKind kind) {
  writer.begin_object().member("name", std::string_view(name)).member("change", change_name(kind));
}

void write_changed_table(JsonWriter &writer, const TableDifference &table) {
  write_change_start(writer, table.name, table.kind);
  write_change(writer, "kind", table.table_kind);
  write_change(writer, "description", table.description);
  write_change(writer, "primary_key", table.primary_key);
  write_changed_keys(writer, "added_keys", table.added_keys);
  write_changed_keys(writer, "removed_keys", table.removed_keys);
  writer.key("columns").begin_array();
  for (const ColumnDifference &column : table.columns) {
    write_change_start(writer, column.name, column.kind);
    write_change(writer, "type", column.type);
    write_change(writer, "nullable", column.nullable);
    write_change(writer, "generated", column.generated);
    write_change(writer, "values", column.values);
    write_change(writer, "description", column.description);
    writer.end_object();
  }
  writer.end_array().end_object();
}

}  // namespace

std::string difference_json(const SchemaDifference &difference,
                            std::span<const SkippedItem> skipped) {
  JsonWriter writer;
  writer.begin_object().member("equal", difference.empty()).key("databases").begin_array();
  for (const DatabaseDifference &database : difference.databases) {
    write_change_start(writer, database.name, database.kind);
    write_change(writer, "description", database.description);
    writer.key("tables").begin_array();
    for (const TableDifference &table : database.tables) write_changed_table(writer, table);
    writer.end_array().end_object();
  }
  writer.end_array();
  schema_detail::write_skipped(writer, skipped);
  writer.end_object();
  return writer.take();
}

}  // namespace sluice::inline v0
