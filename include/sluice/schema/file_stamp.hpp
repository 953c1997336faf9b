#ifndef SLUICE_SCHEMA_FILE_STAMP_HPP
#define SLUICE_SCHEMA_FILE_STAMP_HPP

/// Whether a SQLite or DuckDB file is still the one that was read.

#include <cstdint>
#include <string>

#include "sluice/core/language.hpp"

namespace sluice {

struct LoadOptions;

/// Of the file that a database was read from.
struct FileStamp {
  std::string path;  ///< As it was found; empty: the database comes from something else.
  /// 0: it tells nothing, and the file is read again.
  std::uint64_t stamp = 0;

  friend bool operator==(const FileStamp &, const FileStamp &) = default;
};

/// Changes whenever what is read of the file with these options may have changed: made of its
/// identity, size, times in nanoseconds and headers (which hold SQLite's counters of changes and of
/// schemas, and DuckDB's of checkpoints), of the options and of the library's version. 0 where
/// these cannot tell: the file is younger than its clock's resolution, or a log or journal beside
/// it holds something. O(1).
std::uint64_t file_stamp(const std::string &path, const LoadOptions &options);

/// The same of its identity, size, times and the options alone, which tells nothing of files beside
/// it. For the process that saw the file's stamp when this was the same: then only a log or a
/// journal can hold something else. One system call.
std::uint64_t file_status(const std::string &path, const LoadOptions &options) noexcept;

}  // namespace sluice

#endif
