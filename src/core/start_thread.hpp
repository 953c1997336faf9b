#ifndef SLUICE_SRC_CORE_START_THREAD_HPP
#define SLUICE_SRC_CORE_START_THREAD_HPP

/// The only place where the library starts threads, which block all signals. The system may be
/// unable to start one.

#include <pthread.h>

#include <concepts>
#include <cstddef>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "blocked_signals.hpp"

namespace sluice::inline v0::detail {

/// Throws Error(limit_exceeded), with the reason why the system cannot start a thread.
[[noreturn]] void fail_to_start_thread(const std::error_code &reason);

/// A thread that is joined when it is destroyed: std::jthread without its stop token. libc++ before
/// release 20 has no std::jthread.
class JoinedThread {
 public:
  template <std::invocable Work>
  explicit JoinedThread(Work work) : thread_(std::move(work)) {}
  ~JoinedThread() { join(); }
  JoinedThread(JoinedThread &&) noexcept = default;
  JoinedThread &operator=(JoinedThread &&) = delete;

  void join() {
    if (thread_.joinable()) thread_.join();
  }

 private:
  std::thread thread_;
};

/// Starts a thread that runs `work`. Throws Error(limit_exceeded) if the system cannot.
template <class Work>
JoinedThread start_thread(Work work) {
  const BlockedSignals blocked;
  try {
    return JoinedThread(std::move(work));
  } catch (const std::system_error &error) {
    fail_to_start_thread(error.code());
  }
}

/// Starts up to `count` threads that run copies of `work`: as many as the system allows, possibly
/// none.
template <class Work>
std::vector<JoinedThread> start_threads(std::size_t count, const Work &work) {
  const BlockedSignals blocked;
  std::vector<JoinedThread> threads;
  threads.reserve(count);
  try {
    while (threads.size() < count) threads.emplace_back(work);
  } catch (const std::system_error &) {  // the threads that started do the work
  }
  return threads;
}

/// Starts a thread that runs `work(argument)` with `stack_bytes` of stack, or more if the system
/// requires it. Returns 0 or an error number.
int start_thread(pthread_t &thread, std::size_t stack_bytes, void *(*work)(void *),
                 void *argument) noexcept;

}  // namespace sluice::inline v0::detail

#endif
