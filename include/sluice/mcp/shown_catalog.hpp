#ifndef SLUICE_MCP_SHOWN_CATALOG_HPP
#define SLUICE_MCP_SHOWN_CATALOG_HPP

/// What a server shows of its databases. All of its tools work on a catalog without the hidden
/// parts, so that no answer or message can reveal them.

#include <memory>

#include "sluice/schema/visible_catalog.hpp"

namespace sluice::inline v0 {
class ExampleStore;
struct ValueLimits;
}  // namespace sluice::inline v0

namespace sluice::inline v0::mcp {

struct ShownCatalog {
  /// The catalog without hidden objects, and without samples of columns whose values may not be
  /// read.
  std::shared_ptr<const Catalog> catalog;
  /// Masks of the given catalog without such samples: which objects are visible, and whose values
  /// may be read. For queries, which the engine runs on the whole database.
  std::shared_ptr<const Mask> visible;
  std::shared_ptr<const Mask> readable;
};

/// `limits` says which columns' values may be read; nullptr means no values. If everything is
/// shown, `catalog` of the result is `whole`. Throws Error(not_found) if a pattern matches nothing.
ShownCatalog shown_catalog(const std::shared_ptr<const Catalog> &whole,
                           const VisiblePatterns &patterns, const ValueLimits *limits);

/// Returns the examples that reveal nothing hidden: their queries use only visible objects and name
/// every column. Examples of databases that the catalog does not have are kept, unless `patterns`
/// show only some objects, or hide a name that matches the database's name or one in the query.
/// Returns the same store if nothing is hidden. Throws what creating a store throws. O(store).
std::shared_ptr<const ExampleStore> shown_examples(std::shared_ptr<const ExampleStore> store,
                                                   const ShownCatalog &shown,
                                                   const VisiblePatterns &patterns);

}  // namespace sluice::inline v0::mcp

#endif
