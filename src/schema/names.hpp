#ifndef SLUICE_SRC_SCHEMA_NAMES_HPP
#define SLUICE_SRC_SCHEMA_NAMES_HPP

/// Names of databases, tables and columns, as messages show them and as SQL text.

#include <string>
#include <string_view>

#include "sluice/core/ascii.hpp"

namespace sluice::detail {

/// The name between quotation marks: one line, valid UTF-8, at most about 80 bytes of it.
std::string quote_name(std::string_view name);

/// The name as SQL text, whatever it contains.
std::string sql_identifier(std::string_view name);

/// Whether the pattern, in which "*" stands for any text, is the whole of `text`. Both in lower
/// case, where case is to count for nothing. O(pattern × text).
bool fits_pattern(std::string_view pattern, std::string_view text);

}  // namespace sluice::detail

#endif
