#include "file_thread.hpp"

#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <utility>

#ifdef __linux__
#include <sched.h>
#include <sys/syscall.h>
#endif

#include "sluice/core/error.hpp"
#include "start_thread.hpp"

namespace sluice::inline v0::detail {
namespace {

#ifdef __linux__

/// Gives the calling thread its own file descriptor table, with only the three standard streams (so
/// that files never get their numbers) or, on kernels before 5.9, a copy of every descriptor. Uses
/// raw system calls to bypass the wrappers of sanitizers.
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

/// Whether the system has refused isolation before.
std::atomic<bool> is_refused{false};

}  // namespace

struct FileThread::Thread {
  enum class State { starting, refused, idle, working, ending };

  std::mutex mutex;
  std::condition_variable changed;
  State state = State::starting;
  const function_ref<void()> *work = nullptr;
  std::size_t stack_bytes;
  pthread_t handle{};
  pid_t process = ::getpid();

  /// The FileThread that the calling thread is, or works for.
  static thread_local Thread *here;

  explicit Thread(std::size_t stack) noexcept : stack_bytes(stack) {}

  /// 0, or the error number of starting the thread.
  int start() noexcept { return start_thread(handle, stack_bytes, serve, this); }

  static void *serve(void *self) noexcept {
    Thread &thread = *static_cast<Thread *>(self);
    const bool is_isolated = isolate_files();
    here = &thread;
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

  void end() noexcept {
    {
      const std::scoped_lock lock(mutex);
      set(State::ending);
    }
    pthread_join(handle, nullptr);
  }
};

thread_local FileThread::Thread *FileThread::Thread::here = nullptr;

FileThread::FileThread(std::size_t stack_bytes) {
  if (Thread::here != nullptr && Thread::here->stack_bytes >= stack_bytes) {
    thread_ = Thread::here;
    return;
  }
  if (is_refused.load(std::memory_order_relaxed)) return;
  auto thread = std::make_unique<Thread>(stack_bytes);
  if (thread->start() != 0) return;
  std::unique_lock lock(thread->mutex);
  thread->changed.wait(lock, [&] { return thread->state != Thread::State::starting; });
  const bool is_isolated = thread->state == Thread::State::idle;
  lock.unlock();
  if (is_isolated) {
    own_ = std::move(thread);
    thread_ = own_.get();
  } else {
    pthread_join(thread->handle, nullptr);
    is_refused.store(true, std::memory_order_relaxed);
  }
}

FileThread::FileThread(None) noexcept {}

FileThread::~FileThread() {
  if (own_ == nullptr) return;
  if (own_->exists_here()) {
    own_->end();
  } else {
    // The forked child does not have the thread, and destroying the condition variable would wait
    // for it: leak it.
    static_cast<void>(own_.release());
  }
}

bool FileThread::run(function_ref<void()> work) const noexcept {
  if (thread_ == nullptr || thread_ == Thread::here) {
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

void FileThread::call(function_ref<void()> work) const {
  std::exception_ptr failure;
  const bool ran = run([&] {
    try {
      work();
    } catch (...) {
      failure = std::current_exception();
    }
  });
  if (failure) std::rethrow_exception(failure);
  if (!ran) throw Error(ErrorCode::unsupported, "was opened before this process forked");
}

FileThread::Place::Place() noexcept : thread_(Thread::here) {}
void FileThread::Place::enter() const noexcept { Thread::here = thread_; }

}  // namespace sluice::inline v0::detail
