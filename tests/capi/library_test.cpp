// First, to test that it does not need other headers before it.
#include "sluice.h"

#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "calls.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/version.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"

extern "C" int sluice_test_initialized_in_c(void);

namespace sluice {

TEST_CASE("the C library reports its release and its ABI version") {
  CHECK(sluice_version() == version);
  CHECK(sluice_abi_version() == SLUICE_ABI_VERSION);
}

TEST_CASE("a status has the value and the name of its error code") {
  for (const auto code : {ErrorCode::invalid_argument, ErrorCode::not_found, ErrorCode::malformed,
                          ErrorCode::unsupported, ErrorCode::mismatch, ErrorCode::io,
                          ErrorCode::limit_exceeded, ErrorCode::cancelled, ErrorCode::internal}) {
    CHECK(sluice_status_name(static_cast<sluice_status>(code)) == name_of(code));
  }
  CHECK(std::string_view(sluice_status_name(SLUICE_OK)) == "ok");
  CHECK(std::string_view(sluice_status_name(SLUICE_OUT_OF_MEMORY)) == "out_of_memory");
  for (const sluice_status other : {-1, 10, 99, 101, INT32_MIN, INT32_MAX}) {
    CHECK(std::string_view(sluice_status_name(other)) == "unknown");
  }
}

TEST_CASE("the initializer macros work in C and in C++") {
  CHECK(sluice_test_initialized_in_c() == 24);
}

TEST_CASE("every declaration is noexcept to C++") {
  static_assert(noexcept(sluice_version()) &&noexcept(sluice_status_name(0)));
  static_assert(noexcept(sluice_catalog_load(nullptr, 0, nullptr, nullptr, nullptr)));
  const std::string header =
      test::bytes_of((test::source_directory() / "capi" / "sluice.h").string());
  std::size_t declarations = 0;
  for (std::size_t at = header.find("\nSLUICE_API "); at != header.npos;
       at = header.find("\nSLUICE_API ", at + 1)) {
    const std::string declaration = header.substr(at, header.find(';', at) - at);
    CAPTURE(declaration);
    CHECK(declaration.ends_with(") SLUICE_NOEXCEPT"));
    ++declarations;
  }
  CHECK(declarations == 81);
}

TEST_CASE("every declaration documents ownership, threads, failures and its first release") {
  const std::string header =
      test::bytes_of((test::source_directory() / "capi" / "sluice.h").string());
  for (std::size_t at = header.find("\nSLUICE_API "); at != header.npos;
       at = header.find("\nSLUICE_API ", at + 1)) {
    const std::size_t comment = header.rfind("/*", at);
    const std::string said = header.substr(comment, at - comment);
    CAPTURE(said);
    CAPTURE(header.substr(at, header.find(';', at) - at));
    CHECK(said.ends_with(" */"));  // directly before the declaration
    for (const char *tag : {" * owns:   ", " * thread: ", " * fails:  ", " * since:  "}) {
      CHECK(said.find(tag) != said.npos);
    }
    const bool has_state = said.find(", stable. */") != said.npos;
    CHECK(has_state);
  }
}

}  // namespace sluice
