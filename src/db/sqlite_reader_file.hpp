#ifndef SLUICE_SRC_DB_SQLITE_READER_FILE_HPP
#define SLUICE_SRC_DB_SQLITE_READER_FILE_HPP

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/host_file.hpp"

namespace sluice::detail {

/// A database file, or the log beside it, with SQLite's locks and blocks that were read. Results
/// are SQLite's codes. One thread at a time.
class SqliteReaderFile {
 public:
  /// Does not throw: `error` tells whether it is open.
  SqliteReaderFile(const FileThread &thread, const std::string &path) : file_(thread, path) {}

  /// 0, or the errno of opening it.
  int error() const noexcept { return file_.error(); }
  const HostFile &file() const noexcept { return file_; }

  int size(std::int64_t &size) const noexcept;
  /// Fills what lies behind the end with zeros, and is then SQLITE_IOERR_SHORT_READ.
  int read(char *bytes, std::size_t size, std::uint64_t offset) noexcept;

  /// Reads anew what was read before, which may have changed until something was locked.
  void forget() noexcept;

  /// Keeps writers from changing the file.
  int lock_shared() noexcept;
  void unlock() noexcept;
  /// Whether somebody else is about to write.
  int check_reserved(bool &is_reserved) const noexcept;

  /// Whether the file is as it was when it was locked; true if it is not.
  bool is_unchanged() const noexcept;

 private:
  static constexpr std::size_t block_bytes = std::size_t{64} << 10;

  struct Block {
    std::uint64_t number = ~std::uint64_t{0};
    std::vector<char> bytes;
  };

  /// The block, with at least `size` bytes unless the file ends before; nullptr: it cannot be read.
  const Block *block(std::uint64_t number, std::size_t size);

  HostFile file_;
  std::optional<FileLook> locked_;
  std::array<Block, 8> blocks_;
};

/// The locks that keep the log of a database, its -shm, as it is: those of all readers.
class SqliteLogLocks {
 public:
  /// Locks, unless there is no such file: then nobody uses the log. SQLITE_BUSY if somebody
  /// changes the file just now.
  static int take(const FileThread &thread, const std::string &path,
                  std::optional<SqliteLogLocks> &taken) noexcept;

  SqliteLogLocks(const FileThread &thread, const std::string &path) : file_(thread, path) {}

 private:
  HostFile file_;
};

}  // namespace sluice::detail

#endif
