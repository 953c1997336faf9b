#ifndef SLUICE_SRC_CLI_SOURCE_CONSTRAINTS_SOURCE_HPP
#define SLUICE_SRC_CLI_SOURCE_CONSTRAINTS_SOURCE_HPP

/// What databases a counterexample may be, as commands are told it.

#include <string>

#include "cli/sql/sql_schema.hpp"
#include "sluice/suite/constraints.hpp"

namespace sluice::cli {

/// Of --db and --tables: a SQLite file and a .sql script say more than a list of tables. Throws
/// Error(invalid_argument) if neither is given.
Constraints constraints_of(const SqlSchema &schema, bool mined);

}  // namespace sluice::cli

#endif
