#ifndef SLUICE_SRC_CLI_SQL_SQL_SCHEMA_HPP
#define SLUICE_SRC_CLI_SQL_SQL_SCHEMA_HPP

/// The schema in which the names of a statement are looked up.

#include <memory>
#include <string>
#include <string_view>

#include "sluice/schema/catalog.hpp"

namespace sluice::cli {

class Command;
class Option;

/// The flags --tables and --database of commands that take a schema.
struct SqlSchema {
  std::string tables;
  std::string database;

  /// Returns the option --tables.
  Option add_options(const Command &command);
  bool is_given() const noexcept { return !tables.empty(); }
  /// Throws what `load` throws.
  std::shared_ptr<const Catalog> open() const;
  /// The database of this name. An empty name means that of --database, or the only one. Throws
  /// Error: not_found, invalid_argument (there are several and no name is given).
  const Database &choose(const Catalog &catalog, std::string_view name = {}) const;
};

}  // namespace sluice::cli

#endif
