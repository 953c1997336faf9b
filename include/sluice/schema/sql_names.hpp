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
  /// What a query may call a family, such as "events_*", besides its name.
  enum class FamilyNames : std::uint8_t {
    own,      ///< Nothing: two members are not the same.
    members,  ///< The names of its members, such as "events_20240101".
  };

  explicit SqlNames(const Database &database, FamilyNames families = FamilyNames::own) noexcept
      : database_(&database), families_(families) {}

  /// The schema of tables without a qualifier is called "main". Without a schema, a table without
  /// a qualifier is preferred.
  std::optional<std::uint32_t> find_table(std::string_view schema, std::string_view name) const {
    const bool is_main = schema.empty() || same_name(schema, "main");
    const auto tables = database_->tables();
    std::optional<std::uint32_t> other;
    for (std::uint32_t table = 0; table < tables.size(); ++table) {
      if (!is_named(tables[table], name)) continue;
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

  bool is_named(const Table &table, std::string_view name) const noexcept {
    const std::string_view own = table.bare_name();
    return same_name(own, name) || (families_ == FamilyNames::members &&
                                    table.kind == TableKind::family && is_member(own, name));
  }

  /// Whether the name has a date or number in the place of the asterisk.
  static bool is_member(std::string_view family, std::string_view name) noexcept {
    const std::size_t start = family.find('*');
    if (start == family.npos || name.size() < family.size()) return false;
    const std::size_t size = name.size() - family.size() + 1;
    const std::string_view mark = name.substr(start, size);
    return same_name(name.substr(0, start), family.substr(0, start)) &&
           same_name(name.substr(start + size), family.substr(start + 1)) &&
           mark.find_first_of("0123456789") != mark.npos &&
           mark.find_first_not_of("0123456789_-.$ QqWw") == mark.npos;
  }

  const Database *database_;
  FamilyNames families_;
};

}  // namespace sluice::inline v0

#endif
