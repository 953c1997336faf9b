#ifndef SLUICE_SQL_PAPER_RULES_HPP
#define SLUICE_SQL_PAPER_RULES_HPP

/// The rules of Shen et al. 2024 (ASTReS), section 3.1, one function each; `paper_rules` puts them
/// in order.

#include <cstdint>

#include "sluice/sql/rewrite_rule.hpp"

namespace sluice::sql {

/// Column nodes that mean a string become strings. Needs a schema: SQLite takes a double-quoted
/// name for a string where no column has that name.
AnyRewriteRule resolve_strings();

/// Names of tables, columns, aliases, functions, types and collations in lower case, quotes only
/// where they must be. SQLite ignores the case of ASCII letters in names. Left as they are: a
/// double-quoted column that may be a string (no schema, or not in it), and quoted names in
/// PostgreSQL.
AnyRewriteRule lower_case_names();

/// Drops the aliases of results and puts what they stand for in place of each use in the same
/// select. An alias stays where its name is seen from outside (derived and common tables, views,
/// an ORDER BY behind UNION), where a subquery uses it, where it stands for a number (which ORDER
/// BY would take for a position) or calls `random`, and where it is large and used often. Without a
/// schema, a name in GROUP BY, HAVING and ORDER BY means the alias, unless what it stands for uses
/// the same name.
AnyRewriteRule inline_result_aliases();

/// Drops the aliases of tables; qualifiers name the table instead. Where that would mix up two
/// tables (a self-join; a subquery that reads the same table outside), and for derived tables that
/// are referred to, aliases become t1, t2 … in the order of the text.
AnyRewriteRule canonical_table_aliases();

/// Drops qualifiers where the name alone means the same: by looking it up; without a schema, where
/// the select reads from one source only and the name needs no quotes.
AnyRewriteRule drop_qualifiers();

/// Writes `_` for every name of a table or a column, and drops qualifiers and aliases. Functions,
/// types and collations stay.
AnyRewriteRule mask_names();

/// Writes `_` for every number, string, blob, parameter, date and interval: number nodes with that
/// text. NULL, TRUE and FALSE stay.
AnyRewriteRule mask_values();

/// What becomes of rows that a query leaves open: which ones LIMIT cuts off without a full order,
/// which row of a group a column without an aggregate is read from.
enum class OpenRows : std::uint8_t {
  stay,      ///< A rule keeps away from queries that have them.
  may_vary,  ///< Other rows may be returned that the query allows.
};

/// Sorts the sources of inner joins by name and the conditions of their ON, each behind the last
/// source that it reads. Needs a schema. Left alone: joins with NATURAL or USING, outer joins, `*`
/// (whose columns follow the order of sources), and, if open rows stay, selects in which the order
/// of rows could choose what is returned (LIMIT, columns that are not grouped by, windows,
/// aggregates that concatenate, scalar subqueries).
AnyRewriteRule sort_joins(OpenRows open_rows = OpenRows::stay);

}  // namespace sluice::sql

#endif
