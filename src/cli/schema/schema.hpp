#ifndef SLUICE_SRC_CLI_SCHEMA_SCHEMA_HPP
#define SLUICE_SRC_CLI_SCHEMA_SCHEMA_HPP

/// The subcommands of `sluice schema`.

#include <string>
#include <vector>

#include "sluice/schema/sources.hpp"

namespace sluice::cli {

class Command;

void add_schema_show(const Command &schema);
void add_schema_diff(const Command &schema);
void add_schema_export(const Command &schema);

/// Reads sources as named on the command line, and reports what was skipped. Throws what reading
/// and `dialect_called` throw.
SourceSnapshot read_schemas(const std::vector<std::string> &sources, const std::string &dialect,
                            std::size_t samples);

/// The catalog with the one database of that name, or all if the name is empty. Throws
/// Error(not_found).
std::shared_ptr<const Catalog> only_database(std::shared_ptr<const Catalog> catalog,
                                             const std::string &name);

}  // namespace sluice::cli

#endif
