#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "sluice/core/utf8.hpp"
#include "sluice/schema/schema_difference.hpp"
#include "sluice/schema/show.hpp"

namespace sluice::inline v0 {
namespace {

constexpr std::size_t max_change_bytes = 120;

char change_sign(DifferenceKind kind) {
  switch (kind) {
    case DifferenceKind::added: return '+';
    case DifferenceKind::removed: return '-';
    case DifferenceKind::changed: break;
  }
  return '~';
}

std::string changed_name(std::string_view name) { return one_line(name); }

/// A text in quotes, without most of it if it is long.
std::string changed_text(std::string_view text) {
  const std::string line = one_line(text);
  const std::string_view shown = clip_utf8(line, max_change_bytes);
  return fmt::format("\"{}{}\"", shown, shown.size() < line.size() ? "…" : "");
}

std::string changed_list(const std::vector<std::string> &names) {
  std::string text = "(";
  for (const std::string &name : names) {
    if (text.size() > 1) text += ", ";
    text += one_line(name);
  }
  return text + ')';
}

std::string changed_values(const std::vector<std::string> &values) {
  constexpr std::size_t most = 20;
  if (values.empty()) return "any";
  std::string text;
  for (std::size_t i = 0; i < std::min(most, values.size()); ++i)
    text += fmt::format("{}'{}'", i == 0 ? "" : ", ", one_line(clip_utf8(values[i], 60)));
  if (values.size() > most) text += fmt::format(" and {} more", values.size() - most);
  return text;
}

std::string changed_type(const std::string &type) { return type.empty() ? "none" : one_line(type); }

std::string column_changes(const ColumnDifference &column) {
  std::vector<std::string> parts;
  if (column.type) {
    parts.push_back(fmt::format("type {} → {}", changed_type(column.type->before),
                                changed_type(column.type->after)));
  }
  if (column.nullable) parts.emplace_back(column.nullable->after ? "may be NULL" : "not NULL");
  if (column.generated) parts.emplace_back(column.generated->after ? "computed" : "not computed");
  if (column.values) {
    parts.push_back(fmt::format("values {} → {}", changed_values(column.values->before),
                                changed_values(column.values->after)));
  }
  if (column.description) {
    parts.push_back(fmt::format("description {} → {}", changed_text(column.description->before),
                                changed_text(column.description->after)));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string changed_key(char sign, const ForeignKeyName &key) {
  return fmt::format("    {} foreign key {} → {} {}{}\n", sign, changed_list(key.columns),
                     changed_name(key.table), changed_list(key.referenced),
                     key.inferred ? ", inferred" : "");
}

void add_column_change(const ColumnDifference &column, std::string &text) {
  text += fmt::format("    {} {}", change_sign(column.kind), changed_name(column.name));
  if (column.kind == DifferenceKind::changed) {
    text += ": " + column_changes(column);
  } else if (column.type) {
    text += ' ' + one_line(column.kind == DifferenceKind::added ? column.type->after
                                                                : column.type->before);
  }
  text += '\n';
}

void add_table_change(const TableDifference &table, std::string &text) {
  text += fmt::format("  {} {}", change_sign(table.kind), changed_name(table.name));
  if (table.kind != DifferenceKind::changed) {
    std::vector<std::string> columns;
    for (const ColumnDifference &column : table.columns) columns.push_back(column.name);
    text += fmt::format(" {}\n", changed_list(columns));
    return;
  }
  text += '\n';
  if (table.table_kind) {
    text += fmt::format("    ~ {} → {}\n", kind_name(table.table_kind->before),
                        kind_name(table.table_kind->after));
  }
  if (table.description) {
    text += fmt::format("    ~ description {} → {}\n", changed_text(table.description->before),
                        changed_text(table.description->after));
  }
  for (const ColumnDifference &column : table.columns) add_column_change(column, text);
  if (table.primary_key) {
    text += fmt::format("    ~ primary key {} → {}\n", changed_list(table.primary_key->before),
                        changed_list(table.primary_key->after));
  }
  for (const ForeignKeyName &key : table.added_keys) text += changed_key('+', key);
  for (const ForeignKeyName &key : table.removed_keys) text += changed_key('-', key);
}

}  // namespace

std::string difference_text(const SchemaDifference &difference) {
  if (difference.empty()) return "no differences\n";
  std::string text;
  for (const DatabaseDifference &database : difference.databases) {
    const auto count = [&](DifferenceKind kind) {
      return std::ranges::count(database.tables, kind, &TableDifference::kind);
    };
    const bool both = database.kind == DifferenceKind::changed;
    text += both ? changed_name(database.name)
                 : fmt::format("{} {}", change_sign(database.kind), changed_name(database.name));
    text += fmt::format(": tables added {}, removed {}, changed {}\n", count(DifferenceKind::added),
                        count(DifferenceKind::removed), count(DifferenceKind::changed));
    if (both && database.description) {
      text += fmt::format("  ~ description {} → {}\n", changed_text(database.description->before),
                          changed_text(database.description->after));
    }
    for (const TableDifference &table : database.tables) add_table_change(table, text);
  }
  return text;
}

}  // namespace sluice::inline v0
