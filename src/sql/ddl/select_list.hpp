#ifndef SLUICE_SRC_SQL_DDL_SELECT_LIST_HPP
#define SLUICE_SRC_SQL_DDL_SELECT_LIST_HPP

/// The results of a query, read from its text without a grammar.

#include <cstddef>

#include "cursor.hpp"

namespace sluice::inline v0::sql {

/// Whether the list of results ends at the current token.
bool ends_select_list(const Cursor &cursor);

/// Moves behind DISTINCT, TOP and the like, which may follow SELECT.
void skip_select_words(Cursor &cursor);

/// The result between two positions: its name, which may be empty, and the type of a cast.
DdlColumn select_item(const Cursor &cursor, std::size_t begin, std::size_t end);

}  // namespace sluice::inline v0::sql

#endif
