#ifndef SLUICE_SRC_CLI_SOURCE_ORIGINAL_NAMES_HPP
#define SLUICE_SRC_CLI_SOURCE_ORIGINAL_NAMES_HPP

#include <utility>

#include "sluice/schema/definition.hpp"
#include "sluice/schema/load.hpp"

namespace sluice::cli {

/// The databases without readable names, as catalogs usually come.
inline Databases with_original_names(Databases databases) {
  for (auto &database : databases) {
    DatabaseDefinition definition = database->definition();
    for (TableDefinition &table : definition.tables) {
      table.title.clear();
      for (ColumnDefinition &column : table.columns) column.title.clear();
    }
    database = Database::make(std::move(definition));
  }
  return databases;
}

}  // namespace sluice::cli

#endif
