#ifndef SLUICE_SRC_CORE_HOST_FILE_HPP
#define SLUICE_SRC_CORE_HOST_FILE_HPP

#include <sys/stat.h>
#include <sys/types.h>

#include <cstdint>
#include <ctime>
#include <string>

#include "file_thread.hpp"

namespace sluice::detail {

/// What a file looks like from outside.
struct FileLook {
  std::uint64_t size = 0;
  timespec changed{};
  mode_t mode = 0;

  bool is_folder() const noexcept;
  bool is_regular() const noexcept;
  friend bool operator==(const FileLook &a, const FileLook &b) noexcept {
    return a.size == b.size && a.changed.tv_sec == b.changed.tv_sec &&
           a.changed.tv_nsec == b.changed.tv_nsec;
  }
};

/// When the bytes of a file last changed, and when anything about it did. The members of `stat`
/// have other names on macOS.
timespec modification_time(const struct stat &status) noexcept;
timespec change_time(const struct stat &status) noexcept;

/// Whether a file that changed then may change again without its time being another one.
bool is_young(const timespec &changed) noexcept;

/// Whether there is a file with something in it. Opens nothing.
bool has_bytes(const std::string &path) noexcept;

/// A file of the host's that is open for reading, on a FileThread that outlives it.
///
/// Where that thread is not isolated, descriptors of databases are kept open when this object goes
/// away, and used again by the next: closing one would drop locks of the host. There are at most
/// `max_kept` of them, and half of what RLIMIT_NOFILE allows; those of files that were deleted go
/// first. Beyond, files that are called as databases are not opened (EMFILE).
class HostFile {
 public:
  static constexpr std::size_t max_kept = 1024;

  /// Does not throw: `error` tells whether it is open.
  HostFile(const FileThread &thread, const std::string &path) noexcept;
  HostFile(const HostFile &) = delete;
  HostFile &operator=(const HostFile &) = delete;
  ~HostFile();

  /// 0, or the errno of opening it.
  int error() const noexcept { return error_; }
  /// Valid on the thread only.
  int descriptor() const noexcept { return descriptor_; }
  const FileThread &thread() const noexcept { return *thread_; }

  /// 0 or an errno.
  int look(FileLook &look) const noexcept;
  /// Reads until `size` bytes are there or the file ends. Returns how many, or -1 and sets `error`.
  std::int64_t read_at(std::uint64_t offset, char *bytes, std::size_t size,
                       int &error) const noexcept;
  /// The same from where the last call ended: for what is no regular file.
  std::int64_t read_on(char *bytes, std::size_t size, int &error) const noexcept;
  /// The file mapped into memory, read-only, or nullptr and sets `error`.
  void *map(std::size_t size, int &error) const noexcept;

 private:
  template <class Read>
  std::int64_t read_all(Read read, std::size_t size, int &error) const noexcept;

  const FileThread *thread_;
  int descriptor_ = -1;
  int error_ = 0;
  bool may_hold_locks_ = false;
};

}  // namespace sluice::detail

#endif
