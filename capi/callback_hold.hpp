#ifndef SLUICE_CAPI_CALLBACK_HOLD_HPP
#define SLUICE_CAPI_CALLBACK_HOLD_HPP

#include "internal.hpp"

namespace sluice::capi {

/// The caller's callback among the options of one call: its `destroy` runs when the call ends,
/// whatever way, unless the callback was taken over. `Given`: a struct with struct_size, user and
/// destroy.
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

  /// From here on whoever took the callback over destroys it.
  void release() noexcept { held_ = nullptr; }

 private:
  const Given *held_ = nullptr;
};

}  // namespace sluice::capi

#endif
