#ifndef SLUICE_BENCHMARK_RANKING_SYSTEM_HPP
#define SLUICE_BENCHMARK_RANKING_SYSTEM_HPP

/// Retrieval systems by name, so that they can be compared on a benchmark.

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/beam/beam_router.hpp"
#include "sluice/beam/routing_pair.hpp"
#include "sluice/embed/any_embedder.hpp"
#include "sluice/index/lexical_index.hpp"
#include "sluice/retrieve/dense_candidates.hpp"
#include "sluice/retrieve/fused_candidates.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/schema/hallucinated_schema.hpp"
#include "sluice/store/store_snapshot.hpp"

namespace sluice::inline v0 {

class AnyCandidates;
class CrossEncoder;
class Mask;
struct RankerModel;
class ValueIndex;

/// The input of a system: the question, its hallucinated schema if one is recorded, and what may be
/// ranked.
struct RankingQuery {
  std::string_view question;
  const HallucinatedSchema *hallucinated = nullptr;  ///< nullptr if there is none.
  const Mask *mask = nullptr;  ///< nullptr: everything; and if the system does not support masks.
};

/// Best first. Systems need not rank everything.
struct Ranking {
  std::vector<DatabaseId> databases;
  std::vector<TableId> tables;
  std::vector<ColumnId> columns;
  /// That the question is about the first database; none if the system has only scores.
  std::optional<float> database_probability = {};
};

/// Immutable. Thread-safe.
class RankingSystem {
 public:
  virtual ~RankingSystem() = default;
  virtual Ranking rank(const RankingQuery &query) const = 0;

  /// Whether `rank` ranks only what a mask shows.
  virtual bool supports_masks() const { return false; }
  /// Whether the system was trained on questions.
  virtual bool is_trained() const { return false; }
  /// Whether it uses the content of databases.
  virtual bool uses_content() const { return false; }
  /// File size of its model or index, without the catalog and word vectors; 0 if it has none.
  virtual std::size_t disk_bytes() const { return 0; }
  /// Whether it was trained on this question about this database.
  virtual bool has_seen(DatabaseId /*database*/, std::string_view /*question*/) const {
    return false;
  }
  /// Whether its weights of evidence, and nothing else, were learned from this question.
  virtual bool evidence_has_seen(DatabaseId /*database*/, std::string_view /*question*/) const {
    return false;
  }
};

/// A name that `RankingSystems` knows, with a one-line description.
struct RankingSystemInfo {
  std::string_view name;
  std::string_view about;
};
std::span<const RankingSystemInfo> ranking_systems() noexcept;

/// Variations of a system; those that do not apply to it are ignored.
struct RankingOptions {
  /// Fuse "crush", "crush-rounds" and "dense" over vectors with BM25.
  std::optional<FusionOptions> fusion = std::nullopt;
  ColumnText text = ColumnText::database_table_column;  ///< The text of a column that is embedded.
  /// Weight of the question's vector, or its words, in each probe.
  float question_weight = 1.0F;
  /// Encode each probe in one text with the question, and average only the states of the probe.
  /// Needs an Encoder.
  bool contextual_states = false;

  /// Parts of CRUSH4SQL that can be disabled, as in its table 9.
  bool context = true;  ///< Probes include their question.
  bool entropy = true;  ///< Probes are weighted by their certainty.
  bool edges = true;    ///< Related columns raise each other's scores.
  bool coverage =
      true;  ///< If false, "crush" sums similarities and "crush-rounds" takes the maximum.
};

/// The systems over one collection. Indexes and vectors that several systems need are built once,
/// on first use. Systems may outlive this object. Not thread-safe.
class RankingSystems {
 public:
  /// With an embedder, the two CRUSH systems compare vectors instead of words, and "ranker" uses it
  /// in addition to the static table. Without one, "dense", "maxsim", "zero-shot" and "default" use
  /// the static table. "ranker" and "default" use `model` instead of the built-in one; "ranker"
  /// uses `values`; "beam" is `beam`, which must be of the same catalog, if given. With
  /// `cross_encoder`, "ranker" and "default" rerank the likely databases.
  explicit RankingSystems(std::shared_ptr<const Catalog> catalog,
                          const std::optional<AnyEmbedder> &embedder = {},
                          std::shared_ptr<const RankerModel> model = nullptr,
                          std::shared_ptr<const ValueIndex> values = nullptr,
                          std::optional<BeamRouter> beam = {},
                          std::shared_ptr<const CrossEncoder> cross_encoder = nullptr);

  /// Searches a store of the same catalog instead of indexing the catalog here: the postings of the
  /// store's analyses and the vectors of its embedder. In exact mode the systems give the same
  /// results. Throws Error(mismatch) if the store is of another catalog.
  void search(std::shared_ptr<const StoreSnapshot> store, SearchMode mode = SearchMode::exact);
  /// Returns the analyses of the systems that search words; a store for them must be loaded with
  /// these.
  static std::vector<AnalyzerOptions> analyses();

  /// Creates a system by name:
  /// - "bm25-mean": DBCopilot's BM25 baseline. Documents are tables; the score of a database is the
  ///   mean of its tables among the best 100.
  /// - "bm25-max": the same, with the score of the best table.
  /// - "bm25-tuned": "bm25-mean" with k1 and b fitted to synthetic questions (takes seconds).
  /// - "table-encoder": a TableEncoder trained on synthetic questions (takes seconds).
  /// - "crush": the objective of CRUSH4SQL.
  /// - "crush-rounds": the rule of its published program.
  /// - "dense": columns by the cosine to one vector per question.
  /// - "maxsim": columns by the similarity of single words (states of an encoder, else vectors of
  ///   single words).
  /// - "ranker": the trained Ranker.
  /// - "beam": DBCopilot's decoding router. If none is given, it is trained here on synthetic
  ///   questions of the catalog (takes seconds). It ranks the columns of a table in schema order.
  /// - "default": what `Retriever` does.
  /// - "zero-shot": the same without the ranker.
  ///
  /// Throws Error(invalid_argument) for another name (the message lists these), for a system or
  /// option that needs an embedder without one, and for `contextual_states` without an Encoder.
  /// Throws Error(unsupported) for "ranker" without a model for the embedder.
  std::unique_ptr<RankingSystem> make(std::string_view name, const RankingOptions &options = {});

 private:
  const AnyEmbedder &embedder(std::string_view system) const;
  AnyEmbedder words_embedder() const;
  std::span<const RoutingPair> synthetic_pairs();
  std::shared_ptr<const LexicalIndex> words(const AnalyzerOptions &analysis);
  /// From AdaptiveIndex::default_graph_from columns on, by a graph, which is built on the first
  /// call.
  template <class Model>
  AnyCandidates dense(Model model, ColumnText text, float question_weight);
  AnyCandidates word_source(const RankingOptions &options);
  AnyCandidates vector_source(const RankingOptions &options, const AnyEmbedder &model);
  AnyCandidates source(const RankingOptions &options, const std::optional<AnyEmbedder> &model);

  std::shared_ptr<const Catalog> catalog_;
  std::optional<AnyEmbedder> given_;
  std::shared_ptr<const RankerModel> model_;
  std::shared_ptr<const CrossEncoder> cross_encoder_;
  std::optional<BeamRouter> beam_;
  std::optional<std::vector<RoutingPair>> synthetic_pairs_;
  std::shared_ptr<const ValueIndex> content_;
  std::optional<AnyEmbedder> usual_;  // the given one, or the static table
  std::vector<std::shared_ptr<const LexicalIndex>> words_;
  std::shared_ptr<const StoreSnapshot> store_;
  SearchMode mode_ = SearchMode::exact;
  std::array<std::shared_ptr<const ExactIndex>, 2> vectors_;          // by ColumnText
  std::array<std::shared_ptr<const AdaptiveIndex>, 2> many_vectors_;  // instead, for many columns
};

}  // namespace sluice::inline v0

#endif
