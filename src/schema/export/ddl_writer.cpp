#include "ddl_writer.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "ddl_comments.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/schema/export.hpp"
#include "type_shape.hpp"

namespace sluice::inline v0 {
namespace schema_detail {
namespace {

constexpr std::size_t max_remarked_values = 50;

bool is_number(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  const auto is_digit_or_point = [](char c) { return is_ascii_digit(c) || c == '.'; };
  return !text.empty() && is_ascii_digit(text.front()) && is_ascii_digit(text.back()) &&
         std::ranges::all_of(text, is_digit_or_point) && std::ranges::count(text, '.') <= 1;
}

bool is_number_family(TypeFamily family) {
  switch (family) {
    case TypeFamily::tiny_integer:
    case TypeFamily::small_integer:
    case TypeFamily::integer:
    case TypeFamily::big_integer:
    case TypeFamily::decimal:
    case TypeFamily::single:
    case TypeFamily::floating: return true;
    default: return false;
  }
}

/// The values as a remark: "one of 'a', 'b'".
std::string remarked_values(const Column &column) {
  std::string text = "one of ";
  std::size_t written = 0;
  for (const std::string_view value : column.values()) {
    if (written == max_remarked_values)
      return text + fmt::format(" and {} more", column.values().size() - written);
    if (written++ > 0) text += ", ";
    text += fmt::format("'{}'", ddl_remark(value));
  }
  return text;
}

std::string counted(std::size_t count, std::string_view one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

}  // namespace

/// A line of a table's definition, with lines before it and text behind it.
struct DdlWriter::Item {
  std::string text;
  std::string remarks = {};
  std::string behind = {};
};

DdlWriter::DdlWriter(const Database &database, sql::Dialect target)
    : database_(database),
      target_(target),
      syntax_(ddl_syntax(target)),
      names_(database, target),
      types_(database, target),
      keys_(plan_keys(database, target)) {}

std::string DdlWriter::script() {
  for (const std::uint32_t table : keys_.tables) add_table(table);
  add_altered_keys();
  for (std::uint32_t i = 0; i < database_.tables().size(); ++i) {
    if (is_view_kind(database_.tables()[i].kind)) add_view(i);
  }
  add_remarked_keys();
  return beginning() + text_;
}

std::string DdlWriter::beginning() const {
  const auto views = static_cast<std::size_t>(std::ranges::count_if(
      database_.tables(), [](const Table &table) { return is_view_kind(table.kind); }));
  std::string text = fmt::format("-- Exported by sluice for {}.\n-- Database \"{}\": {}",
                                 sql::dialect_name(target_), ddl_remark(database_.name()),
                                 counted(database_.tables().size() - views, "table"));
  if (views > 0) text += ", " + counted(views, "view");
  text += ".\n";
  if (!database_.description().empty())
    text += fmt::format("-- {}\n", ddl_remark(database_.description()));
  if (!types_.undefined().empty()) {
    text += "-- Types that have to exist: ";
    for (std::size_t i = 0; i < types_.undefined().size(); ++i)
      text += (i == 0 ? "" : ", ") + ddl_remark(types_.undefined()[i]);
    text += ".\n";
  }
  text += schemas();
  for (const DdlTypes::Enumeration &type : types_.enumerations()) {
    text += fmt::format("\nCREATE TYPE {} AS ENUM (", type.name);
    for (std::size_t i = 0; i < type.values.size(); ++i)
      text += (i == 0 ? "" : ", ") + ddl_text(type.values[i], target_);
    text += ");\n";
  }
  return text;
}

std::string DdlWriter::schemas() const {
  const std::vector<std::string> schemas = names_.schemas();
  if (schemas.empty()) return {};
  std::string text = "\n";
  for (const std::string &schema : schemas) {
    if (syntax_.schemas == DdlSchemas::user) {
      text += fmt::format("-- Schema {} is a user of the database.\n", schema);
      continue;
    }
    text += fmt::format("CREATE {}{} {};\n",
                        syntax_.schemas == DdlSchemas::database ? "DATABASE" : "SCHEMA",
                        syntax_.schema_if_not_exists ? " IF NOT EXISTS" : "", schema);
    if (syntax_.batches) text += "GO\n";
  }
  if (!names_.home().empty())
    text += fmt::format("CREATE SCHEMA IF NOT EXISTS {0};\nUSE {0};\n", names_.home());
  // Where creating a schema also enters it, the other tables need the way back.
  const bool has_others = std::ranges::any_of(
      database_.tables(), [](const Table &table) { return table.qualifier().empty(); });
  if (has_others && target_ == sql::Dialect::snowflake) text += "USE SCHEMA PUBLIC;\n";
  if (has_others && target_ == sql::Dialect::clickhouse) text += "USE default;\n";
  return text;
}

void DdlWriter::add_remarks(const Table &table, std::uint32_t number) {
  if (table.kind == TableKind::external) text_ += "-- An external table: its rows are elsewhere.\n";
  if (table.kind == TableKind::virtual_table) text_ += "-- A virtual table.\n";
  if (syntax_.keys == DdlKeys::none && has_key(table)) {
    text_ += fmt::format("-- Its primary key is {}.\n",
                         ddl_remark(names_.list(table, table.primary_key)));
  }
  const auto members =
      std::ranges::lower_bound(database_.members(), number, {}, &TableMembers::table);
  if (members == database_.members().end() || members->table != number) return;
  text_ += fmt::format("-- A family of {}", counted(members->count, "table"));
  if (!members->first.empty())
    text_ += fmt::format(", {} to {}", ddl_remark(members->first), ddl_remark(members->last));
  text_ += ".\n";
}

void DdlWriter::add_table(std::uint32_t number) {
  const Table &table = database_.tables()[number];
  text_ += '\n';
  add_remarks(table, number);
  if (syntax_.comments == DdlComments::lines) text_ += comment_lines(table, false);
  std::vector<DdlColumnType> types = types_.of_table(number);
  const std::vector<Item> lines = items(table, number, types);
  if (lines.empty() && target_ != sql::Dialect::postgresql) {
    text_ += fmt::format("-- Table {} has no columns.\n", ddl_remark(names_.of(table)));
    return;
  }
  text_ += fmt::format("CREATE TABLE {} (\n", names_.of(table));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    text_ += lines[i].remarks;
    text_ += "  " + lines[i].text;
    if (i + 1 < lines.size()) text_ += ',';
    if (!lines[i].behind.empty()) text_ += " -- " + lines[i].behind;
    text_ += '\n';
  }
  text_ += fmt::format("){};\n", table_end(table));
  if (syntax_.values == DdlValues::alteration) {
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      const Column &column = table.columns[i];
      if (column.values().empty() || column.nested || types[i].lists_values) continue;
      const std::string name = fmt::format("{}_{}_values", table.bare_name(), column.name);
      text_ += fmt::format("ALTER TABLE {} ADD CONSTRAINT {} {};\n", names_.of(table),
                           names_.of(name), allowed_values(column));
    }
  }
  text_ += comment_statements(table, names_, target_);
}

DdlWriter::Item DdlWriter::column_item(const Table &table, std::size_t number, DdlColumnType &type,
                                       bool is_required) const {
  const Column &column = table.columns[number];
  Item item{names_.of(column.name)};
  const auto remark = [&](std::string_view text) {
    item.remarks += fmt::format("  -- {}\n", ddl_remark(text));
  };
  // What SQL Server computes has no type of its own.
  if (column.generated && column.type.empty() && target_ == sql::Dialect::sqlserver) {
    remark("computed; its expression is not known");
    item.text += " AS CAST(NULL AS sql_variant)";
    return item;
  }
  if (column.generated) remark("computed; its expression is not known");
  if (!type.remark.empty()) remark(type.remark);
  const bool is_list = element_type(column.type).has_value();
  const bool is_set = same_name(column.type.substr(0, 4), "set(");
  if (!column.values().empty() && !type.lists_values && (is_list || is_set)) {
    remark(fmt::format("any {}", remarked_values(column)));
    type.lists_values = true;
  } else if (!column.values().empty() && !type.lists_values && syntax_.values == DdlValues::none) {
    remark(remarked_values(column));
  }
  if (!type.text.empty()) item.text += ' ' + type.text;
  if (is_required) item.text += " NOT NULL";
  item.text += comment_clause(column.description, syntax_.comments, target_);
  if (syntax_.comments == DdlComments::lines) item.behind = ddl_remark(column.description);
  return item;
}

std::vector<DdlWriter::Item> DdlWriter::items(const Table &table, std::uint32_t number,
                                              std::vector<DdlColumnType> &types) const {
  std::vector<bool> required(table.columns.size());
  for (const std::uint32_t column : table.primary_key) required[column] = syntax_.not_null_keys;
  std::vector<Item> lines;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const Column &column = table.columns[i];
    if (!column.nested)
      lines.push_back(column_item(table, i, types[i], required[i] || !column.nullable));
  }
  if (lines.empty()) return lines;
  const bool in_list = syntax_.keys == DdlKeys::declared || syntax_.keys == DdlKeys::not_enforced;
  if (in_list && has_key(table)) lines.push_back({primary_key(table)});
  for (const std::span<const std::uint32_t> columns : keys_.unique[number]) {
    if (syntax_.keys == DdlKeys::declared)
      lines.push_back({"UNIQUE " + names_.list(table, columns)});
  }
  for (const std::uint32_t key : keys_.in_table[number])
    lines.push_back({foreign_key(database_.foreign_keys()[key])});
  const bool checks =
      syntax_.values == DdlValues::check || syntax_.values == DdlValues::enumeration;
  for (std::size_t i = 0; checks && i < table.columns.size(); ++i) {
    const Column &column = table.columns[i];
    if (column.values().empty() || column.nested || types[i].lists_values) continue;
    std::string check = allowed_values(column);
    if (target_ == sql::Dialect::clickhouse)
      check =
          fmt::format("CONSTRAINT {} {}", names_.of(std::string(column.name) + "_values"), check);
    lines.push_back({std::move(check)});
  }
  return lines;
}

bool DdlWriter::has_key(const Table &table) const {
  return !table.primary_key.empty() &&
         std::ranges::none_of(table.primary_key, [&](std::uint32_t column) {
           return bool{table.columns[column].nested};
         });
}

std::string DdlWriter::primary_key(const Table &table) const {
  return fmt::format("PRIMARY KEY {}{}", names_.list(table, table.primary_key),
                     syntax_.keys == DdlKeys::not_enforced ? " NOT ENFORCED" : "");
}

std::string DdlWriter::foreign_key(const ForeignKey &key) const {
  const Table &table = database_.tables()[key.table];
  const Table &referenced = database_.tables()[key.referenced_table];
  return fmt::format("FOREIGN KEY {} REFERENCES {} {}{}", names_.list(table, key.columns),
                     names_.referenced(referenced, table),
                     names_.list(referenced, key.referenced_columns),
                     syntax_.keys == DdlKeys::not_enforced ? " NOT ENFORCED" : "");
}

std::string DdlWriter::allowed_values(const Column &column) const {
  const bool numbers = is_number_family(type_shape(column.type, database_.dialect()).family) &&
                       std::ranges::all_of(column.values(), is_number);
  std::string text = fmt::format("CHECK ({} IN (", names_.of(column.name));
  for (std::size_t i = 0; i < column.values().size(); ++i) {
    if (i > 0) text += ", ";
    const std::string_view value = column.values()[i];
    text += numbers ? std::string(value) : ddl_text(value, target_);
  }
  return text + "))";
}

/// What comes behind the list of columns.
std::string DdlWriter::table_end(const Table &table) const {
  std::string text;
  if (syntax_.keys == DdlKeys::sorting) {
    text += " ENGINE = MergeTree ";
    text += has_key(table) ? "PRIMARY KEY " + names_.list(table, table.primary_key)
                           : std::string("ORDER BY tuple()");
  }
  return text + table_comment_clause(table.description, syntax_.comments, target_);
}

void DdlWriter::add_altered_keys() {
  if (!keys_.after.empty()) text_ += '\n';
  for (const std::uint32_t number : keys_.after) {
    const ForeignKey &key = database_.foreign_keys()[number];
    const Table &table = database_.tables()[key.table];
    // Spark needs a name for each.
    const std::string name =
        target_ == sql::Dialect::spark
            ? fmt::format("CONSTRAINT {} ",
                          names_.of(fmt::format("{}_key_{}", table.bare_name(), number + 1)))
            : std::string();
    text_ += fmt::format("ALTER TABLE {} ADD {}{};\n", names_.of(table), name, foreign_key(key));
  }
}

void DdlWriter::add_remarked_keys() {
  if (keys_.remarks.empty()) return;
  text_ += "\n-- Keys that are not declared:\n";
  for (const std::uint32_t number : keys_.remarks) {
    const ForeignKey &key = database_.foreign_keys()[number];
    std::string_view why;
    if (key.evidence == KeyEvidence::view) why = " (a view joins them so)";
    if (key.evidence == KeyEvidence::inferred) why = " (inferred)";
    if (key.evidence == KeyEvidence::tested) why = " (tested)";
    const Table &table = database_.tables()[key.table];
    text_ += fmt::format("-- {}: {}{}\n", ddl_remark(names_.of(table)),
                         ddl_remark(foreign_key(key)), why);
  }
}

}  // namespace schema_detail

std::string export_ddl(const Database &database, sql::Dialect dialect) {
  return schema_detail::DdlWriter(database, dialect).script();
}

}  // namespace sluice::inline v0
