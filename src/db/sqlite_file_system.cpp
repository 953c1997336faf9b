#include "sqlite_file_system.hpp"

#include <fmt/format.h>

#include "sluice/core/error.hpp"
#include "sqlite_library.hpp"

namespace sluice::inline v0::db_detail {

struct SqliteFileSystem::Methods {
  static SqliteFileSystem &of(sqlite3_vfs *vfs) noexcept {
    return *static_cast<SqliteFileSystem *>(vfs->pAppData);
  }
  static sqlite3_vfs *real(sqlite3_vfs *vfs) noexcept { return of(vfs).real_; }

  static int open(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file, int flags,
                  int *out_flags) {
    file->pMethods = nullptr;
    return of(vfs).open(name, file, flags, out_flags);
  }
  static int remove(sqlite3_vfs *vfs, const char *name, int sync_folder) {
    return of(vfs).remove(name, sync_folder);
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
  static int time(sqlite3_vfs *vfs, double *days) { return of(vfs).time(days); }
  static int last_error(sqlite3_vfs *vfs, int size, char *result) {
    return real(vfs)->xGetLastError(real(vfs), size, result);
  }
};

SqliteFileSystem::SqliteFileSystem(int file_size) {
  start_sqlite();
  real_ = sqlite3_vfs_find(nullptr);
  // A unique name: several copies of this library may share one SQLite.
  name_ = fmt::format("sluice-{}", static_cast<const void *>(this));
  // Version 1 reports the time only in days and cannot load extensions.
  system_.iVersion = 1;
  system_.szOsFile = file_size + real_->szOsFile;
  system_.mxPathname = real_->mxPathname;
  system_.zName = name_.c_str();
  system_.pAppData = this;
  system_.xOpen = Methods::open;
  system_.xDelete = Methods::remove;
  system_.xAccess = Methods::access;
  system_.xFullPathname = Methods::full_name;
  system_.xRandomness = Methods::randomness;
  system_.xSleep = Methods::sleep;
  system_.xCurrentTime = Methods::time;
  system_.xGetLastError = Methods::last_error;
  if (sqlite3_vfs_register(&system_, 0) != SQLITE_OK)
    throw Error(ErrorCode::internal, "cannot give SQLite a file system");
}

SqliteFileSystem::~SqliteFileSystem() { sqlite3_vfs_unregister(&system_); }

int SqliteFileSystem::remove(const char *name, int sync_folder) {
  return real_->xDelete(real_, name, sync_folder);
}

int SqliteFileSystem::time(double *days) { return real_->xCurrentTime(real_, days); }

}  // namespace sluice::inline v0::db_detail
