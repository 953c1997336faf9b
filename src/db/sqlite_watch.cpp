#include "sqlite_watch.hpp"

#include <algorithm>
#include <new>

#include <fmt/format.h>

#include "sluice/core/error.hpp"
#include "sqlite_library.hpp"

namespace sluice::detail {

/// Lies before the real file, in one piece of memory that SQLite gives.
struct SqliteWatch::File {
  sqlite3_file base;
  SqliteWatch *watch;
  std::int64_t size;
  sqlite3_io_methods methods;

  static File &of(sqlite3_file *file) noexcept { return *reinterpret_cast<File *>(file); }
  static sqlite3_file *real(sqlite3_file *file) noexcept {
    return reinterpret_cast<sqlite3_file *>(reinterpret_cast<char *>(file) + space());
  }
  static constexpr std::size_t space() noexcept { return (sizeof(File) + 15) / 16 * 16; }

  /// Takes what the file is to grow from what is left.
  bool grow(std::int64_t end) noexcept {
    const std::int64_t more = std::max<std::int64_t>(end - size, 0);
    if (more > watch->bytes_left_) return false;
    watch->bytes_left_ -= more;
    size += more;
    return true;
  }
};

struct SqliteWatch::Methods {
  static SqliteWatch &watch(sqlite3_vfs *vfs) noexcept {
    return *static_cast<SqliteWatch *>(vfs->pAppData);
  }
  static sqlite3_vfs *real(sqlite3_vfs *vfs) noexcept { return watch(vfs).real_; }

  static int close(sqlite3_file *file) {
    File &self = File::of(file);
    sqlite3_file *opened = File::real(file);
    self.watch->bytes_left_ += self.size;
    return opened->pMethods->xClose(opened);
  }
  static int read(sqlite3_file *file, void *bytes, int size, sqlite3_int64 at) {
    return File::real(file)->pMethods->xRead(File::real(file), bytes, size, at);
  }
  static int write(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 at) {
    if (!File::of(file).grow(at + size)) return SQLITE_FULL;
    return File::real(file)->pMethods->xWrite(File::real(file), bytes, size, at);
  }
  static int truncate(sqlite3_file *file, sqlite3_int64 size) {
    File &self = File::of(file);
    const std::int64_t less = std::max<std::int64_t>(self.size - size, 0);
    self.size -= less;
    self.watch->bytes_left_ += less;
    return File::real(file)->pMethods->xTruncate(File::real(file), size);
  }
  static int sync(sqlite3_file *file, int flags) {
    return File::real(file)->pMethods->xSync(File::real(file), flags);
  }
  static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    return File::real(file)->pMethods->xFileSize(File::real(file), size);
  }
  static int lock(sqlite3_file *file, int level) {
    return File::real(file)->pMethods->xLock(File::real(file), level);
  }
  static int unlock(sqlite3_file *file, int level) {
    return File::real(file)->pMethods->xUnlock(File::real(file), level);
  }
  static int check_lock(sqlite3_file *file, int *held) {
    return File::real(file)->pMethods->xCheckReservedLock(File::real(file), held);
  }
  static int control(sqlite3_file *file, int code, void *argument) {
    // Sizes that are only announced would escape the count.
    if (code == SQLITE_FCNTL_SIZE_HINT || code == SQLITE_FCNTL_CHUNK_SIZE) return SQLITE_OK;
    return File::real(file)->pMethods->xFileControl(File::real(file), code, argument);
  }
  static int sector_size(sqlite3_file *file) {
    return File::real(file)->pMethods->xSectorSize(File::real(file));
  }
  static int characteristics(sqlite3_file *file) {
    return File::real(file)->pMethods->xDeviceCharacteristics(File::real(file));
  }

  static int open(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file, int flags,
                  int *out_flags) {
    file->pMethods = nullptr;
    sqlite3_file *opened = File::real(file);
    const int status = real(vfs)->xOpen(real(vfs), name, opened, flags, out_flags);
    if (opened->pMethods == nullptr) return status;
    File &self = File::of(file);
    self.watch = &watch(vfs);
    self.size = 0;
    // Version 1: without mapping into memory, which would escape the count.
    self.methods = {};
    self.methods.iVersion = 1;
    self.methods.xClose = close;
    self.methods.xRead = read;
    self.methods.xWrite = write;
    self.methods.xTruncate = truncate;
    self.methods.xSync = sync;
    self.methods.xFileSize = file_size;
    self.methods.xLock = lock;
    self.methods.xUnlock = unlock;
    self.methods.xCheckReservedLock = check_lock;
    self.methods.xFileControl = control;
    self.methods.xSectorSize = sector_size;
    self.methods.xDeviceCharacteristics = characteristics;
    self.base.pMethods = &self.methods;
    return status;
  }
  static int remove(sqlite3_vfs *vfs, const char *name, int sync_folder) {
    return real(vfs)->xDelete(real(vfs), name, sync_folder);
  }
  static int access(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
    return real(vfs)->xAccess(real(vfs), name, flags, result);
  }
  static int full_name(sqlite3_vfs *vfs, const char *name, int size, char *result) {
    return real(vfs)->xFullPathname(real(vfs), name, size, result);
  }
  static int randomness(sqlite3_vfs *vfs, int size, char *result) {
    return real(vfs)->xRandomness(real(vfs), size, result);
  }
  static int sleep(sqlite3_vfs *vfs, int microseconds) {
    return real(vfs)->xSleep(real(vfs), microseconds);
  }
  static int time(sqlite3_vfs *vfs, double *days) {
    watch(vfs).asked_for_time_ = true;
    return real(vfs)->xCurrentTime(real(vfs), days);
  }
  static int last_error(sqlite3_vfs *vfs, int size, char *result) {
    return real(vfs)->xGetLastError(real(vfs), size, result);
  }
};

SqliteWatch::SqliteWatch(std::int64_t temporary_bytes) : bytes_left_(temporary_bytes) {
  start_sqlite();
  real_ = sqlite3_vfs_find(nullptr);
  // Other copies of this library may share one SQLite with this one.
  name_ = fmt::format("sluice-watch-{}", static_cast<const void *>(this));
  // Version 1: it tells the time in days only, and loads no extensions.
  watched_.iVersion = 1;
  watched_.szOsFile = static_cast<int>(File::space()) + real_->szOsFile;
  watched_.mxPathname = real_->mxPathname;
  watched_.zName = name_.c_str();
  watched_.pAppData = this;
  watched_.xOpen = Methods::open;
  watched_.xDelete = Methods::remove;
  watched_.xAccess = Methods::access;
  watched_.xFullPathname = Methods::full_name;
  watched_.xRandomness = Methods::randomness;
  watched_.xSleep = Methods::sleep;
  watched_.xCurrentTime = Methods::time;
  watched_.xGetLastError = Methods::last_error;
  if (sqlite3_vfs_register(&watched_, 0) != SQLITE_OK) {
    throw Error(ErrorCode::internal, "cannot watch over SQLite's files");
  }
}

SqliteWatch::~SqliteWatch() { sqlite3_vfs_unregister(&watched_); }

}  // namespace sluice::detail
