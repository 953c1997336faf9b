#ifndef SLUICE_SCHEMA_VISIBLE_CATALOG_HPP
#define SLUICE_SCHEMA_VISIBLE_CATALOG_HPP

/// The part of a catalog that a mask shows, as a separate catalog: it reveals nothing about the
/// hidden part.

#include <memory>
#include <string>
#include <vector>

#include "sluice/schema/mask.hpp"

namespace sluice::inline v0 {

/// The part of a database that a mask shows.
struct VisiblePart {
  std::shared_ptr<const Database> database;  ///< Shared with the catalog if nothing is hidden.
  std::vector<TableId> tables;               ///< Id in the catalog, by position in `database`.
  std::vector<ColumnId> columns;
};

/// The visible tables and columns of a database in their order, and the keys and origins without
/// hidden columns. The type of a column with a hidden field has no fields. O(database).
VisiblePart visible_part(const Catalog &catalog, DatabaseId id, const Mask *mask);

/// A catalog without the hidden databases, tables and columns. It has its own ids. Throws
/// Error(mismatch) if the mask belongs to another catalog. O(size).
std::shared_ptr<const Catalog> visible_catalog(const Catalog &catalog, const Mask &mask);

/// Visibility as users configure it. "*" matches any text within one name; ASCII case is ignored.
/// TABLE may have the schema before it, as in "sales.orders"; without, tables of all schemas match.
/// COLUMN may be the path of a nested field, as in "address.street". A pattern that fits several
/// objects, also of different kinds, means all of them.
struct VisiblePatterns {
  /// DATABASE, DATABASE.TABLE or DATABASE.TABLE.COLUMN. If not empty, only matching objects are
  /// visible.
  std::vector<std::string> show;
  /// The same forms or TABLE.COLUMN. Hides matching objects, even if shown by `show`.
  std::vector<std::string> hide;

  bool empty() const noexcept { return show.empty() && hide.empty(); }
};

/// Throws Error(not_found) if a pattern matches nothing, since it would have no effect. O(patterns
/// × columns).
Mask mask_of(const std::shared_ptr<const Catalog> &catalog, const VisiblePatterns &patterns);

}  // namespace sluice::inline v0

#endif
