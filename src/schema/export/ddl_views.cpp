/// Definitions of views, whose queries are not known: queries without rows that have the same
/// columns.

#include <fmt/format.h>

#include "ddl_comments.hpp"
#include "ddl_writer.hpp"
#include "sluice/core/ascii.hpp"
#include "type_shape.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

/// NULL of a type, where a dialect can say so.
std::string typed_null(const Column &column, const DdlColumnType &type, sql::Dialect dialect) {
  if (column.type.empty() || type.text.empty() || !ddl_syntax(dialect).typed_nulls) return "NULL";
  const bool is_clickhouse = dialect == sql::Dialect::clickhouse;
  // What cannot be NULL there.
  if (is_clickhouse && is_composite_type(type.text)) return "NULL";
  const bool wraps = is_clickhouse && without_wrappers(type.text) == std::string_view(type.text);
  return wraps ? fmt::format("CAST(NULL AS Nullable({}))", type.text)
               : fmt::format("CAST(NULL AS {})", type.text);
}

}  // namespace

/// The list of columns with their descriptions, where it has a place for them.
std::string DdlWriter::view_columns(const Table &view) const {
  bool any = false;
  std::string text = " (";
  for (const Column &column : view.columns) {
    if (column.nested) continue;
    any = any || !column.description.empty();
    if (text.size() > 2) text += ", ";
    text += names_.of(column.name);
    text += comment_clause(column.description, syntax_.view_comments, target_);
  }
  const bool has_place = syntax_.view_comments == DdlComments::clauses ||
                         syntax_.view_comments == DdlComments::options;
  return any && has_place ? text + ')' : std::string();
}

void DdlWriter::add_view(std::uint32_t number) {
  const Table &view = database_.tables()[number];
  const std::vector<DdlColumnType> types = types_.of_table(number);
  const bool is_materialized = view.kind == TableKind::materialized_view;
  if (syntax_.batches) text_ += "GO\n";
  text_ += fmt::format("\n-- A {}view; its query is not known, so this one has no rows.\n",
                       is_materialized ? "materialized " : "");
  if (syntax_.view_comments == DdlComments::lines) text_ += comment_lines(view, true);
  std::string list;
  for (std::size_t i = 0; i < view.columns.size(); ++i) {
    const Column &column = view.columns[i];
    if (column.nested) continue;
    if (!list.empty()) list += ',';
    list +=
        fmt::format("\n  {} AS {}", typed_null(column, types[i], target_), names_.of(column.name));
  }
  if (list.empty()) {
    text_ += fmt::format("-- View {} has no columns.\n", ddl_remark(names_.of(view)));
    return;
  }
  text_ += fmt::format("CREATE {}VIEW {}{}{} AS\nSELECT{}\n{};\n",
                       is_materialized && syntax_.materialized_views ? "MATERIALIZED " : "",
                       names_.of(view), view_columns(view),
                       table_comment_clause(view.description, syntax_.view_comments, target_), list,
                       trimmed(syntax_.no_rows));
  if (syntax_.batches) text_ += "GO\n";
  text_ += comment_statements(view, names_, target_);
}

}  // namespace sluice::inline v0::schema_detail
