#ifndef SLUICE_SRC_DB_SQLITE_FILE_SYSTEM_HPP
#define SLUICE_SRC_DB_SQLITE_FILE_SYSTEM_HPP

#include <string>

#include <sqlite3.h>

namespace sluice::detail {

/// A file system over SQLite's default one, for one connection: what derives from it opens files,
/// and may override the rest. Its functions do not throw: SQLite calls them. One thread at a time.
class SqliteFileSystem {
 public:
  SqliteFileSystem(const SqliteFileSystem &) = delete;
  SqliteFileSystem &operator=(const SqliteFileSystem &) = delete;

  /// The name to open the connection with. This object must outlive the connection.
  const char *name() const noexcept { return name_.c_str(); }

  /// What sqlite3_vfs has them do (sqlite.org/c3ref/vfs.html).
  virtual int open(sqlite3_filename name, sqlite3_file *file, int flags, int *out_flags) = 0;
  virtual int remove(const char *name, int sync_folder);
  virtual int time(double *days);

 protected:
  /// `file_size` is how many bytes a file takes in memory that SQLite gives.
  /// Throws Error(internal) if SQLite does not take it.
  explicit SqliteFileSystem(int file_size);
  ~SqliteFileSystem();

  sqlite3_vfs &real() const noexcept { return *real_; }

 private:
  struct Methods;

  std::string name_;
  sqlite3_vfs *real_;
  sqlite3_vfs system_{};
};

}  // namespace sluice::detail

#endif
