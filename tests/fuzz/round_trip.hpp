#ifndef SLUICE_TESTS_FUZZ_ROUND_TRIP_HPP
#define SLUICE_TESTS_FUZZ_ROUND_TRIP_HPP

/// Checks for every loaded catalog.

#include <cstdlib>
#include <memory>

#include "sluice/schema/load.hpp"
#include "sluice/schema/schema_graph.hpp"

namespace sluice::fuzz {

/// Aborts, which is a finding, if writing the databases as JSON and reading them again changes
/// them. Throws Error if they are not a valid catalog.
inline void check_round_trip(const Databases &databases) {
  const auto catalog = Catalog::make(databases);
  for (const DatabaseId database : catalog->databases()) {
    const SchemaGraph graph(*catalog, database);
    for (const TableId table : catalog->tables(database)) {
      for (const Join &join : graph.joins(table)) {
        if (!graph.joined(join.to, table)) std::abort();
      }
    }
  }
  const auto again = Catalog::make(load_catalog_json(to_json(*catalog), "written"));
  if (again->fingerprint() != catalog->fingerprint()) std::abort();
}

}  // namespace sluice::fuzz

#endif
