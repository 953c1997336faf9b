#ifndef SLUICE_CORE_FUNCTION_REF_HPP
#define SLUICE_CORE_FUNCTION_REF_HPP

/// A callable passed by reference: two pointers, no allocation.

#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>

namespace sluice {

template <class Signature>
class function_ref;

/// Refers to a callable that must outlive the call it is passed to. Never empty.
template <class Result, class... Arguments>
class function_ref<Result(Arguments...)> {
 public:
  template <class Callable>
    requires(!std::same_as<std::remove_cvref_t<Callable>, function_ref> &&
             std::is_invocable_r_v<Result, Callable &, Arguments...>)
  function_ref(Callable &&callable) noexcept  // NOLINT(google-explicit-constructor)
      : object_(const_cast<void *>(static_cast<const void *>(std::addressof(callable)))),
        call_([](void *object, Arguments... arguments) -> Result {
          auto &target = *static_cast<std::remove_reference_t<Callable> *>(object);
          return target(std::forward<Arguments>(arguments)...);
        }) {}

  Result operator()(Arguments... arguments) const {
    return call_(object_, std::forward<Arguments>(arguments)...);
  }

 private:
  void *object_;
  Result (*call_)(void *, Arguments...);
};

}  // namespace sluice

#endif
