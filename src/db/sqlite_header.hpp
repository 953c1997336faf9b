#ifndef SLUICE_SRC_DB_SQLITE_HEADER_HPP
#define SLUICE_SRC_DB_SQLITE_HEADER_HPP

/// What a database file's first bytes say. Source: sqlite.org/fileformat.html, section 1.3.

#include <cstddef>
#include <string_view>

namespace sluice::detail {

inline constexpr std::size_t sqlite_header_size = 100;

/// Two bytes: who may write the file has to know this version, who may read it the next.
inline constexpr std::size_t versions_at = 18;
inline constexpr std::size_t versions_size = 2;
inline constexpr char version_with_journal = 1;
inline constexpr char version_with_log = 2;

/// Whether these two bytes say that there may be a log (WAL mode).
constexpr bool is_in_wal_mode(std::string_view versions) noexcept {
  return versions.find(version_with_log) != versions.npos;
}

}  // namespace sluice::detail

#endif
