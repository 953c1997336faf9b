#ifndef SLUICE_CORE_FUNCTION_REF_HPP
#define SLUICE_CORE_FUNCTION_REF_HPP

/// A callable passed by reference: two pointers, no allocation.

#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

template <class Signature>
class function_ref;

/// Refers to a callable that must outlive the call it is passed to. A plain function is stored
/// directly, so a pointer to it may be a temporary. Never empty.
template <class Result, class... Arguments>
class function_ref<Result(Arguments...)> {
 public:
  template <class Callable>
    requires(!std::same_as<std::remove_cvref_t<Callable>, function_ref> &&
             !std::is_member_pointer_v<std::remove_cvref_t<Callable>> &&
             std::is_invocable_r_v<Result, Callable &, Arguments...>)
  function_ref(Callable &&callable)
  noexcept {  // NOLINT(google-explicit-constructor)
    using Referred = std::remove_reference_t<Callable>;
    if constexpr (std::is_function_v<std::remove_pointer_t<Referred>>) {
      using Function = std::add_pointer_t<std::remove_pointer_t<Referred>>;
      target_.function = reinterpret_cast<void (*)()>(static_cast<Function>(callable));
      call_ = [](Target target, Arguments... arguments) -> Result {
        return give(reinterpret_cast<Function>(target.function),
                    std::forward<Arguments>(arguments)...);
      };
    } else {
      target_.object = const_cast<void *>(static_cast<const void *>(std::addressof(callable)));
      call_ = [](Target target, Arguments... arguments) -> Result {
        return give(*static_cast<Referred *>(target.object), std::forward<Arguments>(arguments)...);
      };
    }
  }

  Result operator()(Arguments... arguments) const {
    return call_(target_, std::forward<Arguments>(arguments)...);
  }

 private:
  // A function pointer may not fit into an object pointer.
  union Target {
    void *object;
    void (*function)();
  };

  template <class Callable>
  static Result give(Callable &&callable, Arguments... arguments) {
    if constexpr (std::is_void_v<Result>) {
      callable(std::forward<Arguments>(arguments)...);
    } else {
      return callable(std::forward<Arguments>(arguments)...);
    }
  }

  Target target_;
  Result (*call_)(Target, Arguments...);
};

}  // namespace sluice::inline v0

#endif
