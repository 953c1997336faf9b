#ifndef SLUICE_SRC_ROUTE_ZERO_SHOT_MEANING_SIGNALS_HPP
#define SLUICE_SRC_ROUTE_ZERO_SHOT_MEANING_SIGNALS_HPP

/// Signals of which database a question is about, from vectors of words and of sentences.

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "route/schema_words.hpp"
#include "route/zero_shot/sentence_signals.hpp"
#include "route/zero_shot/word_channel.hpp"
#include "sluice/core/cancellation.hpp"
#include "sluice/schema/join_graphs.hpp"
#include "sluice/text/question.hpp"

namespace sluice::inline v0 {

struct MeaningVectors;

/// Prepared for one catalog. Immutable. As thread-safe as its embedders.
class MeaningSignals {
 public:
  /// `sentences` embeds questions and `single_words` their words; they may be the same. `vectors`
  /// were made by these two of the catalog and of its `words`. Throws Error(mismatch) if the
  /// vectors were made by other embedders or of another catalog.
  MeaningSignals(std::shared_ptr<const JoinGraphs> graphs, std::shared_ptr<const SchemaWords> words,
                 const AnyEmbedder &sentences, const AnyEmbedder &single_words,
                 const MeaningVectors &vectors);

  struct Signals {
    /// By database: how much of the question's rarity its best pair of joined tables covers by
    /// words of similar meaning.
    std::vector<float> soft_pair;
    std::vector<float> synonym_pair;  ///< The same by synonyms; empty if the build has none.
  };
  /// Hidden objects do not affect the result. O(words × schema words × dimensions). Throws
  /// Error(cancelled) soon after `token` asks for it.
  Signals of(const Question &question, const Mask *mask,
             const CancellationToken *token = nullptr) const;
  const SentenceSignals &sentences() const noexcept { return sentences_; }

 private:
  std::shared_ptr<const JoinGraphs> graphs_;
  std::shared_ptr<const SchemaWords> words_;
  VectorChannel soft_;
  std::optional<SynonymWords> synonyms_;
  SentenceSignals sentences_;
};

}  // namespace sluice::inline v0

#endif
