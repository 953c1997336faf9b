#ifndef SLUICE_SRC_BENCHMARK_TRAINED_SYSTEMS_HPP
#define SLUICE_SRC_BENCHMARK_TRAINED_SYSTEMS_HPP

/// The systems that are sluice's own models, or that are trained here: what `sluice ask` does, the
/// ranker alone, and DBCopilot's decoding router.

#include <cstddef>
#include <memory>
#include <optional>
#include <span>

#include "sluice/benchmark/ranking_system.hpp"
#include "sluice/pipeline/retriever.hpp"

namespace sluice::inline v0::benchmark_detail {

/// Number of tables and columns in a ranking: the papers' tables have no larger cut-off.
constexpr std::size_t ranking_depth = 100;

/// The same as `Retriever`, over the columns of the thirty best databases.
std::unique_ptr<RankingSystem> make_retriever_system(const std::shared_ptr<const Catalog> &catalog,
                                                     std::shared_ptr<const LexicalIndex> words,
                                                     const std::optional<AnyEmbedder> &embedder,
                                                     const Retriever::Options &options);

/// Ranks databases and columns together, without coverage and budget.
std::unique_ptr<RankingSystem> make_ranker_system(
    const std::shared_ptr<const Catalog> &catalog, std::shared_ptr<const LexicalIndex> words,
    const std::optional<AnyEmbedder> &embedder, std::shared_ptr<const RankerModel> model,
    std::shared_ptr<const ValueIndex> values, std::shared_ptr<const CrossEncoder> cross_encoder);

std::unique_ptr<RankingSystem> make_beam_system(const std::shared_ptr<const Catalog> &catalog,
                                                BeamRouter router);

/// The same with a router that is trained on these pairs.
std::unique_ptr<RankingSystem> make_trained_beam_system(
    const std::shared_ptr<const Catalog> &catalog, const AnyEmbedder &embedder,
    std::span<const RoutingPair> pairs);

}  // namespace sluice::inline v0::benchmark_detail

#endif
