#ifndef SLUICE_SQL_QUOTE_HPP
#define SLUICE_SQL_QUOTE_HPP

/// Names and strings as each dialect writes them.

#include <span>
#include <string>
#include <string_view>

#include "sluice/sql/dialect.hpp"

namespace sluice::inline v0::sql {

/// The name as a query has to write it: bare if that means the same name, else in the quotes of the
/// dialect, in which the name cannot end them. Quotes names with other characters than ASCII
/// letters, digits and `_`, reserved words, and names whose letters the dialect would fold:
/// capitals in PostgreSQL and Redshift, small letters in Oracle, Snowflake and Db2. `name` is that
/// of the catalog, exactly. O(size).
std::string quoted_identifier(std::string_view name, Dialect dialect);

/// The name in quotes, whatever it is: in definitions, more words are reserved than in queries.
/// O(size).
std::string enclosed_identifier(std::string_view name, Dialect dialect);

/// The parts of a name, such as schema and table, joined by dots, each quoted if necessary. In
/// BigQuery all together are in one pair of quotes, if any of them needs quotes. O(size).
std::string quoted_path(std::span<const std::string_view> parts, Dialect dialect);

/// A string literal with this value, which ends nowhere before its end. O(size).
std::string quoted_string(std::string_view value, Dialect dialect);

}  // namespace sluice::inline v0::sql

#endif
