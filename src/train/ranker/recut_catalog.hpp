#ifndef SLUICE_SRC_TRAIN_RANKER_RECUT_CATALOG_HPP
#define SLUICE_SRC_TRAIN_RANKER_RECUT_CATALOG_HPP

/// Databases of training catalogs in shapes that are common in practice and rare in training.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sluice/schema/catalog.hpp"
#include "sluice/train/ranker_training.hpp"

namespace sluice::inline v0::train_detail {

enum class Recut : std::uint8_t {
  /// Names of tables and columns are codes, such as KNA1 and VBELN, T_0042 and fld_17, and their
  /// readable names are descriptions. The codes are their titles, too, so that nothing takes the
  /// descriptions for names. Some of the databases keep their names instead, without descriptions.
  coded,
  /// Several databases are one. Its tables have the name of their former database as a qualifier,
  /// or before their own names.
  merged,
};

/// A database, and questions about it. The catalog must outlive it.
struct RecutSource {
  const Catalog *catalog;
  DatabaseId database;
  std::vector<RankerExample> examples;
};

struct RecutCatalog {
  std::shared_ptr<const Catalog> catalog;
  std::vector<RankerExample> examples;  ///< By source, in the same order.
};

/// Makes a catalog of the sources, whose tables and columns keep their order and lose their titles.
/// Databases keep their names, with numbers where these repeat; merged ones have new names. The
/// same seed gives the same names. Throws what Database::make and Catalog::make throw. O(text).
RecutCatalog recut_catalog(std::span<const RecutSource> sources, Recut how, std::uint64_t seed);

}  // namespace sluice::inline v0::train_detail

#endif
