#ifndef SLUICE_SRC_DB_SQLITE_READER_HPP
#define SLUICE_SRC_DB_SQLITE_READER_HPP

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "core/file_thread.hpp"
#include "sqlite_file_system.hpp"
#include "sqlite_reader_file.hpp"

namespace sluice::detail {

/// A file system for one connection that reads one database file on a FileThread, so that nothing
/// it does drops a lock of the host, whichever copy of SQLite the host has the file open with.
///
/// Its locks are SQLite's: SHARED while a transaction reads, so that no writer changes the file
/// meanwhile. Of a file in WAL mode it also holds the readers' locks in the -shm for as long as the
/// connection lives: writers go on, checkpoints wait. Such a connection has to say
/// `PRAGMA locking_mode = EXCLUSIVE` before it reads: its index of the log is then in its own
/// memory, and no file beside the database is made or changed.
///
/// Without isolation it takes no lock, since giving it back would give back the host's. A change of
/// the file while a transaction reads is noticed instead, and is SQLITE_BUSY.
///
/// Source: sqlite.org/lockingv3.html, sqlite.org/walformat.html section 2. One thread at a time.
class SqliteReader final : public SqliteFileSystem {
 public:
  /// Whether SQLite's own file system is the default: where the process chose another one, files
  /// are that one's to read.
  static bool is_usable() noexcept;

  /// `path` exists.
  explicit SqliteReader(const std::string &path);

  /// Whether it takes locks.
  bool is_isolated() const noexcept { return thread_.is_isolated(); }
  /// Whether the header says that there may be a log. Throws Error as read_part.
  bool is_in_wal_mode() const;

  /// Whether something that was to be read could not be: sqlite3_serialize does not say.
  bool has_failed() const noexcept { return has_failed_; }

  /// The bytes of the file where they are all of the database: no log or journal lies beside it.
  /// Throws Error: as read_part, limit_exceeded (more than `max_bytes`), io (locked for too long).
  std::optional<std::string> read_alone(std::uint64_t max_bytes) const;

  int open(sqlite3_filename name, sqlite3_file *file, int flags, int *out_flags) override;
  /// Nothing of the host's is deleted.
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
  FileThread thread_;
  SqliteReaderFile *database_ = nullptr;  // while the connection is open
  bool has_failed_ = false;
  bool has_log_ = false;
  LogHeader log_header_{};
  std::optional<SqliteLogLocks> log_locks_;
};

}  // namespace sluice::detail

#endif
