#ifndef SLUICE_SRC_DB_DEEP_SQL_HPP
#define SLUICE_SRC_DB_DEEP_SQL_HPP

#include <string_view>

#include <sqlite3.h>

#include "sluice/core/function_ref.hpp"

namespace sluice::detail {

/// Whether SQLite might recurse so deeply to prepare a text that it takes more than some 60 KiB of
/// stack: it takes up to 800 bytes for each operator of a chain, and for each term of a compound.
/// A guess that errs to the safe side: it only counts words and signs. O(size).
bool is_deep_sql(std::string_view sql) noexcept;

/// Whether a statement of the schema is, as a view's; any short query may then be deep.
/// `status` is SQLite's, for reading the schema.
bool has_deep_schema(sqlite3 *database, int &status);

/// Calls `work`, where it might be deep on a stack that is large enough. See run_on_roomy_stack.
void prepare_sql(bool is_deep, function_ref<void()> work);

}  // namespace sluice::detail

#endif
