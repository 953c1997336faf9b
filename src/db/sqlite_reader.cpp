#include "sqlite_reader.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <memory>
#include <new>
#include <string_view>
#include <system_error>
#include <thread>

#include <fmt/format.h>

#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sqlite_header.hpp"

namespace sluice::inline v0::db_detail {
namespace {

namespace fs = std::filesystem;

// The same as the busy timeout of our other connections.
constexpr std::chrono::milliseconds patience{5000};

/// Calls `attempt` until it returns something other than SQLITE_BUSY, or time runs out.
template <class Attempt>
int patiently(Attempt attempt) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (true) {
    const int status = attempt();
    if (status != SQLITE_BUSY || std::chrono::steady_clock::now() >= end) return status;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

std::string resolved(const std::string &path) {
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  return error ? path : real.string();
}

bool exists(const std::string &path) {
  std::error_code error;
  return fs::exists(path, error);
}

}  // namespace

/// Placed in memory that SQLite allocates. A null `file` means an empty file: a log that does not
/// exist.
struct SqliteReader::File {
  sqlite3_file base;
  std::unique_ptr<SqliteReaderFile> file;
  SqliteReader *reader;

  static File &of(sqlite3_file *file) noexcept { return *reinterpret_cast<File *>(file); }
};

struct SqliteReader::Methods {
  static int close(sqlite3_file *file) {
    File &opened = File::of(file);
    if (opened.reader->database_ == opened.file.get()) opened.reader->database_ = nullptr;
    opened.~File();
    file->pMethods = nullptr;
    return SQLITE_OK;
  }
  static int read(sqlite3_file *file, void *bytes, int size, sqlite3_int64 at) {
    File &opened = File::of(file);
    if (opened.file == nullptr) {
      std::fill_n(static_cast<char *>(bytes), size, '\0');
      return SQLITE_IOERR_SHORT_READ;
    }
    const int status = opened.file->read(static_cast<char *>(bytes), static_cast<std::size_t>(size),
                                         static_cast<std::uint64_t>(at));
    SqliteReader &reader = *opened.reader;
    const int result = reader.is_as_locked() ? status : SQLITE_BUSY;
    reader.has_failed_ |= result != SQLITE_OK && result != SQLITE_IOERR_SHORT_READ;
    return result;
  }
  static int write(sqlite3_file *, const void *, int, sqlite3_int64) { return SQLITE_READONLY; }
  static int truncate(sqlite3_file *, sqlite3_int64) { return SQLITE_READONLY; }
  static int sync(sqlite3_file *, int) { return SQLITE_OK; }
  static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    std::int64_t bytes = 0;
    const File &opened = File::of(file);
    const int status = opened.file != nullptr ? opened.file->size(bytes) : SQLITE_OK;
    *size = bytes;
    return status;
  }
  static int lock(sqlite3_file *file, int) {
    // Levels above SHARED are requested by the exclusive mode of a log, in which nothing is
    // written.
    const File &opened = File::of(file);
    return opened.file != nullptr ? opened.file->lock_shared() : SQLITE_OK;
  }
  static int unlock(sqlite3_file *file, int level) {
    const File &opened = File::of(file);
    if (opened.file != nullptr && level == SQLITE_LOCK_NONE) opened.file->unlock();
    return SQLITE_OK;
  }
  static int check_reserved(sqlite3_file *file, int *held) {
    const File &opened = File::of(file);
    bool is_reserved = false;
    int status = SQLITE_OK;
    if (opened.file != nullptr) {
      status = opened.reader->is_isolated() ? opened.file->check_reserved(is_reserved)
                                            : opened.reader->guess_reserved(is_reserved);
    }
    *held = is_reserved ? 1 : 0;
    return status;
  }
  static int control(sqlite3_file *, int, void *) { return SQLITE_NOTFOUND; }
  static int sector_size(sqlite3_file *) { return 4096; }
  static int characteristics(sqlite3_file *) { return 0; }

  static constexpr sqlite3_io_methods io = [] {
    sqlite3_io_methods methods{};
    methods.iVersion = 1;  // no shared memory (exclusive mode needs none) and no memory mapping
    methods.xClose = close;
    methods.xRead = read;
    methods.xWrite = write;
    methods.xTruncate = truncate;
    methods.xSync = sync;
    methods.xFileSize = file_size;
    methods.xLock = lock;
    methods.xUnlock = unlock;
    methods.xCheckReservedLock = check_reserved;
    methods.xFileControl = control;
    methods.xSectorSize = sector_size;
    methods.xDeviceCharacteristics = characteristics;
    return methods;
  }();
};

bool SqliteReader::is_usable() noexcept {
  const sqlite3_vfs *chosen = sqlite3_vfs_find(nullptr);
  return chosen != nullptr && std::string_view(chosen->zName) == "unix";
}

SqliteReader::SqliteReader(const std::string &path)
    : SqliteFileSystem(static_cast<int>(sizeof(File))), path_(resolved(path)) {}

/// Guesses without locks: a journal with a page count of 0 belongs to a writer that has not yet
/// changed the file; one with pages, to a writer that is about to finish, or to none.
int SqliteReader::guess_reserved(bool &is_reserved) const noexcept {
  SqliteReaderFile file(thread_, journal_);
  constexpr std::size_t count_at = 8;
  char count[4] = {};
  is_reserved = false;
  if (file.error() != 0 || file.read(count, sizeof count, count_at) != SQLITE_OK) return SQLITE_OK;
  is_reserved = std::ranges::count(count, '\0') == std::ssize(count);
  return is_reserved ? SQLITE_OK : SQLITE_BUSY;
}

/// The readers' locks come before the log is read. Until then, a checkpoint may have moved pages
/// from the log to the file, including a page that was read to see whether there is a log.
int SqliteReader::lock_log() {
  const int status =
      patiently([&] { return SqliteLogLocks::take(thread_, log_index_, log_locks_); });
  if (database_ != nullptr) database_->forget();
  has_log_ = true;
  log_header_ = read_log_header();
  return status;
}

/// Each time the log restarts from its beginning, its header gets new salts.
SqliteReader::LogHeader SqliteReader::read_log_header() const noexcept {
  const detail::HostFile file(thread_, log_);
  LogHeader header{};
  int error = 0;
  if (file.error() == 0) file.read_at(0, header.data(), header.size(), error);
  return header;
}

/// Whether the file and its log are unchanged since they were locked.
bool SqliteReader::is_as_locked() noexcept {
  if (is_isolated() && (!has_log_ || log_locks_)) return true;  // guaranteed by locks
  // Another process may have started to use the log, which can now be locked.
  if (has_log_) SqliteLogLocks::take(thread_, log_index_, log_locks_);
  const bool had_frames = log_header_ != LogHeader{};
  return (database_ == nullptr || database_->is_unchanged()) &&
         (!had_frames || read_log_header() == log_header_);
}

int SqliteReader::open(sqlite3_filename name, sqlite3_file *file, int flags, int *out_flags) {
  constexpr int ours = SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL;
  if (name == nullptr || (flags & ours) == 0)  // a temporary file
    return real().xOpen(&real(), name, file, flags, out_flags);
  try {
    const bool is_log = (flags & SQLITE_OPEN_WAL) != 0;
    if (is_log) {
      if (const int status = lock_log(); status != SQLITE_OK) return status;
    }
    auto opened = std::make_unique<SqliteReaderFile>(thread_, name);
    if (is_log && opened->error() == ENOENT) {
      opened = nullptr;
    } else if (opened->error() != 0) {
      return SQLITE_CANTOPEN;
    }
    if ((flags & SQLITE_OPEN_MAIN_DB) != 0) database_ = opened.get();
    new (file) File{{&Methods::io}, std::move(opened), this};
  } catch (const std::bad_alloc &) {
    return SQLITE_NOMEM;
  }
  if (out_flags != nullptr)
    *out_flags = (flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)) | SQLITE_OPEN_READONLY;
  return SQLITE_OK;
}

bool SqliteReader::is_in_wal_mode() const {
  SqliteReaderFile file(thread_, path_);
  char versions[versions_size] = {};
  if (file.error() != 0) return false;  // SQLite will report the reason
  file.read(versions, sizeof versions, versions_at);
  return db_detail::is_in_wal_mode({versions, sizeof versions});
}

std::optional<std::string> SqliteReader::read_alone(std::uint64_t max_bytes) const {
  constexpr int attempts = 5;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    SqliteReaderFile file(thread_, path_);
    detail::FileStatus look;
    if (file.error() != 0 || file.file().look(look) != 0 || !look.is_regular())
      return read_file(path_, max_bytes);  // reports what is wrong, or reads what is not a regular
                                           // file
    if (const int status = patiently([&] { return file.lock_shared(); }); status != SQLITE_OK)
      throw Error(ErrorCode::io, sqlite3_errstr(status), {path_});
    if (detail::has_bytes(log_) || detail::has_bytes(journal_) || exists(log_index_))
      return std::nullopt;
    std::int64_t size = 0;
    file.size(size);
    if (static_cast<std::uint64_t>(size) > max_bytes) {
      throw Error(ErrorCode::limit_exceeded, fmt::format("is larger than {} bytes", max_bytes),
                  {path_});
    }
    std::string bytes(static_cast<std::size_t>(size), '\0');
    int error = 0;
    const std::int64_t got = file.file().read_at(0, bytes.data(), bytes.size(), error);
    if (got < 0) {
      throw Error(ErrorCode::io, "cannot read: " + std::generic_category().message(error), {path_});
    }
    if (got == size && file.is_unchanged()) return bytes;
    file.unlock();
  }
  throw Error(ErrorCode::io, "is changed by another program faster than it can be read", {path_});
}

}  // namespace sluice::inline v0::db_detail
