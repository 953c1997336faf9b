#ifndef SLUICE_SQL_SYNTAX_ERROR_HPP
#define SLUICE_SQL_SYNTAX_ERROR_HPP

/// Why a text is not valid SQL of the dialect.

#include <cstddef>
#include <string>
#include <string_view>

#include "sluice/core/error.hpp"

namespace sluice::inline v0::sql {

/// The code is `malformed`, or `limit_exceeded` if the text is too deep or too long. The location
/// has line and column; `offset` counts bytes from the start of the text.
class SyntaxError : public Error {
 public:
  SyntaxError(ErrorCode code, std::string_view message, std::string_view sql, std::size_t offset,
              std::string_view expected = {});

  std::size_t offset() const noexcept { return offset_; }
  /// What was expected at the offset, such as "an expression"; may be empty.
  const std::string &expected() const noexcept { return expected_; }

 private:
  std::size_t offset_;
  std::string expected_;
};

}  // namespace sluice::inline v0::sql

#endif
