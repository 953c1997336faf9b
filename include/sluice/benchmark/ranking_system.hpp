#ifndef SLUICE_BENCHMARK_RANKING_SYSTEM_HPP
#define SLUICE_BENCHMARK_RANKING_SYSTEM_HPP

/// Retrieval systems under one name each, so that they can be compared on a benchmark.

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
#include "sluice/index/value_index.hpp"
#include "sluice/retrieve/any_candidates.hpp"
#include "sluice/retrieve/dense_candidates.hpp"
#include "sluice/retrieve/fused_candidates.hpp"
#include "sluice/retrieve/hallucination.hpp"
#include "sluice/route/cross_encoder.hpp"
#include "sluice/route/ranker_model.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/store/store_snapshot.hpp"

namespace sluice {

/// What a system is asked: the question, and a schema made up for it where one is recorded.
struct RankingQuery {
  std::string_view question;
  const HallucinatedSchema *hallucinated = nullptr;  ///< nullptr: there is none.
};

/// Best first. Systems need not rank everything.
struct Ranking {
  std::vector<DatabaseId> databases;
  std::vector<TableId> tables;
  std::vector<ColumnId> columns;
};

/// Immutable; any threads at once.
class RankingSystem {
 public:
  virtual ~RankingSystem() = default;
  virtual Ranking rank(const RankingQuery &query) const = 0;

  /// Whether something of it was learned from questions.
  virtual bool is_trained() const { return false; }
  /// Whether it looks at what databases hold.
  virtual bool uses_content() const { return false; }
  /// What a file of what it learned or indexed takes, besides the catalog and word vectors; 0:
  /// there is nothing of the kind.
  virtual std::size_t disk_bytes() const { return 0; }
  /// Whether it learned from this question about this database.
  virtual bool has_seen(DatabaseId /*database*/, std::string_view /*question*/) const {
    return false;
  }
};

/// The names that `RankingSystems` knows, with a line about each.
struct RankingSystemInfo {
  std::string_view name;
  std::string_view about;
};
std::span<const RankingSystemInfo> ranking_systems() noexcept;

/// Variations of a system; what does not concern it is passed over.
struct RankingOptions {
  /// "crush", "crush-rounds" and "dense" over vectors hear BM25 as well.
  std::optional<FusionOptions> fusion = std::nullopt;
  ColumnText text = ColumnText::database_table_column;  ///< What is embedded of a column.
  /// How much of the question's vector (or its words) joins each probe.
  float question_weight = 1.0F;
  /// Probes are read in one text with their question, and only their own states averaged. Needs an
  /// Encoder.
  bool contextual_states = false;

  /// Parts of CRUSH4SQL that can be left out, as in its table 9.
  bool context = true;   ///< Probes know their question.
  bool entropy = true;   ///< Probes weigh by their certainty.
  bool edges = true;     ///< Related columns attract each other.
  bool coverage = true;  ///< Without: "crush" sums similarities, "crush-rounds" takes the greatest.
};

/// The systems over one collection. What several of them need (indexes, vectors) is made once, for
/// the first. Systems outlive this. One thread at a time.
class RankingSystems {
 public:
  /// With an embedder, the two CRUSH systems compare vectors instead of words; "dense", "maxsim",
  /// "zero-shot" and "default" take the static table where none is given; "ranker" adds it to the
  /// static table. "ranker" and "default" take `model` in place of the one that is compiled in;
  /// "ranker" hears `values`; "beam" is `beam`, of this very catalog, where it is given. With
  /// `cross_encoder`, "ranker" and "default" read the databases that may be meant.
  explicit RankingSystems(std::shared_ptr<const Catalog> catalog,
                          const std::optional<AnyEmbedder> &embedder = {},
                          std::shared_ptr<const RankerModel> model = nullptr,
                          std::shared_ptr<const ValueIndex> values = nullptr,
                          std::optional<BeamRouter> beam = {},
                          std::shared_ptr<const CrossEncoder> cross_encoder = nullptr);

  /// Searches what a store keeps of the same catalog instead of indexing it here: postings of the
  /// analyses and vectors of the embedder that the store was loaded with. In exact mode the systems
  /// have the same figures. Throws Error(mismatch) if the store is of another catalog.
  void search(std::shared_ptr<const StoreSnapshot> store, SearchMode mode = SearchMode::exact);
  /// How the systems that search words analyze them; what a store is loaded with for them.
  static std::vector<AnalyzerOptions> analyses();

  /// "bm25-mean": DBCopilot's BM25 baseline: table documents, a database scores the mean of its
  /// tables among the best hundred. "bm25-max": its best table instead. "bm25-tuned" and
  /// "table-encoder": the first with k1 and b fitted to made-up questions, and a TableEncoder
  /// trained on them in its place (seconds). "crush": CRUSH4SQL's
  /// objective. "crush-rounds": the rule of its published program. "dense": columns by the cosine
  /// of one vector a question. "maxsim": columns by the likeness of single words (an encoder's
  /// states, else each word alone). "ranker": the trained Ranker. "beam":
  /// DBCopilot's decoding router, where none is given trained here and now on questions made up
  /// from the catalog alone (seconds); it ranks a table's columns as they stand. "default": what
  /// `Retriever` does. "zero-shot": the same without the ranker. Throws Error(invalid_argument):
  /// another name (listing these), a system or option that needs an embedder without one,
  /// `contextual_states` without an Encoder. Error(unsupported): "ranker" without a model for the
  /// embedder.
  std::unique_ptr<RankingSystem> make(std::string_view name, const RankingOptions &options = {});

 private:
  const AnyEmbedder &embedder(std::string_view system) const;
  AnyEmbedder words_embedder() const;
  std::span<const RoutingPair> made_up();
  std::shared_ptr<const LexicalIndex> words(const AnalyzerOptions &analysis);
  const std::shared_ptr<const ExactIndex> &vectors(ColumnText text);
  AnyCandidates word_source(const RankingOptions &options);
  AnyCandidates vector_source(const RankingOptions &options, const AnyEmbedder &model);
  AnyCandidates source(const RankingOptions &options, const std::optional<AnyEmbedder> &model);

  std::shared_ptr<const Catalog> catalog_;
  std::optional<AnyEmbedder> given_;
  std::shared_ptr<const RankerModel> model_;
  std::shared_ptr<const CrossEncoder> cross_encoder_;
  std::optional<BeamRouter> beam_;
  std::optional<std::vector<RoutingPair>> made_up_;
  std::shared_ptr<const ValueIndex> content_;
  std::optional<AnyEmbedder> usual_;  // the given one, or the static table
  std::vector<std::shared_ptr<const LexicalIndex>> words_;
  std::shared_ptr<const StoreSnapshot> store_;
  SearchMode mode_ = SearchMode::exact;
  std::array<std::shared_ptr<const ExactIndex>, 2> vectors_;  // by ColumnText
};

}  // namespace sluice

#endif
