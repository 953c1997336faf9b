#ifndef SLUICE_CAPI_PROGRESS_HPP
#define SLUICE_CAPI_PROGRESS_HPP

/// Progress callbacks and cancellation by the caller.

#include <string>
#include <string_view>

#include "internal.hpp"
#include "sluice/core/cancellation.hpp"
#include "sluice/core/progress.hpp"

struct sluice_cancellation {
  sluice::CancellationToken token;
};

namespace sluice::inline v0::capi {

/// Calls the caller's `step`; lives as long as the Progress that refers to it.
class Reporter {
 public:
  explicit Reporter(const sluice_progress *given)
      : progress_(options_in(given, sluice_progress SLUICE_PROGRESS_INIT, "progress")) {}

  void operator()(std::string_view stage, std::size_t done, std::size_t total) {
    if (progress_.step == nullptr) return;
    if (is_stopped_ ||
        progress_.step(progress_.user, std::string(stage).c_str(), done, total) != 0) {
      is_stopped_ = true;
      throw Error(ErrorCode::cancelled, "stopped by the progress callback");
    }
  }

 private:
  sluice_progress progress_;
  bool is_stopped_ = false;  // some work reports again before it ends
};

/// Returns a token that is never cancelled for NULL.
inline CancellationToken token_of(const sluice_cancellation *given) {
  return given == nullptr ? CancellationToken() : given->token;
}

}  // namespace sluice::inline v0::capi

#endif
