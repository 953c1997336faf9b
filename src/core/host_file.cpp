#include "host_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <functional>
#include <mutex>
#include <string_view>

namespace sluice::inline v0::detail {
namespace {

/// Descriptors that stay open because this process may hold locks on their files. Thread-safe.
/// Trivially destructible, since it is used until the process exits.
class KeptDescriptors {
 public:
  /// The descriptor of the file at `path`, or -1.
  int find(const std::string &path) noexcept {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return -1;
    const std::scoped_lock lock(mutex_);
    for (std::size_t i = 0; i < count_; ++i)
      if (kept_[i].device == status.st_dev && kept_[i].inode == status.st_ino)
        return kept_[i].descriptor;
    return -1;
  }

  bool is_full() noexcept {
    const std::scoped_lock lock(mutex_);
    if (count_ >= most()) forget_deleted();
    return count_ >= most();
  }

  /// Keeps a descriptor if there is room, after closing those of deleted files; closes it
  /// otherwise.
  void keep(int descriptor) noexcept {
    struct stat status {};
    const std::scoped_lock lock(mutex_);
    for (std::size_t i = 0; i < count_; ++i)
      if (kept_[i].descriptor == descriptor) return;
    if (count_ >= most()) forget_deleted();
    if (count_ >= most() || ::fstat(descriptor, &status) != 0) {
      ::close(descriptor);
    } else {
      kept_[count_++] = {status.st_dev, status.st_ino, descriptor};
    }
  }

 private:
  struct Kept {
    dev_t device;
    ino_t inode;
    int descriptor;
  };

  /// At most half of the descriptors that the process may open.
  std::size_t most() const noexcept {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return kept_.size();
    return static_cast<std::size_t>(std::min<rlim_t>(kept_.size(), limit.rlim_cur / 2));
  }

  void forget_deleted() noexcept {
    const auto is_deleted = [](const Kept &kept) {
      struct stat status {};
      return ::fstat(kept.descriptor, &status) == 0 && status.st_nlink == 0;
    };
    const auto end = kept_.begin() + static_cast<std::ptrdiff_t>(count_);
    const auto deleted = std::partition(kept_.begin(), end, std::not_fn(is_deleted));
    for (auto i = deleted; i != end; ++i) ::close(i->descriptor);
    count_ = static_cast<std::size_t>(deleted - kept_.begin());
  }

  std::mutex mutex_;
  std::array<Kept, HostFile::max_kept> kept_{};
  std::size_t count_ = 0;
};

constinit KeptDescriptors kept_descriptors;

/// Whether a database engine may hold locks on the file: it is not text, not compressed and not one
/// of our files. An empty file may become a database; a file with unknown first bytes may be an
/// encrypted database.
bool may_be_locked(int descriptor, std::string_view path) noexcept {
  if (path.ends_with("-shm")) return true;
  struct stat status {};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return false;
  char start[16] = {};
  const ssize_t got = ::pread(descriptor, start, sizeof start, 0);
  const std::string_view bytes(start, got > 0 ? static_cast<std::size_t>(got) : 0);
  if (bytes.starts_with("SLUICE") || bytes.starts_with("\x1f\x8b")) return false;
  if (bytes.starts_with("SQLite format 3")) return true;
  const auto is_text = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 || (byte >= '\t' && byte <= '\r');
  };
  return bytes.empty() || !std::ranges::all_of(bytes, is_text);
}

/// Whether the path looks like a database or one of the files next to one.
bool is_called_database(std::string_view path) noexcept {
  return std::ranges::any_of(std::array<std::string_view, 9>{".sqlite", ".sqlite3", ".db", ".db3",
                                                             ".s3db", ".duckdb", "-wal", "-shm",
                                                             "-journal"},
                             [path](std::string_view ending) { return path.ends_with(ending); });
}

}  // namespace

#ifdef __APPLE__
timespec modification_time(const struct stat &status) noexcept { return status.st_mtimespec; }
timespec change_time(const struct stat &status) noexcept { return status.st_ctimespec; }
#else
timespec modification_time(const struct stat &status) noexcept { return status.st_mtim; }
timespec change_time(const struct stat &status) noexcept { return status.st_ctim; }
#endif

bool FileStatus::is_folder() const noexcept { return S_ISDIR(mode); }
bool FileStatus::is_regular() const noexcept { return S_ISREG(mode); }

bool is_recent(const timespec &changed) noexcept {
  using std::chrono::milliseconds;
  const auto time =
      std::chrono::seconds(changed.tv_sec) + std::chrono::nanoseconds(changed.tv_nsec);
  // Kernels update times once per timer tick; file systems without fractions, once in up to two
  // seconds.
  return std::chrono::system_clock::now().time_since_epoch() - time <=
         milliseconds(changed.tv_nsec == 0 ? 2000 : 100);
}

bool has_bytes(const std::string &path) noexcept {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && status.st_size > 0;
}

HostFile::HostFile(const FileThread &thread, const std::string &path) noexcept : thread_(&thread) {
  const bool is_isolated = thread.is_isolated();
  const bool ran = thread.run([&] {
    if (!is_isolated) descriptor_ = kept_descriptors.find(path);
    if (descriptor_ < 0 && !is_isolated && is_called_database(path) && kept_descriptors.is_full()) {
      error_ = EMFILE;  // the descriptor could not be kept
      return;
    }
    if (descriptor_ < 0) descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (descriptor_ < 0) error_ = errno;
  });
  if (!ran) error_ = ECHILD;
  may_hold_locks_ = descriptor_ >= 0 && !is_isolated && may_be_locked(descriptor_, path);
}

HostFile::~HostFile() {
  if (descriptor_ < 0) return;
  if (may_hold_locks_) {
    kept_descriptors.keep(descriptor_);
  } else {
    thread_->run([&] { ::close(descriptor_); });
  }
}

int HostFile::look(FileStatus &look) const noexcept {
  int error = ECHILD;
  thread_->run([&] {
    struct stat status {};
    error = ::fstat(descriptor_, &status) == 0 ? 0 : errno;
    look = {static_cast<std::uint64_t>(status.st_size), modification_time(status), status.st_mode};
  });
  return error;
}

template <class Read>
std::int64_t HostFile::read_all(Read read, std::size_t size, int &error) const noexcept {
  std::int64_t done = -1;
  error = ECHILD;
  thread_->run([&] {
    done = 0;
    error = 0;
    while (static_cast<std::size_t>(done) < size) {
      const ssize_t got = read(static_cast<std::size_t>(done));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) error = errno;
      if (got <= 0) break;
      done += got;
    }
  });
  return error == 0 ? done : -1;
}

std::int64_t HostFile::read_at(std::uint64_t offset, char *bytes, std::size_t size,
                               int &error) const noexcept {
  const auto read = [&](std::size_t done) {
    return ::pread(descriptor_, bytes + done, size - done, static_cast<off_t>(offset + done));
  };
  return read_all(read, size, error);
}

std::int64_t HostFile::read_next(char *bytes, std::size_t size, int &error) const noexcept {
  const auto read = [&](std::size_t done) {
    return ::read(descriptor_, bytes + done, size - done);
  };
  return read_all(read, size, error);
}

void *HostFile::map(std::size_t size, int &error) const noexcept {
  void *address = nullptr;
  error = ECHILD;
  thread_->run([&] {
    address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor_, 0);
    error = address == MAP_FAILED ? errno : 0;
  });
  return error == 0 ? address : nullptr;
}

}  // namespace sluice::inline v0::detail
