#include "sqlite_watch.hpp"

#include <sys/resource.h>

#include <algorithm>

namespace sluice::inline v0::db_detail {

/// Precedes the real file object, in one block of memory that SQLite allocates.
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

  /// Deducts the file's growth from the bytes left. Also enforces the process's limit for files,
  /// since exceeding that would raise a signal that ends the process.
  bool grow(std::int64_t end) noexcept {
    if (end > watch->max_bytes_) return false;
    const std::int64_t more = std::max<std::int64_t>(end - size, 0);
    if (more > watch->bytes_left_) return false;
    watch->bytes_left_ -= more;
    size += more;
    return true;
  }
};

struct SqliteWatch::Methods {
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
    // Hints that resize the file would not be counted.
    if (code == SQLITE_FCNTL_SIZE_HINT || code == SQLITE_FCNTL_CHUNK_SIZE) return SQLITE_OK;
    return File::real(file)->pMethods->xFileControl(File::real(file), code, argument);
  }
  static int sector_size(sqlite3_file *file) {
    return File::real(file)->pMethods->xSectorSize(File::real(file));
  }
  static int characteristics(sqlite3_file *file) {
    return File::real(file)->pMethods->xDeviceCharacteristics(File::real(file));
  }
};

SqliteWatch::SqliteWatch(std::int64_t temporary_bytes)
    : SqliteFileSystem(static_cast<int>(File::space())), bytes_left_(temporary_bytes) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    max_bytes_ = static_cast<std::int64_t>(limit.rlim_cur);
}

int SqliteWatch::open(sqlite3_filename name, sqlite3_file *file, int flags, int *out_flags) {
  sqlite3_file *opened = File::real(file);
  const int status = real().xOpen(&real(), name, opened, flags, out_flags);
  if (opened->pMethods == nullptr) return status;
  File &self = File::of(file);
  self.watch = this;
  self.size = 0;
  // Version 1 has no memory mapping, which would not be counted.
  self.methods = {};
  self.methods.iVersion = 1;
  self.methods.xClose = Methods::close;
  self.methods.xRead = Methods::read;
  self.methods.xWrite = Methods::write;
  self.methods.xTruncate = Methods::truncate;
  self.methods.xSync = Methods::sync;
  self.methods.xFileSize = Methods::file_size;
  self.methods.xLock = Methods::lock;
  self.methods.xUnlock = Methods::unlock;
  self.methods.xCheckReservedLock = Methods::check_lock;
  self.methods.xFileControl = Methods::control;
  self.methods.xSectorSize = Methods::sector_size;
  self.methods.xDeviceCharacteristics = Methods::characteristics;
  self.base.pMethods = &self.methods;
  return status;
}

int SqliteWatch::time(double *days) {
  asked_for_time_ = true;
  return SqliteFileSystem::time(days);
}

}  // namespace sluice::inline v0::db_detail
