#ifndef SLUICE_SRC_SCHEMA_EXPORT_DDL_COMMENTS_HPP
#define SLUICE_SRC_SCHEMA_EXPORT_DDL_COMMENTS_HPP

/// Descriptions of tables and columns in the words of a dialect.

#include <string>
#include <string_view>

#include "ddl_names.hpp"
#include "ddl_syntax.hpp"

namespace sluice::inline v0::schema_detail {

/// ` COMMENT 'x'` or ` OPTIONS(description = 'x')`, for the definition of a column; empty without a
/// description, and where descriptions are written elsewhere.
std::string comment_clause(std::string_view description, DdlComments form, sql::Dialect dialect);

/// The same for the definition of a table or a view.
std::string table_comment_clause(std::string_view description, DdlComments form,
                                 sql::Dialect dialect);

/// Statements that describe a table or a view and its columns; empty where their definition does.
std::string comment_statements(const Table &table, const DdlNames &names, sql::Dialect dialect);

/// `-- x` for each description, for the lines before a definition. `with_columns`: of the columns
/// too.
std::string comment_lines(const Table &table, bool with_columns);

}  // namespace sluice::inline v0::schema_detail

#endif
