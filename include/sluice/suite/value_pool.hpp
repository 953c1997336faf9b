#ifndef SLUICE_SUITE_VALUE_POOL_HPP
#define SLUICE_SUITE_VALUE_POOL_HPP

/// What values a column of a generated database is filled with.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sluice/db/sqlite.hpp"
#include "sluice/suite/constraints.hpp"

namespace sluice {

/// What a column's values look like, by its declared type and the values that are known.
enum class ColumnStyle : std::uint8_t { integer, real, text, date, date_time, time, year, boolean };

/// Values that are worth trying in each column: from the original data, and the constants that gold
/// queries compare it with. Columns that references join share one pool, that of the column at the
/// end of the chain. Built, then read by any threads.
class ValuePools {
 public:
  explicit ValuePools(std::shared_ptr<const Constraints> constraints);

  /// Takes distinct values of each column, `most` of it, spread over its rows. Longer values than
  /// 200 bytes and blobs are passed over. Throws what its queries throw. O(rows).
  void add_originals(SqliteConnection &connection, std::size_t most = 200);
  /// Takes the constants of each query that can be read: beside an operator of comparison, LIKE
  /// (its pattern filled in), IN and BETWEEN. A constant beside an expression or an aggregate goes
  /// to the columns in it. O(size of the queries).
  void add_constants(std::span<const std::string> golds);

  /// Puts beside the constants what is one step off each of them, and a few plain values: small
  /// numbers and short texts, the same in all columns of a style, so that values of tiny databases
  /// meet.
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
  /// A plain value in the column's style, another one for each `number`, as the column stores it.
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
  std::vector<Pool> pools_;        // likewise; used are those of roots
};

}  // namespace sluice

#endif
