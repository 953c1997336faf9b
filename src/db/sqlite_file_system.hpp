#ifndef SLUICE_SRC_DB_SQLITE_FILE_SYSTEM_HPP
#define SLUICE_SRC_DB_SQLITE_FILE_SYSTEM_HPP

#include <string>

#include <sqlite3.h>

namespace sluice::inline v0::db_detail {

/// A file system on top of SQLite's default one, for a single connection. Derived classes implement
/// open and may override the rest. Its functions must not throw, since SQLite calls them. Not
/// thread-safe.
class SqliteFileSystem {
 public:
  SqliteFileSystem(const SqliteFileSystem &) = delete;
  SqliteFileSystem &operator=(const SqliteFileSystem &) = delete;

  /// The name to open the connection with. This object must outlive the connection.
  const char *name() const noexcept { return name_.c_str(); }

  /// Semantics as in sqlite3_vfs (sqlite.org/c3ref/vfs.html).
  virtual int open(sqlite3_filename name, sqlite3_file *file, int flags, int *out_flags) = 0;
  virtual int remove(const char *name, int sync_folder);
  virtual int time(double *days);

 protected:
  /// `file_size` is the size in bytes of a file object, which SQLite allocates. Throws
  /// Error(internal) if SQLite rejects the file system.
  explicit SqliteFileSystem(int file_size);
  ~SqliteFileSystem();

  sqlite3_vfs &real() const noexcept { return *real_; }

 private:
  struct Methods;

  std::string name_;
  sqlite3_vfs *real_;
  sqlite3_vfs system_{};
};

}  // namespace sluice::inline v0::db_detail

#endif
