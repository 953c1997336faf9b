#ifndef SLUICE_SRC_CORE_FILE_THREAD_HPP
#define SLUICE_SRC_CORE_FILE_THREAD_HPP

#include <cstddef>
#include <memory>

#include "sluice/core/function_ref.hpp"

namespace sluice::detail {

/// A thread with a table of file descriptors of its own, for files that the host may have open.
///
/// POSIX drops all locks that a process holds on a file when the process closes any descriptor of
/// it, or unlocks it. To Linux, the owner of such a lock is the table of descriptors, not the
/// process. What is opened, locked and closed on this thread therefore leaves the host's locks
/// alone, and meets them as if they were another process's.
///
/// Without isolation (another system than Linux, calls that a sandbox refuses, no thread to be had)
/// the work runs on the caller's thread. One caller at a time. To hand over a piece of work takes
/// some 10 µs, and more where processors are busy; work that uses many files is handed over once.
class FileThread {
  struct Thread;

 public:
  static constexpr std::size_t small_stack = std::size_t{128} << 10;

  /// `stack_bytes` bounds what runs there. Made by what runs on such a thread, with as much stack,
  /// it is that thread, and must go before that one does.
  explicit FileThread(std::size_t stack_bytes = small_stack);
  /// The caller's own thread, not isolated.
  struct None {};
  explicit FileThread(None) noexcept;
  FileThread(const FileThread &) = delete;
  FileThread &operator=(const FileThread &) = delete;
  /// Waits for the thread; it closes what is still open there. In a child of fork, does nothing.
  ~FileThread();

  bool is_isolated() const noexcept { return thread_ != nullptr; }

  /// Runs `work` there and waits for it. `work` must not throw; system calls belong here, callbacks
  /// do not: descriptors of the host do not exist on this thread. False if it did not run: in a
  /// child of fork this thread does not exist.
  bool run(function_ref<void()> work) const noexcept;

  /// The same for work that throws, which is thrown here. Throws Error(unsupported) in a child of
  /// fork.
  void call(function_ref<void()> work) const;

  /// Which thread this is, for threads that what runs here starts and waits for: they share the
  /// descriptors, and do the work of this one.
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

}  // namespace sluice::detail

#endif
