#ifndef SLUICE_SRC_SCHEMA_NAMES_HPP
#define SLUICE_SRC_SCHEMA_NAMES_HPP

/// Formats the names of databases, tables and columns for messages and SQL.

#include <string>
#include <string_view>

#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::schema_detail {

/// The name in quotation marks, for messages: one line, valid UTF-8, truncated to about 80 bytes.
std::string quote_name(std::string_view name);

/// The name as a quoted SQL identifier, for any characters.
std::string sql_identifier(std::string_view name);

/// Whether the pattern matches the whole of `text`; "*" matches any text. To ignore case, pass both
/// in lower case. O(pattern × text).
bool fits_pattern(std::string_view pattern, std::string_view text);

}  // namespace sluice::inline v0::schema_detail

#endif
