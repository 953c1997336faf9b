#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "schema/column_parents.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/schema/show.hpp"

namespace sluice::inline v0 {
namespace {

// Longer names and types do not move the columns to the right of them.
constexpr std::size_t max_name_width = 32, max_type_width = 28;
constexpr std::size_t max_listed_values = 12;
constexpr std::size_t max_listed_skips = 20;

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string padded(std::string text, std::size_t width) {
  const std::size_t used = width_of(text);
  if (used < width) text.append(width - used, ' ');
  return text;
}

std::string counted_things(std::size_t count, std::string_view one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

std::string names_text(const Table &table, std::span<const std::uint32_t> columns) {
  std::string text;
  for (const std::uint32_t column : columns) {
    if (!text.empty()) text += ", ";
    text += one_line(table.columns[column].name);
  }
  return text;
}

std::string values_text(const Column &column) {
  std::string text = "one of ";
  std::size_t listed = 0;
  for (const std::string_view value : column.values()) {
    if (listed == max_listed_values)
      return text + fmt::format(" and {} more", column.values().size() - listed);
    if (listed++ > 0) text += ", ";
    text += fmt::format("'{}'", one_line(value));
  }
  return text;
}

class ShownSchema {
 public:
  explicit ShownSchema(const Database &database)
      : database_(database), keys_(database.tables().size()) {
    for (const ForeignKey &key : database.foreign_keys()) keys_[key.table].push_back(&key);
  }

  std::string text() {
    text_ = fmt::format("{} · {} · {}, {}\n", one_line(database_.name()),
                        sql::dialect_title(database_.dialect()),
                        counted_things(database_.tables().size(), "table"),
                        counted_things(database_.columns().size(), "column"));
    if (!database_.description().empty())
      text_ += fmt::format("  {}\n", one_line(database_.description()));
    for (std::uint32_t i = 0; i < database_.tables().size(); ++i) add_table_text(i);
    return std::move(text_);
  }

 private:
  void add_table_text(std::uint32_t number) {
    const Table &table = database_.tables()[number];
    text_ += fmt::format("\n  {}{}\n", one_line(table.name), kind_text(table, number));
    if (!table.description.empty()) text_ += fmt::format("    {}\n", one_line(table.description));
    const std::vector<ColumnNotes> notes = column_notes(table, number);
    std::size_t name_width = 0, type_width = 0;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      name_width = std::max(name_width, std::min(max_name_width, width_of(notes[i].path)));
      type_width = std::max(type_width, std::min(max_type_width, width_of(notes[i].type)));
    }
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      std::string line =
          fmt::format("    {}  {}  {}", padded(notes[i].path, name_width),
                      padded(notes[i].type, type_width), fmt::join(notes[i].parts, ", "));
      if (const std::string_view about = table.columns[i].description; !about.empty())
        line += fmt::format("{}{}", notes[i].parts.empty() ? "" : "  ", one_line(about));
      line.erase(line.find_last_not_of(' ') + 1);
      text_ += line + '\n';
    }
    for (const ForeignKey *key : keys_[number]) {
      if (key->columns.size() > 1) text_ += fmt::format("    {}\n", key_text(table, *key));
    }
  }

  std::string kind_text(const Table &table, std::uint32_t number) const {
    if (table.kind == TableKind::table) return {};
    std::string kind(kind_name(table.kind));
    std::ranges::replace(kind, '_', ' ');
    if (table.kind == TableKind::virtual_table || table.kind == TableKind::external)
      kind += " table";
    const auto members =
        std::ranges::lower_bound(database_.members(), number, {}, &TableMembers::table);
    if (members != database_.members().end() && members->table == number) {
      kind += fmt::format(" of {}", counted_things(members->count, "table"));
      if (!members->first.empty())
        kind += fmt::format(", {} to {}", one_line(members->first), one_line(members->last));
    }
    return " · " + kind;
  }

  std::string key_text(const Table &table, const ForeignKey &key) const {
    const Table &referenced = database_.tables()[key.referenced_table];
    const std::string name = one_line(referenced.name);
    const std::string columns = names_text(referenced, key.referenced_columns);
    std::string text =
        key.columns.size() == 1
            ? fmt::format("→ {}.{}", name, columns)
            : fmt::format("({}) → {} ({})", names_text(table, key.columns), name, columns);
    if (key.evidence != KeyEvidence::declared) text += " (inferred)";
    return text;
  }

  /// What is shown of a column, apart from its description.
  struct ColumnNotes {
    std::string path;
    std::string type;
    std::vector<std::string> parts;
  };

  std::vector<ColumnNotes> column_notes(const Table &table, std::uint32_t number) const {
    const std::vector<std::string> paths = paths_of(table);
    std::vector<ColumnNotes> notes(table.columns.size());
    for (const std::uint32_t column : table.primary_key) notes[column].parts.emplace_back("key");
    std::vector<bool> has_fields(table.columns.size());
    for (const auto &parent : schema_detail::column_parents(table)) {
      if (parent) has_fields[*parent] = true;
    }
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      const Column &column = table.columns[i];
      notes[i].path = one_line(paths[i]);
      notes[i].type = one_line(column.type);
      // Lines of their own show the fields.
      if (has_fields[i] && notes[i].type.size() > max_type_width)
        notes[i].type = std::string(clip_utf8(notes[i].type, max_type_width - 1)) + "…";
      if (!column.nullable) notes[i].parts.emplace_back("not NULL");
      if (column.generated) notes[i].parts.emplace_back("computed");
    }
    for (const ForeignKey *key : keys_[number]) {
      if (key->columns.size() == 1) notes[key->columns[0]].parts.push_back(key_text(table, *key));
    }
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      if (!table.columns[i].values().empty())
        notes[i].parts.push_back(values_text(table.columns[i]));
    }
    return notes;
  }

  const Database &database_;
  std::vector<std::vector<const ForeignKey *>> keys_;  // by table
  std::string text_;
};

}  // namespace

std::string skipped_text(std::span<const SkippedItem> skipped) {
  std::string text;
  for (std::size_t i = 0; i < std::min(max_listed_skips, skipped.size()); ++i) {
    text +=
        fmt::format("skipped: {}: {}\n", one_line(skipped[i].where), one_line(skipped[i].reason));
  }
  if (skipped.size() > max_listed_skips)
    text += fmt::format("skipped: {} more\n", skipped.size() - max_listed_skips);
  return text;
}

std::string show_text(const Catalog &catalog, std::span<const SkippedItem> skipped) {
  std::string text;
  for (const DatabaseId id : catalog.databases()) {
    if (!text.empty()) text += '\n';
    text += ShownSchema(catalog.database(id)).text();
  }
  if (!skipped.empty()) text += '\n' + skipped_text(skipped);
  return text;
}

}  // namespace sluice::inline v0
