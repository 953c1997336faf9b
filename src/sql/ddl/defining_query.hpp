#ifndef SLUICE_SRC_SQL_DDL_DEFINING_QUERY_HPP
#define SLUICE_SRC_SQL_DDL_DEFINING_QUERY_HPP

/// The query that defines a view or fills a table, as a part of the script.

#include <string>
#include <string_view>

#include "cursor.hpp"

namespace sluice::inline v0::sql {

/// Whether a query begins at the current token.
bool begins_query(const Cursor &cursor);

/// The query that begins at the current token, without parentheses around it and without the
/// clauses behind it that are not its own, such as WITH NO DATA. Moves to the end of the statement.
/// Sets `comment` if the statement ends in one.
std::string_view read_query(Cursor &cursor, std::string &comment);

}  // namespace sluice::inline v0::sql

#endif
