#ifndef SLUICE_SRC_DB_MYSQL_PIPE_GUARD_HPP
#define SLUICE_SRC_DB_MYSQL_PIPE_GUARD_HPP

#include <pthread.h>
#include <signal.h>

namespace sluice::inline v0::db_detail {

/// Blocks SIGPIPE on the calling thread, and removes one that a broken connection caused.
class PipeGuard {
 public:
  PipeGuard() noexcept {
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, &before_);
  }
  ~PipeGuard() {
    sigset_t pending;
    sigpending(&pending);
    if (!was_pending_ && sigismember(&pending, SIGPIPE) == 1) {
      sigset_t pipe;
      sigemptyset(&pipe);
      sigaddset(&pipe, SIGPIPE);
      int number = 0;
      sigwait(&pipe, &number);
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  PipeGuard(const PipeGuard &) = delete;
  PipeGuard &operator=(const PipeGuard &) = delete;

 private:
  sigset_t before_;
  bool was_pending_ = false;
};

}  // namespace sluice::inline v0::db_detail

#endif
