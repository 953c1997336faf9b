#ifndef SLUICE_TESTS_SUPPORT_DBT_FILES_HPP
#define SLUICE_TESTS_SUPPORT_DBT_FILES_HPP

/// Files of a dbt project, and what is read from them.

#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "schema/dbt/dbt_text.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/schema/load.hpp"

namespace sluice::test {

class DbtFiles {
 public:
  /// Checks that the file is recognized.
  void add(std::string path, std::string text) {
    texts_.push_back(std::move(text));
    files_.push_back({std::move(path), texts_.back()});
    CHECK(schema_detail::is_dbt(files_.back()));
  }

  std::vector<DatabaseDefinition> read() {
    skipped.clear();
    options.skipped = &skipped;
    return schema_detail::read_dbt(files_, options);
  }

  /// Also checks that the definitions are valid.
  std::shared_ptr<const Catalog> load() {
    Databases databases;
    for (DatabaseDefinition &definition : read())
      databases.push_back(Database::make(std::move(definition)));
    return Catalog::make(std::move(databases));
  }

  LoadOptions options;
  std::vector<SkippedItem> skipped;

 private:
  std::deque<std::string> texts_;
  std::vector<schema_detail::SourceText> files_;
};

/// The table of that name. Fails the test case if there is none.
inline const TableDefinition &find_table(const DatabaseDefinition &database,
                                         std::string_view name) {
  for (const TableDefinition &table : database.tables) {
    if (table.name == name) return table;
  }
  FAIL("no table " << name);
  return database.tables.front();
}

inline const ColumnDefinition &find_column(const TableDefinition &table, std::string_view name) {
  for (const ColumnDefinition &column : table.columns) {
    if (column.name == name) return column;
  }
  FAIL("no column " << name);
  return table.columns.front();
}

}  // namespace sluice::test

#endif
