#ifndef SLUICE_SRC_BENCHMARK_BM25_SYSTEM_HPP
#define SLUICE_SRC_BENCHMARK_BM25_SYSTEM_HPP

/// The papers' rows that score tables one by one: BM25, and a table encoder.

#include <cstdint>
#include <memory>
#include <span>

#include "sluice/beam/routing_pair.hpp"
#include "sluice/benchmark/ranking_system.hpp"
#include "sluice/benchmark/table_encoder.hpp"

namespace sluice::detail {

/// How a database's score comes from those of its tables among the best hundred.
enum class DatabaseScore : std::uint8_t { mean, max };

/// How its texts are analyzed for ranking tables, and for ranking columns.
constexpr AnalyzerOptions written_words{
    .split_case = false, .split_digits = false, .drop_stop_words = true};
constexpr AnalyzerOptions column_words{.split_digits = false};

/// A catalog's words, analyzed in both ways.
struct Bm25Words {
  std::shared_ptr<const LexicalIndex> tables, columns;
};

/// BM25 as DBCopilot's baselines use it: words as they are written, stop words dropped; a table's
/// document is the database's id, the table's and its columns' readable names.
std::unique_ptr<RankingSystem> make_bm25_system(const std::shared_ptr<const Catalog> &catalog,
                                                const Bm25Words &words, DatabaseScore score);

/// The same by the mean, k1 and b fitted: those of a grid that find most tables of the first 500
/// pairs among the first five.
std::unique_ptr<RankingSystem> make_tuned_bm25_system(const std::shared_ptr<const Catalog> &catalog,
                                                      const Bm25Words &words,
                                                      std::span<const RoutingPair> pairs);

/// Tables by the encoder's cosines, databases by the mean, columns as they stand in their tables.
std::unique_ptr<RankingSystem> make_encoder_system(const std::shared_ptr<const Catalog> &catalog,
                                                   TableEncoder encoder);

}  // namespace sluice::detail

#endif
