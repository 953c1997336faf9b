#ifndef SLUICE_SRC_PIPELINE_FOLDER_LOCK_HPP
#define SLUICE_SRC_PIPELINE_FOLDER_LOCK_HPP

#include <string>

namespace sluice::inline v0::detail {

/// The right to change a folder, which one holder has at a time, in whatever process; it ends with
/// the object, or the process. Nothing is written for it. Move-only.
class FolderLock {
 public:
  /// Waits for a short while. Throws Error(io) if another holder keeps it. On file systems without
  /// locks, `held` is false afterwards.
  static FolderLock take(const std::string &folder);
  /// Does not wait; `held` is false if it could not be had.
  static FolderLock try_to_take(const std::string &folder) noexcept;

  FolderLock(FolderLock &&other) noexcept;
  FolderLock &operator=(FolderLock &&) = delete;
  ~FolderLock();

  bool held() const noexcept { return descriptor_ >= 0; }

 private:
  explicit FolderLock(int descriptor) noexcept : descriptor_(descriptor) {}

  int descriptor_;
};

}  // namespace sluice::inline v0::detail

#endif
