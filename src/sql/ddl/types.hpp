#ifndef SLUICE_SRC_SQL_DDL_TYPES_HPP
#define SLUICE_SRC_SQL_DDL_TYPES_HPP

/// Reads the type of a column, a field or a domain.

#include <string>

#include "cursor.hpp"
#include "sluice/sql/ddl.hpp"

namespace sluice::inline v0::sql {

/// Reads a type if one begins here, and stops before whatever follows it: constraints, a comma. An
/// empty type if none does: SQLite allows columns without, and computed columns have none.
DdlType read_type(Cursor &cursor);

/// Whether the type numbers its column: SERIAL and the like.
bool is_serial(const DdlType &type) noexcept;

/// `description = '…'` in OPTIONS (…), at the parenthesis; empty if there is none. Moves behind it.
std::string description_in_options(Cursor &cursor);

}  // namespace sluice::inline v0::sql

#endif
