#include "trained_systems.hpp"

#include <algorithm>
#include <string_view>
#include <thread>
#include <utility>

#include "sluice/route/ranker.hpp"
#include "sluice/route/ranker_model.hpp"
#include "sluice/schema/mask.hpp"
#include "sluice/train/beam_training.hpp"

namespace sluice::inline v0::benchmark_detail {
namespace {

class BeamSystem final : public RankingSystem {
 public:
  BeamSystem(const std::shared_ptr<const Catalog> &catalog, BeamRouter router)
      : catalog_(catalog), router_(std::move(router)) {}

  Ranking rank(const RankingQuery &query) const override {
    Ranking ranking;
    const BeamRoutes routes = router_.route(query.question, query.mask);
    for (const auto &database : routes.databases) ranking.databases.push_back(database.id);
    for (const auto &table : routes.tables) {
      ranking.tables.push_back(table.id);
      for (const ColumnId column : catalog_->columns(table.id)) {
        if (ranking.columns.size() == ranking_depth) break;
        if (visible(query.mask, column)) ranking.columns.push_back(column);
      }
    }
    return ranking;
  }
  bool supports_masks() const override { return true; }
  bool is_trained() const override { return true; }
  bool has_seen(DatabaseId database, std::string_view question) const override {
    return router_.has_seen(catalog_->database(database).name(), question);
  }
  std::size_t disk_bytes() const override { return router_.bytes().size(); }

 private:
  std::shared_ptr<const Catalog> catalog_;
  BeamRouter router_;
};

BeamRouter train_beam(const std::shared_ptr<const JoinGraphs> &graphs, const AnyEmbedder &embedder,
                      std::span<const RoutingPair> pairs) {
  if (pairs.empty()) return {graphs, embedder};
  const std::size_t threads = std::max(1U, std::thread::hardware_concurrency());
  return train_beam_router(graphs, embedder, pairs, {.threads = threads});
}

class RetrieverSystem final : public RankingSystem {
 public:
  RetrieverSystem(const std::shared_ptr<const Catalog> &catalog,
                  std::shared_ptr<const LexicalIndex> words,
                  const std::optional<AnyEmbedder> &embedder, const Retriever::Options &options)
      : retriever_(catalog, std::move(words), options, embedder) {}

  Ranking rank(const RankingQuery &query) const override {
    constexpr std::size_t databases = 30;
    const Answer answer = retriever_.ask(query.question, {.budget = ranking_depth,
                                                          .databases = databases,
                                                          .mask = query.mask,
                                                          .hallucinated = query.hallucinated});
    Ranking ranking;
    for (const auto &database : answer.databases) ranking.databases.push_back(database.id);
    for (const auto &table : answer.tables) ranking.tables.push_back(table.id);
    for (const SubsetColumn &column : answer.subset.columns) ranking.columns.push_back(column.id);
    if (answer.trained && !answer.databases.empty())
      ranking.database_probability = answer.databases.front().score;
    return ranking;
  }
  bool supports_masks() const override { return true; }
  bool is_trained() const override { return retriever_.ranker() != nullptr; }
  std::size_t disk_bytes() const override {
    return is_trained() ? retriever_.ranker()->model().bytes().size() : 0;
  }
  bool has_seen(DatabaseId database, std::string_view question) const override {
    return is_trained() && retriever_.ranker()->model().has_seen(
                               retriever_.catalog()->database(database).name(), question);
  }
  bool evidence_has_seen(DatabaseId database, std::string_view question) const override {
    return is_trained() && retriever_.ranker()->model().evidence_has_seen(
                               retriever_.catalog()->database(database).name(), question);
  }

 private:
  Retriever retriever_;
};

class RankerSystem final : public RankingSystem {
 public:
  RankerSystem(const std::shared_ptr<const Catalog> &catalog,
               std::shared_ptr<const LexicalIndex> words,
               const std::optional<AnyEmbedder> &embedder, std::shared_ptr<const RankerModel> model,
               std::shared_ptr<const ValueIndex> values,
               std::shared_ptr<const CrossEncoder> cross_encoder)
      : ranker_(make_ranker(std::make_shared<const JoinGraphs>(catalog), std::move(words), embedder,
                            std::move(model), std::move(values), std::move(cross_encoder))) {}

  Ranking rank(const RankingQuery &query) const override {
    RankerOptions options;
    options.hallucinated = query.hallucinated;
    const RankerAnswer answer = ranker_.rank(query.question, query.mask, options);
    Ranking ranking;
    for (const auto &database : answer.databases) ranking.databases.push_back(database.id);
    for (const auto &table : answer.tables) ranking.tables.push_back(table.id);
    for (const auto &column : answer.columns) ranking.columns.push_back(column.id);
    if (!answer.databases.empty()) ranking.database_probability = answer.databases.front().score;
    return ranking;
  }
  bool supports_masks() const override { return true; }
  bool is_trained() const override { return true; }
  bool uses_content() const override { return ranker_.schema().values() != nullptr; }
  std::size_t disk_bytes() const override { return ranker_.model().bytes().size(); }
  bool has_seen(DatabaseId database, std::string_view question) const override {
    return ranker_.model().has_seen(ranker_.schema().catalog().database(database).name(), question);
  }
  bool evidence_has_seen(DatabaseId database, std::string_view question) const override {
    return ranker_.model().evidence_has_seen(ranker_.schema().catalog().database(database).name(),
                                             question);
  }

 private:
  Ranker ranker_;
};

}  // namespace

std::unique_ptr<RankingSystem> make_retriever_system(const std::shared_ptr<const Catalog> &catalog,
                                                     std::shared_ptr<const LexicalIndex> words,
                                                     const std::optional<AnyEmbedder> &embedder,
                                                     const Retriever::Options &options) {
  return std::make_unique<RetrieverSystem>(catalog, std::move(words), embedder, options);
}

std::unique_ptr<RankingSystem> make_ranker_system(
    const std::shared_ptr<const Catalog> &catalog, std::shared_ptr<const LexicalIndex> words,
    const std::optional<AnyEmbedder> &embedder, std::shared_ptr<const RankerModel> model,
    std::shared_ptr<const ValueIndex> values, std::shared_ptr<const CrossEncoder> cross_encoder) {
  return std::make_unique<RankerSystem>(catalog, std::move(words), embedder, std::move(model),
                                        std::move(values), std::move(cross_encoder));
}

std::unique_ptr<RankingSystem> make_beam_system(const std::shared_ptr<const Catalog> &catalog,
                                                BeamRouter router) {
  return std::make_unique<BeamSystem>(catalog, std::move(router));
}

std::unique_ptr<RankingSystem> make_trained_beam_system(
    const std::shared_ptr<const Catalog> &catalog, const AnyEmbedder &embedder,
    std::span<const RoutingPair> pairs) {
  const auto graphs = std::make_shared<const JoinGraphs>(catalog);
  return make_beam_system(catalog, train_beam(graphs, embedder, pairs));
}

}  // namespace sluice::inline v0::benchmark_detail
