#ifndef SLUICE_TESTS_SUPPORT_READ_EXPORTS_HPP
#define SLUICE_TESTS_SUPPORT_READ_EXPORTS_HPP

/// Reads exports of system catalogs from text, and finds what was read.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "schema/tabular/information_schema.hpp"
#include "sluice/schema/database.hpp"

namespace sluice::test {

using schema_detail::SourceText;

struct ReadExports {
  std::vector<DatabaseDefinition> databases;
  std::vector<SkippedItem> skipped;

  /// The only database.
  const DatabaseDefinition &database() const {
    REQUIRE(databases.size() == 1);
    return databases.front();
  }

  /// By name, with its qualifier if it has one.
  const TableDefinition &table(std::string_view name) const {
    for (const TableDefinition &table : database().tables) {
      if ((table.qualifier.empty() ? table.name : table.qualifier + '.' + table.name) == name)
        return table;
    }
    FAIL("no table ", std::string(name));
    return database().tables.front();
  }

  const ColumnDefinition &column(std::string_view table_name, std::string_view name) const {
    const TableDefinition &owner = table(table_name);
    for (const ColumnDefinition &column : owner.columns) {
      if (column.name == name) return column;
    }
    FAIL("no column ", std::string(name));
    return owner.columns.front();
  }

  std::string type(std::string_view table_name, std::string_view name) const {
    return column(table_name, name).type;
  }

  /// "a, b"
  std::string column_names(std::string_view table_name) const {
    std::string names;
    for (const ColumnDefinition &column : table(table_name).columns)
      names += (names.empty() ? "" : ", ") + column.name;
    return names;
  }

  /// "a, b"
  std::string primary_key(std::string_view table_name) const {
    const TableDefinition &owner = table(table_name);
    std::string names;
    for (const std::size_t position : owner.primary_key)
      names += (names.empty() ? "" : ", ") + owner.columns[position].name;
    return names;
  }

  /// "t(a, b) -> u(c, d)" per key, in their order, on lines of their own.
  std::string foreign_keys() const {
    std::string text;
    const auto side = [&](std::size_t number, const std::vector<std::size_t> &columns) {
      const TableDefinition &owner = database().tables[number];
      std::string names;
      for (const std::size_t position : columns)
        names += (names.empty() ? "" : ", ") + owner.columns[position].name;
      return owner.name + '(' + names + ')';
    };
    for (const ForeignKeyDefinition &key : database().foreign_keys) {
      text += text.empty() ? "" : "\n";
      text += side(key.table, key.columns) + " -> " +
              side(key.referenced_table, key.referenced_columns);
    }
    return text;
  }
};

/// Also checks that the databases are valid, and that each file is recognized.
inline ReadExports read_exports(const std::vector<SourceText> &files,
                                std::optional<sql::Dialect> dialect = std::nullopt) {
  for (const SourceText &file : files) {
    INFO(file.path);
    CHECK(schema_detail::is_information_schema(file));
  }
  ReadExports read;
  LoadOptions options;
  options.skipped = &read.skipped;
  options.dialect = dialect;
  read.databases = schema_detail::read_information_schema(files, options);
  for (const DatabaseDefinition &database : read.databases)
    CHECK(Database::make(database)->tables().size() == database.tables.size());
  return read;
}

inline ReadExports read_export(std::string_view text, std::string path = "shop/columns.csv") {
  return read_exports({{std::move(path), text}});
}

}  // namespace sluice::test

#endif
