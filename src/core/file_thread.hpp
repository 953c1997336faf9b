#ifndef SLUICE_SRC_CORE_FILE_THREAD_HPP
#define SLUICE_SRC_CORE_FILE_THREAD_HPP

#include <cstddef>
#include <memory>

#include "sluice/core/function_ref.hpp"

namespace sluice::inline v0::detail {

/// A thread with its own file descriptor table, for files that the host may have open.
///
/// POSIX releases all locks that a process holds on a file when the process closes any descriptor
/// of the file, or unlocks it. On Linux, such a lock belongs to the descriptor table rather than to
/// the process. Opening, locking and closing files on this thread therefore does not affect the
/// host's locks, and conflicts with them as another process would.
///
/// Without isolation (not on Linux, system calls refused by a sandbox, no thread available), work
/// runs on the caller's thread. For one caller at a time. Handing over a piece of work takes about
/// 10 µs, and more when processors are busy, so work on many files should be handed over once.
class FileThread {
  struct Thread;

 public:
  static constexpr std::size_t small_stack = std::size_t{128} << 10;

  /// `stack_bytes` is the thread's stack. If created on another FileThread whose stack is at least
  /// that large, the object uses that thread and must be destroyed before it.
  explicit FileThread(std::size_t stack_bytes = small_stack);
  /// Uses the caller's thread, without isolation.
  struct None {};
  explicit FileThread(None) noexcept;
  FileThread(const FileThread &) = delete;
  FileThread &operator=(const FileThread &) = delete;
  /// Ends the thread, which closes the files that are still open there. Does nothing in a forked
  /// child.
  ~FileThread();

  bool is_isolated() const noexcept { return thread_ != nullptr; }

  /// Runs `work` on the thread and waits for it. `work` must not throw. It may make system calls
  /// but must not call back into the host, whose descriptors do not exist on this thread. Returns
  /// false if `work` did not run, because the thread does not exist in a forked child.
  bool run(function_ref<void()> work) const noexcept;

  /// Like `run`, but propagates exceptions of `work`. Throws Error(unsupported) in a forked child.
  void call(function_ref<void()> work) const;

  /// Identifies the FileThread of the current work, for threads that the work starts and waits for:
  /// after `enter` they count as part of it and share its descriptors.
  class Place {
   public:
    Place() noexcept;
    void enter() const noexcept;

   private:
    Thread *thread_;
  };

 private:
  std::unique_ptr<Thread> own_;
  Thread *thread_ = nullptr;
};

}  // namespace sluice::inline v0::detail

#endif
