#ifndef SLUICE_SRC_DB_SQLITE_LIBRARY_HPP
#define SLUICE_SRC_DB_SQLITE_LIBRARY_HPP

namespace sluice::detail {

/// Whether SQLite is a copy of our own that nothing else in the process uses
/// (SLUICE_PRIVATE_SQLITE).
#ifdef SLUICE_PRIVATE_SQLITE
inline constexpr bool sqlite_is_private = true;
#else
inline constexpr bool sqlite_is_private = false;
#endif

}  // namespace sluice::detail

#endif
