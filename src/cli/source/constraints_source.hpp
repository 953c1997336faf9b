#ifndef SLUICE_SRC_CLI_SOURCE_CONSTRAINTS_SOURCE_HPP
#define SLUICE_SRC_CLI_SOURCE_CONSTRAINTS_SOURCE_HPP

/// The constraints on counterexamples, from the flags of a command.

#include <string>

#include "cli/sql/sql_schema.hpp"
#include "sluice/suite/constraints.hpp"

namespace sluice::cli {

/// The constraints of --db, a SQLite file or a .sql script, or else of --tables, which may be a
/// .sql script too. A file and a script say more than a list of tables. `mined` adds what the data
/// keeps. Throws Error(invalid_argument) if neither is given.
Constraints constraints_of(const std::string &file, const SqlSchema &schema, bool mined);

}  // namespace sluice::cli

#endif
