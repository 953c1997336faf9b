#ifndef SLUICE_PIPELINE_RETRIEVER_HPP
#define SLUICE_PIPELINE_RETRIEVER_HPP

/// The main pipeline: takes a question and returns the database and the few columns that it needs.
///
/// The trained ranker, if the build has one for the embedder, gives the probability that the
/// question is about each database, table and column; otherwise routing by words and vectors scores
/// them. The columns of the best databases are the candidates. They are compared with probes: short
/// texts from the question or from a hallucinated schema. Each column's score is added to its
/// lexical similarity to each probe. The objective of CRUSH4SQL selects among the candidates, and
/// the key columns that join the selected tables are added. Uses no network, except through a
/// custom embedder.

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/core/cancellation.hpp"
#include "sluice/embed/any_embedder.hpp"
#include "sluice/index/lexical_index.hpp"
#include "sluice/report/answer.hpp"
#include "sluice/retrieve/crush.hpp"
#include "sluice/route/ranker.hpp"
#include "sluice/route/zero_shot_router.hpp"
#include "sluice/schema/glossary.hpp"
#include "sluice/text/question.hpp"

namespace sluice::inline v0 {

struct MeaningVectors;  // the vectors of a catalog: sluice/route/meaning_vectors.hpp

struct AskOptions {
  std::size_t budget = 20;     ///< Maximum number of columns.
  std::size_t databases = 1;   ///< Number of best databases that the columns may come from.
  const Mask *mask = nullptr;  ///< What the caller may see; nullptr: everything.
  /// The schema that a language model expects for this question; nullptr: the probes are segments
  /// of the question.
  const HallucinatedSchema *hallucinated = nullptr;
  /// What the users' own words mean in this catalog; may be nullptr.
  const Glossary *glossary = nullptr;
  /// The answer is unsure if RankerAnswer::fits is below this; nullopt: Ranker::fits_threshold.
  std::optional<float> fits_threshold = std::nullopt;
  /// Ends the call with Error(cancelled) within milliseconds; may be nullptr.
  const CancellationToken *token = nullptr;
};

/// Immutable. Thread-safe.
class Retriever {
 public:
  /// Default values were chosen on Spider's train questions, as those of the router were; those
  /// that apply with the ranker were chosen on the held-out questions and hallucinated schemas in
  /// training/.
  struct Options {
    bool trained = true;  ///< Uses the ranker if there is a model for the embedder.
    std::shared_ptr<const RankerModel> model;           ///< Instead of the built-in one.
    std::shared_ptr<const CrossEncoder> cross_encoder;  ///< See Ranker; nullptr: none.
    ZeroShotRouter::Options router;
    /// Excludes the database's name, which is part of the table's score.
    LexicalCandidates::Options candidates{
        {.weights = FieldWeights::names_and_implied(0.3F).without(Level::database)}};
    /// Weight of a table's score, which includes its database's, in the similarities of its
    /// columns.
    float table_weight = 0.5F;
    /// With the ranker, the score of a column is the logarithm of its probability plus at most
    /// this, for the best lexical match.
    float word_weight = 0.2F;
    PaperObjective objective;
    CrushOptions collective;
  };

  /// Indexes the catalog. O(size of its text).
  explicit Retriever(const std::shared_ptr<const Catalog> &catalog);
  /// Uses an existing index and `default_embedder`. Throws Error(mismatch) if the index is of
  /// another catalog, or the vectors are of another embedder.
  Retriever(std::shared_ptr<const Catalog> catalog, std::shared_ptr<const LexicalIndex> index,
            const MeaningVectors *vectors = nullptr);
  /// Without an embedder, only words are compared. With one, vectors are compared too: `embedder`
  /// embeds sentences and its `word_embedder` single words. `vectors` are the catalog's vectors by
  /// these embedders and stay alive with the retriever; nullptr: they are computed now. Throws as
  /// above, and Error(unsupported) for a cross-encoder without a ranker.
  Retriever(std::shared_ptr<const Catalog> catalog, std::shared_ptr<const LexicalIndex> index,
            const Options &options, const std::optional<AnyEmbedder> &embedder,
            const MeaningVectors *vectors = nullptr);

  /// A retriever for a changed catalog, such as one with a renamed table. It gives the same answers
  /// as a new one and shares unchanged parts with this one. O(databases + text of changed
  /// databases) with the trained ranker if no id of a table or column changed; else O(size of all
  /// text), but only new texts are embedded. Throws what the constructor throws.
  std::shared_ptr<const Retriever> after(std::shared_ptr<const Catalog> catalog) const;

  /// Answers one question. The names of a hallucinated schema together are subject to the limits of
  /// a Question. Throws Error: invalid_argument (no words in the question, a budget of 0), mismatch
  /// (the mask is of another catalog), cancelled.
  Answer ask(const Question &question, const AskOptions &options = {}) const;

  const std::shared_ptr<const Catalog> &catalog() const noexcept { return catalog_; }
  const LexicalIndex &index() const noexcept { return *index_; }
  /// nullptr if routing uses words and vectors only.
  const Ranker *ranker() const noexcept { return ranker_ ? &*ranker_ : nullptr; }

 private:
  Retriever(const Retriever &before, std::shared_ptr<const Catalog> catalog);
  /// Words of glossary entries count only where the entries apply.
  Routes route(const Question &question, const std::vector<Glossary::Use> &uses,
               const AskOptions &options) const;

  std::shared_ptr<const Catalog> catalog_;
  std::shared_ptr<const LexicalIndex> index_;
  std::shared_ptr<const JoinGraphs> graphs_;
  Options options_;
  std::optional<AnyEmbedder> embedder_;
  LexicalCandidates candidates_;
  std::optional<Ranker> ranker_;
  std::optional<ZeroShotRouter> router_;  // if there is no ranker
};

}  // namespace sluice::inline v0

#endif
