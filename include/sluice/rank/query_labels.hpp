#ifndef SLUICE_RANK_QUERY_LABELS_HPP
#define SLUICE_RANK_QUERY_LABELS_HPP

/// Labels of a query: the operations in which it uses each table and column of a database. Source:
/// Yu et al. 2021 (SSP labels); Vougiouklis et al. 2023 (FastRAT), whose labels of the whole schema
/// are the clauses here.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "sluice/schema/database.hpp"

namespace sluice::inline v0 {

/// Roles of a column. `where_…`: it is compared with a value in this way.
enum class ColumnLabel : std::uint8_t {
  select,
  count,           ///< COUNT(column)
  count_distinct,  ///< COUNT(DISTINCT column)
  minimum,
  maximum,
  sum,
  average,
  where_equal,
  where_unequal,
  where_greater,
  where_less,
  where_at_least,
  where_at_most,
  where_like,
  where_between,
  linked,  ///< Compared with a nested query.
  group,
  order,
  inner_select,  ///< In the result of a nested query.
  inner_where,   ///< In a condition of a nested query, or of a set operation's second query.
  having,        ///< Its aggregate is compared after grouping: HAVING AVG(column) > 2.
};
inline constexpr std::size_t column_label_count = 21;

/// Roles of a table.
enum class TableLabel : std::uint8_t {
  read,   ///< In FROM of the (first) query.
  inner,  ///< In a nested query, or in a set operation's second query.
};
inline constexpr std::size_t table_label_count = 2;

/// Properties of the whole query: one choice per group.
enum class Clause : std::uint8_t {
  frame_plain,
  frame_intersect,
  frame_union,
  frame_except,
  frame_not_in,
  frame_in,
  frame_over_average,
  frame_over_extreme,
  columns_0,
  columns_1,
  columns_2,
  columns_3,
  columns_more,
  aggregates_0,
  aggregates_1,
  aggregates_2,
  aggregates_more,
  counts_none,
  counts_rows_first,
  counts_rows_last,
  counts_column,
  star_no,
  star_yes,
  distinct_no,
  distinct_yes,
  group_no,
  group_one,
  group_more,
  having_none,
  having_greater,
  having_at_least,
  having_equal,
  having_less,
  having_at_most,
  having_other,
  order_none,
  order_up,
  order_ascending,  ///< The same, with an explicit ASC.
  order_down,
  order_count_up,
  order_count_down,
  order_aggregate,
  limit_none,
  limit_one,
  limit_more,
  conditions_0,
  conditions_1,
  conditions_2,
  conditions_more,
  joined_by_and,
  joined_by_or,
  having_rows,  ///< HAVING compares COUNT(*), or there is no HAVING.
  having_count,
  having_sum,
  having_average,
  tables_1,  ///< Number of tables in FROM; 1 also for none.
  tables_2,
  tables_more,
  compared_equal,    ///< Operator of the conditions; also if there is none.
  compared_greater,  ///< >, >=
  compared_less,     ///< <, <=
  compared_like,
  compared_between,
  compared_other,  ///< Another operator, or several.
};
inline constexpr std::size_t clause_count = 64;

/// First choice of each group, and `clause_count` at the end.
inline constexpr std::array<std::uint8_t, 16> clause_groups{0,  8,  13, 17, 21, 23, 25, 28,
                                                            35, 42, 45, 49, 51, 55, 58, 64};

/// Sets of labels, one bit per label.
struct QueryLabels {
  std::uint64_t clauses = 0;          ///< Exactly one bit per group.
  std::vector<std::uint32_t> tables;  ///< Bits of TableLabel, by position in the database.
  std::vector<std::uint32_t> columns;

  bool has(Clause of) const noexcept { return (clauses >> static_cast<unsigned>(of) & 1) != 0; }
};

/// The labels of a query. Skips what labels cannot express and names that are not in `database`.
/// Throws sql::SyntaxError, and Error(invalid_argument) if the statement is not a query. O(size).
QueryLabels labels_of(std::string_view sql, const Database &database);

}  // namespace sluice::inline v0

#endif
