#ifndef SLUICE_SRC_SCHEMA_NAMES_HPP
#define SLUICE_SRC_SCHEMA_NAMES_HPP

/// Names of databases, tables and columns, compared as SQL does and shown in messages.

#include <string>
#include <string_view>

namespace sluice::detail {

/// ASCII letters in lower case, all else as it is.
std::string lower_ascii(std::string_view name);

/// Whether SQL takes both for one name.
bool same_name(std::string_view a, std::string_view b) noexcept;

/// The name between quotation marks: one line, valid UTF-8, at most about 80 bytes of it.
std::string quote_name(std::string_view name);

/// The name as SQL text, whatever it contains.
std::string sql_identifier(std::string_view name);

}  // namespace sluice::detail

#endif
