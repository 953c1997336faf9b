#ifndef SLUICE_SQL_KEY_FACTS_HPP
#define SLUICE_SQL_KEY_FACTS_HPP

/// What keys promise about the rows of every legal database of a schema.

#include <algorithm>
#include <compare>
#include <cstdint>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice::sql {

/// A column by positions, as SchemaNames numbers them.
struct KeyColumn {
  std::uint32_t table = 0;
  std::uint32_t column = 0;
  friend auto operator<=>(const KeyColumn &, const KeyColumn &) = default;
};

/// Each value of `from` that is not NULL stands in `to`, which is unique.
struct KeyReference {
  KeyColumn from;
  KeyColumn to;
  friend auto operator<=>(const KeyReference &, const KeyReference &) = default;
};

/// No two rows of a table have the same values in all of these columns, rows with a NULL there
/// aside.
struct CompositeKey {
  std::uint32_t table = 0;
  std::vector<std::uint32_t> columns;  ///< Two or more, ascending.
  friend bool operator==(const CompositeKey &, const CompositeKey &) = default;
  friend bool operator<(const CompositeKey &a, const CompositeKey &b) {
    return a.table != b.table ? a.table < b.table : a.columns < b.columns;
  }
};

/// Facts that hold in every legal database. Sorted, each once.
struct KeyFacts {
  std::vector<KeyColumn> unique;         ///< No two rows have the same value, NULL apart.
  std::vector<CompositeKey> composites;  ///< The same of several columns together.
  std::vector<KeyColumn> not_null;       ///< No row has NULL.
  std::vector<KeyReference> references;
  /// Whether columns may have a collation of their own, under which they are compared.
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

}  // namespace sluice::sql

#endif
