#ifndef SLUICE_SQL_KEY_FACTS_HPP
#define SLUICE_SQL_KEY_FACTS_HPP

/// What the keys of a schema guarantee about the rows of every valid database with that schema.

#include <algorithm>
#include <compare>
#include <cstdint>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice::inline v0::sql {

/// A column, identified by the positions that SchemaNames uses.
struct KeyColumn {
  std::uint32_t table = 0;
  std::uint32_t column = 0;
  friend auto operator<=>(const KeyColumn &, const KeyColumn &) = default;
};

/// A foreign key: every non-NULL value of `from` occurs in `to`, which is unique.
struct KeyReference {
  KeyColumn from;
  KeyColumn to;
  friend auto operator<=>(const KeyReference &, const KeyReference &) = default;
};

/// No two rows of the table have the same values in all of these columns, except rows with a NULL
/// in one of them.
struct CompositeKey {
  std::uint32_t table = 0;
  std::vector<std::uint32_t> columns;  ///< At least two, ascending.
  friend bool operator==(const CompositeKey &, const CompositeKey &) = default;
  friend bool operator<(const CompositeKey &a, const CompositeKey &b) {
    return a.table != b.table ? a.table < b.table : a.columns < b.columns;
  }
};

/// Facts that hold in every valid database. Every list is sorted and has no duplicates.
struct KeyFacts {
  std::vector<KeyColumn> unique;         ///< No two rows have the same value, except NULL.
  std::vector<CompositeKey> composites;  ///< The same for several columns together.
  std::vector<KeyColumn> not_null;       ///< No row has NULL in it.
  std::vector<KeyReference> references;
  /// Whether columns may have a custom collation, which then applies when they are compared.
  bool collations = false;

  bool is_unique(KeyColumn column) const {
    return std::binary_search(unique.begin(), unique.end(), column);
  }
  bool is_never_null(KeyColumn column) const {
    return std::binary_search(not_null.begin(), not_null.end(), column);
  }
  bool refers(KeyColumn from, KeyColumn to) const {
    return std::binary_search(references.begin(), references.end(), KeyReference{from, to});
  }
};

}  // namespace sluice::inline v0::sql

#endif
