#ifndef SLUICE_CORE_ERROR_HPP
#define SLUICE_CORE_ERROR_HPP

/// Error, the only exception type that the library defines for reporting failures.

#include <cstdint>
#include <exception>
#include <string>
#include <string_view>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// The kind of failure. Values are stable: the C ABI exposes them.
enum class ErrorCode : std::int32_t {
  invalid_argument = 1,  ///< The caller passed something that is never valid.
  not_found = 2,         ///< A file, a database or a name does not exist.
  malformed = 3,         ///< Input (JSON, SQL, a file) does not follow its format.
  unsupported = 4,       ///< Valid, but not supported by this build or release.
  mismatch = 5,  ///< Two parts do not belong together: a mask of another catalog, a changed file.
  io = 6,        ///< The operating system refused to read or write.
  limit_exceeded = 7,  ///< A size, depth, step or time limit was reached.
  cancelled = 8,       ///< The caller asked to stop.
  internal = 9,        ///< A defect of the library.
};

/// The name of a code, such as "invalid_argument". A static string.
std::string_view name_of(ErrorCode code) noexcept;

/// Where something went wrong: a file or another source, and the position in it if known. Lines and
/// columns count from 1 (columns in bytes); 0 means unknown.
struct Place {
  std::string source;
  std::uint64_t line = 0;
  std::uint64_t column = 0;
};

/// Formats as "source:line:column", leaving out unknown parts.
std::string to_string(const Place &place);

/// The place of byte `offset` in `text`. O(offset).
Place place_in(std::string_view text, std::size_t offset, std::string source,
               std::uint64_t first_line = 1);

/// A failure reported by the library. `what()` is one line of UTF-8 without control characters: the
/// place, then the message.
class Error : public std::exception {
 public:
  Error(ErrorCode code, std::string_view message, Place where = {});

  ErrorCode code() const noexcept { return code_; }
  const std::string &message() const noexcept { return message_; }
  const Place &where() const noexcept { return where_; }
  const char *what() const noexcept override { return line_.c_str(); }

 private:
  ErrorCode code_;
  std::string message_;
  Place where_;
  std::string line_;
};

}  // namespace sluice::inline v0

#endif
