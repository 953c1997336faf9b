#include "folder_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>
#include <utility>

#include "sluice/core/error.hpp"

namespace sluice::inline v0::pipeline_detail {
namespace {

/// A descriptor of the locked folder; -1 with errno set on failure.
int locked(const std::string &folder) noexcept {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return -1;
  while (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    const int error = errno;
    ::close(descriptor);
    errno = error;
    return -1;
  }
  return descriptor;
}

}  // namespace

FolderLock FolderLock::take(const std::string &folder) {
  using Clock = std::chrono::steady_clock;
  // Holders that only remove stray files finish within this time.
  const auto end = Clock::now() + std::chrono::seconds(2);
  for (;;) {
    const int descriptor = locked(folder);
    if (descriptor >= 0 || errno != EWOULDBLOCK) return FolderLock(descriptor);
    if (Clock::now() > end) {
      throw Error(ErrorCode::io, "is being written by another program or call; try again later",
                  {folder});
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

FolderLock FolderLock::try_to_take(const std::string &folder) noexcept {
  return FolderLock(locked(folder));
}

FolderLock::FolderLock(FolderLock &&other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

FolderLock::~FolderLock() {
  if (descriptor_ < 0) return;
  ::flock(descriptor_, LOCK_UN);  // a forked child may also hold the descriptor
  ::close(descriptor_);
}

}  // namespace sluice::inline v0::pipeline_detail
