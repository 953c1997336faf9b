#ifndef SLUICE_SQL_PAPER_RULES_HPP
#define SLUICE_SQL_PAPER_RULES_HPP

/// The rules of Shen et al. 2024 (ASTReS), section 3.1, one function per rule; `paper_rules` puts
/// them in order.

#include <cstdint>

#include "sluice/sql/rewrite_rule.hpp"

namespace sluice::inline v0::sql {

/// Turns column nodes that mean a string into strings. Needs a schema: SQLite reads a double-quoted
/// name as a string if no column has that name.
AnyRewriteRule resolve_strings();

/// Writes the names of tables, columns, aliases, functions, types and collations in lower case,
/// quoted only where necessary. SQLite ignores the case of ASCII letters in names. Exceptions: a
/// double-quoted column that may be a string (no schema, or not in it), and quoted names in
/// PostgreSQL.
AnyRewriteRule lower_case_names();

/// Drops the aliases of results and replaces each use in the same select by the aliased expression.
/// An alias stays if its name is visible outside (derived and common tables, views, an ORDER BY
/// after UNION), if a subquery uses it, if its expression is a number (which ORDER BY would read as
/// a position) or calls `random`, or if the expression is large and often used. Without a schema, a
/// name in GROUP BY, HAVING or ORDER BY means the alias, unless the aliased expression uses the
/// same name.
AnyRewriteRule inline_result_aliases();

/// Drops the aliases of tables; qualifiers then use the table's name. Where that would confuse two
/// tables (a self-join; a subquery that reads the same table as the query around it), and for
/// derived tables that are referenced, aliases become t1, t2 … in the order of the text.
AnyRewriteRule canonical_table_aliases();

/// Drops a qualifier where the name alone has the same meaning, which is looked up in the schema.
/// Without a schema, drops it if the select reads from one source only and the name needs no
/// quotes.
AnyRewriteRule drop_qualifiers();

/// Replaces every name of a table or column by `_`, and drops qualifiers and aliases. Functions,
/// types and collations stay.
AnyRewriteRule mask_names();

/// Replaces every number, string, blob, parameter, date and interval by `_` (a number node with
/// that text). NULL, TRUE and FALSE stay.
AnyRewriteRule mask_values();

/// How rules treat queries that leave the choice of rows open: which rows LIMIT returns without a
/// total order, or which row of a group supplies a column outside an aggregate.
enum class OpenRows : std::uint8_t {
  stay,      ///< Rules do not change such queries.
  may_vary,  ///< The rewritten query may return other rows that the original allows.
};

/// Sorts the sources of inner joins by name, and moves each condition of their ON to the last
/// source that it reads. Needs a schema. Does not change joins with NATURAL or USING, outer joins,
/// or `*` (whose columns follow the order of sources). With OpenRows::stay, also does not change
/// selects in which the order of rows could decide what is returned (LIMIT, columns that are not
/// grouped by, windows, aggregates that concatenate, scalar subqueries).
AnyRewriteRule sort_joins(OpenRows open_rows = OpenRows::stay);

}  // namespace sluice::inline v0::sql

#endif
