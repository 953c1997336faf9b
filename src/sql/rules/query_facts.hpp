#ifndef SLUICE_SRC_SQL_RULES_QUERY_FACTS_HPP
#define SLUICE_SRC_SQL_RULES_QUERY_FACTS_HPP

/// What a query's surroundings and clauses let a rule change: names of results, duplicates, order.

#include "sluice/sql/syntax_tree.hpp"

namespace sluice::inline v0::sql::rules {

/// Whether a column, or COLLATE, decides which collation applies to a comparison of the expression.
bool carries_collation(const SyntaxTree &tree, NodeId id, bool column_collations) noexcept;

/// Whether the names of the query's results are visible outside: to a reader of a source, in a
/// view, or in an ORDER BY after a set operator.
bool result_names_count(const SyntaxTree &tree, NodeId query) noexcept;

/// Whether only the set of the query's rows matters: after IN and EXISTS, and between set operators
/// that remove duplicates.
bool is_read_as_set(const SyntaxTree &tree, NodeId query) noexcept;

/// Whether another order of rows could change what the select returns: LIMIT in it or around it,
/// windows, order-dependent aggregates, columns that are not grouped by, a scalar subquery.
bool row_order_counts(const SyntaxTree &tree, NodeId select);

/// Whether the select computes an aggregate over its own rows.
bool has_aggregate(const SyntaxTree &tree, NodeId select) noexcept;

/// Whether all joins of a FROM clause are inner joins, without NATURAL, USING and parentheses.
bool joins_are_inner(const SyntaxTree &tree, NodeId from) noexcept;

}  // namespace sluice::inline v0::sql::rules

#endif
