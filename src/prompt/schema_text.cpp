#include "sluice/prompt/schema_text.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "prompt/tokens.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/core/utf8.hpp"
#include "text/identifier.hpp"

namespace sluice::inline v0 {
namespace {

/// The first columns of a subset, in the order of the schema.
struct Layout {
  struct TablePart {
    TableId id;
    std::vector<ColumnId> columns;
  };
  struct DatabasePart {
    DatabaseId id;
    std::vector<TablePart> tables;
  };
  std::vector<DatabasePart> databases;

  Layout(const Subset &subset, std::size_t count) {
    const Catalog &catalog = *subset.catalog;
    std::vector<ColumnId> columns;
    for (std::size_t i = 0; i < count; ++i) {
      columns.push_back(subset.columns[i].id);
      const DatabaseId database = catalog.database_of(columns.back());
      const auto known = std::ranges::find(databases, database, &DatabasePart::id);
      if (known == databases.end()) databases.push_back({database, {}});
    }
    std::ranges::sort(columns);
    for (const ColumnId column : columns) {
      const TableId table = catalog.table_of(column);
      auto &part = *std::ranges::find(databases, catalog.database_of(table), &DatabasePart::id);
      if (part.tables.empty() || part.tables.back().id != table) part.tables.push_back({table, {}});
      part.tables.back().columns.push_back(column);
    }
  }
};

bool same_words(std::string_view a, std::string_view b) {
  return split_identifier(a) == split_identifier(b);
}

/// What the name of a table or column does not say: its readable name and its description.
std::string comment_of(std::string_view name, std::string_view title,
                       std::string_view description) {
  std::string comment;
  if (!same_words(title, name)) comment = title;
  if (!same_words(description, name) && !same_words(description, title)) {
    if (!comment.empty() && !description.empty()) comment += ": ";
    comment += description;
  }
  return comment;
}

std::string comment_of(const Table &table) {
  return comment_of(table.name, table.title, table.description);
}

std::string comment_of(const Column &column, std::size_t max_samples) {
  std::string comment = comment_of(column.name, column.title, column.description);
  const std::size_t samples = std::min(max_samples, column.samples().size());
  for (std::size_t s = 0; s < samples; ++s) {
    comment += s == 0 ? (comment.empty() ? "e.g. " : " (e.g. ") : ", ";
    comment += column.samples()[s];
  }
  if (samples > 0 && !comment.starts_with("e.g. ")) comment += ')';
  return comment;
}

std::string quoted_text(std::string_view text) {
  std::string quoted = "'";
  for (const char c : one_line(text)) {
    quoted += c;
    if (c == '\'') quoted += '\'';
  }
  return quoted + '\'';
}

std::string joined_names(const Table &table, std::span<const std::uint32_t> positions) {
  std::string names;
  for (const std::uint32_t position : positions) {
    if (!names.empty()) names += ", ";
    names += quoted_name(table.columns[position].name);
  }
  return names;
}

class Renderer {
 public:
  Renderer(const Catalog &catalog, const Layout &layout, const SchemaTextOptions &options)
      : catalog_(catalog), layout_(layout), options_(options) {}

  std::string render() const {
    if (options_.form == SchemaForm::json) return json();
    std::string text;
    for (const auto &database : layout_.databases) {
      if (layout_.databases.size() > 1) {
        text += fmt::format("-- database {}\n", one_line(catalog_.database(database.id).name()));
      }
      options_.form == SchemaForm::compact ? compact(database, text) : create(database, text);
    }
    return text;
  }

 private:
  bool shown(const Layout::DatabasePart &database, std::uint32_t table,
             std::span<const std::uint32_t> positions) const {
    const TableId id = catalog_.tables(database.id)[table];
    const auto part = std::ranges::lower_bound(database.tables, id, {}, &Layout::TablePart::id);
    return part != database.tables.end() && part->id == id &&
           std::ranges::all_of(positions, [&](std::uint32_t position) {
             return std::ranges::binary_search(part->columns, catalog_.columns(id)[position]);
           });
  }

  std::vector<ForeignKey> foreign_keys(const Layout::DatabasePart &database) const {
    std::vector<ForeignKey> keys;
    std::ranges::copy_if(catalog_.database(database.id).foreign_keys(), std::back_inserter(keys),
                         [&](const ForeignKey &key) {
                           return shown(database, key.table, key.columns) &&
                                  shown(database, key.referenced_table, key.referenced_columns);
                         });
    return keys;
  }

  bool primary_key_shown(const Layout::DatabasePart &database, TableId id) const {
    const auto local =
        static_cast<std::uint32_t>(id.index() - catalog_.tables(database.id)[0].index());
    const Table &table = catalog_.table(id);
    return !table.primary_key.empty() && shown(database, local, table.primary_key);
  }

  void create(const Layout::DatabasePart &database, std::string &text) const {
    const Database &whole = catalog_.database(database.id);
    const std::vector<ForeignKey> keys = foreign_keys(database);
    for (const auto &part : database.tables) {
      const Table &table = catalog_.table(part.id);
      std::vector<std::string> lines;
      for (const ColumnId id : part.columns) lines.push_back(column_line(catalog_.column(id)));
      if (primary_key_shown(database, part.id)) {
        lines.push_back(fmt::format("PRIMARY KEY ({})", joined_names(table, table.primary_key)));
      }
      for (const ForeignKey &key : keys) {
        if (&whole.tables()[key.table] != &table) continue;
        const Table &referenced = whole.tables()[key.referenced_table];
        lines.push_back(fmt::format("FOREIGN KEY ({}) REFERENCES {}({})",
                                    joined_names(table, key.columns), quoted_name(referenced.name),
                                    joined_names(referenced, key.referenced_columns)));
      }
      text += fmt::format("CREATE TABLE {} (\n  {}\n)", quoted_name(table.name),
                          fmt::join(lines, ",\n  "));
      const std::string comment = comment_of(table);
      if (!comment.empty()) text += " COMMENT " + quoted_text(comment);
      text += ";\n";
    }
  }

  std::string column_line(const Column &column) const {
    std::string line = quoted_name(column.name);
    if (!column.type.empty()) line += ' ' + one_line(column.type);
    const std::string comment = comment_of(column, options_.samples);
    if (!comment.empty()) line += " COMMENT " + quoted_text(comment);
    return line;
  }

  void compact(const Layout::DatabasePart &database, std::string &text) const {
    const Database &whole = catalog_.database(database.id);
    for (const auto &part : database.tables) {
      std::string names;
      for (const ColumnId id : part.columns) {
        if (!names.empty()) names += ", ";
        names += quoted_name(catalog_.column(id).name);
      }
      text += fmt::format("{}({})\n", quoted_name(catalog_.table(part.id).name), names);
    }
    for (const ForeignKey &key : foreign_keys(database)) {
      const Table &table = whole.tables()[key.table];
      const Table &referenced = whole.tables()[key.referenced_table];
      text += fmt::format("{}({}) -> {}({})\n", quoted_name(table.name),
                          joined_names(table, key.columns), quoted_name(referenced.name),
                          joined_names(referenced, key.referenced_columns));
    }
  }

  std::string json() const {
    JsonWriter writer;
    writer.begin_object().key("databases").begin_array();
    for (const auto &database : layout_.databases) {
      const Database &whole = catalog_.database(database.id);
      writer.begin_object().member("name", whole.name()).key("tables").begin_array();
      for (const auto &part : database.tables) json_table(database, part, writer);
      writer.end_array().key("foreign_keys").begin_array();
      for (const ForeignKey &key : foreign_keys(database)) {
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
    writer.end_array().end_object();
    return writer.take() + '\n';
  }

  void json_table(const Layout::DatabasePart &database, const Layout::TablePart &part,
                  JsonWriter &writer) const {
    const Table &table = catalog_.table(part.id);
    writer.begin_object().member("name", table.name);
    const std::string about = comment_of(table);
    if (!about.empty()) writer.member("comment", std::string_view(about));
    writer.key("columns").begin_array();
    for (const ColumnId id : part.columns) {
      const Column &column = catalog_.column(id);
      writer.begin_object().member("name", column.name);
      if (!column.type.empty()) writer.member("type", column.type);
      const std::string comment = comment_of(column, options_.samples);
      if (!comment.empty()) writer.member("comment", std::string_view(comment));
      writer.end_object();
    }
    writer.end_array();
    if (primary_key_shown(database, part.id)) {
      json_names(writer.key("primary_key"), table, table.primary_key);
    }
    writer.end_object();
  }

  static void json_names(JsonWriter &writer, const Table &table,
                         std::span<const std::uint32_t> positions) {
    writer.begin_array();
    for (const std::uint32_t position : positions) writer.value(table.columns[position].name);
    writer.end_array();
  }

  const Catalog &catalog_;
  const Layout &layout_;
  const SchemaTextOptions &options_;
};

}  // namespace

std::string quoted_name(std::string_view name) {
  // Words that SQLite or another dialect does not accept as unquoted names.
  static constexpr std::string_view reserved =
      " add all alter and as autoincrement between by case cast check collate column commit "
      "constraint create current_date current_time current_timestamp default deferrable "
      "delete desc distinct drop else end escape except exists foreign from group having if "
      "in index insert intersect into is isnull join key limit not nothing notnull null on "
      "or order primary raise references returning select set table then to transaction "
      "union unique update using values when where ";
  const bool plain =
      !name.empty() && !is_ascii_digit(name.front()) && std::ranges::all_of(name, [](char c) {
        return is_ascii_letter(c) || is_ascii_digit(c) || c == '_';
      });
  if (plain && reserved.find(' ' + lower_ascii(name) + ' ') == reserved.npos)
    return std::string(name);
  std::string quoted = "\"";
  for (const char c : name) {
    quoted += c;
    if (c == '"') quoted += '"';
  }
  return quoted + '"';
}

SchemaText schema_text(const Subset &subset, const SchemaTextOptions &options) {
  const auto render = [&](std::size_t columns) {
    std::string text = Renderer(*subset.catalog, Layout(subset, columns), options).render();
    const std::size_t tokens = estimate_tokens(text);
    return SchemaText{std::move(text), columns, tokens};
  };
  SchemaText all = render(subset.columns.size());
  if (all.tokens <= options.token_budget) return all;
  // The text grows with the number of columns, so binary search finds the largest that fits.
  SchemaText best{{}, 0, 0};
  std::size_t low = 1;
  std::size_t high = subset.columns.size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    SchemaText tried = render(middle);
    if (tried.tokens <= options.token_budget) {
      best = std::move(tried);
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return best;
}

}  // namespace sluice::inline v0
