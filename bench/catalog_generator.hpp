#ifndef SLUICE_BENCH_CATALOG_GENERATOR_HPP
#define SLUICE_BENCH_CATALOG_GENERATOR_HPP

/// Generates catalogs of any size from real schemas.

#include <cstddef>
#include <cstdint>

#include "sluice/schema/load.hpp"

namespace sluice::bench {

struct CatalogScale {
  std::size_t databases = 10'000;
  std::size_t tables = 100'000;
  std::size_t columns = 1'000'000;
  std::uint64_t seed = 1;
};

/// Returns the databases of `pack`, unchanged, so that their questions remain usable, and then
/// variations of them up to the sizes of `scale`, which must have at least as many tables as
/// databases and as many columns as tables. A variation keeps some tables of one database with
/// their keys, takes others from other databases, and respells names: prefixes, abbreviations,
/// plurals, another case, words swapped for words at the same place in another schema. Names of
/// databases are unique. The same pack and scale give the same catalog on every platform. Throws
/// Error(invalid_argument) if the pack has no table with columns, or is larger than the scale.
Databases generate_catalog(const Databases &pack, const CatalogScale &scale = {});

}  // namespace sluice::bench

#endif
