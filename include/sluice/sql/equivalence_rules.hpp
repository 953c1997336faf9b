#ifndef SLUICE_SQL_EQUIVALENCE_RULES_HPP
#define SLUICE_SQL_EQUIVALENCE_RULES_HPP

/// Rules under which a query of SQLite stays equal, one function each; `equivalence_rules` puts
/// them in order. The list follows Ascoli et al. 2024 (ETM, arXiv 2407.07313), less what holds only
/// by convention. Comparisons are three-valued: each rule keeps NULL where NULL was.

#include "sluice/sql/rewrite_rule.hpp"

namespace sluice::sql {

/// Drops parentheses; the printer puts them where they are needed. They carry no meaning in
/// SQLite's trees. Around a result of a derived table they stay, since its name has them.
AnyRewriteRule drop_parentheses();

/// Drops words that say nothing: ALL behind SELECT and in calls, ASC, NULLS FIRST or LAST where it
/// is the default, INNER, OUTER, the comma in FROM (all SQLite: it joins as JOIN does), `LIMIT
/// offset, count`, TOP and FETCH, OFFSET 0. CROSS stays: it fixes the order of loops.
AnyRewriteRule drop_empty_words();

/// One name for functions with two: ifnull with two arguments is coalesce, substring substr, printf
/// format; `iif(a, b, c)` is CASE.
AnyRewriteRule canonical_functions();

/// `x ISNULL` is `x IS NULL`, `x NOTNULL` and `x NOT NULL` are `x IS NOT NULL`.
AnyRewriteRule canonical_null_tests();

/// Moves NOT inwards: through AND and OR (De Morgan holds with NULL), into comparisons, IN,
/// BETWEEN, LIKE, IS. `NOT NOT x` is x where only its truth counts or it is 0, 1 or NULL anyway.
/// SQLite has no NaN, so `NOT a < b` is `a >= b`.
AnyRewriteRule push_negations();

/// `x BETWEEN a AND b` is `x >= a AND x <= b`: SQLite's own definition, but for x being computed
/// twice, so x must be small and call nothing random. NOT BETWEEN likewise.
AnyRewriteRule expand_between();

/// `x IN (v)` is `x = v` for one literal v, `x NOT IN (v)` is `x <> v`. Not for a column or an
/// expression: behind IN it has no affinity. Literals of a longer list are sorted and each kept
/// once: IN is a chain of OR.
AnyRewriteRule canonical_in_lists();

/// `x = 'text' COLLATE NOCASE` is `x = 'text'` where the text has no letters, <> likewise.
AnyRewriteRule drop_idle_collations();

/// Sorts the operands of chains of AND and of OR, and drops repeated ones where only truth counts;
/// swaps those of =, <>, <, <=, >, >=, +, *, & and | (the sign of a comparison turns): columns
/// first, literals last, but what needs parentheses on the right goes left. + and * commute
/// exactly, but are not regrouped, since sums of reals are not associative. Compared operands that
/// both carry a collation, by COLLATE or as columns where columns may have one, stay: the left one
/// decides. The order of AND decides which error a query stops with; SQLite leaves that open.
AnyRewriteRule sort_operands();

/// Of inner joins (no outer join, NATURAL or USING in the FROM clause): an equation of columns of
/// two sources goes to the ON of the later one, every other condition of ON to WHERE. Needs a
/// schema. ON and WHERE of inner joins are one conjunction.
AnyRewriteRule canonical_join_conditions();

/// An outer join is an inner one (a FULL JOIN one-sided) where the rows that it adds are none,
/// since a foreign key that is never NULL finds its parent (needs key facts), or do not pass:
/// WHERE, or the ON of a later join that does not keep its left side, is not true for their NULLs.
/// Needs a schema.
AnyRewriteRule canonical_outer_joins();

/// Drops DISTINCT where rows differ anyway or do not count twice: results that hold a key of the
/// joined rows, as far as keys, equations and constants say so (inner joins; a schema; INTEGER
/// PRIMARY KEYs, and by key facts others that are never NULL); a lone aggregate without GROUP BY;
/// all expressions of GROUP BY among the results, or told by them; behind IN and EXISTS and between
/// UNION, INTERSECT and EXCEPT without LIMIT; before LIMIT 1 in an order of the results; in `min`
/// and `max`, in `count`, `sum`, `avg` and `total` of what is a key of the rows of a group.
AnyRewriteRule drop_distinct();

/// `count(1)` is `count(*)`, for a literal that is not NULL; so is the count of a column that is
/// never NULL in the rows of inner joins: an INTEGER PRIMARY KEY, by key facts, or since a
/// condition does not pass NULL (needs a schema), without DISTINCT.
AnyRewriteRule canonical_counts();

/// In HAVING behind GROUP BY, where `count(*)`, or that of what is never NULL, is 1 at least:
/// `count(*) <> 1` is
/// `> 1`, `>= n` is `> n - 1`, `<= 1` is `= 1`; what always holds goes.
AnyRewriteRule canonical_group_counts();

/// `x <= (SELECT min(x) FROM t)` is `=`, `>` is `<>`, for a column of that table; `max` likewise.
/// Needs a schema.
AnyRewriteRule canonical_extremes();

/// Repeated expressions of GROUP BY and ORDER BY go, but the first; ORDER BY behind IN and EXISTS
/// without LIMIT goes.
AnyRewriteRule drop_repeated_keys();

/// `EXISTS (SELECT anything …)` is `EXISTS (SELECT 1 …)`, for a select without aggregates, GROUP
/// BY, ORDER BY, LIMIT and aliases.
AnyRewriteRule canonical_exists();

/// UNION ALL is UNION behind IN and EXISTS and inside of UNION, INTERSECT and EXCEPT, without
/// LIMIT. Sorts the queries of a chain of UNION ALL; of UNION and INTERSECT only where results of
/// equal place have the same affinity of TEXT, INTEGER or REAL (needs a schema), since of 1 and 1.0
/// one stays. Only where no ORDER BY or LIMIT follows and nobody sees the names of the results,
/// which are those of the first query.
AnyRewriteRule sort_set_operands();

// The next ones also use what keys promise (KeyFacts) and let open rows vary (OpenRows).

/// Of columns that inner joins make equal, one stands in all places but in the equations, which
/// become as few as say so: the first by name, keys that others refer to last. Needs a schema; only
/// for columns of one affinity of TEXT, INTEGER or REAL, whose equal values are the same.
AnyRewriteRule canonical_equal_columns();

/// Drops a table that is joined by its key to a column that refers to it, and not used otherwise:
/// each row meets exactly one of its rows, or none where the column is NULL, which a condition then
/// says. Needs key facts.
AnyRewriteRule drop_parent_joins();

/// `x IS NOT NULL` goes where x is never NULL, or another condition of the same AND compares it.
AnyRewriteRule drop_null_tests();

/// `coalesce(x, …)` as an argument of an aggregate is x, and `x IS NULL OR a` in ON and WHERE is a,
/// where x is never NULL in the rows of inner joins.
AnyRewriteRule drop_null_guards();

/// ORDER BY, and LIMIT of at least 1, go from a select of a lone aggregate, which has one row;
/// LIMIT of at least 1, or of less than 0, from a query that stands for a value, since SQLite reads
/// its first row only.
AnyRewriteRule drop_idle_orders();

/// Columns of GROUP BY that the others tell go: those of a table that is grouped by its key, or is
/// joined by it; one that a condition makes constant. Inner joins only.
AnyRewriteRule drop_determined_keys();

/// `min(x)` and `max(x)` are x where the rows are grouped by x, or by what tells x.
AnyRewriteRule drop_aggregates_of_keys();

/// A whole number compared with a column of TEXT becomes a string, a string of one compared with a
/// column of numbers a number, as SQLite converts them. Needs a schema.
AnyRewriteRule canonical_literals();

}  // namespace sluice::sql

#endif
