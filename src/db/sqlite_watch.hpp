#ifndef SLUICE_SRC_DB_SQLITE_WATCH_HPP
#define SLUICE_SRC_DB_SQLITE_WATCH_HPP

#include <cstdint>
#include <string>

#include <sqlite3.h>

namespace sluice::detail {

/// What one connection asks of the operating system: its temporary files may hold so much and no
/// more, and it is noticed when it asks for the time. A virtual file system over SQLite's own.
class SqliteWatch {
 public:
  /// What would need more than `temporary_bytes`, all files together, ends with SQLITE_FULL.
  explicit SqliteWatch(std::int64_t temporary_bytes);
  ~SqliteWatch();
  SqliteWatch(const SqliteWatch &) = delete;
  SqliteWatch &operator=(const SqliteWatch &) = delete;

  /// The name to open the connection with. This object must outlive the connection.
  const char *name() const noexcept { return name_.c_str(); }

  void restart() noexcept { asked_for_time_ = false; }
  bool asked_for_time() const noexcept { return asked_for_time_; }

 private:
  struct File;
  struct Methods;

  std::string name_;
  sqlite3_vfs *real_ = nullptr;
  sqlite3_vfs watched_{};
  std::int64_t bytes_left_;
  bool asked_for_time_ = false;
};

}  // namespace sluice::detail

#endif
