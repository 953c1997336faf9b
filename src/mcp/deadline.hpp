#ifndef SLUICE_SRC_MCP_DEADLINE_HPP
#define SLUICE_SRC_MCP_DEADLINE_HPP

/// Cancels work that takes too long.

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>

#include "core/start_thread.hpp"
#include "sluice/core/cancellation.hpp"

namespace sluice::inline v0::mcp::detail {

/// A thread that waits for a deadline. Watches one call at a time.
class Deadline {
 public:
  /// Throws Error(limit_exceeded) if no thread can be started.
  Deadline() : thread_(sluice::detail::start_thread([this] { watch(); })) {}
  ~Deadline();
  Deadline(const Deadline &) = delete;
  Deadline &operator=(const Deadline &) = delete;

  /// Cancels the token after `seconds`, unless `stop` is called before.
  void start(const CancellationToken &token, double seconds);
  /// Stops watching; returns whether the token was cancelled.
  bool stop();

 private:
  using Clock = std::chrono::steady_clock;
  void watch();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<CancellationToken> watched_;
  Clock::time_point end_;
  Clock::time_point wakes_ = Clock::time_point::max();  // when the thread wakes without a signal
  bool is_over_ = false;
  bool is_done_ = false;
  sluice::detail::JoinedThread thread_;  // last member, since it uses the others
};

}  // namespace sluice::inline v0::mcp::detail

#endif
