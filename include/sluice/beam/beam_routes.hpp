#ifndef SLUICE_BEAM_BEAM_ROUTES_HPP
#define SLUICE_BEAM_BEAM_ROUTES_HPP

/// Turns decoded sequences into rankings of databases and tables.

#include <span>
#include <vector>

#include "sluice/beam/beam_search.hpp"
#include "sluice/beam/serialization.hpp"
#include "sluice/core/top_k.hpp"

namespace sluice::inline v0 {

/// A schema and the total probability of the sequences that spell it.
struct RoutedSchema {
  QuerySchema schema;  ///< Tables sorted by id.
  float probability = 0;
};

/// Best first, ties by id. The score of a database or table is the total probability of all schemas
/// that contain it (the marginal over the beams; DBCopilot's code uses a database's best rank and
/// counts beams instead).
struct BeamRoutes {
  std::vector<RoutedSchema> schemas;
  std::vector<Scored<DatabaseId>> databases;
  std::vector<Scored<TableId>> tables;
};

/// Sums over sequences that spell the same schema in different orders; drops sequences that spell
/// none. O(hypotheses · log + tables).
BeamRoutes routes_of(std::span<const Hypothesis> hypotheses, const SchemaTokens &tokens,
                     const Catalog &catalog);

}  // namespace sluice::inline v0

#endif
