#ifndef SLUICE_SRC_ROUTE_CONTENDER_READING_HPP
#define SLUICE_SRC_ROUTE_CONTENDER_READING_HPP

/// The few likely databases ("contenders") as texts for a cross-encoder, and its effect on their
/// probabilities.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/top_k.hpp"
#include "sluice/route/cross_encoder.hpp"
#include "sluice/schema/catalog.hpp"

namespace sluice::inline v0::route_detail {

/// The most columns of a database that are read: those that the question most likely reads.
constexpr std::size_t max_contender_columns = 24;

/// "db ; table : column , column ; table : column", names split into words. `columns`: of the
/// database, by ascending id.
std::string contender_text(const Catalog &catalog, DatabaseId database,
                           std::span<const ColumnId> columns);

/// How many of the best databases to read: those with a probability of at least 0.003, at most
/// eight; 0 if only one is left. `ranked`: best first.
std::size_t contender_count(std::span<const Scored<DatabaseId>> ranked);

/// Factors for the probabilities of the first `schemas.size()` databases. Their sum stays the same;
/// it is redistributed by the scores of both the ranker and the cross-encoder.
std::vector<float> cross_encoder_factors(const CrossEncoder &encoder, std::string_view question,
                                         std::span<const std::string> schemas,
                                         std::span<const Scored<DatabaseId>> ranked);

}  // namespace sluice::inline v0::route_detail

#endif
