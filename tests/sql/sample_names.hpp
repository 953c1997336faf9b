#ifndef SLUICE_TESTS_SQL_SAMPLE_NAMES_HPP
#define SLUICE_TESTS_SQL_SAMPLE_NAMES_HPP

/// A small schema for binder tests, written as "table(column, column type*, …)"; `*` marks the key.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/core/ascii.hpp"

namespace sluice::test {

struct SampleColumn {
  std::string name;
  std::string type = {};
};

struct SampleTable {
  std::string name;
  std::vector<SampleColumn> columns;
  std::vector<std::uint32_t> key = {};
};

/// A model of sql::SchemaNames.
class SampleNames {
 public:
  explicit SampleNames(std::vector<SampleTable> tables) : tables_(std::move(tables)) {}

  std::optional<std::uint32_t> find_table(std::string_view schema, std::string_view name) const {
    if (!schema.empty() && !same_name(schema, "main")) return std::nullopt;
    for (std::uint32_t i = 0; i < tables_.size(); ++i) {
      if (same_name(tables_[i].name, name)) return i;
    }
    return std::nullopt;
  }
  std::string_view table_name(std::uint32_t table) const { return tables_[table].name; }
  std::size_t column_count(std::uint32_t table) const { return tables_[table].columns.size(); }
  std::string_view column_name(std::uint32_t table, std::uint32_t column) const {
    return tables_[table].columns[column].name;
  }
  std::string_view column_type(std::uint32_t table, std::uint32_t column) const {
    return tables_[table].columns[column].type;
  }
  std::span<const std::uint32_t> primary_key(std::uint32_t table) const {
    return tables_[table].key;
  }

 private:
  std::vector<SampleTable> tables_;
};

}  // namespace sluice::test

#endif
