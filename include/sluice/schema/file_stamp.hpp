#ifndef SLUICE_SCHEMA_FILE_STAMP_HPP
#define SLUICE_SCHEMA_FILE_STAMP_HPP

/// Detects whether a SQLite or DuckDB file has changed since it was read.

#include <cstdint>
#include <string>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

struct LoadOptions;

/// Stamp of the file that a database was read from.
struct FileStamp {
  std::string path;  ///< Path of the file; empty if the database was not read from a file.
  /// 0 means unknown: the file is read again.
  std::uint64_t stamp = 0;

  friend bool operator==(const FileStamp &, const FileStamp &) = default;
};

/// A value that changes whenever reading the file with these options may give another result. It
/// combines the file's identity, size, times in nanoseconds and headers (which hold SQLite's change
/// and schema counters, and DuckDB's checkpoint counters), the options, and the library's version.
/// 0 if these are not conclusive: the file is newer than the resolution of its clock, or a log or
/// journal next to it is not empty. O(1).
std::uint64_t file_stamp(const std::string &path, const LoadOptions &options);

/// The same from only the file's identity, size, times and the options; ignores the files next to
/// it. For a process that computed the file's stamp while this value was the same: then only a log
/// or a journal can hold a change. One system call.
std::uint64_t file_status(const std::string &path, const LoadOptions &options) noexcept;

}  // namespace sluice::inline v0

#endif
