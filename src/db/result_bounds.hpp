#ifndef SLUICE_SRC_DB_RESULT_BOUNDS_HPP
#define SLUICE_SRC_DB_RESULT_BOUNDS_HPP

#include <cstdint>
#include <string_view>

#include "sluice/db/query.hpp"

namespace sluice::inline v0::db_detail {

/// Checks a query's text and result against its limits, in the same way for every engine.
class ResultBounds {
 public:
  explicit ResultBounds(const QueryLimits &limits) : limits_(limits) {}

  /// Returns false if the text is too long or contains a NUL byte.
  bool takes(std::string_view sql, QueryOutcome &outcome) const;
  /// Counts a row; returns false when rows or bytes exceed a limit.
  bool add(Row row, QueryOutcome &outcome);

 private:
  const QueryLimits &limits_;
  std::uint64_t bytes_ = 0;
};

}  // namespace sluice::inline v0::db_detail

#endif
