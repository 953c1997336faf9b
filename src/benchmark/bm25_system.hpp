#ifndef SLUICE_SRC_BENCHMARK_BM25_SYSTEM_HPP
#define SLUICE_SRC_BENCHMARK_BM25_SYSTEM_HPP

/// The baselines of the papers that score single tables: BM25 and a table encoder.

#include <cstdint>
#include <memory>
#include <span>

#include "sluice/beam/routing_pair.hpp"
#include "sluice/benchmark/ranking_system.hpp"
#include "sluice/benchmark/table_encoder.hpp"

namespace sluice::inline v0::benchmark_detail {

/// How the score of a database is computed from those of its tables among the best 100.
enum class DatabaseScore : std::uint8_t { mean, max };

/// Analyses for ranking tables and for ranking columns.
constexpr AnalyzerOptions written_words{
    .split_case = false, .split_digits = false, .drop_stop_words = true};
constexpr AnalyzerOptions column_words{.split_digits = false};

/// A catalog's words under both analyses.
struct Bm25Words {
  std::shared_ptr<const LexicalIndex> tables, columns;
};

/// BM25 as in DBCopilot's baselines: no stemming, stop words dropped. A table's document is the id
/// of the database and the readable names of the table and its columns.
std::unique_ptr<RankingSystem> make_bm25_system(const std::shared_ptr<const Catalog> &catalog,
                                                const Bm25Words &words, DatabaseScore score);

/// The same with the mean, and with k1 and b fitted: the grid point that finds most tables of the
/// first 500 pairs among the first five.
std::unique_ptr<RankingSystem> make_tuned_bm25_system(const std::shared_ptr<const Catalog> &catalog,
                                                      const Bm25Words &words,
                                                      std::span<const RoutingPair> pairs);

/// Ranks tables by the encoder's cosines, databases by the mean, and columns in schema order.
std::unique_ptr<RankingSystem> make_encoder_system(const std::shared_ptr<const Catalog> &catalog,
                                                   TableEncoder encoder);

}  // namespace sluice::inline v0::benchmark_detail

#endif
