#ifndef SLUICE_SRC_CLI_SQL_SQL_SCHEMA_HPP
#define SLUICE_SRC_CLI_SQL_SQL_SCHEMA_HPP

/// The schema that a statement's names are looked up in.

#include <memory>
#include <string>
#include <string_view>

#include "sluice/schema/catalog.hpp"

namespace sluice::cli {

class Command;
class Option;

/// `--tables` and `--database` of the commands that take a schema.
struct SqlSchema {
  std::string tables;
  std::string database;

  /// Returns the option --tables.
  Option add_options(const Command &command);
  bool is_given() const noexcept { return !tables.empty(); }
  /// Throws what `load` throws.
  std::shared_ptr<const Catalog> open() const;
  /// The database of that name; without one, --database, or the only one. Throws Error: not_found,
  /// invalid_argument (several, and no name).
  const Database &choose(const Catalog &catalog, std::string_view name = {}) const;
};

}  // namespace sluice::cli

#endif
