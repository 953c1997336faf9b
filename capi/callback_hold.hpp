#ifndef SLUICE_CAPI_CALLBACK_HOLD_HPP
#define SLUICE_CAPI_CALLBACK_HOLD_HPP

#include "internal.hpp"

namespace sluice::inline v0::capi {

/// Owns the caller's callback in the options of one call: runs its `destroy` when the call returns,
/// unless the callback was released. `Given` is a struct with struct_size, user and destroy.
template <class Given>
class CallbackHold {
 public:
  explicit CallbackHold(const Given *given) noexcept {
    if (given != nullptr && is_plausible(given->struct_size, first_size<Given>)) held_ = given;
  }
  template <class Options>
  CallbackHold(const Options *options, const Given *Options::*member) noexcept
      : CallbackHold(options != nullptr && is_plausible(options->struct_size, first_size<Options>)
                         ? options->*member
                         : nullptr) {}
  ~CallbackHold() {
    if (held_ != nullptr && held_->destroy != nullptr) held_->destroy(held_->user);
  }
  CallbackHold(const CallbackHold &) = delete;
  CallbackHold &operator=(const CallbackHold &) = delete;

  /// Passes the ownership on: the new owner destroys the callback.
  void release() noexcept { held_ = nullptr; }

 private:
  const Given *held_ = nullptr;
};

}  // namespace sluice::inline v0::capi

#endif
