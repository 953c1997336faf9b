#ifndef SLUICE_SRC_DB_SQLITE_WATCH_HPP
#define SLUICE_SRC_DB_SQLITE_WATCH_HPP

#include <cstdint>
#include <limits>

#include "sqlite_file_system.hpp"

namespace sluice::inline v0::db_detail {

/// Observes a connection's use of the operating system: limits the size of its temporary files, and
/// records whether it reads the clock.
class SqliteWatch final : public SqliteFileSystem {
 public:
  /// Writes beyond `temporary_bytes`, over all files, fail with SQLITE_FULL.
  explicit SqliteWatch(std::int64_t temporary_bytes);

  int open(sqlite3_filename name, sqlite3_file *file, int flags, int *out_flags) override;
  int time(double *days) override;

  void restart() noexcept { asked_for_time_ = false; }
  bool asked_for_time() const noexcept { return asked_for_time_; }

 private:
  struct File;
  struct Methods;

  std::int64_t bytes_left_;
  std::int64_t max_bytes_ = std::numeric_limits<std::int64_t>::max();  // limit of the process for
                                                                       // one file
  bool asked_for_time_ = false;
};

}  // namespace sluice::inline v0::db_detail

#endif
