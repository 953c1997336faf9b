#ifndef SLUICE_SRC_CORE_BLOCKED_SIGNALS_HPP
#define SLUICE_SRC_CORE_BLOCKED_SIGNALS_HPP

#include <pthread.h>
#include <signal.h>

namespace sluice::inline v0::detail {

/// Blocks all signals on the calling thread for its lifetime. Threads that it starts meanwhile
/// inherit the mask and never receive signals, which are left to the host's threads.
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

}  // namespace sluice::inline v0::detail

#endif
