#ifndef SLUICE_SRC_DB_CACHE_FILE_HPP
#define SLUICE_SRC_DB_CACHE_FILE_HPP

/// A SQLite file of our own that keeps what can be had again, for any processes at once.

#include <cstdint>
#include <string>
#include <string_view>

#include "sluice/db/sqlite.hpp"

namespace sluice::detail {

/// Opens the cache of a kind, or makes it: `table` is the statement that does. `what` it keeps, for
/// errors. Throws Error: io, malformed, mismatch (a database of another kind).
SqliteConnection open_cache(const std::string &path, std::int64_t application_id,
                            std::string_view table, std::string_view what);

}  // namespace sluice::detail

#endif
