#ifndef SLUICE_SCHEMA_VISIBLE_CATALOG_HPP
#define SLUICE_SCHEMA_VISIBLE_CATALOG_HPP

/// What is left of a catalog when that is taken out which a mask hides: who is given no more cannot
/// tell anything of the rest.

#include <memory>
#include <string>
#include <vector>

#include "sluice/schema/mask.hpp"

namespace sluice {

/// A database as who sees no more than a mask shows would know it.
struct VisiblePart {
  std::shared_ptr<const Database> database;  ///< The catalog's own where nothing of it is hidden.
  std::vector<TableId> tables;               ///< In the catalog, by position in `database`.
  std::vector<ColumnId> columns;
};

/// What is left of a database: visible tables and columns in their order, and the keys of which no
/// column is hidden. O(database).
VisiblePart visible_part(const Catalog &catalog, DatabaseId id, const Mask *mask);

/// The catalog as one that never held the hidden databases, tables and columns. Ids are its own.
/// Throws Error(mismatch) if the mask is of another catalog. O(size).
std::shared_ptr<const Catalog> visible_catalog(const Catalog &catalog, const Mask &mask);

/// What people may see, as they write it down: "*" stands for any text of one name, ASCII case
/// counts for nothing.
struct VisiblePatterns {
  /// DATABASE, DATABASE.TABLE or DATABASE.TABLE.COLUMN: if there are any, only these are seen.
  std::vector<std::string> show;
  /// The same or TABLE.COLUMN: what is taken away again.
  std::vector<std::string> hide;

  bool empty() const noexcept { return show.empty() && hide.empty(); }
};

/// Throws Error(not_found) for a pattern that is about nothing: it would hide nothing.
/// O(patterns × columns).
Mask mask_of(const std::shared_ptr<const Catalog> &catalog, const VisiblePatterns &patterns);

}  // namespace sluice

#endif
