#include "sqlite_reader.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <new>
#include <string_view>
#include <system_error>
#include <thread>

#include <fmt/format.h>

#include "core/file_thread.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sqlite_reader_file.hpp"

namespace sluice::detail {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t write_version_at = 18;  // and the read version after it: 2 means WAL

// As long as connections of ours wait for a writer.
constexpr std::chrono::milliseconds patience{5000};

/// Calls `attempt` until it gives something else than SQLITE_BUSY, or patience ends.
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

bool holds_something(const std::string &path) {
  std::error_code error;
  const auto size = fs::file_size(path, error);
  return !error && size > 0;
}

bool exists(const std::string &path) {
  std::error_code error;
  return fs::exists(path, error);
}

}  // namespace

using LogHeader = std::array<char, 32>;

/// Its functions do not throw: SQLite calls them.
struct SqliteReader::Handle {
  std::string path;
  std::string log = path + "-wal";
  std::string log_index = path + "-shm";
  std::string journal = path + "-journal";
  FileThread thread;
  std::string name;
  sqlite3_vfs *real;
  sqlite3_vfs system{};
  SqliteReaderFile *database = nullptr;  // while the connection is open
  bool has_failed = false;
  bool has_log = false;
  LogHeader log_header{};
  std::optional<SqliteLogLocks> log_locks;

  explicit Handle(const std::string &file) : path(resolved(file)), real(sqlite3_vfs_find(nullptr)) {
    // Other copies of this library may share one SQLite with this one.
    name = fmt::format("sluice-reader-{}", static_cast<const void *>(this));
  }

  /// Without locks: a journal that counts no page belongs to a writer that has not changed the file
  /// so far; one that does, to a writer that is about to end, or to none.
  int guess_reserved(bool &is_reserved) const noexcept {
    SqliteReaderFile file(thread, journal);
    constexpr std::size_t count_at = 8;
    char count[4] = {};
    is_reserved = false;
    if (file.error() != 0 || file.read(count, sizeof count, count_at) != SQLITE_OK)
      return SQLITE_OK;
    is_reserved = std::ranges::count(count, '\0') == std::ssize(count);
    return is_reserved ? SQLITE_OK : SQLITE_BUSY;
  }

  /// The log's header has other salts each time that the log starts from its beginning.
  LogHeader read_log_header() const noexcept {
    const HostFile file(thread, log);
    LogHeader header{};
    int error = 0;
    if (file.error() == 0) file.read_at(0, header.data(), header.size(), error);
    return header;
  }

  /// Whether the file and its log are as they were when they were locked.
  bool is_as_locked() noexcept {
    if (thread.is_isolated() && (!has_log || log_locks)) return true;  // locks keep them so
    // Somebody may have begun to use the log, which can be locked from then on.
    if (has_log) SqliteLogLocks::take(thread, log_index, log_locks);
    const bool had_frames = log_header != LogHeader{};
    return (database == nullptr || database->is_unchanged()) &&
           (!had_frames || read_log_header() == log_header);
  }
};

namespace {

/// In memory that SQLite gives. Without `file` it is empty: a log that is not there.
struct Opened {
  sqlite3_file base;
  std::unique_ptr<SqliteReaderFile> file;
  SqliteReader::Handle *reader;

  static Opened &of(sqlite3_file *file) noexcept { return *reinterpret_cast<Opened *>(file); }
};

}  // namespace

struct SqliteReader::Methods {
  static Handle &of(sqlite3_vfs *vfs) noexcept { return *static_cast<Handle *>(vfs->pAppData); }

  static int close(sqlite3_file *file) {
    Opened &opened = Opened::of(file);
    if (opened.reader->database == opened.file.get()) opened.reader->database = nullptr;
    opened.~Opened();
    file->pMethods = nullptr;
    return SQLITE_OK;
  }
  static int read(sqlite3_file *file, void *bytes, int size, sqlite3_int64 at) {
    Opened &opened = Opened::of(file);
    if (opened.file == nullptr) {
      std::fill_n(static_cast<char *>(bytes), size, '\0');
      return SQLITE_IOERR_SHORT_READ;
    }
    const int status = opened.file->read(static_cast<char *>(bytes), static_cast<std::size_t>(size),
                                         static_cast<std::uint64_t>(at));
    Handle &reader = *opened.reader;
    const int result = reader.is_as_locked() ? status : SQLITE_BUSY;
    reader.has_failed |= result != SQLITE_OK && result != SQLITE_IOERR_SHORT_READ;
    return result;
  }
  static int write(sqlite3_file *, const void *, int, sqlite3_int64) { return SQLITE_READONLY; }
  static int truncate(sqlite3_file *, sqlite3_int64) { return SQLITE_READONLY; }
  static int sync(sqlite3_file *, int) { return SQLITE_OK; }
  static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    std::int64_t bytes = 0;
    const Opened &opened = Opened::of(file);
    const int status = opened.file != nullptr ? opened.file->size(bytes) : SQLITE_OK;
    *size = bytes;
    return status;
  }
  static int lock(sqlite3_file *file, int) {
    // More than SHARED is asked for by the exclusive mode of a log, in which nothing is written.
    const Opened &opened = Opened::of(file);
    return opened.file != nullptr ? opened.file->lock_shared() : SQLITE_OK;
  }
  static int unlock(sqlite3_file *file, int level) {
    const Opened &opened = Opened::of(file);
    if (opened.file != nullptr && level == SQLITE_LOCK_NONE) opened.file->unlock();
    return SQLITE_OK;
  }
  static int check_reserved(sqlite3_file *file, int *held) {
    const Opened &opened = Opened::of(file);
    bool is_reserved = false;
    int status = SQLITE_OK;
    if (opened.file != nullptr) {
      status = opened.reader->thread.is_isolated() ? opened.file->check_reserved(is_reserved)
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
    methods.iVersion = 1;  // no shared memory: exclusive mode needs none; nothing mapped
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

  /// The readers' locks come before the log is read.
  static int lock_log(Handle &reader) {
    const int status = patiently(
        [&] { return SqliteLogLocks::take(reader.thread, reader.log_index, reader.log_locks); });
    reader.has_log = true;
    reader.log_header = reader.read_log_header();
    return status;
  }

  static int open(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file, int flags,
                  int *out_flags) {
    Handle &reader = of(vfs);
    file->pMethods = nullptr;
    constexpr int ours = SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL;
    if (name == nullptr || (flags & ours) == 0)  // a temporary file
      return reader.real->xOpen(reader.real, name, file, flags, out_flags);
    try {
      const bool is_log = (flags & SQLITE_OPEN_WAL) != 0;
      if (is_log) {
        if (const int status = lock_log(reader); status != SQLITE_OK) return status;
      }
      auto opened = std::make_unique<SqliteReaderFile>(reader.thread, name);
      if (is_log && opened->error() == ENOENT) {
        opened = nullptr;
      } else if (opened->error() != 0) {
        return SQLITE_CANTOPEN;
      }
      if ((flags & SQLITE_OPEN_MAIN_DB) != 0) reader.database = opened.get();
      new (file) Opened{{&io}, std::move(opened), &reader};
    } catch (const std::bad_alloc &) {
      return SQLITE_NOMEM;
    }
    if (out_flags != nullptr)
      *out_flags = (flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)) | SQLITE_OPEN_READONLY;
    return SQLITE_OK;
  }
  /// Nothing of the host's is deleted.
  static int remove(sqlite3_vfs *, const char *, int) { return SQLITE_OK; }
  static int access(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
    return of(vfs).real->xAccess(of(vfs).real, name, flags, result);
  }
  static int full_name(sqlite3_vfs *vfs, const char *name, int size, char *result) {
    return of(vfs).real->xFullPathname(of(vfs).real, name, size, result);
  }
  static int randomness(sqlite3_vfs *vfs, int size, char *result) {
    return of(vfs).real->xRandomness(of(vfs).real, size, result);
  }
  static int sleep(sqlite3_vfs *vfs, int microseconds) {
    return of(vfs).real->xSleep(of(vfs).real, microseconds);
  }
  static int time(sqlite3_vfs *vfs, double *days) {
    return of(vfs).real->xCurrentTime(of(vfs).real, days);
  }
  static int last_error(sqlite3_vfs *vfs, int size, char *result) {
    return of(vfs).real->xGetLastError(of(vfs).real, size, result);
  }
};

bool SqliteReader::is_usable() noexcept {
  const sqlite3_vfs *chosen = sqlite3_vfs_find(nullptr);
  return chosen != nullptr && std::string_view(chosen->zName) == "unix";
}

SqliteReader::SqliteReader(const std::string &path) : handle_(std::make_unique<Handle>(path)) {
  sqlite3_vfs &system = handle_->system;
  // Version 1: it tells the time in days only, and loads no extensions.
  system.iVersion = 1;
  system.szOsFile = std::max(static_cast<int>(sizeof(Opened)), handle_->real->szOsFile);
  system.mxPathname = handle_->real->mxPathname;
  system.zName = handle_->name.c_str();
  system.pAppData = handle_.get();
  system.xOpen = Methods::open;
  system.xDelete = Methods::remove;
  system.xAccess = Methods::access;
  system.xFullPathname = Methods::full_name;
  system.xRandomness = Methods::randomness;
  system.xSleep = Methods::sleep;
  system.xCurrentTime = Methods::time;
  system.xGetLastError = Methods::last_error;
  if (sqlite3_vfs_register(&system, 0) != SQLITE_OK)
    throw Error(ErrorCode::internal, "cannot give SQLite a file system", {path});
}

SqliteReader::~SqliteReader() { sqlite3_vfs_unregister(&handle_->system); }

const char *SqliteReader::name() const noexcept { return handle_->name.c_str(); }

bool SqliteReader::is_in_wal_mode() const {
  SqliteReaderFile file(handle_->thread, handle_->path);
  char versions[2] = {};
  if (file.error() != 0) return false;  // SQLite will say why
  file.read(versions, sizeof versions, write_version_at);
  return versions[0] == 2 || versions[1] == 2;
}

bool SqliteReader::is_isolated() const noexcept { return handle_->thread.is_isolated(); }
bool SqliteReader::has_failed() const noexcept { return handle_->has_failed; }

std::optional<std::string> SqliteReader::read_alone(std::uint64_t max_bytes) const {
  const std::string &path = handle_->path;
  constexpr int attempts = 5;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    SqliteReaderFile file(handle_->thread, path);
    FileLook look;
    if (file.error() != 0 || file.file().look(look) != 0 || !look.is_regular())
      return read_file(path, max_bytes);  // says what is wrong, or reads what is no file
    if (const int status = patiently([&] { return file.lock_shared(); }); status != SQLITE_OK)
      throw Error(ErrorCode::io, sqlite3_errstr(status), {path});
    if (holds_something(handle_->log) || holds_something(handle_->journal) ||
        exists(handle_->log_index))
      return std::nullopt;
    std::int64_t size = 0;
    file.size(size);
    if (static_cast<std::uint64_t>(size) > max_bytes) {
      throw Error(ErrorCode::limit_exceeded, fmt::format("is larger than {} bytes", max_bytes),
                  {path});
    }
    std::string bytes(static_cast<std::size_t>(size), '\0');
    int error = 0;
    const std::int64_t got = file.file().read_at(0, bytes.data(), bytes.size(), error);
    if (got < 0) {
      throw Error(ErrorCode::io, "cannot read: " + std::generic_category().message(error), {path});
    }
    if (got == size && file.is_unchanged()) return bytes;
    file.unlock();
  }
  throw Error(ErrorCode::io, "is changed by another program faster than it can be read", {path});
}

}  // namespace sluice::detail
