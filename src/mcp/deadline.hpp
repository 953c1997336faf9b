#ifndef SLUICE_SRC_MCP_DEADLINE_HPP
#define SLUICE_SRC_MCP_DEADLINE_HPP

/// Cancels what takes too long.

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>

#include "core/start_thread.hpp"
#include "sluice/core/cancellation.hpp"

namespace sluice::mcp::detail {

/// A thread that sleeps until a time is over. One thing at a time is watched.
class Deadline {
 public:
  /// Throws Error(limit_exceeded): there are no more threads.
  Deadline() : thread_(sluice::detail::start_thread([this] { watch(); })) {}
  ~Deadline();
  Deadline(const Deadline &) = delete;
  Deadline &operator=(const Deadline &) = delete;

  /// Cancels the token after so many seconds, unless `stop` comes first.
  void start(const CancellationToken &token, double seconds);
  /// Whether it was cancelled.
  bool stop();

 private:
  using Clock = std::chrono::steady_clock;
  void watch();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<CancellationToken> watched_;
  Clock::time_point end_;
  Clock::time_point wakes_ = Clock::time_point::max();  // of itself
  bool is_over_ = false;
  bool is_done_ = false;
  sluice::detail::JoinedThread thread_;  // the last: it uses the others
};

}  // namespace sluice::mcp::detail

#endif
