#ifndef SLUICE_SUITE_VALUE_POOL_HPP
#define SLUICE_SUITE_VALUE_POOL_HPP

/// The values that columns of generated databases are filled with.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sluice/db/sqlite.hpp"
#include "sluice/suite/constraints.hpp"

namespace sluice::inline v0 {

/// What a column's values look like, judged by its declared type and its known values.
enum class ColumnStyle : std::uint8_t { integer, real, text, date, date_time, time, year, boolean };

/// Values worth trying in each column: from the original data, and the constants that gold queries
/// compare the column with. Columns that references connect share one pool, that of the column at
/// the end of the chain. Thread-safe once built.
class ValuePools {
 public:
  explicit ValuePools(std::shared_ptr<const Constraints> constraints);

  /// Adds up to `max_values` distinct values of each column, spread over its rows. Skips blobs and
  /// values longer than 200 bytes. Throws what its queries throw. O(rows).
  void add_originals(SqliteConnection &connection, std::size_t max_values = 200);
  /// Adds the constants of each query that can be parsed: operands of comparisons, LIKE (with its
  /// wildcards filled in), IN and BETWEEN. A constant that is compared with an expression or an
  /// aggregate goes to the columns in it. O(size of the queries).
  void add_constants(std::span<const std::string> golds);

  /// Adds the values one step off each constant, and a few plain values: small numbers and short
  /// texts, equal in all columns of a style, so that the values of tiny databases match.
  void add_small_values();

  const Constraints &constraints() const noexcept { return *constraints_; }
  const std::shared_ptr<const Constraints> &share_constraints() const noexcept {
    return constraints_;
  }

  std::span<const Value> originals(std::uint32_t table, std::uint32_t column) const noexcept {
    return pools_[root_[position(table, column)]].originals;
  }
  std::span<const Value> constants(std::uint32_t table, std::uint32_t column) const noexcept {
    return pools_[root_[position(table, column)]].constants;
  }
  ColumnStyle style(std::uint32_t table, std::uint32_t column) const noexcept {
    return pools_[root_[position(table, column)]].style;
  }
  /// A plain value in the column's style, converted to its affinity; different for each `number`.
  Value fresh(std::uint32_t table, std::uint32_t column, std::uint64_t number) const;

 private:
  struct Pool {
    std::vector<Value> originals;
    std::vector<Value> constants;
    ColumnStyle style = ColumnStyle::text;
  };

  std::size_t position(std::uint32_t table, std::uint32_t column) const noexcept {
    return constraints_->schema().tables()[table].first_column + column;
  }
  void find_roots();
  void find_styles();

  std::shared_ptr<const Constraints> constraints_;
  std::vector<std::size_t> root_;  // by column of the schema
  std::vector<Pool> pools_;        // by column of the schema; only those of roots are used
};

}  // namespace sluice::inline v0

#endif
