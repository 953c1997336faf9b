#ifndef SLUICE_SCHEMA_SQL_NAMES_HPP
#define SLUICE_SCHEMA_SQL_NAMES_HPP

/// Gives the SQL binder access to a database's schema.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "sluice/core/ascii.hpp"
#include "sluice/schema/database.hpp"

namespace sluice::inline v0 {

/// Models sql::SchemaNames for one database, which must outlive it. Positions are those in
/// `Database::tables` and `Table::columns`. Finding a table costs O(tables). Thread-safe.
class SqlNames {
 public:
  explicit SqlNames(const Database &database) noexcept : database_(&database) {}

  /// The schema of tables without a qualifier is called "main". Without a schema, a table without
  /// a qualifier is preferred.
  std::optional<std::uint32_t> find_table(std::string_view schema, std::string_view name) const {
    const bool is_main = schema.empty() || same_name(schema, "main");
    const auto tables = database_->tables();
    std::optional<std::uint32_t> other;
    for (std::uint32_t table = 0; table < tables.size(); ++table) {
      if (!same_name(tables[table].bare_name(), name)) continue;
      const std::string_view qualifier = tables[table].qualifier();
      if (qualifier.empty() ? is_main : !schema.empty() && ends_with(qualifier, schema))
        return table;
      if (schema.empty() && !other) other = table;
    }
    return other;
  }
  std::string_view table_name(std::uint32_t table) const { return database_->tables()[table].name; }
  std::size_t column_count(std::uint32_t table) const {
    return database_->tables()[table].columns.size();
  }
  std::string_view column_name(std::uint32_t table, std::uint32_t column) const {
    return database_->tables()[table].columns[column].name;
  }
  std::string_view column_type(std::uint32_t table, std::uint32_t column) const {
    return database_->tables()[table].columns[column].type;
  }
  std::span<const std::uint32_t> primary_key(std::uint32_t table) const {
    return database_->tables()[table].primary_key;
  }

 private:
  /// Whether the schema is the last step of a qualifier such as "database.schema".
  static bool ends_with(std::string_view qualifier, std::string_view schema) noexcept {
    if (qualifier.size() < schema.size()) return false;
    const std::size_t start = qualifier.size() - schema.size();
    return same_name(qualifier.substr(start), schema) &&
           (start == 0 || qualifier[start - 1] == '.');
  }

  const Database *database_;
};

}  // namespace sluice::inline v0

#endif
