#ifndef SLUICE_SRC_SCHEMA_EXPORT_DDL_NAMES_HPP
#define SLUICE_SRC_SCHEMA_EXPORT_DDL_NAMES_HPP

/// The names of a database's tables in the words of a dialect.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/schema/database.hpp"

namespace sluice::inline v0::schema_detail {

/// Names are quoted. A qualifier with more parts than the dialect allows becomes shorter: without a
/// first part that all tables have in common, else with its parts joined. The database must outlive
/// this.
class DdlNames {
 public:
  DdlNames(const Database &database, sql::Dialect target);

  std::string of(const Table &table) const;
  /// The name of `table` in a foreign key of another one.
  std::string referenced(const Table &table, const Table &from) const;
  /// In MySQL, names in a foreign key without a schema belong to that of its table. So that there
  /// is one to name, tables without a schema are in this one, if others have schemas; else empty.
  const std::string &home() const noexcept { return home_; }
  /// "(a, b)"
  std::string list(const Table &table, std::span<const std::uint32_t> columns) const;
  std::string of(std::string_view name) const;
  /// Those of all tables, each once, in order, quoted.
  std::vector<std::string> schemas() const;
  /// Of a table: the schema without quotes; empty for none.
  std::string schema(const Table &table) const;
  /// Without its schema, or with it where the dialect has none.
  std::string_view bare(const Table &table) const;

 private:
  std::vector<std::string> qualifier(const Table &table) const;

  const Database &database_;
  sql::Dialect target_;
  bool drops_first_ = false;
  std::string home_;
};

}  // namespace sluice::inline v0::schema_detail

#endif
