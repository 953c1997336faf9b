#include "sqlite_reader_file.hpp"

#include <fcntl.h>
#include <sqlite3.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>

namespace sluice::inline v0::db_detail {
namespace {

// Positions of SQLite's locks in a database file: bytes that are never read or written.
constexpr off_t pending_byte = 0x40000000;
constexpr off_t reserved_byte = pending_byte + 1;
constexpr off_t shared_first = pending_byte + 2;
constexpr off_t shared_size = 510;

// Positions of the locks in a -shm file: five for readers, then one held by every user of the file.
constexpr off_t first_reader_byte = 123;
constexpr off_t reader_bytes = 6;

using Region = struct flock;

Region region(short type, off_t start, off_t size) noexcept {
  Region lock{};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = start;
  lock.l_len = size;
  return lock;
}

/// Runs on the file's thread.
int set(const detail::HostFile &file, short type, off_t start, off_t size) noexcept {
  Region lock = region(type, start, size);
  if (::fcntl(file.descriptor(), F_SETLK, &lock) == 0) return SQLITE_OK;
  return errno == EAGAIN || errno == EACCES || errno == EINTR ? SQLITE_BUSY : SQLITE_IOERR_LOCK;
}

}  // namespace

int SqliteReaderFile::size(std::int64_t &size) const noexcept {
  detail::FileStatus look;
  if (file_.look(look) != 0) return SQLITE_IOERR_FSTAT;
  size = static_cast<std::int64_t>(look.size);
  return SQLITE_OK;
}

const SqliteReaderFile::Block *SqliteReaderFile::block(std::uint64_t number, std::size_t size) {
  Block &block = blocks_[number % blocks_.size()];
  if (block.number == number && block.bytes.size() >= size) return &block;
  block.number = ~std::uint64_t{0};
  block.bytes.resize(block_bytes);
  int error = 0;
  const std::int64_t got =
      file_.read_at(number * block_bytes, block.bytes.data(), block_bytes, error);
  if (got < 0) return nullptr;
  block.bytes.resize(static_cast<std::size_t>(got));
  block.number = number;
  return &block;
}

int SqliteReaderFile::read(char *bytes, std::size_t size, std::uint64_t offset) noexcept {
  try {
    while (size > 0) {
      const std::uint64_t number = offset / block_bytes;
      const auto start = static_cast<std::size_t>(offset % block_bytes);
      const std::size_t wanted = std::min(size, block_bytes - start);
      const Block *found = block(number, start + wanted);
      if (found == nullptr) return SQLITE_IOERR_READ;
      if (found->bytes.size() < start + wanted) {
        const std::size_t there = std::max(found->bytes.size(), start) - start;
        std::memcpy(bytes, found->bytes.data() + start, there);
        std::memset(bytes + there, 0, size - there);
        return SQLITE_IOERR_SHORT_READ;
      }
      std::memcpy(bytes, found->bytes.data() + start, wanted);
      bytes += wanted;
      size -= wanted;
      offset += wanted;
    }
    return SQLITE_OK;
  } catch (const std::bad_alloc &) {
    return SQLITE_IOERR_NOMEM;
  }
}

void SqliteReaderFile::forget() noexcept {
  for (Block &block : blocks_) block.number = ~std::uint64_t{0};
}

int SqliteReaderFile::lock_shared() noexcept {
  if (locked_) return SQLITE_OK;
  if (file_.thread().is_isolated()) {
    int status = SQLITE_IOERR_LOCK;
    file_.thread().run([&] {
      // A writer that waits for readers to finish holds this byte, so that no new readers start.
      status = set(file_, F_RDLCK, pending_byte, 1);
      if (status != SQLITE_OK) return;
      status = set(file_, F_RDLCK, shared_first, shared_size);
      set(file_, F_UNLCK, pending_byte, 1);
    });
    if (status != SQLITE_OK) return status;
  }
  detail::FileStatus look;
  if (file_.look(look) != 0) return SQLITE_IOERR_FSTAT;
  if (!file_.thread().is_isolated() && detail::is_recent(look.changed)) return SQLITE_BUSY;
  locked_ = look;
  forget();
  return SQLITE_OK;
}

void SqliteReaderFile::unlock() noexcept {
  locked_.reset();
  forget();
  if (!file_.thread().is_isolated()) return;
  file_.thread().run([&] { set(file_, F_UNLCK, 0, 0); });
}

int SqliteReaderFile::check_reserved(bool &is_reserved) const noexcept {
  int status = SQLITE_IOERR_CHECKRESERVEDLOCK;
  file_.thread().run([&] {
    Region lock = region(F_WRLCK, reserved_byte, 1);
    if (::fcntl(file_.descriptor(), F_GETLK, &lock) != 0) return;
    is_reserved = lock.l_type != F_UNLCK;
    status = SQLITE_OK;
  });
  return status;
}

bool SqliteReaderFile::is_unchanged() const noexcept {
  detail::FileStatus look;
  return !locked_ || (file_.look(look) == 0 && look == *locked_);
}

int SqliteLogLocks::take(const detail::FileThread &thread, const std::string &path,
                         std::optional<SqliteLogLocks> &taken) noexcept {
  taken.reset();
  if (!thread.is_isolated()) return SQLITE_OK;
  const detail::HostFile &file = taken.emplace(thread, path).file_;
  if (file.error() != 0) {
    const bool is_missing = file.error() == ENOENT;
    taken.reset();
    return is_missing ? SQLITE_OK : SQLITE_CANTOPEN;
  }
  int status = SQLITE_IOERR_LOCK;
  thread.run([&] { status = set(file, F_RDLCK, first_reader_byte, reader_bytes); });
  if (status != SQLITE_OK) taken.reset();
  return status;
}

}  // namespace sluice::inline v0::db_detail
