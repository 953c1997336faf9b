#ifndef SLUICE_SRC_DB_SQLITE_READER_HPP
#define SLUICE_SRC_DB_SQLITE_READER_HPP

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "core/file_thread.hpp"
#include "sqlite_file_system.hpp"
#include "sqlite_reader_file.hpp"

namespace sluice::inline v0::db_detail {

/// A file system for one connection that reads one database file on a FileThread, so that it never
/// releases the host's locks, whichever copy of SQLite the host uses.
///
/// It takes SQLite's locks: SHARED while a transaction reads, so that no writer changes the file
/// meanwhile. For a file in WAL mode, it also holds the readers' locks in the -shm file for the
/// lifetime of the connection: writers continue, checkpoints wait. Such a connection must run
/// `PRAGMA locking_mode = EXCLUSIVE` before it reads: SQLite then keeps the index of the log in its
/// own memory, and no file next to the database is created or changed.
///
/// Without isolation it takes no locks, since releasing them would release the host's. Instead, it
/// detects changes of the file while a transaction reads, and reports them as SQLITE_BUSY.
///
/// Source: sqlite.org/lockingv3.html, sqlite.org/walformat.html section 2. Not thread-safe.
class SqliteReader final : public SqliteFileSystem {
 public:
  /// Whether SQLite's own file system is the default. If the process uses another one, files must
  /// be read through that.
  static bool is_usable() noexcept;

  /// `path` must exist.
  explicit SqliteReader(const std::string &path);

  /// Whether it takes locks.
  bool is_isolated() const noexcept { return thread_.is_isolated(); }
  /// Whether the header indicates that there may be a log. Throws the errors of read_part.
  bool is_in_wal_mode() const;

  /// Whether a read has failed, which sqlite3_serialize does not report.
  bool has_failed() const noexcept { return has_failed_; }

  /// The bytes of the file if they are the whole database, with no log or journal next to it.
  /// Throws Error: as read_part, limit_exceeded (more than `max_bytes`), io (locked for too long).
  std::optional<std::string> read_alone(std::uint64_t max_bytes) const;

  int open(sqlite3_filename name, sqlite3_file *file, int flags, int *out_flags) override;
  /// Never deletes files of the host.
  int remove(const char *, int) override { return SQLITE_OK; }

 private:
  struct File;
  struct Methods;
  using LogHeader = std::array<char, 32>;

  int guess_reserved(bool &is_reserved) const noexcept;
  int lock_log();
  LogHeader read_log_header() const noexcept;
  bool is_as_locked() noexcept;

  std::string path_;
  std::string log_ = path_ + "-wal";
  std::string log_index_ = path_ + "-shm";
  std::string journal_ = path_ + "-journal";
  detail::FileThread thread_;
  SqliteReaderFile *database_ = nullptr;  // while the connection is open
  bool has_failed_ = false;
  bool has_log_ = false;
  LogHeader log_header_{};
  std::optional<SqliteLogLocks> log_locks_;
};

}  // namespace sluice::inline v0::db_detail

#endif
