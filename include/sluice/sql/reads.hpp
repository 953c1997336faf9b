#ifndef SLUICE_SQL_READS_HPP
#define SLUICE_SQL_READS_HPP

/// Which tables and columns a statement reads, as reported to SQLite's authorizer.

#include <compare>
#include <cstdint>
#include <vector>

#include "sluice/sql/bind.hpp"

namespace sluice::inline v0::sql {

/// `column` is no_position for a table that is used without reading a column of it.
struct ColumnRead {
  std::uint32_t table = 0;
  std::uint32_t column = no_position;
  friend auto operator<=>(const ColumnRead &, const ColumnRead &) = default;
};

/// Sorted by position, without duplicates. Like SQLite, does not report the columns that USING and
/// NATURAL compare, nor the contents of a common table that nothing reads.
/// O(nodes + implied columns).
std::vector<ColumnRead> reads(const SyntaxTree &tree, const Bindings &bindings);

}  // namespace sluice::inline v0::sql

#endif
