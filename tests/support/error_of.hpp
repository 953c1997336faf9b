#ifndef SLUICE_TESTS_SUPPORT_ERROR_OF_HPP
#define SLUICE_TESTS_SUPPORT_ERROR_OF_HPP

/// Returns the Error of a call, to check its code and message.

#include <optional>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "sluice/core/error.hpp"

namespace sluice::test {

/// Fails the test case if `call` throws nothing.
template <class Call>
Error error_of(Call call) {
  try {
    static_cast<void>(call());
  } catch (const Error &error) {
    return error;
  }
  FAIL("expected an Error");
  return {ErrorCode::internal, ""};
}

/// The same for a call that may succeed.
template <class Call>
std::optional<Error> error_if_any(Call call) {
  try {
    static_cast<void>(call());
  } catch (const Error &error) {
    return error;
  }
  return std::nullopt;
}

/// Returns the full message of the Error; "(no error)" if there is none.
template <class Call>
std::string what_of(Call call) {
  const std::optional<Error> error = error_if_any(call);
  return error ? error->what() : "(no error)";
}

/// Checks that `call` throws an Error with this code.
template <class Call>
void check_code(ErrorCode code, Call call) {
  CHECK(std::string(name_of(error_of(call).code())) == std::string(name_of(code)));
}

inline bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != text.npos;
}

}  // namespace sluice::test

#endif
