#ifndef SLUICE_TESTS_SUPPORT_DEFINITION_TEXT_HPP
#define SLUICE_TESTS_SUPPORT_DEFINITION_TEXT_HPP

/// Reads small files, and shows what was read as text.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "schema/load/text_kind.hpp"
#include "sluice/schema/database.hpp"

namespace sluice::test {

using schema_detail::SourceText;

/// "a, b"
template <class Names>
std::string joined(const Names &names) {
  std::string text;
  for (const std::string &name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

inline std::string names_of(const TableDefinition &table, const std::vector<std::size_t> &columns) {
  std::vector<std::string> names;
  for (const std::size_t column : columns) names.push_back(table.columns[column].name);
  return joined(names);
}

inline std::string full_name(const TableDefinition &table) {
  return table.qualifier.empty() ? table.name : table.qualifier + '.' + table.name;
}

/// "shop.orders(id bigint!, total*) key(id)": `!` is not null, `*` is generated, `>` is nested.
inline std::string text_of(const TableDefinition &table) {
  std::vector<std::string> columns;
  for (const ColumnDefinition &column : table.columns) {
    columns.push_back((column.nested ? ">" : "") + column.name +
                      (column.type.empty() ? "" : ' ' + column.type) +
                      (column.nullable ? "" : "!") + (column.generated ? "*" : ""));
  }
  std::string text = full_name(table) + '(' + joined(columns) + ')';
  if (!table.primary_key.empty()) text += " key(" + names_of(table, table.primary_key) + ')';
  return text;
}

/// "orders(customer_id) -> customers(id)"
inline std::string text_of(const DatabaseDefinition &database, const ForeignKeyDefinition &key) {
  const TableDefinition &from = database.tables[key.table];
  const TableDefinition &to = database.tables[key.referenced_table];
  return full_name(from) + '(' + names_of(from, key.columns) + ") -> " + full_name(to) + '(' +
         names_of(to, key.referenced_columns) + ')';
}

/// Tables, then foreign keys, each on a line.
inline std::string text_of(const DatabaseDefinition &database) {
  std::string text;
  for (const TableDefinition &table : database.tables) text += text_of(table) + '\n';
  for (const ForeignKeyDefinition &key : database.foreign_keys)
    text += text_of(database, key) + '\n';
  return text;
}

inline const TableDefinition &table_in(const DatabaseDefinition &database, std::string_view name) {
  for (const TableDefinition &table : database.tables) {
    if (full_name(table) == name || table.name == name) return table;
  }
  FAIL("no table ", std::string(name));
  return database.tables.front();
}

inline const ColumnDefinition &column_in(const TableDefinition &table, std::string_view name) {
  for (const ColumnDefinition &column : table.columns) {
    if (column.name == name) return column;
  }
  FAIL("no column ", std::string(name));
  return table.columns.front();
}

/// What a reader makes of files. All of it is valid.
struct ReadTexts {
  std::vector<DatabaseDefinition> databases;
  std::vector<SkippedItem> skipped;

  const DatabaseDefinition &database() const {
    REQUIRE(databases.size() == 1);
    return databases.front();
  }
  const TableDefinition &table(std::string_view name) const { return table_in(database(), name); }
  const ColumnDefinition &column(std::string_view table_name, std::string_view name) const {
    return column_in(table(table_name), name);
  }
};

template <class Read>
ReadTexts read_texts(Read read, const std::vector<SourceText> &files, LoadOptions options = {}) {
  ReadTexts result;
  options.skipped = &result.skipped;
  result.databases = read(files, options);
  for (const DatabaseDefinition &database : result.databases) Database::make(database);
  return result;
}

template <class Read>
ReadTexts read_text(Read read, std::string path, std::string_view text, LoadOptions options = {}) {
  return read_texts(read, {{std::move(path), text}}, options);
}

}  // namespace sluice::test

#endif
