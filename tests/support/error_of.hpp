#ifndef SLUICE_TESTS_SUPPORT_ERROR_OF_HPP
#define SLUICE_TESTS_SUPPORT_ERROR_OF_HPP

/// The Error that a call ends with, for checking its code and its words.

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

inline bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != text.npos;
}

}  // namespace sluice::test

#endif
