#ifndef SLUICE_JUDGE_TIES_HPP
#define SLUICE_JUDGE_TIES_HPP

/// Every result that a gold query may give: where its ORDER BY leaves rows equal, any order of them
/// is as good as another, and so is any cut that its LIMIT makes between them.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/judge/denotation.hpp"
#include "sluice/sql/dialect.hpp"

namespace sluice {

/// A query rewritten so that its result shows the ties: without LIMIT, and with what it orders by
/// among its columns.
struct TieQuery {
  std::string sql;
  /// Columns behind the query's own that are only there to order by.
  std::size_t appended = 0;
  /// The query's own columns that it orders by, from 0; or, if negative, from the last of them,
  /// which is -1.
  std::vector<std::ptrdiff_t> keys;
  /// What LIMIT leaves out and lets through.
  std::size_t skipped = 0;
  std::size_t count = (std::numeric_limits<std::size_t>::max)();
};

/// Looks at the outermost ORDER BY and LIMIT; what subqueries order and cut stays as the engine
/// chooses. Nothing, where the rows that the rewritten query gives might be others or in another
/// order: what is not parsed or no query; LIMIT other than numbers; DISTINCT ordered by what it
/// does not select; an alias inside an expression; in set operations, keys that are no result's
/// position or name.
std::optional<TieQuery> open_ties(std::string_view sql,
                                  sql::Dialect dialect = sql::Dialect::sqlite);

/// The legal results of one gold query. Filled, then read by any threads.
class TieResult {
 public:
  explicit TieResult(const TieQuery &query) : query_(query) {}

  /// A row of the rewritten query, in its order; the query itself has to be one that runs. False
  /// once no more are needed.
  bool add(Row row);
  void finish();

  /// Columns of the query itself; 0 as long as there are no rows.
  std::size_t columns() const noexcept { return rows_.columns(); }
  /// Whether the prediction is one of the results, in the order of `in_order` columns or, if it is
  /// false, under some order of the columns. Exact: hashes only sort. A search through at most
  /// `work` values; what it does not find in them is not allowed.
  bool allows(const Denotation &predicted, bool in_order, std::uint64_t work = 50'000'000) const;

 private:
  friend class TieSearch;

  TieQuery query_;
  RowReader reader_;
  Denotation rows_;  ///< Of the groups that LIMIT lets through, whole.
  /// Where in `rows_` each group of rows with equal keys begins, and the end.
  std::vector<std::size_t> groups_;
  std::size_t dropped_ = 0;  ///< Rows of groups before them.
  std::size_t seen_ = 0;
  std::vector<Cell> key_;
  std::vector<std::string> key_bytes_;
};

}  // namespace sluice

#endif
