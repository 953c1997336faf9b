#ifndef SLUICE_SRC_SUITE_KEY_INDEX_HPP
#define SLUICE_SRC_SUITE_KEY_INDEX_HPP

/// Which combinations of values a table's rows have in some columns.

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_set>

#include "sluice/suite/constraints.hpp"
#include "sluice/suite/test_database.hpp"

namespace sluice::suite {

/// Rows of one table by the values in `columns`, compared as SQLite compares in these columns.
class KeyIndex {
 public:
  KeyIndex(const Constraints &constraints, std::uint32_t table,
           std::span<const std::uint32_t> columns);

  /// False if the values are there already. A row with a NULL among them is never there.
  bool add(Row row);
  /// Whether some row has the values that `row`, of another table, has in `columns`. True for NULL.
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

}  // namespace sluice::suite

#endif
