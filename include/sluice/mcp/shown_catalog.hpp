#ifndef SLUICE_MCP_SHOWN_CATALOG_HPP
#define SLUICE_MCP_SHOWN_CATALOG_HPP

/// What a server shows of its databases. All its tools work on a catalog that never held the rest,
/// so that no answer and no message can tell of it.

#include <memory>

#include "sluice/rank/example_store.hpp"
#include "sluice/schema/column_values.hpp"
#include "sluice/schema/visible_catalog.hpp"

namespace sluice::mcp {

struct ShownCatalog {
  /// Without what is hidden, and without samples of columns whose values may not be read.
  std::shared_ptr<const Catalog> catalog;
  /// Of the catalog as it was given but for such samples: what is seen, and of what also the values
  /// are. For queries, which an engine runs that knows nothing of the first.
  std::shared_ptr<const Mask> seen;
  std::shared_ptr<const Mask> readable;
};

/// `limits`: which columns' values may be read; nothing: none. Throws Error(not_found) for a
/// pattern that is about nothing. `catalog` is the one that was given where it is shown whole.
ShownCatalog shown_catalog(const std::shared_ptr<const Catalog> &whole,
                           const VisiblePatterns &patterns, const ValueLimits *limits);

/// The examples that tell of nothing hidden: their queries name only what is seen, and name it all.
/// Those about databases that are not there are kept unless `patterns` show some alone, or hide a
/// name like one in the query, or like the database's. The same store where nothing is hidden.
/// Throws what making a store throws. O(store).
std::shared_ptr<const ExampleStore> shown_examples(std::shared_ptr<const ExampleStore> store,
                                                   const ShownCatalog &shown,
                                                   const VisiblePatterns &patterns);

}  // namespace sluice::mcp

#endif
