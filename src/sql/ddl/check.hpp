#ifndef SLUICE_SRC_SQL_DDL_CHECK_HPP
#define SLUICE_SRC_SQL_DDL_CHECK_HPP

/// The values that a CHECK allows for a column.

#include <optional>

#include "cursor.hpp"
#include "sluice/sql/ddl.hpp"

namespace sluice::inline v0::sql {

/// Reads the condition in parentheses at the cursor, and moves behind it. nullopt unless the
/// condition, or a part of it that has to hold, lists the values of one column: `a IN ('x', 'y')`,
/// `a = ANY (ARRAY['x', 'y'])`, `a = 'x' OR a = 'y'`, with casts, `upper(a)` and `OR a IS NULL`.
std::optional<DdlAllowedValues> allowed_values(Cursor &cursor);

}  // namespace sluice::inline v0::sql

#endif
