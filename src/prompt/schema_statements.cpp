/// The form of CREATE TABLE statements.

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "column_type.hpp"
#include "comments.hpp"
#include "field_paths.hpp"
#include "known_types.hpp"
#include "schema_forms.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/schema/quoted_names.hpp"
#include "sluice/sql/quote.hpp"

namespace sluice::inline v0::prompt_detail {
namespace {

/// Whether columns may have COMMENT '…'. SQLite takes it for a part of the type.
bool has_column_comments(sql::Dialect dialect) {
  switch (dialect) {
    case sql::Dialect::sqlite:
    case sql::Dialect::mysql:
    case sql::Dialect::mariadb:
    case sql::Dialect::snowflake:
    case sql::Dialect::clickhouse:
    case sql::Dialect::spark:
    case sql::Dialect::trino: return true;
    default: return false;
  }
}

std::string_view table_comment_word(sql::Dialect dialect) {
  if (dialect == sql::Dialect::sqlite || !has_column_comments(dialect)) return {};
  return dialect == sql::Dialect::snowflake ? "COMMENT =" : "COMMENT";
}

/// One line of a statement.
struct StatementLine {
  std::string text;
  std::string comment;  ///< After `--`; may be empty.
  bool is_item = true;  ///< A column or key; else it has only the comment.
};

/// The same type under another name: a key of a SERIAL is an INTEGER.
std::string stored_type(const std::string &type) {
  constexpr std::array<std::array<std::string_view, 2>, 9> others{{{"serial", "integer"},
                                                                   {"serial4", "integer"},
                                                                   {"int", "integer"},
                                                                   {"int4", "integer"},
                                                                   {"bigserial", "bigint"},
                                                                   {"serial8", "bigint"},
                                                                   {"int8", "bigint"},
                                                                   {"smallserial", "smallint"},
                                                                   {"int2", "smallint"}}};
  std::string lower = lower_ascii(type);
  for (const auto &[other, stored] : others) {
    if (lower == other) return std::string(stored);
  }
  return lower;
}

class StatementsOfDatabase {
 public:
  StatementsOfDatabase(const SchemaLayout &layout, const SchemaLayout::DatabasePart &database,
                       const SchemaTextOptions &options)
      : layout_(layout),
        part_(database),
        options_(options),
        database_(layout.catalog.database(database.id)),
        dialect_(database_.dialect()),
        checks_keys_(has_known_types(dialect_)),
        keys_(layout.foreign_keys(database)) {
    for (const ForeignKey &key : keys_) {
      for (const std::uint32_t column : key.columns) key_columns_.emplace(key.table, column);
      for (const std::uint32_t column : key.referenced_columns)
        key_columns_.emplace(key.referenced_table, column);
    }
  }

  void append(std::string &text) const {
    for (const auto &part : part_.tables) append_table(part, text);
  }

 private:
  void append_table(const SchemaLayout::TablePart &part, std::string &text) const {
    const std::uint32_t number = layout_.position_of(part_, part);
    const Table &table = database_.tables()[number];
    std::vector<StatementLine> lines;
    add_columns(part, number, lines);
    if (layout_.has_primary_key(part_, part)) {
      add_key(fmt::format("PRIMARY KEY ({})", joined_names(table, table.primary_key)),
              accepts_primary_key(number), lines);
    }
    for (const ForeignKey &key : keys_) {
      if (key.table != number) continue;
      const Table &referenced = database_.tables()[key.referenced_table];
      add_key(fmt::format("FOREIGN KEY ({}) REFERENCES {}({})", joined_names(table, key.columns),
                          name_of(referenced), joined_names(referenced, key.referenced_columns)),
              accepts_foreign_key(key), lines);
    }
    text += fmt::format("CREATE TABLE {} (\n", name_of(table));
    append_lines(lines, text);
    text += ')';
    append_table_comment(
        joined_parts({kind_of(database_, number), description_of(table, options_)}), text);
    text += '\n';
  }

  static void append_lines(const std::vector<StatementLine> &lines, std::string &text) {
    auto items = std::ranges::count_if(lines, &StatementLine::is_item);
    for (const StatementLine &line : lines) {
      text += "  ";
      text += line.text;
      if (line.is_item && --items > 0) text += ',';
      if (!line.comment.empty()) {
        text += line.text.empty() ? "-- " : " -- ";
        text += line.comment;
      }
      text += '\n';
    }
  }

  void append_table_comment(const std::string &comment, std::string &text) const {
    const std::string_view word = table_comment_word(dialect_);
    if (!comment.empty() && !word.empty())
      text.append(" ").append(word).append(" ").append(sql::quoted_string(comment, dialect_));
    text += ';';
    if (!comment.empty() && word.empty()) text.append(" -- ").append(comment);
  }

  void add_columns(const SchemaLayout::TablePart &part, std::uint32_t number,
                   std::vector<StatementLine> &lines) const {
    const Table &table = database_.tables()[number];
    std::optional<FieldPaths> paths;
    std::set<std::uint32_t> shown;
    for (const ColumnId id : part.columns) {
      const std::uint32_t position = position_in(layout_.catalog, part.id, id);
      const Column &column = table.columns[position];
      if (!column.nested) {
        if (shown.insert(position).second) lines.push_back(column_line(number, position));
        continue;
      }
      if (!paths) paths.emplace(table);
      const auto root = paths->root(position);
      if (root && shown.insert(*root).second) lines.push_back(column_line(number, *root));
      lines.push_back(field_line(column, paths->quoted(position, dialect_)));
    }
    if (std::ranges::none_of(lines, &StatementLine::is_item)) add_first_steps(part, lines);
  }

  /// Columns for fields of columns that the table does not list: a table needs one.
  void add_first_steps(const SchemaLayout::TablePart &part,
                       std::vector<StatementLine> &lines) const {
    std::set<std::string_view> steps;
    for (const ColumnId id : part.columns) {
      const std::string_view name = layout_.catalog.column(id).name;
      const std::string_view step = name.substr(0, name.find('.'));
      if (!steps.insert(step).second) continue;
      std::string text = one_line(sql::quoted_identifier(step, dialect_));
      const ColumnType type = column_type({}, dialect_, false);
      if (!type.text.empty()) text.append(" ").append(type.text);
      lines.push_back({std::move(text), {}, true});
    }
  }

  StatementLine column_line(std::uint32_t table, std::uint32_t position) const {
    const Column &column = database_.tables()[table].columns[position];
    const ColumnType type = type_of(table, position);
    StatementLine line{one_line(quoted_column(column, dialect_)), {}, true};
    if (!type.text.empty()) line.text.append(" ").append(type.text);
    const std::string declared =
        type.is_declared ? std::string() : "type " + shown_type(column.type);
    // Values that the type lists need not be repeated.
    const bool has_values = type.text.find('\'') != type.text.npos;
    std::string comment =
        with_samples(joined_parts({declared, description_of(column, options_),
                                   has_values ? std::string() : values_of(column, options_)}),
                     column, options_);
    if (comment.empty()) return line;
    if (has_column_comments(dialect_)) {
      // SQLite ignores lengths, and accepts no word after them.
      if (dialect_ == sql::Dialect::sqlite && line.text.ends_with(')'))
        line.text = trimmed(std::string_view(line.text).substr(0, line.text.rfind('(')), " ");
      line.text.append(" COMMENT ").append(sql::quoted_string(comment, dialect_));
    } else {
      line.comment = std::move(comment);
    }
    return line;
  }

  StatementLine field_line(const Column &column, std::string path) const {
    if (!column.type.empty()) path.append(" ").append(shown_type(column.type));
    const std::string comment =
        with_samples(joined_parts({description_of(column, options_), values_of(column, options_)}),
                     column, options_);
    if (!comment.empty()) path.append(": ").append(comment);
    return {{}, std::move(path), false};
  }

  static void add_key(std::string key, bool is_accepted, std::vector<StatementLine> &lines) {
    if (is_accepted) {
      lines.push_back({std::move(key), {}, true});
    } else {
      lines.push_back({{}, std::move(key), false});
    }
  }

  bool accepts_primary_key(std::uint32_t table) const {
    if (!checks_keys_) return true;
    const Table &of = database_.tables()[table];
    return std::ranges::all_of(of.primary_key, [&](std::uint32_t position) {
      return !of.columns[position].nested && may_be_key(type_of(table, position).text, dialect_);
    });
  }

  /// The engine needs the other table and its primary key, and columns of the same type.
  bool accepts_foreign_key(const ForeignKey &key) const {
    if (!checks_keys_) return true;
    const Table &referenced = database_.tables()[key.referenced_table];
    if (key.referenced_table > key.table ||
        !std::ranges::equal(key.referenced_columns, referenced.primary_key) ||
        !accepts_primary_key(key.referenced_table)) {
      return false;
    }
    for (std::size_t i = 0; i < key.columns.size(); ++i) {
      if (database_.tables()[key.table].columns[key.columns[i]].nested ||
          stored_type(type_of(key.table, key.columns[i]).text) !=
              stored_type(type_of(key.referenced_table, key.referenced_columns[i]).text)) {
        return false;
      }
    }
    return true;
  }

  ColumnType type_of(std::uint32_t table, std::uint32_t position) const {
    const Table &of = database_.tables()[table];
    const bool is_key = key_columns_.contains({table, position}) ||
                        std::ranges::find(of.primary_key, position) != of.primary_key.end();
    return column_type(of.columns[position].type, dialect_, is_key);
  }

  std::string name_of(const Table &table) const { return one_line(quoted_table(table, dialect_)); }

  std::string joined_names(const Table &table, std::span<const std::uint32_t> positions) const {
    std::string names;
    for (const std::uint32_t position : positions) {
      if (!names.empty()) names += ", ";
      names += one_line(quoted_column(table.columns[position], dialect_));
    }
    return names;
  }

  const SchemaLayout &layout_;
  const SchemaLayout::DatabasePart &part_;
  const SchemaTextOptions &options_;
  const Database &database_;
  sql::Dialect dialect_;
  bool checks_keys_;  // the engine does, when a table is created
  std::vector<ForeignKey> keys_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> key_columns_;  // of foreign keys
};

}  // namespace

void append_statements(const SchemaLayout &layout, const SchemaLayout::DatabasePart &database,
                       const SchemaTextOptions &options, std::string &text) {
  StatementsOfDatabase(layout, database, options).append(text);
}

}  // namespace sluice::inline v0::prompt_detail
