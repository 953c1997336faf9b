#ifndef SLUICE_SQL_EQUIVALENCE_RULES_HPP
#define SLUICE_SQL_EQUIVALENCE_RULES_HPP

/// Rules that keep a SQLite query equivalent, one function per rule; `equivalence_rules` puts them
/// in order. The list follows Ascoli et al. 2024 (ETM, arXiv 2407.07313), without the rules that
/// hold only by convention. Comparisons are three-valued: every rule preserves NULL results.

#include "sluice/sql/rewrite_rule.hpp"

namespace sluice::inline v0::sql {

/// Drops parentheses; the printer adds the ones that are needed. They have no meaning in the tree.
/// Parentheses around a result of a derived table stay, because they are part of its name.
AnyRewriteRule drop_parentheses();

/// Drops words without meaning: ALL after SELECT and in calls, ASC, NULLS FIRST or LAST where it is
/// the default, INNER, OUTER, and OFFSET 0. Rewrites to one form: the comma in FROM (in SQLite
/// only, where it means JOIN), `LIMIT offset, count`, TOP and FETCH. CROSS stays, because it fixes
/// the order of the loops.
AnyRewriteRule drop_empty_words();

/// Uses one name for functions that have two: ifnull with two arguments becomes coalesce, substring
/// substr, and printf format; `iif(a, b, c)` becomes CASE.
AnyRewriteRule canonical_functions();

/// `x ISNULL` becomes `x IS NULL`; `x NOTNULL` and `x NOT NULL` become `x IS NOT NULL`.
AnyRewriteRule canonical_null_tests();

/// Moves NOT inwards: through AND and OR (De Morgan's laws hold with NULL), and into comparisons,
/// IN, BETWEEN, LIKE and IS. `NOT NOT x` becomes x where only its truth matters or where x can only
/// be 0, 1 or NULL. SQLite has no NaN, so `NOT a < b` becomes `a >= b`.
AnyRewriteRule push_negations();

/// `x BETWEEN a AND b` becomes `x >= a AND x <= b`, as SQLite defines it, except that x is then
/// evaluated twice. Therefore x must be small and must not call a random function. The same for NOT
/// BETWEEN.
AnyRewriteRule expand_between();

/// `x IN (v)` becomes `x = v` for one literal v, `x NOT IN (v)` becomes `x <> v`. Does not apply to
/// a column or an expression, since it has no affinity after IN. The literals of a longer list are
/// sorted and deduplicated, because IN is a chain of OR.
AnyRewriteRule canonical_in_lists();

/// `x = 'text' COLLATE NOCASE` becomes `x = 'text'` if the text has no letters; the same for <>.
AnyRewriteRule drop_idle_collations();

/// Sorts the operands of chains of AND and of OR, and drops duplicates where only truth matters.
/// Swaps the operands of =, <>, <, <=, >, >=, +, *, & and | (and mirrors the comparison): columns
/// first, literals last, except that an operand that needs parentheses on the right goes left. +
/// and * commute exactly but are not regrouped, since floating-point addition is not associative. A
/// comparison stays as it is if both operands have a collation, by COLLATE or as columns where
/// columns may have one, because the left operand's collation applies. The order of AND decides
/// which error a query stops with; SQLite does not specify that order.
AnyRewriteRule sort_operands();

/// For inner joins (no outer join, NATURAL or USING in the FROM clause): an equation between
/// columns of two sources moves to the ON of the later source, every other condition of ON to
/// WHERE. ON and WHERE of inner joins form one conjunction. Needs a schema.
AnyRewriteRule canonical_join_conditions();

/// An outer join becomes an inner join, and a FULL JOIN one-sided, if the rows that it adds do not
/// exist or are filtered out. They do not exist if a foreign key that is never NULL always finds
/// its parent (needs key facts). They are filtered out if WHERE, or the ON of a later join that
/// does not keep its left side, is not true for their NULLs. Needs a schema.
AnyRewriteRule canonical_outer_joins();

/// Drops DISTINCT where all rows differ anyway or duplicates do not matter:
/// - the results contain a key of the joined rows, as implied by keys, equations and constants
///   (inner joins only; needs a schema; uses INTEGER PRIMARY KEYs and, with key facts, other keys
///   that are never NULL);
/// - the only result is an aggregate, without GROUP BY;
/// - all expressions of GROUP BY are among the results or determined by them;
/// - after IN and EXISTS, and in operands of UNION, INTERSECT and EXCEPT without LIMIT;
/// - before LIMIT 1, if the query is ordered by its results;
/// - in `min` and `max`; in `count`, `sum`, `avg` and `total` of a key of the rows of a group.
AnyRewriteRule drop_distinct();

/// `count(1)` becomes `count(*)`, and so does the count of any literal that is not NULL. The same
/// for the count, without DISTINCT, of a column that is never NULL in the rows of inner joins: an
/// INTEGER PRIMARY KEY, a column that is never NULL by key facts, or one that a condition restricts
/// to non-NULL values (needs a schema).
AnyRewriteRule canonical_counts();

/// Simplifies HAVING after GROUP BY, where `count(*)`, and the count of an expression that is never
/// NULL, is at least 1: `count(*) <> 1` becomes `> 1`, `>= n` becomes `> n - 1`, `<= 1` becomes
/// `= 1`; conditions that always hold are dropped.
AnyRewriteRule canonical_group_counts();

/// `x <= (SELECT min(x) FROM t)` becomes `x = …` and `x > …` becomes `x <> …`, for a column x of t;
/// likewise for `max`. Needs a schema.
AnyRewriteRule canonical_extremes();

/// Drops repeated expressions in GROUP BY and ORDER BY, and ORDER BY without LIMIT after IN and
/// EXISTS.
AnyRewriteRule drop_repeated_keys();

/// `EXISTS (SELECT anything …)` becomes `EXISTS (SELECT 1 …)`, for a select without aggregates,
/// GROUP BY, ORDER BY, LIMIT and aliases.
AnyRewriteRule canonical_exists();

/// UNION ALL becomes UNION after IN and EXISTS and as an operand of UNION, INTERSECT and EXCEPT,
/// without LIMIT. Sorts the queries of a chain of UNION ALL. Sorts those of UNION and INTERSECT
/// only if results in the same position have the same affinity, which must be TEXT, INTEGER or REAL
/// (needs a schema), because only one of 1 and 1.0 is kept. Applies only where no ORDER BY or LIMIT
/// follows and the names of the results, which are those of the first query, are not visible.
AnyRewriteRule sort_set_operands();

// The rules below also use what keys guarantee (KeyFacts) and let open rows vary (OpenRows).

/// Replaces columns that inner joins make equal by one of them everywhere except in the equations,
/// which are reduced to a minimal set. Chooses the first by name, and keys that others refer to
/// last. Needs a schema. Applies only to columns with the same affinity, TEXT, INTEGER or REAL,
/// whose equal values are identical.
AnyRewriteRule canonical_equal_columns();

/// Drops a table that is joined by its key to a column that refers to it, and not used otherwise.
/// Each row matches exactly one of its rows, or none if the column is NULL; a condition that
/// excludes NULL replaces the join in that case. Needs key facts.
AnyRewriteRule drop_parent_joins();

/// Drops `x IS NOT NULL` if x is never NULL, or if another condition of the same AND compares x.
AnyRewriteRule drop_null_tests();

/// `coalesce(x, …)` as an argument of an aggregate becomes x, and `x IS NULL OR a` in ON and WHERE
/// becomes a, if x is never NULL in the rows of inner joins.
AnyRewriteRule drop_null_guards();

/// Drops ORDER BY, and a LIMIT of at least 1, from a select whose only result is an aggregate,
/// since it has one row. Drops a LIMIT that is at least 1 or negative from a scalar subquery, since
/// SQLite reads only its first row.
AnyRewriteRule drop_idle_orders();

/// Drops columns of GROUP BY that the other ones determine: columns of a table that is grouped by
/// its key or joined by it, and columns that a condition makes constant. Inner joins only.
AnyRewriteRule drop_determined_keys();

/// `min(x)` and `max(x)` become x if the rows are grouped by x or by something that determines x.
AnyRewriteRule drop_aggregates_of_keys();

/// An integer that is compared with a TEXT column becomes a string; a string that is compared with
/// a numeric column and contains an integer becomes a number, as SQLite converts them. Needs a
/// schema.
AnyRewriteRule canonical_literals();

}  // namespace sluice::inline v0::sql

#endif
