#ifndef SLUICE_SRC_SUITE_COLUMN_NAMES_HPP
#define SLUICE_SRC_SUITE_COLUMN_NAMES_HPP

#include <cstdint>
#include <span>
#include <string>

#include "sluice/schema/database.hpp"
#include "sluice/sql/print.hpp"

namespace sluice::inline v0::suite {

/// The names of columns as a list in SQL, quoted where needed.
inline std::string names_of_columns(const Table &table, std::span<const std::uint32_t> columns) {
  std::string names;
  for (const std::uint32_t column : columns) {
    names += (names.empty() ? "" : ", ") + sql::quote_name(table.columns[column].name);
  }
  return names;
}

}  // namespace sluice::inline v0::suite

#endif
