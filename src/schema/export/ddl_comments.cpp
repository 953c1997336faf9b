#include "ddl_comments.hpp"

#include <fmt/format.h>

#include "ddl_keys.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

/// SQL Server's description of a table, or of a column unless that is empty.
std::string property_statement(std::string_view text, const Table &table, std::string_view column,
                               const DdlNames &names) {
  constexpr sql::Dialect server = sql::Dialect::sqlserver;
  std::string schema = names.schema(table);
  if (schema.empty()) schema = "dbo";
  std::string statement = fmt::format(
      "EXEC sys.sp_addextendedproperty @name = N'MS_Description', @value = {}, "
      "@level0type = N'SCHEMA', @level0name = {}, @level1type = N'{}', @level1name = {}",
      ddl_text(text, server), ddl_text(schema, server), is_view_kind(table.kind) ? "VIEW" : "TABLE",
      ddl_text(names.bare(table), server));
  if (!column.empty()) {
    statement +=
        fmt::format(", @level2type = N'COLUMN', @level2name = {}", ddl_text(column, server));
  }
  return statement + ";\n";
}

std::string_view commented_kind(const Table &table, sql::Dialect dialect) {
  if (!is_view_kind(table.kind)) return "TABLE";
  const bool materialized = table.kind == TableKind::materialized_view &&
                            ddl_syntax(dialect).materialized_views &&
                            dialect != sql::Dialect::redshift && dialect != sql::Dialect::trino;
  if (materialized) return "MATERIALIZED VIEW";
  // Here, the word means views too.
  if (dialect == sql::Dialect::oracle || dialect == sql::Dialect::db2) return "TABLE";
  return "VIEW";
}

std::string plain_statement(std::string_view text, const Table &table, std::string_view column,
                            const DdlNames &names, sql::Dialect dialect) {
  const std::string name = names.of(table);
  if (column.empty()) {
    return fmt::format("COMMENT ON {} {} IS {};\n", commented_kind(table, dialect), name,
                       ddl_text(text, dialect));
  }
  return fmt::format("COMMENT ON COLUMN {}.{} IS {};\n", name, names.of(column),
                     ddl_text(text, dialect));
}

}  // namespace

std::string comment_clause(std::string_view description, DdlComments form, sql::Dialect dialect) {
  if (description.empty()) return {};
  if (form == DdlComments::clauses)
    return fmt::format(" COMMENT {}", ddl_text(description, dialect));
  if (form == DdlComments::options)
    return fmt::format(" OPTIONS(description = {})", ddl_text(description, dialect));
  return {};
}

std::string table_comment_clause(std::string_view description, DdlComments form,
                                 sql::Dialect dialect) {
  const bool with_sign = dialect == sql::Dialect::mysql || dialect == sql::Dialect::mariadb ||
                         dialect == sql::Dialect::snowflake;
  if (form != DdlComments::clauses || !with_sign || description.empty())
    return comment_clause(description, form, dialect);
  return fmt::format(" COMMENT = {}", ddl_text(description, dialect));
}

std::string comment_statements(const Table &table, const DdlNames &names, sql::Dialect dialect) {
  const DdlSyntax &syntax = ddl_syntax(dialect);
  const DdlComments form = is_view_kind(table.kind) ? syntax.view_comments : syntax.comments;
  if (form != DdlComments::statements && form != DdlComments::procedure) return {};
  const auto statement = [&](std::string_view text, std::string_view column) {
    return form == DdlComments::procedure ? property_statement(text, table, column, names)
                                          : plain_statement(text, table, column, names, dialect);
  };
  std::string text;
  if (!table.description.empty()) text += statement(table.description, {});
  for (const Column &column : table.columns) {
    if (!column.nested && !column.description.empty() && !column.name.empty())
      text += statement(column.description, column.name);
  }
  return text;
}

std::string comment_lines(const Table &table, bool with_columns) {
  std::string text;
  if (!table.description.empty()) text += fmt::format("-- {}\n", ddl_remark(table.description));
  for (const Column &column : table.columns) {
    if (!with_columns || column.nested || column.description.empty()) continue;
    text += fmt::format("-- {}: {}\n", ddl_remark(column.name), ddl_remark(column.description));
  }
  return text;
}

}  // namespace sluice::inline v0::schema_detail
