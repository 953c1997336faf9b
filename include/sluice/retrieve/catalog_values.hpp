#ifndef SLUICE_RETRIEVE_CATALOG_VALUES_HPP
#define SLUICE_RETRIEVE_CATALOG_VALUES_HPP

/// Indexes the content of a catalog's databases.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sluice/core/progress.hpp"
#include "sluice/index/value_index.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/schema/column_values.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/schema/skipped_item.hpp"

namespace sluice::inline v0 {

/// A snapshot of the content, and the state of the files that it was read from.
struct CatalogValues {
  std::shared_ptr<const ValueIndex> index;
  std::vector<std::uint64_t>
      stamps;            ///< Stamp of each database's file, by database; 0: there is none.
  std::size_t read = 0;  ///< Number of databases read for this snapshot; others are shared.
  std::size_t cut = 0;   ///< How many of them have values that a limit excluded.
  std::vector<SkippedItem> skipped = {};  ///< Files that cannot be read.
};

/// Reads the files whose names are those of databases of the catalog, ignoring ASCII case; the
/// first of several that can be read is used. Skips other files. Databases of `previous` with the
/// same schema, file and limits are not read again. Throws Error(cancelled).
CatalogValues read_values(const Catalog &catalog, std::span<const DatabaseFile> files,
                          const ValueLimits &limits = {}, const CatalogValues *previous = nullptr,
                          const Progress &progress = {});

}  // namespace sluice::inline v0

#endif
