#ifndef SLUICE_SRC_DB_CACHE_FILE_HPP
#define SLUICE_SRC_DB_CACHE_FILE_HPP

/// SQLite files of our own that cache data which can be fetched or computed again; shared by any
/// number of processes.

#include <cstdint>
#include <string>
#include <string_view>

#include "sluice/db/sqlite.hpp"

namespace sluice::inline v0::db_detail {

/// Opens a cache, or creates it with the CREATE statement `table`. `application_id` identifies the
/// kind of cache, and `what` names its content in errors. Throws Error: io, malformed, mismatch (a
/// database of another kind).
SqliteConnection open_cache(const std::string &path, std::int64_t application_id,
                            std::string_view table, std::string_view what);

}  // namespace sluice::inline v0::db_detail

#endif
