#ifndef SLUICE_SRC_PIPELINE_FOLDER_LOCK_HPP
#define SLUICE_SRC_PIPELINE_FOLDER_LOCK_HPP

#include <string>

namespace sluice::inline v0::pipeline_detail {

/// An exclusive lock on a folder, across processes. It ends with the object or the process. Writes
/// no lock file. Move-only.
class FolderLock {
 public:
  /// Waits for up to 2 s. Throws Error(io) if another holder keeps the lock. On file systems
  /// without locks, `held` is false afterwards.
  static FolderLock take(const std::string &folder);
  /// Does not wait; `held` is false if the lock is not available.
  static FolderLock try_to_take(const std::string &folder) noexcept;

  FolderLock(FolderLock &&other) noexcept;
  FolderLock &operator=(FolderLock &&) = delete;
  ~FolderLock();

  bool held() const noexcept { return descriptor_ >= 0; }

 private:
  explicit FolderLock(int descriptor) noexcept : descriptor_(descriptor) {}

  int descriptor_;
};

}  // namespace sluice::inline v0::pipeline_detail

#endif
