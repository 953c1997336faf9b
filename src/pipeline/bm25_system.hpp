#ifndef SLUICE_SRC_PIPELINE_BM25_SYSTEM_HPP
#define SLUICE_SRC_PIPELINE_BM25_SYSTEM_HPP

/// The papers' BM25 rows.

#include <cstdint>
#include <memory>

#include "sluice/pipeline/ranking_system.hpp"

namespace sluice::detail {

/// How a database's score comes from those of its tables among the best hundred.
enum class DatabaseScore : std::uint8_t { mean, max };

/// BM25 as DBCopilot's baselines use it: words as they are written, stop words dropped; a table's
/// document is the database's id, the table's and its columns' readable names.
std::unique_ptr<RankingSystem> make_bm25_system(const std::shared_ptr<const Catalog> &catalog,
                                                DatabaseScore score);

}  // namespace sluice::detail

#endif
