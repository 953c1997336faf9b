#ifndef SLUICE_SRC_CLI_SOURCE_DIALECT_OPTION_HPP
#define SLUICE_SRC_CLI_SOURCE_DIALECT_OPTION_HPP

/// Flags that name a SQL dialect.

#include <optional>
#include <string>

#include "sluice/sql/dialect.hpp"

namespace sluice::cli {

class Command;

/// Adds --dialect: that of the SQL scripts among the sources.
void add_source_dialect(const Command &command, std::string &dialect);

/// nullopt for an empty name. Throws Error(invalid_argument) for an unknown one, listing all.
std::optional<sql::Dialect> dialect_called(const std::string &name);

}  // namespace sluice::cli

#endif
