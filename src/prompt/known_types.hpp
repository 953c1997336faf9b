#ifndef SLUICE_SRC_PROMPT_KNOWN_TYPES_HPP
#define SLUICE_SRC_PROMPT_KNOWN_TYPES_HPP

/// The types that the statements of a prompt may have, for engines that check them.

#include <string>
#include <string_view>

#include "sluice/sql/dialect.hpp"

namespace sluice::inline v0::prompt_detail {

/// Whether the types of the dialect are known: PostgreSQL's, DuckDB's, and those of MariaDB and
/// MySQL.
bool has_known_types(sql::Dialect dialect) noexcept;

/// Whether the engine accepts the type for a column, in a database without types of its own.
bool is_known_type(std::string_view type, sql::Dialect dialect);

/// The engine's type for a type of another engine; empty if there is none.
std::string_view equivalent_type(std::string_view type, sql::Dialect dialect);

/// Whether the engine accepts a primary key with a column of this type, which it knows.
bool may_be_key(std::string_view type, sql::Dialect dialect);

}  // namespace sluice::inline v0::prompt_detail

#endif
