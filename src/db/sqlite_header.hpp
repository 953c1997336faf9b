#ifndef SLUICE_SRC_DB_SQLITE_HEADER_HPP
#define SLUICE_SRC_DB_SQLITE_HEADER_HPP

/// Fields of a database file's header. Source: sqlite.org/fileformat.html, section 1.3.

#include <cstddef>
#include <string_view>

namespace sluice::inline v0::db_detail {

inline constexpr std::size_t sqlite_header_size = 100;

/// Two bytes: the version needed to write the file, and the version needed to read it.
inline constexpr std::size_t versions_at = 18;
inline constexpr std::size_t versions_size = 2;
inline constexpr char version_with_journal = 1;
inline constexpr char version_with_log = 2;

/// Whether the version bytes indicate WAL mode, in which there may be a log.
constexpr bool is_in_wal_mode(std::string_view versions) noexcept {
  return versions.find(version_with_log) != versions.npos;
}

}  // namespace sluice::inline v0::db_detail

#endif
