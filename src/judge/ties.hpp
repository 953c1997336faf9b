#ifndef SLUICE_SRC_JUDGE_TIES_HPP
#define SLUICE_SRC_JUDGE_TIES_HPP

/// All results that are valid for a gold query: if its ORDER BY leaves rows equal, any order of
/// them is valid, and so is any cut that its LIMIT makes between them.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/judge/denotation.hpp"
#include "sluice/sql/dialect.hpp"

namespace sluice::inline v0 {

/// A query rewritten so that its result shows the ties: LIMIT is removed, and the sort keys are
/// among the columns.
struct TieQuery {
  std::string sql;
  /// Number of columns appended after the query's own, only for ordering.
  std::size_t appended = 0;
  /// The query's own columns that it orders by, counted from 0; negative ones from the end, where
  /// the last is -1.
  std::vector<std::ptrdiff_t> keys;
  /// OFFSET and LIMIT.
  std::size_t skipped = 0;
  std::size_t count = (std::numeric_limits<std::size_t>::max)();
};

/// Rewrites the outermost ORDER BY and LIMIT; order and cuts of subqueries stay as the engine
/// chooses. Empty if the rewritten query might return other rows or another order: the text is not
/// a query that parses; LIMIT is not a number; DISTINCT is ordered by something that is not
/// selected; an alias is used inside an expression; a sort key of a set operation is neither a
/// position nor a name of the result.
std::optional<TieQuery> open_ties(std::string_view sql,
                                  sql::Dialect dialect = sql::Dialect::sqlite);

/// The valid results of one gold query. Filled once, then const members are thread-safe.
class TieResult {
 public:
  explicit TieResult(const TieQuery &query) : query_(query) {}

  /// Adds a row of the rewritten query, in its order; the original query must be known to run.
  /// Returns false when no more rows are needed.
  bool add(Row row);
  void finish();

  /// Number of columns of the original query; 0 if there are no rows.
  std::size_t columns() const noexcept { return rows_.columns(); }
  /// Whether the prediction is one of the valid results, with columns in order if `in_order`,
  /// otherwise under some order of the columns. Exact: hashes are used only for sorting. Searches
  /// through at most `work` values; if that is not enough, the prediction is not allowed.
  bool allows(const Denotation &predicted, bool in_order, std::uint64_t work = 50'000'000) const;

 private:
  friend class TieSearch;

  TieQuery query_;
  RowReader reader_;
  Denotation rows_;  ///< Complete groups that LIMIT lets through at least in part.
  /// Start positions in `rows_` of the groups of rows with equal keys, and the end.
  std::vector<std::size_t> groups_;
  std::size_t dropped_ = 0;  ///< Number of rows in earlier groups.
  std::size_t seen_ = 0;
  std::vector<Cell> key_;
  std::vector<std::string> key_bytes_;
};

}  // namespace sluice::inline v0

#endif
