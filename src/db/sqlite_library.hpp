#ifndef SLUICE_SRC_DB_SQLITE_LIBRARY_HPP
#define SLUICE_SRC_DB_SQLITE_LIBRARY_HPP

#include <cstdint>

namespace sluice::detail {

/// Whether SQLite is a copy of the library's own, which nothing else in the process uses or
/// changes.
#ifdef SLUICE_PRIVATE_SQLITE
inline constexpr bool sqlite_is_private = true;
#else
inline constexpr bool sqlite_is_private = false;
#endif

/// Readies SQLite; comes before any other call of it, and costs next to nothing when repeated.
/// Throws Error(unsupported) if the SQLite that the host shares cannot be used: functions of two
/// copies that the linker mixed, or a build without threads or without what guards queries.
/// Thread-safe.
void start_sqlite();

/// Bytes that SQLite holds. Of a private copy: what the calling thread allocated less what it
/// freed, of which only differences have a meaning. Of a shared one: the whole process's.
std::int64_t sqlite_memory() noexcept;

/// Whether `sqlite_memory` counts. False where the host turned the statistics of a shared copy off.
bool counts_sqlite_memory() noexcept;

}  // namespace sluice::detail

#endif
