#ifndef SLUICE_PIPELINE_RETRIEVER_HPP
#define SLUICE_PIPELINE_RETRIEVER_HPP

/// The main job, ready made: a question in; the database and the few columns that matter out.
///
/// A ranker says how likely the question is about each database, table and column: the trained one
/// where the build has one for the embedder, else routing by words and vectors. The columns of the
/// best databases are candidates, their lexical similarity to each probe raised by that;
/// CRUSH4SQL's objective selects among them; the key columns that join them come along. No network.

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

namespace sluice {

struct MeaningVectors;

struct AskOptions {
  std::size_t budget = 20;     ///< Columns at most.
  std::size_t databases = 1;   ///< Databases that the columns may come from, best first.
  const Mask *mask = nullptr;  ///< What the asker may see; nullptr: everything.
  /// A schema made up for this question; nullptr: the question's own segments are the probes.
  const HallucinatedSchema *hallucinated = nullptr;
  /// What words mean to the asker; nullptr: what they mean to everybody.
  const Glossary *glossary = nullptr;
  /// Ends the call with Error(cancelled), within milliseconds; nullptr: nothing does.
  const CancellationToken *token = nullptr;
};

/// Immutable; any threads at once.
class Retriever {
 public:
  /// Chosen on Spider's train questions, as the router's; with the ranker, on the questions and
  /// made-up schemas that training/ holds out.
  struct Options {
    bool trained = true;  ///< By the ranker, where there is a model for the embedder.
    std::shared_ptr<const RankerModel> model;  ///< In place of the one that is compiled in.
    std::shared_ptr<const CrossEncoder> cross_encoder;  ///< See Ranker; nullptr: none.
    ZeroShotRouter::Options router;
    /// Columns' documents do without the database's name: its worth comes with the table's score.
    LexicalCandidates::Options candidates{
        {.weights = FieldWeights::names_and_implied(0.3F).without(Level::database)}};
    /// What a table's score (its database's worth included) adds to its columns' similarities.
    float table_weight = 0.5F;
    /// With the ranker: a column is worth the logarithm of its probability, and the one whose words
    /// fit best this more than one whose words do not.
    float word_weight = 0.2F;
    PaperObjective objective;
    CrushOptions collective;
  };

  /// Indexes the catalog. O(text).
  explicit Retriever(const std::shared_ptr<const Catalog> &catalog);
  /// Over an index that is there already, with `default_embedder`. Throws Error(mismatch) if it is
  /// of another catalog, or its vectors of another embedder.
  Retriever(std::shared_ptr<const Catalog> catalog, std::shared_ptr<const LexicalIndex> index,
            const MeaningVectors *vectors = nullptr);
  /// Without an embedder, words alone decide. With one, vectors are heard as well: of whole
  /// sentences by it, of single words by `word_embedder`. `vectors` are those that were made so for
  /// the catalog, nullptr: they are made now; what they view is kept. Throws as above, and
  /// Error(unsupported) where there is a cross-encoder and no ranker that it might help.
  Retriever(std::shared_ptr<const Catalog> catalog, std::shared_ptr<const LexicalIndex> index,
            const Options &options, const std::optional<AnyEmbedder> &embedder,
            const MeaningVectors *vectors = nullptr);

  /// That of another catalog, such as one with a table renamed: answers as one made anew does, and
  /// shares with this one what did not change. With the trained ranker and no number of a table or
  /// column changed, O(databases + text of changed databases); else O(text), of which only what is
  /// new is embedded. Throws what making it anew throws.
  std::shared_ptr<const Retriever> after(std::shared_ptr<const Catalog> catalog) const;

  /// The names of a hallucinated schema are read within the bounds of a Question, all together.
  /// Throws Error: invalid_argument (no words in the question, a budget of 0), mismatch (the mask
  /// is of another catalog), cancelled.
  Answer ask(const Question &question, const AskOptions &options = {}) const;

  const std::shared_ptr<const Catalog> &catalog() const noexcept { return catalog_; }
  const LexicalIndex &index() const noexcept { return *index_; }
  /// nullptr where routing goes by words and vectors alone.
  const Ranker *ranker() const noexcept { return ranker_ ? &*ranker_ : nullptr; }

 private:
  Retriever(const Retriever &before, std::shared_ptr<const Catalog> catalog);
  /// What the entries of a glossary add is heard where they hold.
  Routes route(const Question &question, const std::vector<Glossary::Use> &uses,
               const AskOptions &options) const;

  std::shared_ptr<const Catalog> catalog_;
  std::shared_ptr<const LexicalIndex> index_;
  std::shared_ptr<const JoinGraphs> graphs_;
  Options options_;
  std::optional<AnyEmbedder> embedder_;
  LexicalCandidates candidates_;
  std::optional<Ranker> ranker_;
  std::optional<ZeroShotRouter> router_;  // where there is no ranker
};

}  // namespace sluice

#endif
