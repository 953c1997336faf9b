#ifndef SLUICE_SRC_DB_SQLITE_WATCH_HPP
#define SLUICE_SRC_DB_SQLITE_WATCH_HPP

#include <cstdint>
#include <limits>

#include "sqlite_file_system.hpp"

namespace sluice::detail {

/// What one connection asks of the operating system: its temporary files may hold so much and no
/// more, and it is noticed when it asks for the time.
class SqliteWatch final : public SqliteFileSystem {
 public:
  /// What would need more than `temporary_bytes`, all files together, ends with SQLITE_FULL.
  explicit SqliteWatch(std::int64_t temporary_bytes);

  int open(sqlite3_filename name, sqlite3_file *file, int flags, int *out_flags) override;
  int time(double *days) override;

  void restart() noexcept { asked_for_time_ = false; }
  bool asked_for_time() const noexcept { return asked_for_time_; }

 private:
  struct File;
  struct Methods;

  std::int64_t bytes_left_;
  std::int64_t max_bytes_ = std::numeric_limits<std::int64_t>::max();  // of one file
  bool asked_for_time_ = false;
};

}  // namespace sluice::detail

#endif
