#ifndef SLUICE_SCHEMA_VALUE_SKETCHES_HPP
#define SLUICE_SCHEMA_VALUE_SKETCHES_HPP

/// Small samples of the values of columns, which tell how many of one column's values another
/// column has. Source: the k minimum values of Bar-Yossef et al. 2002 and Beyer et al. 2007.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/schema/column_values.hpp"
#include "sluice/schema/database.hpp"

namespace sluice::inline v0 {

/// Not thread-safe while values are added, then thread-safe. Keeps hashes, not values.
class ValueSketches {
 public:
  /// Of up to this many distinct values, a column keeps all hashes; of more, the smallest.
  static constexpr std::size_t max_hashes = 2048;

  explicit ValueSketches(const Database &schema);
  /// Of what a SQLite file stores. Throws what `visit_values` throws. O(rows).
  static ValueSketches of_file(const std::string &path, const Database &schema,
                               const ValueLimits &limits = {});

  /// `column` is the column's position in the database. Adds a value that the column does not have
  /// yet. Ignores blanks around it, ASCII case, and zeros after the point of a number.
  void add(std::size_t column, std::string_view value);

  std::size_t distinct(std::size_t column) const noexcept { return columns_[column].distinct; }
  /// Estimated fraction of the values of `part` that `whole` has; exact if both keep all hashes.
  /// nullopt if it is unknown, as when `part` has no values. O(max_hashes).
  std::optional<float> inclusion(std::size_t part, std::size_t whole) const;
  /// Distinct values as a fraction of those of the column of its table that has the most. 1 for
  /// columns without repeated values in tables with a key. nullopt if the column has no values.
  std::optional<float> uniqueness(std::size_t column) const;

 private:
  struct Sketch {
    std::vector<std::uint64_t> hashes;  // a heap: the largest comes first
    std::size_t distinct = 0;
    std::size_t table = 0;
  };

  std::vector<Sketch> columns_;
  std::vector<std::size_t> most_distinct_;  // by table
};

}  // namespace sluice::inline v0

#endif
