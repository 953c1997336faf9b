#ifndef SLUICE_SRC_RANK_QUERY_TEXT_HPP
#define SLUICE_SRC_RANK_QUERY_TEXT_HPP

/// Writes labels and tables as SQL.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "sluice/rank/label_evidence.hpp"
#include "sluice/rank/query_labels.hpp"

namespace sluice::inline v0::rank {

/// The text before an aggregated column, such as `MIN(`; empty if the label is not an aggregate.
std::string_view call_of(ColumnLabel label);
/// The operator between a column and its value, with spaces around it; ` = ` for a label that is
/// not a comparison.
std::string_view operator_of(ColumnLabel label);

/// `table.column`, with quotes if needed; by position in the database.
std::string column_name(const LabelSchema &schema, std::uint32_t column);

/// ` FROM …`: the first of `tables`, then the others with the tables on their join paths, the
/// nearest first. Tables without a join path have no condition. `tables` must not be empty.
/// O(tables² · joins).
std::string from_clause(const LabelSchema &schema, std::span<const std::uint32_t> tables);

}  // namespace sluice::inline v0::rank

#endif
