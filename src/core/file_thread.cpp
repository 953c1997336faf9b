#include "file_thread.hpp"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>
#include <condition_variable>
#include <mutex>
#include <utility>

#ifdef __linux__
#include <sched.h>
#include <sys/syscall.h>
#endif

namespace sluice::detail {
namespace {

#ifdef __linux__

/// Gives the calling thread a table of descriptors of its own that holds the three standard streams
/// (so that nothing that is opened gets their numbers) or, where the kernel is older than 5.9, a
/// copy of every descriptor. Raw system calls, since the table is no business of a sanitizer's.
bool isolate_files() noexcept {
#ifdef SYS_close_range
  constexpr unsigned unshare_first = 2;  // CLOSE_RANGE_UNSHARE
  if (::syscall(SYS_close_range, 3U, ~0U, unshare_first) == 0) return true;
#endif
  return ::syscall(SYS_unshare, CLONE_FILES) == 0;
}

#else

bool isolate_files() noexcept { return false; }

#endif

/// Whether this system refused isolation once.
std::atomic<bool> is_refused{false};

/// Signals are the host's: none is handled on a thread of ours.
class BlockedSignals {
 public:
  BlockedSignals() noexcept {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  BlockedSignals(const BlockedSignals &) = delete;
  BlockedSignals &operator=(const BlockedSignals &) = delete;

 private:
  sigset_t before_;
};

}  // namespace

struct FileThread::Thread {
  enum class State { starting, refused, idle, working, ending };

  std::mutex mutex;
  std::condition_variable changed;
  State state = State::starting;
  const function_ref<void()> *work = nullptr;
  pthread_t handle{};
  pid_t process = ::getpid();

  /// 0, or why there is no thread.
  int start(std::size_t stack_bytes) noexcept {
    pthread_attr_t attributes;
    if (const int error = pthread_attr_init(&attributes); error != 0) return error;
#ifdef PTHREAD_STACK_MIN
    stack_bytes = std::max(stack_bytes, static_cast<std::size_t>(PTHREAD_STACK_MIN));
#endif
    pthread_attr_setstacksize(&attributes, stack_bytes);
    const BlockedSignals blocked;
    int error = pthread_create(&handle, &attributes, serve, this);
    // Thread-local variables of the host lie on the stack, too, and may be more than it holds.
    if (error == EINVAL) error = pthread_create(&handle, nullptr, serve, this);
    pthread_attr_destroy(&attributes);
    return error;
  }

  static void *serve(void *self) noexcept {
    Thread &thread = *static_cast<Thread *>(self);
    const bool is_isolated = isolate_files();
    std::unique_lock lock(thread.mutex);
    thread.set(is_isolated ? State::idle : State::refused);
    while (is_isolated) {
      thread.changed.wait(lock, [&] { return thread.state >= State::working; });
      if (thread.state == State::ending) break;
      lock.unlock();
      (*thread.work)();
      lock.lock();
      thread.set(State::idle);
    }
    return nullptr;
  }

  void set(State next) noexcept {
    state = next;
    changed.notify_all();
  }

  bool exists_here() const noexcept { return ::getpid() == process; }

  ~Thread() {
    if (!exists_here()) return;
    {
      const std::scoped_lock lock(mutex);
      set(State::ending);
    }
    pthread_join(handle, nullptr);
  }
};

FileThread::FileThread(std::size_t stack_bytes) {
  if (is_refused.load(std::memory_order_relaxed)) return;
  auto thread = std::make_unique<Thread>();
  if (thread->start(stack_bytes) != 0) {
    thread->process = -1;  // nothing to wait for
    return;
  }
  std::unique_lock lock(thread->mutex);
  thread->changed.wait(lock, [&] { return thread->state != Thread::State::starting; });
  const bool is_isolated = thread->state == Thread::State::idle;
  lock.unlock();
  if (is_isolated) {
    thread_ = std::move(thread);
  } else {
    is_refused.store(true, std::memory_order_relaxed);
  }
}

FileThread::FileThread(FileThread &&) noexcept = default;
FileThread &FileThread::operator=(FileThread &&) noexcept = default;
FileThread::~FileThread() = default;

bool FileThread::run(function_ref<void()> work) const noexcept {
  if (thread_ == nullptr) {
    work();
    return true;
  }
  if (!thread_->exists_here()) return false;
  std::unique_lock lock(thread_->mutex);
  thread_->work = &work;
  thread_->set(Thread::State::working);
  thread_->changed.wait(lock, [&] { return thread_->state == Thread::State::idle; });
  return true;
}

}  // namespace sluice::detail
