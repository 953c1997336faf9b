#ifndef SLUICE_CORE_CANCELLATION_HPP
#define SLUICE_CORE_CANCELLATION_HPP

/// A request to stop, set by one thread and checked by others.

#include <atomic>
#include <memory>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// Copies share one flag. Thread-safe.
class CancellationToken {
 public:
  CancellationToken() : flag_(std::make_shared<std::atomic<bool>>(false)) {}

  void cancel() const noexcept { flag_->store(true, std::memory_order_relaxed); }
  bool cancelled() const noexcept { return flag_->load(std::memory_order_relaxed); }

  /// Throws Error(cancelled) if `cancel` was called.
  void(check)() const;

 private:
  std::shared_ptr<std::atomic<bool>> flag_;
};

/// Throws Error(cancelled) if `token` is not null and was cancelled.
inline void check_cancelled(const CancellationToken *token) {
  if (token != nullptr) (token->check)();  // a macro on macOS
}

}  // namespace sluice::inline v0

#endif
