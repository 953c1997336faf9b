#ifndef SLUICE_BEAM_BEAM_ROUTES_HPP
#define SLUICE_BEAM_BEAM_ROUTES_HPP

/// How a router decodes a question, and the rankings of databases and tables that it returns.

#include <cstddef>
#include <vector>

#include "sluice/beam/query_schema.hpp"
#include "sluice/core/ids.hpp"
#include "sluice/core/top_k.hpp"

namespace sluice::inline v0 {

/// Of diverse beam search, which decodes in groups that avoid each other's choices.
struct BeamOptions {
  std::size_t groups = 10;  ///< 1: plain beam search.
  std::size_t beams = 3;    ///< Per group.
  /// Subtracted from a token's score for each beam of an earlier group that chose it at the same
  /// step; does not apply to the end token. It only guides the search: hypotheses keep the model's
  /// probabilities.
  float diversity = 2;
  std::size_t max_tokens = 8;  ///< Maximum number of tokens without the end; sequences that may not
                               ///< end there are dropped.
  /// Hypotheses are ranked by log-probability / length^power; 0: by probability.
  float length_power = 0;
};

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

}  // namespace sluice::inline v0

#endif
