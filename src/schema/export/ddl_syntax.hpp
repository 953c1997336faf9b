#ifndef SLUICE_SRC_SCHEMA_EXPORT_DDL_SYNTAX_HPP
#define SLUICE_SRC_SCHEMA_EXPORT_DDL_SYNTAX_HPP

/// What each dialect has words for in the definition of a schema, and how it writes names and
/// strings.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "sluice/sql/dialect.hpp"

namespace sluice::inline v0::schema_detail {

/// How descriptions are written.
enum class DdlComments : std::uint8_t {
  statements,  ///< COMMENT ON …
  clauses,     ///< COMMENT '…' in the definition.
  options,     ///< OPTIONS(description = '…') in the definition.
  procedure,   ///< EXEC sp_addextendedproperty …
  lines,       ///< `-- …` behind the column, or before the view.
};

/// How the values that a column may have are written, where its type does not say them.
enum class DdlValues : std::uint8_t {
  enumeration,  ///< ENUM('a', 'b'), or CHECK where the values are not text.
  check,        ///< CHECK (c IN ('a', 'b'))
  alteration,   ///< The same, in ALTER TABLE.
  none,         ///< Only in a comment.
};

enum class DdlKeys : std::uint8_t {
  declared,
  not_enforced,  ///< With the words NOT ENFORCED.
  sorting,       ///< PRIMARY KEY behind the list of columns; no foreign keys.
  none,          ///< Only in a comment.
};

enum class DdlSchemas : std::uint8_t {
  schema,    ///< CREATE SCHEMA
  database,  ///< CREATE DATABASE
  user,      ///< A schema is a user of the database.
  none,      ///< Tables have no schemas.
};

struct DdlSyntax {
  DdlComments comments = DdlComments::statements;
  DdlComments view_comments = DdlComments::statements;
  DdlValues values = DdlValues::check;
  DdlKeys keys = DdlKeys::declared;
  DdlSchemas schemas = DdlSchemas::schema;
  bool schema_if_not_exists = true;
  std::size_t qualifiers = 1;    ///< Names before a table's own, at most.
  bool altered_keys = true;      ///< ALTER TABLE … ADD FOREIGN KEY
  bool primary_targets = false;  ///< Foreign keys refer to primary keys only.
  bool keys_within_schemas = false;
  bool not_null_keys = false;                 ///< Columns of a primary key have to be NOT NULL.
  bool typed_nulls = true;                    ///< CAST (NULL AS type) for any type.
  bool materialized_views = false;            ///< That need nothing but a query.
  bool batches = false;                       ///< Separated by lines GO.
  bool one_line_texts = false;                ///< Clients end statements within strings.
  std::string_view no_rows = " WHERE 1 = 0";  ///< The end of a query without rows.
};

const DdlSyntax &ddl_syntax(sql::Dialect dialect) noexcept;

/// The name in the dialect's quotes.
std::string ddl_name(std::string_view name, sql::Dialect dialect);

/// A string literal.
std::string ddl_text(std::string_view text, sql::Dialect dialect);

/// Text for a comment `-- …`: one line.
std::string ddl_remark(std::string_view text);

/// Whether the text of a type can be copied into a script: it closes only what it opens, and no
/// string, comment or statement begins or ends in it. With `has_quotes`, it may contain names in
/// double quotes, as in PostgreSQL.
bool is_plain_type(std::string_view type, bool has_quotes = false) noexcept;

/// The position after the name in double quotes that begins at `begin`; npos if it does not end.
std::size_t end_of_quoted_name(std::string_view text, std::size_t begin) noexcept;

}  // namespace sluice::inline v0::schema_detail

#endif
