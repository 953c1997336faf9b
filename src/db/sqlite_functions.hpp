#ifndef SLUICE_SRC_DB_SQLITE_FUNCTIONS_HPP
#define SLUICE_SRC_DB_SQLITE_FUNCTIONS_HPP

#include <sqlite3.h>

namespace sluice::inline v0::db_detail {

/// Replaces SQLite's instr, replace, trim, ltrim and rtrim with functions that return the same
/// results. SQLite's versions take time proportional to the product of the arguments' sizes, hours
/// for two megabytes, and cannot be interrupted; ours are linear.
void replace_slow_functions(sqlite3 *database);

}  // namespace sluice::inline v0::db_detail

#endif
