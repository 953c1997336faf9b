#ifndef SLUICE_TESTS_SUPPORT_ERRORS_HPP
#define SLUICE_TESTS_SUPPORT_ERRORS_HPP

/// Errors as values, so that a test can look at more than their type.

#include <doctest/doctest.h>

#include <optional>
#include <string>

#include "sluice/core/error.hpp"

namespace sluice::test {

/// The Error that `act` throws; nothing if it returns. Anything else that it throws passes on.
template <class Act>
std::optional<Error> error_of(Act act) {
  try {
    act();
  } catch (const Error &error) {
    return error;
  }
  return std::nullopt;
}

/// What `act`'s Error says in full; "(no error)" if there is none.
template <class Act>
std::string what_of(Act act) {
  const std::optional<Error> error = error_of(act);
  return error ? error->what() : "(no error)";
}

/// Checks that `act` throws an Error of this code.
template <class Act>
void check_code(ErrorCode code, Act act) {
  const std::optional<Error> error = error_of(act);
  REQUIRE(error.has_value());
  CHECK(std::string(name_of(error->code())) == std::string(name_of(code)));
}

}  // namespace sluice::test

#endif
