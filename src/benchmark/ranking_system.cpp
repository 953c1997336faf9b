#include "sluice/benchmark/ranking_system.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "bm25_system.hpp"
#include "core/add_once.hpp"
#include "retrieve/any_candidates.hpp"
#include "retrieve/contextual_encoder.hpp"
#include "retrieve/late_interaction.hpp"
#include "sluice/beam/synthetic_pairs.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/top_k.hpp"
#include "sluice/embed/encoder.hpp"
#include "sluice/embed/hashed_embedder.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/index/value_index.hpp"
#include "sluice/pipeline/retriever.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/retrieve/dense_candidates.hpp"
#include "sluice/route/cross_encoder.hpp"
#include "sluice/route/ranker.hpp"
#include "sluice/route/ranker_model.hpp"
#include "sluice/schema/mask.hpp"
#include "sluice/train/beam_training.hpp"
#include "store/store_vectors.hpp"
#include "trained_systems.hpp"

namespace sluice::inline v0 {
namespace {

using detail::add_once;

constexpr std::size_t depth = benchmark_detail::ranking_depth;

/// Returns a ranking with tables and databases in the order of their first columns.
Ranking by_columns(const Catalog &catalog, std::vector<ColumnId> columns) {
  Ranking ranking;
  for (const ColumnId column : columns) {
    add_once(ranking.tables, catalog.table_of(column));
    add_once(ranking.databases, catalog.database_of(column));
  }
  ranking.columns = std::move(columns);
  return ranking;
}

/// CRUSH4SQL. Without a recorded schema, the question is the only probe.
template <ObjectiveMaker Objective>
class CrushSystem final : public RankingSystem {
 public:
  CrushSystem(const std::shared_ptr<const Catalog> &catalog, AnyCandidates source,
              Objective objective, bool entropy)
      : catalog_(catalog),
        graphs_(catalog),
        source_(std::move(source)),
        objective_(objective),
        options_{.pool = depth, .entropy = entropy, .join_closure = false} {}

  Ranking rank(const RankingQuery &query) const override {
    const ProbeSet probes = make_probes(query.question, query.hallucinated ? *query.hallucinated
                                                                           : HallucinatedSchema{});
    std::vector<ColumnId> columns;
    for (const SubsetColumn &column :
         retrieve_collectively(probes, source_, objective_, graphs_, depth, query.mask, options_)) {
      columns.push_back(column.id);
    }
    return by_columns(*catalog_, std::move(columns));
  }
  bool supports_masks() const override { return true; }

 private:
  std::shared_ptr<const Catalog> catalog_;
  JoinGraphs graphs_;
  AnyCandidates source_;
  Objective objective_;
  CrushOptions options_;
};

/// One vector per question: the single-step dense baseline of CRUSH4SQL.
class DenseSystem final : public RankingSystem {
 public:
  DenseSystem(const std::shared_ptr<const Catalog> &catalog, AnyCandidates source)
      : catalog_(catalog), source_(std::move(source)) {}

  Ranking rank(const RankingQuery &query) const override {
    const ProbeSet question = make_probes(query.question, {});
    return by_columns(*catalog_, source_.candidates(question, query.mask, depth).columns);
  }
  bool supports_masks() const override { return true; }

 private:
  std::shared_ptr<const Catalog> catalog_;
  AnyCandidates source_;
};

template <TokenEmbedder Model>
class MaxSimSystem final : public RankingSystem {
 public:
  MaxSimSystem(const std::shared_ptr<const Catalog> &catalog, Model model, ColumnText text)
      : catalog_(catalog), columns_(embed(*catalog, std::move(model), text)) {}

  Ranking rank(const RankingQuery &query) const override {
    TopK<ColumnId> best(depth);
    const std::vector<float> scores = columns_.scores(query.question);
    for (std::size_t c = 0; c < scores.size(); ++c) {
      if (visible(query.mask, ColumnId(c))) best.offer(ColumnId(c), scores[c]);
    }
    std::vector<ColumnId> columns;
    for (const auto &column : best.take()) columns.push_back(column.id);
    return by_columns(*catalog_, std::move(columns));
  }
  bool supports_masks() const override { return true; }

 private:
  static LateInteraction<Model> embed(const Catalog &catalog, Model model, ColumnText form) {
    const std::vector<std::string> texts = column_texts(catalog, form);
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    return {std::move(model), views};
  }

  std::shared_ptr<const Catalog> catalog_;
  LateInteraction<Model> columns_;
};

template <ObjectiveMaker Objective>
std::unique_ptr<RankingSystem> make_crush(const std::shared_ptr<const Catalog> &catalog,
                                          AnyCandidates source, Objective objective, bool entropy) {
  return std::make_unique<CrushSystem<Objective>>(catalog, std::move(source), objective, entropy);
}

constexpr std::array<RankingSystemInfo, 12> systems{{
    {"bm25-mean",
     "BM25 over tables; a database has the mean score of its tables (DBCopilot's baseline)"},
    {"bm25-max", "BM25 over tables; a database has the score of its best table"},
    {"bm25-tuned", "bm25-mean with k1 and b fitted to synthetic questions of the catalog"},
    {"table-encoder",
     "tables by word vectors, trained contrastively on synthetic questions of the catalog"},
    {"crush", "CRUSH4SQL: entropy-weighted coverage with connectivity"},
    {"crush-rounds", "the same with the published program's rule of rounds"},
    {"dense", "columns by the cosine of one vector per question (needs an embedder)"},
    {"maxsim",
     "columns by late interaction: each word with the most similar one (needs an embedder)"},
    {"ranker", "the trained ranker of databases, tables and columns"},
    {"beam",
     "DBCopilot's decoding router; without --weights trained on synthetic questions of the catalog"},
    {"zero-shot", "routing by words and vectors, then coverage within the best databases"},
    {"default", "the trained ranker, then coverage: what `sluice ask` does"},
}};

}  // namespace

std::span<const RankingSystemInfo> ranking_systems() noexcept { return systems; }

RankingSystems::RankingSystems(std::shared_ptr<const Catalog> catalog,
                               const std::optional<AnyEmbedder> &embedder,
                               std::shared_ptr<const RankerModel> model,
                               std::shared_ptr<const ValueIndex> values,
                               std::optional<BeamRouter> beam,
                               std::shared_ptr<const CrossEncoder> cross_encoder)
    : catalog_(std::move(catalog)),
      given_(embedder),
      model_(std::move(model)),
      cross_encoder_(std::move(cross_encoder)),
      beam_(std::move(beam)),
      content_(std::move(values)),
      usual_(embedder ? embedder : default_embedder()) {}

const AnyEmbedder &RankingSystems::embedder(std::string_view system) const {
  if (usual_) return *usual_;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("the system \"{}\" needs an embedder", system));
}

AnyEmbedder RankingSystems::words_embedder() const {
  return usual_ ? *usual_ : AnyEmbedder(HashedEmbedder());
}

std::vector<AnalyzerOptions> RankingSystems::analyses() {
  return {{}, benchmark_detail::column_words, benchmark_detail::written_words};
}

void RankingSystems::search(std::shared_ptr<const StoreSnapshot> store, SearchMode mode) {
  if (store->fingerprint() != catalog_->fingerprint()) {
    throw Error(ErrorCode::mismatch, "the store is of another catalog");
  }
  store_ = std::move(store);
  mode_ = mode;
  words_.clear();
}

std::shared_ptr<const LexicalIndex> RankingSystems::words(const AnalyzerOptions &analysis) {
  for (const auto &made : words_) {
    if (made->analyzer().options() == analysis) return made;
  }
  return words_.emplace_back(store_ ? store_->lexical(analysis)
                                    : index_catalog(*catalog_, analysis));
}

template <class Model>
AnyCandidates RankingSystems::dense(Model model, ColumnText text, float question_weight) {
  const auto place = static_cast<std::size_t>(text);
  if (catalog_->column_count() < AdaptiveIndex::default_graph_from) {
    std::shared_ptr<const ExactIndex> &index = vectors_[place];
    if (!index) index = std::make_shared<const ExactIndex>(embed_columns(*catalog_, *usual_, text));
    return DenseCandidates(catalog_, std::move(model), index, question_weight);
  }
  std::shared_ptr<const AdaptiveIndex> &index = many_vectors_[place];
  if (!index) {
    index = std::make_shared<const AdaptiveIndex>(index_columns(*catalog_, *usual_, text));
  }
  return DenseCandidates(catalog_, std::move(model), index, question_weight);
}

std::span<const RoutingPair> RankingSystems::synthetic_pairs() {
  if (!synthetic_pairs_ && catalog_->table_count() > 0) {
    synthetic_pairs_ =
        synthesize_pairs(JoinGraphs(catalog_), {}, usual_pair_count(*catalog_), /*seed=*/1);
  }
  return synthetic_pairs_ ? std::span<const RoutingPair>(*synthetic_pairs_)
                          : std::span<const RoutingPair>();
}

AnyCandidates RankingSystems::word_source(const RankingOptions &options) {
  LexicalCandidates::Options lexical;
  lexical.question_weight = options.context ? options.question_weight : 0.0F;
  return LexicalCandidates(words(benchmark_detail::column_words), lexical);
}

AnyCandidates RankingSystems::vector_source(const RankingOptions &options,
                                            const AnyEmbedder &model) {
  const float weight = options.context ? options.question_weight : 0.0F;
  const bool in_store = store_ && store_->settings().embedder == model.fingerprint() &&
                        options.text == ColumnText::database_table_column;
  if ((!options.contextual_states || !options.context) && in_store) {
    return StoreVectorCandidates(store_, model, mode_, weight);
  }
  if (!options.contextual_states || !options.context) {
    return dense(model, options.text, weight);
  }
  const auto *encoder = model.as<Encoder>();
  if (encoder == nullptr) {
    throw Error(ErrorCode::invalid_argument,
                "contextual probes need an encoder, not a static table "
                "or an endpoint");
  }
  return dense(ContextualEncoder(*encoder), options.text, weight);
}

AnyCandidates RankingSystems::source(const RankingOptions &options,
                                     const std::optional<AnyEmbedder> &model) {
  if (!model) {
    if (options.fusion || options.contextual_states) {
      throw Error(ErrorCode::invalid_argument,
                  "fusing with BM25 and contextual probes need an embedder");
    }
    return word_source(options);
  }
  if (!options.fusion) return vector_source(options, *model);
  return FusedCandidates(vector_source(options, *model), word_source(options), *options.fusion);
}

std::unique_ptr<RankingSystem> RankingSystems::make(std::string_view name,
                                                    const RankingOptions &options) {
  if (name.starts_with("bm25-")) {
    const benchmark_detail::Bm25Words both{words(benchmark_detail::written_words),
                                           words(benchmark_detail::column_words)};
    if (name == "bm25-mean") {
      return benchmark_detail::make_bm25_system(catalog_, both,
                                                benchmark_detail::DatabaseScore::mean);
    }
    if (name == "bm25-max") {
      return benchmark_detail::make_bm25_system(catalog_, both,
                                                benchmark_detail::DatabaseScore::max);
    }
    if (name == "bm25-tuned")
      return benchmark_detail::make_tuned_bm25_system(catalog_, both, synthetic_pairs());
  }
  if (name == "table-encoder") {
    return benchmark_detail::make_encoder_system(
        catalog_, TableEncoder::train(catalog_, words_embedder(), synthetic_pairs()));
  }
  if (name == "crush") {
    const double reward = options.edges ? PaperObjective{}.reward : 0.0;
    AnyCandidates from = source(options, given_);
    if (options.coverage) {
      return make_crush(catalog_, std::move(from), PaperObjective{reward}, options.entropy);
    }
    return make_crush(catalog_, std::move(from), SumObjective{reward}, options.entropy);
  }
  if (name == "crush-rounds") {
    RoundsObjective objective{.cover = options.coverage};
    if (!options.edges) objective.rewards = {0.0, 0.0};
    return make_crush(catalog_, source(options, given_), objective, options.entropy);
  }
  if (name == "dense") {
    return std::make_unique<DenseSystem>(catalog_, source(options, embedder(name)));
  }
  if (name == "maxsim") {
    const AnyEmbedder &model = embedder(name);
    if (const auto *encoder = model.as<Encoder>()) {
      return std::make_unique<MaxSimSystem<EncoderTokens>>(catalog_, EncoderTokens(*encoder),
                                                           options.text);
    }
    return std::make_unique<MaxSimSystem<WordTokens>>(catalog_, WordTokens(model), options.text);
  }
  if (name == "ranker")
    return benchmark_detail::make_ranker_system(catalog_, words({}), given_, model_, content_,
                                                cross_encoder_);
  if (name == "beam") {
    if (beam_) return benchmark_detail::make_beam_system(catalog_, *beam_);
    return benchmark_detail::make_trained_beam_system(catalog_, words_embedder(),
                                                      synthetic_pairs());
  }
  if (name == "default" || name == "zero-shot") {
    Retriever::Options asked;
    asked.trained = name == "default";
    asked.model = model_;
    asked.cross_encoder = cross_encoder_;
    return benchmark_detail::make_retriever_system(catalog_, words({}), usual_, asked);
  }
  std::string known;
  for (const RankingSystemInfo &system : systems) {
    if (!known.empty()) known += ", ";
    known += system.name;
  }
  throw Error(ErrorCode::invalid_argument,
              fmt::format("there is no system \"{}\"; there are {}", name, known));
}

}  // namespace sluice::inline v0
