#ifndef SLUICE_RETRIEVE_CATALOG_VALUES_HPP
#define SLUICE_RETRIEVE_CATALOG_VALUES_HPP

/// The content of a catalog's databases, indexed.

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

namespace sluice::inline v0 {

/// A snapshot: what was read, and of which state of the files.
struct CatalogValues {
  std::shared_ptr<const ValueIndex> index;
  std::vector<std::uint64_t> stamps;  ///< By database; 0: no file is at hand.
  std::size_t read = 0;               ///< Databases read for this snapshot; others are shared.
  std::size_t cut = 0;                ///< Of them, those that limits left values out of.
};

/// Reads the files that are called as databases of the catalog are, ignoring ASCII case; the first
/// of several counts, other files are passed over. Databases of `previous` whose schema, file and
/// limits are the same are not read again. Throws Error: what `visit_values` throws, cancelled.
CatalogValues read_values(const Catalog &catalog, std::span<const DatabaseFile> files,
                          const ValueLimits &limits = {}, const CatalogValues *previous = nullptr,
                          const Progress &progress = {});

}  // namespace sluice::inline v0

#endif
