#ifndef SLUICE_SCHEMA_CATALOG_DELTA_HPP
#define SLUICE_SCHEMA_CATALOG_DELTA_HPP

/// Differences between two catalogs.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sluice/schema/catalog.hpp"

namespace sluice::inline v0 {

struct CatalogDelta {
  /// Databases to add, or to replace the one with the same name.
  std::vector<std::shared_ptr<const Database>> put;
  std::vector<std::string> dropped;  ///< Names of databases to remove.

  bool empty() const noexcept { return put.empty() && dropped.empty(); }
};

/// Applies all changes at the cost of one: first removes databases, then adds or replaces; new ones
/// go to the end. Throws Error: not_found (a database to remove does not exist), invalid_argument
/// (a null pointer, or two databases with the same name). O(columns), without reading their
/// contents.
std::shared_ptr<const Catalog> apply(const CatalogDelta &delta, const Catalog &catalog);

/// The changes that turn `before` into `after`: databases that were added or changed, in the order
/// of `after`, and databases that were removed, in the order of `before`. Ignores the order of
/// databases. O(databases × log).
CatalogDelta difference(const Catalog &before, const Catalog &after);

/// For each database of `after`, the equal database of `before`, if any. O(databases), or
/// O(databases × log) if positions differ.
std::vector<std::optional<DatabaseId>> kept_databases(const Catalog &before, const Catalog &after);

/// Whether two databases have the same number of tables, with the same number of columns each. If
/// so, replacing one by the other changes no id of a catalog, which makes the update cheap.
/// O(tables).
bool same_shape(const Database &a, const Database &b);

}  // namespace sluice::inline v0

#endif
