#ifndef SLUICE_SRC_CORE_HOST_FILE_HPP
#define SLUICE_SRC_CORE_HOST_FILE_HPP

#include <sys/stat.h>
#include <sys/types.h>

#include <cstdint>
#include <ctime>
#include <string>

#include "file_thread.hpp"

namespace sluice::inline v0::detail {

/// Metadata of a file.
struct FileStatus {
  std::uint64_t size = 0;
  timespec changed{};
  mode_t mode = 0;

  bool is_folder() const noexcept;
  bool is_regular() const noexcept;
  friend bool operator==(const FileStatus &a, const FileStatus &b) noexcept {
    return a.size == b.size && a.changed.tv_sec == b.changed.tv_sec &&
           a.changed.tv_nsec == b.changed.tv_nsec;
  }
};

/// When the bytes of a file last changed, and when anything about it did. The members of `stat`
/// have other names on macOS.
timespec modification_time(const struct stat &status) noexcept;
timespec change_time(const struct stat &status) noexcept;

/// Whether a file with this modification time may change again without getting a new time.
bool is_recent(const timespec &changed) noexcept;

/// Whether the file exists and is not empty. Does not open it.
bool has_bytes(const std::string &path) noexcept;

/// A file of the host, open for reading on a FileThread, which must outlive this object.
///
/// If that thread is not isolated, descriptors of databases stay open when this object is destroyed
/// and are reused by the next one: closing them would release the host's locks. At most `max_kept`
/// descriptors are kept, and at most half of RLIMIT_NOFILE; those of deleted files are closed
/// first. Beyond that, files with the name of a database are not opened (EMFILE).
class HostFile {
 public:
  static constexpr std::size_t max_kept = 1024;

  /// Does not throw: `error` says whether the file is open.
  HostFile(const FileThread &thread, const std::string &path) noexcept;
  HostFile(const HostFile &) = delete;
  HostFile &operator=(const HostFile &) = delete;
  ~HostFile();

  /// 0, or the errno of opening the file.
  int error() const noexcept { return error_; }
  /// Valid on the thread only.
  int descriptor() const noexcept { return descriptor_; }
  const FileThread &thread() const noexcept { return *thread_; }

  /// Reads the metadata. Returns 0 or an errno.
  int look(FileStatus &look) const noexcept;
  /// Reads `size` bytes, or fewer at the end of the file. Returns the number of bytes, or -1 and
  /// sets `error`.
  std::int64_t read_at(std::uint64_t offset, char *bytes, std::size_t size,
                       int &error) const noexcept;
  /// The same from where the last call ended, for files that are not regular.
  std::int64_t read_next(char *bytes, std::size_t size, int &error) const noexcept;
  /// Maps the file into memory, read-only. Returns nullptr and sets `error` if that fails.
  void *map(std::size_t size, int &error) const noexcept;

 private:
  template <class Read>
  std::int64_t read_all(Read read, std::size_t size, int &error) const noexcept;

  const FileThread *thread_;
  int descriptor_ = -1;
  int error_ = 0;
  bool may_hold_locks_ = false;
};

}  // namespace sluice::inline v0::detail

#endif
