#ifndef SLUICE_TESTS_SUPPORT_SCHEMA_WORDS_HPP
#define SLUICE_TESTS_SUPPORT_SCHEMA_WORDS_HPP

/// A loaded schema as one line, to compare.

#include <cstddef>
#include <string>
#include <string_view>

#include "sluice/schema/database.hpp"

namespace sluice::test {

/// "name type (description) [samples]" of each column.
inline std::string columns_of(const Table &table) {
  std::string text;
  for (const Column &column : table.columns) {
    text += std::string(column.name) + ' ' + std::string(column.type);
    if (!column.description.empty()) text += " (" + std::string(column.description) + ')';
    for (const std::string_view sample : column.samples()) text += " [" + std::string(sample) + ']';
    text += "; ";
  }
  return text;
}

/// "table.column=table.column " of each pair of columns.
inline std::string keys_of(const Database &database) {
  std::string text;
  for (const ForeignKey &key : database.foreign_keys()) {
    const Table &from = database.tables()[key.table], &to = database.tables()[key.referenced_table];
    for (std::size_t i = 0; i < key.columns.size(); ++i) {
      text += std::string(from.name) + '.' + std::string(from.columns[key.columns[i]].name) + '=' +
              std::string(to.name) + '.' + std::string(to.columns[key.referenced_columns[i]].name) +
              ' ';
    }
    text += "; ";
  }
  return text;
}

}  // namespace sluice::test

#endif
