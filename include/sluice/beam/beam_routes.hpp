#ifndef SLUICE_BEAM_BEAM_ROUTES_HPP
#define SLUICE_BEAM_BEAM_ROUTES_HPP

/// From decoded sequences to rankings of databases and tables.

#include <span>
#include <vector>

#include "sluice/beam/beam_search.hpp"
#include "sluice/beam/serialization.hpp"
#include "sluice/core/top_k.hpp"

namespace sluice {

/// A schema and how likely the sequences that spell it are together.
struct RoutedSchema {
  QuerySchema schema;  ///< Tables by id.
  float probability = 0;
};

/// Best first, ties by id. A database's and a table's score is the probability of all schemas that
/// hold it (the marginal over the beams, where DBCopilot's program takes a database's best place
/// and counts beams).
struct BeamRoutes {
  std::vector<RoutedSchema> schemas;
  std::vector<Scored<DatabaseId>> databases;
  std::vector<Scored<TableId>> tables;
};

/// Sequences that spell one schema in different orders count together; those that spell none are
/// dropped. O(hypotheses · log + tables).
BeamRoutes routes_of(std::span<const Hypothesis> hypotheses, const SchemaTokens &tokens,
                     const Catalog &catalog);

}  // namespace sluice

#endif
