#ifndef SLUICE_SRC_RANK_QUERY_TEXT_HPP
#define SLUICE_SRC_RANK_QUERY_TEXT_HPP

/// How labels and tables are written in SQL.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "sluice/rank/label_evidence.hpp"
#include "sluice/rank/query_labels.hpp"

namespace sluice::inline v0::rank {

/// What stands before an aggregated column, such as `MIN(`; empty for a label that is none.
std::string_view call_of(ColumnLabel label);
/// What stands between a column and its value, with blanks around; ` = ` for a label that compares
/// nothing.
std::string_view operator_of(ColumnLabel label);

/// `table.column`, quoted where it has to be; by position in the database.
std::string column_name(const LabelSchema &schema, std::uint32_t column);

/// ` FROM …`: the first of `tables`, then the others and what lies between, the nearest first.
/// Those that nothing joins stand without a condition. `tables` is not empty. O(tables² · joins).
std::string from_clause(const LabelSchema &schema, std::span<const std::uint32_t> tables);

}  // namespace sluice::inline v0::rank

#endif
