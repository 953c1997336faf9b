/// The compact form and the JSON form.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "column_type.hpp"
#include "comments.hpp"
#include "field_paths.hpp"
#include "schema_forms.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/schema/quoted_names.hpp"
#include "sluice/schema/show.hpp"
#include "sluice/sql/quote.hpp"

namespace sluice::inline v0::prompt_detail {
namespace {

std::string compact_names(const Table &table, std::span<const std::uint32_t> positions,
                          sql::Dialect dialect) {
  std::string names;
  for (const std::uint32_t position : positions) {
    if (!names.empty()) names += ", ";
    names += one_line(quoted_column(table.columns[position], dialect));
  }
  return names;
}

void append_comment(std::string &text, const std::string &comment, sql::Dialect dialect) {
  if (!comment.empty()) text.append(" ").append(sql::quoted_string(comment, dialect));
}

void json_names(JsonWriter &writer, const Table &table, std::span<const std::uint32_t> positions) {
  writer.begin_array();
  for (const std::uint32_t position : positions) writer.value(table.columns[position].name);
  writer.end_array();
}

void json_column(JsonWriter &writer, const Column &column, const std::string &path,
                 const SchemaTextOptions &options) {
  writer.begin_object().member("name", column.name);
  if (column.nested) writer.member("path", std::string_view(path));
  const std::string type = shown_type(column.type);
  if (!type.empty()) writer.member("type", std::string_view(type));
  const std::string comment = with_samples(description_of(column, options), column, options);
  if (!comment.empty()) writer.member("comment", std::string_view(comment));
  const auto values = shown_values(column, options);
  if (!values.empty()) {
    writer.key("values").begin_array();
    for (const std::string &value : values) writer.value(std::string_view(value));
    writer.end_array();
    if (values.size() < column.values().size())
      writer.member("value_count", column.values().size());
  }
  writer.end_object();
}

void json_kind(JsonWriter &writer, const Database &database, std::uint32_t number) {
  if (kind_of(database, number).empty()) return;
  writer.member("kind", kind_name(database.tables()[number].kind));
  const TableMembers *const members = find_members(database, number);
  if (members == nullptr) return;
  writer.key("members").begin_object().member("count", members->count);
  writer.member("first", members->first).member("last", members->last).end_object();
}

void json_table(JsonWriter &writer, const SchemaLayout &layout,
                const SchemaLayout::DatabasePart &database, const SchemaLayout::TablePart &part,
                const SchemaTextOptions &options) {
  const Table &table = layout.catalog.table(part.id);
  writer.begin_object().member("name", table.name);
  json_kind(writer, layout.catalog.database(database.id), layout.position_of(database, part));
  const std::string about = description_of(table, options);
  if (!about.empty()) writer.member("comment", std::string_view(about));
  writer.key("columns").begin_array();
  std::optional<FieldPaths> paths;
  for (const ColumnId id : part.columns) {
    const Column &column = layout.catalog.column(id);
    std::string path;
    if (column.nested) {
      if (!paths) paths.emplace(table);
      path = paths->plain(position_in(layout.catalog, part.id, id));
    }
    json_column(writer, column, path, options);
  }
  writer.end_array();
  if (layout.has_primary_key(database, part))
    json_names(writer.key("primary_key"), table, table.primary_key);
  writer.end_object();
}

}  // namespace

void append_compact(const SchemaLayout &layout, const SchemaLayout::DatabasePart &database,
                    const SchemaTextOptions &options, std::string &text) {
  const Database &whole = layout.catalog.database(database.id);
  const sql::Dialect dialect = whole.dialect();
  const auto name_of = [dialect](const Table &table) {
    return one_line(quoted_table(table, dialect));
  };
  for (const auto &part : database.tables) {
    const std::uint32_t number = layout.position_of(database, part);
    const Table &table = whole.tables()[number];
    std::optional<FieldPaths> paths;
    text += name_of(table) + '(';
    for (const ColumnId id : part.columns) {
      const Column &column = layout.catalog.column(id);
      if (id != part.columns.front()) text += ", ";
      if (column.nested && !paths) paths.emplace(table);
      text += column.nested ? paths->quoted(position_in(layout.catalog, part.id, id), dialect)
                            : one_line(quoted_column(column, dialect));
      append_comment(text,
                     joined_parts({description_of(column, options, Titles::left_out),
                                   values_of(column, options)}),
                     dialect);
    }
    text += ')';
    append_comment(
        text,
        joined_parts({kind_of(whole, number), description_of(table, options, Titles::left_out)}),
        dialect);
    text += '\n';
  }
  for (const ForeignKey &key : layout.foreign_keys(database)) {
    const Table &table = whole.tables()[key.table];
    const Table &referenced = whole.tables()[key.referenced_table];
    text += fmt::format("{}({}) -> {}({})\n", name_of(table),
                        compact_names(table, key.columns, dialect), name_of(referenced),
                        compact_names(referenced, key.referenced_columns, dialect));
  }
}

void write_database(const SchemaLayout &layout, const SchemaLayout::DatabasePart &database,
                    const SchemaTextOptions &options, JsonWriter &writer) {
  const Database &whole = layout.catalog.database(database.id);
  writer.begin_object().member("name", whole.name());
  if (whole.dialect() != sql::Dialect::sqlite)
    writer.member("dialect", sql::dialect_title(whole.dialect()));
  writer.key("tables").begin_array();
  for (const auto &part : database.tables) json_table(writer, layout, database, part, options);
  writer.end_array().key("foreign_keys").begin_array();
  for (const ForeignKey &key : layout.foreign_keys(database)) {
    const Table &table = whole.tables()[key.table];
    const Table &referenced = whole.tables()[key.referenced_table];
    writer.begin_object().member("table", table.name);
    json_names(writer.key("columns"), table, key.columns);
    writer.member("referenced_table", referenced.name);
    json_names(writer.key("referenced_columns"), referenced, key.referenced_columns);
    writer.end_object();
  }
  writer.end_array().end_object();
}

}  // namespace sluice::inline v0::prompt_detail
