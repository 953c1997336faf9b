#include "sluice/pipeline/ranking_system.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "sluice/core/error.hpp"
#include "sluice/embed/hashed_embedder.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/pipeline/retriever.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/retrieve/dense_candidates.hpp"
#include "sluice/route/beam_training.hpp"
#include "sluice/route/template_questioner.hpp"

namespace sluice {
namespace {

constexpr std::size_t depth = 100;  // no table of the papers looks further

/// Appends each element that is not there yet.
template <class Id>
void add_once(std::vector<Id> &ids, Id id) {
  if (std::ranges::find(ids, id) == ids.end()) ids.push_back(id);
}

template <class Id>
std::vector<Scored<Id>> best_of(const std::vector<float> &scores, bool positive_only) {
  TopK<Id> best(depth);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (scores[i] > 0 || !positive_only) best.offer(Id(i), scores[i]);
  }
  return best.take();
}

/// BM25 as DBCopilot's baselines use it: words as they are written, stop words dropped; a table's
/// document is the database's id, the table's and its columns' readable names.
class Bm25System final : public RankingSystem {
 public:
  enum class DatabaseScore : std::uint8_t { mean, max };

  Bm25System(const std::shared_ptr<const Catalog> &catalog, DatabaseScore score)
      : catalog_(catalog),
        score_(score),
        table_analyzer_(written_words),
        column_query_analyzer_({.split_digits = false, .drop_stop_words = true}),
        tables_(index_catalog(*catalog, written_words), {.granularity = Level::table}),
        columns_(index_catalog(*catalog, {.split_digits = false}), {.granularity = Level::column}) {
  }

  Ranking rank(const RankingQuery &query) const override {
    Ranking ranking;
    const auto tables =
        best_of<TableId>(tables_.scores(table_analyzer_(query.question)), /*positive_only=*/true);
    for (const auto &table : tables) ranking.tables.push_back(table.id);
    ranking.databases = databases(tables);
    const auto columns = columns_.scores(column_query_analyzer_(query.question));
    for (const auto &column : best_of<ColumnId>(columns, /*positive_only=*/false)) {
      ranking.columns.push_back(column.id);
    }
    return ranking;
  }

 private:
  static constexpr AnalyzerOptions written_words{
      .split_case = false, .split_digits = false, .drop_stop_words = true};

  std::vector<DatabaseId> databases(const std::vector<Scored<TableId>> &tables) const {
    std::vector<DatabaseId> in_order;
    std::map<DatabaseId, std::pair<float, float>> sums;  // score, tables
    for (const auto &table : tables) {
      const DatabaseId database = catalog_->database_of(table.id);
      add_once(in_order, database);
      sums[database].first += table.score;
      sums[database].second += 1;
    }
    if (score_ == DatabaseScore::mean) {
      std::ranges::stable_sort(in_order, std::ranges::greater{}, [&](DatabaseId database) {
        return sums[database].first / sums[database].second;
      });
    }
    return in_order;
  }

  std::shared_ptr<const Catalog> catalog_;
  DatabaseScore score_;
  Analyzer table_analyzer_;
  Analyzer column_query_analyzer_;
  Bm25 tables_;
  Bm25 columns_;
};

/// CRUSH4SQL; without a recorded schema the question is the only probe.
template <CandidateSource Source, ObjectiveMaker Objective>
class CrushSystem final : public RankingSystem {
 public:
  CrushSystem(const std::shared_ptr<const Catalog> &catalog, Source source, Objective objective)
      : catalog_(catalog), graphs_(catalog), source_(std::move(source)), objective_(objective) {}

  Ranking rank(const RankingQuery &query) const override {
    const ProbeSet probes = make_probes(query.question, query.hallucinated ? *query.hallucinated
                                                                           : HallucinatedSchema{});
    Ranking ranking;
    for (const SubsetColumn &column :
         retrieve_collectively(probes, source_, objective_, graphs_, depth, nullptr,
                               {.pool = depth, .join_closure = false})) {
      ranking.columns.push_back(column.id);
      add_once(ranking.tables, catalog_->table_of(column.id));
      add_once(ranking.databases, catalog_->database_of(column.id));
    }
    return ranking;
  }

 private:
  std::shared_ptr<const Catalog> catalog_;
  JoinGraphs graphs_;
  Source source_;
  Objective objective_;
};

/// Over words, or over vectors where there is an embedder.
template <ObjectiveMaker Objective>
std::unique_ptr<RankingSystem> make_crush(const std::shared_ptr<const Catalog> &catalog,
                                          const std::optional<AnyEmbedder> &embedder,
                                          Objective objective) {
  if (!embedder) {
    LexicalCandidates words(index_catalog(*catalog, {.split_digits = false}));
    return std::make_unique<CrushSystem<LexicalCandidates, Objective>>(catalog, std::move(words),
                                                                       objective);
  }
  using Vectors = DenseCandidates<AnyEmbedder>;
  Vectors vectors(catalog, *embedder, embed_columns(*catalog, *embedder));
  return std::make_unique<CrushSystem<Vectors, Objective>>(catalog, std::move(vectors), objective);
}

/// One vector a question: the single-step dense baseline of CRUSH4SQL.
class DenseSystem final : public RankingSystem {
 public:
  DenseSystem(const std::shared_ptr<const Catalog> &catalog, const AnyEmbedder &embedder)
      : catalog_(catalog), embedder_(embedder), columns_(embed_columns(*catalog, embedder)) {}

  Ranking rank(const RankingQuery &query) const override {
    std::vector<float> question(embedder_.dimensions());
    embedder_.embed(std::array{query.question}, question);
    Ranking ranking;
    for (const auto &row : columns_.search(question, depth, [](RowId) { return true; })) {
      const ColumnId column(row.id.index());
      ranking.columns.push_back(column);
      add_once(ranking.tables, catalog_->table_of(column));
      add_once(ranking.databases, catalog_->database_of(column));
    }
    return ranking;
  }

 private:
  std::shared_ptr<const Catalog> catalog_;
  AnyEmbedder embedder_;
  ExactIndex columns_;
};

/// Trained when it is made, from the catalog alone: nobody's questions are known.
class BeamSystem final : public RankingSystem {
 public:
  BeamSystem(const std::shared_ptr<const Catalog> &catalog,
             const std::optional<AnyEmbedder> &embedder)
      : catalog_(catalog),
        router_(train(std::make_shared<JoinGraphs>(catalog),
                      embedder ? *embedder : AnyEmbedder(HashedEmbedder()))) {}

  Ranking rank(const RankingQuery &query) const override {
    Ranking ranking;
    const BeamRoutes routes = router_.route(query.question);
    for (const auto &database : routes.databases) ranking.databases.push_back(database.id);
    for (const auto &table : routes.tables) {
      ranking.tables.push_back(table.id);
      for (const ColumnId column : catalog_->columns(table.id)) {
        if (ranking.columns.size() < depth) ranking.columns.push_back(column);
      }
    }
    return ranking;
  }

 private:
  static BeamRouter train(const std::shared_ptr<const JoinGraphs> &graphs,
                          const AnyEmbedder &embedder) {
    if (graphs->catalog().table_count() == 0) return {graphs, embedder};
    const auto &catalog = graphs->share_catalog();
    const std::size_t questions = std::clamp<std::size_t>(50 * catalog->table_count(), 200, 20'000);
    const SchemaWalks walks(catalog, std::make_shared<TableNeighbours>(*graphs), {});
    const TemplateQuestioner questioner(
        catalog, QuestionTemplates::builtin(),
        Synonyms::is_built_in() ? WordAlternatives::from_synonyms(Synonyms::builtin(), *catalog)
                                : WordAlternatives());
    const auto pairs = synthesise_pairs(walks, questioner, questions, /*seed=*/1);
    const std::size_t threads = std::max(1U, std::thread::hardware_concurrency());
    return train_beam_router(graphs, embedder, pairs, {.threads = threads});
  }

  std::shared_ptr<const Catalog> catalog_;
  BeamRouter router_;
};

class DefaultSystem final : public RankingSystem {
 public:
  DefaultSystem(const std::shared_ptr<const Catalog> &catalog,
                const std::optional<AnyEmbedder> &embedder)
      : retriever_(catalog, index_catalog(*catalog), Retriever::Options{},
                   embedder ? embedder : default_embedder()) {}

  Ranking rank(const RankingQuery &query) const override {
    constexpr std::size_t databases = 10;
    const Answer answer = retriever_.ask(
        query.question,
        {.budget = depth, .databases = databases, .hallucinated = query.hallucinated});
    Ranking ranking;
    for (const auto &database : answer.databases) ranking.databases.push_back(database.id);
    for (const auto &table : answer.tables) ranking.tables.push_back(table.id);
    for (const SubsetColumn &column : answer.subset.columns) ranking.columns.push_back(column.id);
    return ranking;
  }

 private:
  Retriever retriever_;
};

constexpr std::array<RankingSystemInfo, 7> systems{{
    {"bm25-mean",
     "BM25 over tables; a database scores the mean of its tables (DBCopilot's baseline)"},
    {"bm25-max", "BM25 over tables; a database scores its best table"},
    {"crush", "CRUSH4SQL: entropy-weighted coverage with connectivity"},
    {"crush-rounds", "the same with the published program's rule of rounds"},
    {"dense", "columns by the cosine of one vector a question (needs an embedder)"},
    {"beam", "DBCopilot's decoding router, trained on questions made up from the catalog",
     "trained"},
    {"default", "routing, then coverage within the best databases: what `sluice ask` does"},
}};

}  // namespace

std::span<const RankingSystemInfo> ranking_systems() noexcept { return systems; }

std::unique_ptr<RankingSystem> make_ranking_system(std::string_view name,
                                                   const std::shared_ptr<const Catalog> &catalog,
                                                   const std::optional<AnyEmbedder> &embedder) {
  if (name == "bm25-mean") {
    return std::make_unique<Bm25System>(catalog, Bm25System::DatabaseScore::mean);
  }
  if (name == "bm25-max") {
    return std::make_unique<Bm25System>(catalog, Bm25System::DatabaseScore::max);
  }
  if (name == "crush") {
    return make_crush(catalog, embedder, PaperObjective{});
  }
  if (name == "crush-rounds") {
    return make_crush(catalog, embedder, RoundsObjective{});
  }
  if (name == "dense") {
    const std::optional<AnyEmbedder> chosen = embedder ? embedder : default_embedder();
    if (!chosen) {
      throw Error(ErrorCode::invalid_argument, "the system \"dense\" needs an embedder");
    }
    return std::make_unique<DenseSystem>(catalog, *chosen);
  }
  if (name == "beam") {
    return std::make_unique<BeamSystem>(catalog, embedder ? embedder : default_embedder());
  }
  if (name == "default") return std::make_unique<DefaultSystem>(catalog, embedder);
  std::string known;
  for (const RankingSystemInfo &system : systems) {
    if (!known.empty()) known += ", ";
    known += system.name;
  }
  throw Error(ErrorCode::invalid_argument,
              fmt::format("there is no system \"{}\"; there are {}", name, known));
}

}  // namespace sluice
