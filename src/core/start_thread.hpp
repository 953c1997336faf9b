#ifndef SLUICE_SRC_CORE_START_THREAD_HPP
#define SLUICE_SRC_CORE_START_THREAD_HPP

/// The one place where the library starts threads. They take no signals. The system may have none
/// left.

#include <pthread.h>

#include <concepts>
#include <cstddef>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "blocked_signals.hpp"

namespace sluice::detail {

/// Throws Error(limit_exceeded): the system starts no thread, for that reason.
[[noreturn]] void fail_to_start_thread(const std::error_code &reason);

/// A thread that is waited for when it is destroyed: std::jthread without a way to stop it, which
/// libc++ before release 20 does not have.
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

/// A thread that runs `work`. Throws Error(limit_exceeded) if the system starts none.
template <class Work>
JoinedThread start_thread(Work work) {
  const BlockedSignals blocked;
  try {
    return JoinedThread(std::move(work));
  } catch (const std::system_error &error) {
    fail_to_start_thread(error.code());
  }
}

/// At most `count` threads that run `work`: as many as the system starts, which may be none. `work`
/// is copied.
template <class Work>
std::vector<JoinedThread> start_threads(std::size_t count, const Work &work) {
  const BlockedSignals blocked;
  std::vector<JoinedThread> threads;
  threads.reserve(count);
  try {
    while (threads.size() < count) threads.emplace_back(work);
  } catch (const std::system_error &) {  // those that are there do the work
  }
  return threads;
}

/// A thread that runs `work(argument)` on `stack_bytes` of stack, or on more where the system wants
/// it. Returns 0 or an error number.
int start_thread(pthread_t &thread, std::size_t stack_bytes, void *(*work)(void *),
                 void *argument) noexcept;

}  // namespace sluice::detail

#endif
