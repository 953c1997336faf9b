#ifndef SLUICE_SRC_DB_SQLITE_READER_FILE_HPP
#define SLUICE_SRC_DB_SQLITE_READER_FILE_HPP

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/host_file.hpp"

namespace sluice::inline v0::db_detail {

/// A database file or its log, with SQLite's locks and a cache of blocks. Functions return SQLite's
/// result codes. Not thread-safe.
class SqliteReaderFile {
 public:
  /// Does not throw: `error` says whether the file is open.
  SqliteReaderFile(const detail::FileThread &thread, const std::string &path)
      : file_(thread, path) {}

  /// 0, or the errno of opening the file.
  int error() const noexcept { return file_.error(); }
  const detail::HostFile &file() const noexcept { return file_; }

  int size(std::int64_t &size) const noexcept;
  /// Beyond the end of the file, fills with zeros and returns SQLITE_IOERR_SHORT_READ.
  int read(char *bytes, std::size_t size, std::uint64_t offset) noexcept;

  /// Discards cached blocks, which may have changed before the file was locked.
  void forget() noexcept;

  /// Prevents writers from changing the file.
  int lock_shared() noexcept;
  void unlock() noexcept;
  /// Whether another connection is about to write.
  int check_reserved(bool &is_reserved) const noexcept;

  /// Whether the file is unchanged since it was locked; true if it is not locked.
  bool is_unchanged() const noexcept;

 private:
  static constexpr std::size_t block_bytes = std::size_t{64} << 10;

  struct Block {
    std::uint64_t number = ~std::uint64_t{0};
    std::vector<char> bytes;
  };

  /// The block, with at least `size` bytes unless the file ends earlier; nullptr if it cannot be
  /// read.
  const Block *block(std::uint64_t number, std::size_t size);

  detail::HostFile file_;
  std::optional<detail::FileStatus> locked_;
  std::array<Block, 8> blocks_;
};

/// All the readers' locks in a database's -shm file, which keep its log unchanged.
class SqliteLogLocks {
 public:
  /// Takes the locks, unless the file does not exist, in which case the log is not in use. Returns
  /// SQLITE_BUSY if another process is just changing the file.
  static int take(const detail::FileThread &thread, const std::string &path,
                  std::optional<SqliteLogLocks> &taken) noexcept;

  SqliteLogLocks(const detail::FileThread &thread, const std::string &path) : file_(thread, path) {}

 private:
  detail::HostFile file_;
};

}  // namespace sluice::inline v0::db_detail

#endif
