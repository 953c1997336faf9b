#ifndef SLUICE_SRC_BEAM_ROUTES_OF_HPP
#define SLUICE_SRC_BEAM_ROUTES_OF_HPP

/// Turns decoded sequences into rankings of databases and tables.

#include <span>

#include "beam/beam_search.hpp"
#include "beam/serialization.hpp"
#include "sluice/beam/beam_routes.hpp"

namespace sluice::inline v0 {

/// Sums over sequences that spell the same schema in different orders; drops sequences that spell
/// none. O(hypotheses · log + tables).
BeamRoutes routes_of(std::span<const Hypothesis> hypotheses, const SchemaTokens &tokens,
                     const Catalog &catalog);

}  // namespace sluice::inline v0

#endif
