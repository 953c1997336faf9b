#ifndef SLUICE_LEARN_RANKED_GROUPS_HPP
#define SLUICE_LEARN_RANKED_GROUPS_HPP

/// Training data for ranking: groups of rows, of which some are right.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// Rows in row-major order. The rows of a group are consecutive, and at least one of them is right.
struct RankedGroups {
  std::size_t columns = 0;
  std::vector<float> rows;
  std::vector<std::size_t> sizes;    ///< Number of rows per group, at least 1.
  std::vector<std::uint8_t> target;  ///< By row: 1 if it is right.
  std::vector<float> weights;        ///< By group: what it counts; if empty, all count 1.

  void begin_group() { sizes.push_back(0); }
  /// Appends a row to the last group.
  void add(std::span<const float> row, bool is_right) {
    rows.insert(rows.end(), row.begin(), row.end());
    target.push_back(is_right ? 1 : 0);
    ++sizes.back();
  }
  /// Appends all groups of `others`, which must have the same number of columns.
  void append(const RankedGroups &others) {
    rows.insert(rows.end(), others.rows.begin(), others.rows.end());
    sizes.insert(sizes.end(), others.sizes.begin(), others.sizes.end());
    target.insert(target.end(), others.target.begin(), others.target.end());
    weights.insert(weights.end(), others.weights.begin(), others.weights.end());
  }
  /// Throws Error(invalid_argument) if sizes do not match, there are no groups, a group has no
  /// right row, a weight is negative, or a number is not finite. O(rows × columns).
  void(check)() const;
};

}  // namespace sluice::inline v0

#endif
