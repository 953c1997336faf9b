#ifndef SLUICE_SCHEMA_VISIBLE_CATALOG_HPP
#define SLUICE_SCHEMA_VISIBLE_CATALOG_HPP

/// What is left of a catalog when that is taken out which a mask hides: who is given no more cannot
/// tell anything of the rest.

#include <memory>
#include <string>
#include <vector>

#include "sluice/schema/mask.hpp"

namespace sluice {

/// One database without its hidden tables and columns, and without the keys that one of these
/// belongs to; the same object where nothing is hidden. The order of what stays is kept. Throws
/// Error(mismatch) if the mask is of another catalog. O(size).
std::shared_ptr<const Database> visible_database(const Catalog &catalog, DatabaseId id,
                                                 const Mask &mask);

/// The catalog as one that never held the hidden databases, tables and columns. Ids are its own.
/// Throws as above.
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
