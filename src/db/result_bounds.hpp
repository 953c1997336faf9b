#ifndef SLUICE_SRC_DB_RESULT_BOUNDS_HPP
#define SLUICE_SRC_DB_RESULT_BOUNDS_HPP

#include <cstdint>
#include <string_view>

#include "sluice/db/query.hpp"

namespace sluice::detail {

/// What a query says and gives, against its limits. The same on every engine.
class ResultBounds {
 public:
  explicit ResultBounds(const QueryLimits &limits) : limits_(limits) {}

  /// False for a text that is too long or holds a NUL byte.
  bool takes(std::string_view sql, QueryOutcome &outcome) const;
  /// Counts a row; false once it is one row or byte too much.
  bool add(Row row, QueryOutcome &outcome);

 private:
  const QueryLimits &limits_;
  std::uint64_t bytes_ = 0;
};

}  // namespace sluice::detail

#endif
