#ifndef SLUICE_SQL_READS_HPP
#define SLUICE_SQL_READS_HPP

/// Which tables and columns a statement reads, as SQLite's authorizer would be told.

#include <compare>
#include <cstdint>
#include <vector>

#include "sluice/sql/bind.hpp"

namespace sluice::sql {

/// `column` is no_position for a table that is used without naming a column of it.
struct ColumnRead {
  std::uint32_t table = 0;
  std::uint32_t column = no_position;
  friend auto operator<=>(const ColumnRead &, const ColumnRead &) = default;
};

/// Each once, in order of position. The columns that USING and NATURAL compare are not among them,
/// nor what is inside a common table that nothing reads: SQLite does not report these either.
/// O(nodes + implied columns).
std::vector<ColumnRead> reads(const SyntaxTree &tree, const Bindings &bindings);

}  // namespace sluice::sql

#endif
