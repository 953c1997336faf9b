#ifndef SLUICE_SRC_ROUTE_CONTENDER_READING_HPP
#define SLUICE_SRC_ROUTE_CONTENDER_READING_HPP

/// The few databases that may be meant, as a cross-encoder reads them beside the question.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/top_k.hpp"
#include "sluice/route/cross_encoder.hpp"
#include "sluice/schema/catalog.hpp"

namespace sluice::inline v0::detail {

/// What is read of a database at most: the columns that the question most likely reads.
constexpr std::size_t columns_beside = 24;

/// "db ; table : column , column ; table : column", names in words. `columns`: of the database, by
/// rising id.
std::string names_beside(const Catalog &catalog, DatabaseId database,
                         std::span<const ColumnId> columns);

/// How many of the best are worth reading: those which are not all but excluded, eight at most;
/// none where only one is left. `ranked`: best first.
std::size_t readable_contenders(std::span<const Scored<DatabaseId>> ranked);

/// What the probabilities of the first `schemas.size()` have to be multiplied with. They keep what
/// they have together and share it by what the ranker and the cross-encoder make of them.
std::vector<float> factors_by_reading(const CrossEncoder &encoder, std::string_view question,
                                      std::span<const std::string> schemas,
                                      std::span<const Scored<DatabaseId>> ranked);

}  // namespace sluice::inline v0::detail

#endif
