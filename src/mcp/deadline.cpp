#include "deadline.hpp"

namespace sluice::inline v0::mcp::detail {

Deadline::~Deadline() {
  {
    const std::lock_guard lock(mutex_);
    is_done_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void Deadline::start(const CancellationToken &token, double seconds) {
  bool is_asleep = false;
  {
    const std::lock_guard lock(mutex_);
    watched_ = token;
    is_over_ = false;
    end_ = Clock::now() +
           std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    is_asleep = end_ < wakes_;
  }
  // Most calls end long before the deadline, and waking the thread for each would cost more than
  // the call.
  if (is_asleep) changed_.notify_one();
}

bool Deadline::stop() {
  const std::lock_guard lock(mutex_);
  watched_.reset();
  return is_over_;
}

void Deadline::watch() {
  std::unique_lock lock(mutex_);
  while (!is_done_) {
    if (!watched_) {
      wakes_ = Clock::time_point::max();
      changed_.wait(lock);
    } else if (Clock::now() < end_) {
      wakes_ = end_;
      changed_.wait_until(lock, end_);
    } else {
      watched_->cancel();
      watched_.reset();
      is_over_ = true;
    }
  }
}

}  // namespace sluice::inline v0::mcp::detail
