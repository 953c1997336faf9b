#ifndef SLUICE_CAPI_PROGRESS_HPP
#define SLUICE_CAPI_PROGRESS_HPP

/// How the caller is told of long work, and stops it.

#include <string>
#include <string_view>

#include "internal.hpp"
#include "sluice/core/cancellation.hpp"
#include "sluice/core/progress.hpp"

struct sluice_cancellation {
  sluice::CancellationToken token;
};

namespace sluice::capi {

/// The caller's progress for one call: `destroy` runs when the call ends, whatever way.
class ProgressHold {
 public:
  /// `Options`: a struct with a member `progress`.
  template <class Options>
  explicit ProgressHold(const Options *options) noexcept {
    if (options == nullptr) return;
    if (!is_plausible(options->struct_size, first_size<Options>)) return;
    const sluice_progress *given = options->progress;
    if (given == nullptr) return;
    if (is_plausible(given->struct_size, first_size<sluice_progress>)) held_ = given;
  }
  ~ProgressHold() {
    if (held_ != nullptr && held_->destroy != nullptr) held_->destroy(held_->user);
  }
  ProgressHold(const ProgressHold &) = delete;
  ProgressHold &operator=(const ProgressHold &) = delete;

 private:
  const sluice_progress *held_ = nullptr;
};

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
  bool is_stopped_ = false;  // some work asks again before it ends
};

/// One that nobody cancels for NULL.
inline CancellationToken token_of(const sluice_cancellation *given) {
  return given == nullptr ? CancellationToken() : given->token;
}

}  // namespace sluice::capi

#endif
