#ifndef SLUICE_CLI_CONSTRAINTS_SOURCE_HPP
#define SLUICE_CLI_CONSTRAINTS_SOURCE_HPP

/// What databases a counterexample may be, as commands are told it.

#include <string>

#include "sluice/suite/constraints.hpp"
#include "sql_schema.hpp"

namespace sluice::cli {

/// Of --db and --tables: a SQLite file and a .sql script say more than a list of tables. Throws
/// Error(invalid_argument) if neither is given.
Constraints constraints_of(const SqlSchema &schema, bool mined);

}  // namespace sluice::cli

#endif
