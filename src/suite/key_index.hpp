#ifndef SLUICE_SRC_SUITE_KEY_INDEX_HPP
#define SLUICE_SRC_SUITE_KEY_INDEX_HPP

/// An index of the combinations of values that the rows of a table have in some columns.

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_set>

#include "sluice/suite/constraints.hpp"
#include "sluice/suite/test_database.hpp"

namespace sluice::inline v0::suite {

/// The rows of one table, indexed by their values in `columns`, compared with the collations of
/// these columns.
class KeyIndex {
 public:
  KeyIndex(const Constraints &constraints, std::uint32_t table,
           std::span<const std::uint32_t> columns);

  /// Returns false if the values are present already. A row with a NULL among them never counts as
  /// present.
  bool add(Row row);
  /// Whether some row has the values that `row`, of another table, has in `columns`. True if one is
  /// NULL.
  bool contains(Row row, std::span<const std::uint32_t> columns) const;

  static bool has_null(Row row, std::span<const std::uint32_t> columns) {
    return std::any_of(columns.begin(), columns.end(),
                       [row](std::uint32_t column) { return row[column].kind == CellKind::null; });
  }

 private:
  std::string key_of(Row row, std::span<const std::uint32_t> columns) const;

  struct Compared {
    Affinity affinity;
    bool no_case;
  };
  std::span<const std::uint32_t> columns_;
  std::vector<Compared> compared_;
  std::unordered_set<std::string> keys_;
};

}  // namespace sluice::inline v0::suite

#endif
