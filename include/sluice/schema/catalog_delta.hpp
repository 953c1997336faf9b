#ifndef SLUICE_SCHEMA_CATALOG_DELTA_HPP
#define SLUICE_SCHEMA_CATALOG_DELTA_HPP

/// What makes one catalog of another.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sluice/schema/catalog.hpp"

namespace sluice {

struct CatalogDelta {
  /// New, or in the place of the one with its name.
  std::vector<std::shared_ptr<const Database>> put;
  std::vector<std::string> dropped;  ///< By name.

  bool empty() const noexcept { return put.empty() && dropped.empty(); }
};

/// A snapshot after all these changes, at the cost of one: first databases are dropped, then put,
/// new ones at the end. Throws Error: not_found (dropped, but not there), invalid_argument (null,
/// or two of one name). O(columns), of which nothing is read.
std::shared_ptr<const Catalog> apply(const CatalogDelta &delta, const Catalog &catalog);

/// Which databases `after` has that `before` has not, or has otherwise, and the other way round,
/// each in its catalog's order. How databases are ordered is no difference. O(databases × log).
CatalogDelta difference(const Catalog &before, const Catalog &after);

/// By database of `after`: the one of `before` that is equal to it. O(databases), and log times as
/// much where they stand elsewhere.
std::vector<std::optional<DatabaseId>> kept_databases(const Catalog &before, const Catalog &after);

/// Whether two databases have as many tables, and each as many columns: then no id of a catalog
/// changes where one takes the place of the other, and following that is cheap. O(tables).
bool same_shape(const Database &a, const Database &b);

}  // namespace sluice

#endif
