#ifndef SLUICE_SRC_DB_SQLITE_FUNCTIONS_HPP
#define SLUICE_SRC_DB_SQLITE_FUNCTIONS_HPP

#include <sqlite3.h>

namespace sluice::detail {

/// Puts functions of ours with the same results in the place of SQLite's instr, replace, trim,
/// ltrim and rtrim. Those take the product of their arguments' sizes, hours for two megabytes, and
/// nothing interrupts a function; ours take the sum.
void replace_slow_functions(sqlite3 *database);

}  // namespace sluice::detail

#endif
