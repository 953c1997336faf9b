#ifndef SLUICE_SRC_SCHEMA_DDL_DEFINITION_NAMES_HPP
#define SLUICE_SRC_SCHEMA_DDL_DEFINITION_NAMES_HPP

/// Finds tables and columns while they are being read.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sluice/schema/definition.hpp"

namespace sluice::inline v0::schema_detail {

/// Models sql::SchemaNames for tables that are being read. Tables may be added at the end.
class DefinitionNames {
 public:
  /// `default_schema`, if known, is the schema of tables without a qualifier.
  explicit DefinitionNames(const DatabaseDefinition &database, std::string default_schema = {})
      : database_(&database), default_schema_(std::move(default_schema)) {
    update();
  }

  /// To be called when tables were added.
  void update();

  /// Names without a schema are first looked for in this one; empty: in the default schema.
  void enter(std::string schema) { current_schema_ = std::move(schema); }

  std::optional<std::uint32_t> find_table(std::string_view schema, std::string_view name) const;
  /// The position of a nested field, by its path with dots: "address.city".
  std::optional<std::size_t> find_field(std::uint32_t table, std::string_view path) const;
  std::string_view table_name(std::uint32_t table) const { return database_->tables[table].name; }
  std::size_t column_count(std::uint32_t table) const {
    return database_->tables[table].columns.size();
  }
  std::string_view column_name(std::uint32_t table, std::uint32_t column) const {
    return database_->tables[table].columns[column].name;
  }
  std::string_view column_type(std::uint32_t table, std::uint32_t column) const {
    return database_->tables[table].columns[column].type;
  }
  std::span<const std::uint32_t> primary_key(std::uint32_t) const { return {}; }

 private:
  std::optional<std::uint32_t> find_in(std::string_view schema, std::string_view name) const;

  const DatabaseDefinition *database_;
  std::string default_schema_;
  std::string current_schema_;
  std::unordered_map<std::string, std::vector<std::uint32_t>> by_name_;  // in lower case
  std::unordered_map<std::string, std::size_t> fields_;                  // by table and path
  std::size_t known_ = 0;
};

}  // namespace sluice::inline v0::schema_detail

#endif
