#ifndef SLUICE_SRC_PROMPT_COLUMN_TYPE_HPP
#define SLUICE_SRC_PROMPT_COLUMN_TYPE_HPP

/// The types of columns in the statements of a prompt. They come from files and servers, so they
/// may be anything.

#include <string>
#include <string_view>

#include "sluice/sql/dialect.hpp"

namespace sluice::inline v0::prompt_detail {

struct ColumnType {
  std::string text;         ///< For the statement; may be empty.
  bool is_declared = true;  ///< Else the comment has to give the declared type.
};

/// PostgreSQL, MySQL, MariaDB and DuckDB get a type that they accept, SQLite too, and others the
/// type as declared, unless it could be more than a type. `is_key`: of a primary or foreign key.
/// O(size of the type).
ColumnType column_type(std::string_view declared, sql::Dialect dialect, bool is_key);

/// The declared type on one line; if it is long, without its fields or values: "ARRAY<STRUCT<…>>".
/// At most 120 bytes. O(size of what is shown).
std::string shown_type(std::string_view declared);

}  // namespace sluice::inline v0::prompt_detail

#endif
