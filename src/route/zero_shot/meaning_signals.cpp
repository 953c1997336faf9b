#include "route/zero_shot/meaning_signals.hpp"

#include <utility>

#include "sluice/route/meaning_vectors.hpp"
#include "soft_cover.hpp"

namespace sluice::inline v0 {
namespace {

template <WordChannel Channel>
std::vector<std::vector<WordMatch>> matches_of(
    const std::vector<route_detail::WeighedWord> &question, const Channel &channel) {
  std::vector<std::vector<WordMatch>> matches;
  matches.reserve(question.size());
  for (const route_detail::WeighedWord &word : question)
    matches.push_back(channel.matches(word.word, word.stem));
  return matches;
}

}  // namespace

MeaningSignals::MeaningSignals(std::shared_ptr<const JoinGraphs> graphs,
                               std::shared_ptr<const SchemaWords> words,
                               const AnyEmbedder &sentences, const AnyEmbedder &single_words,
                               const MeaningVectors &vectors)
    : graphs_(std::move(graphs)),
      words_(std::move(words)),
      soft_(words_, single_words, vectors.words),
      sentences_(graphs_->share_catalog(), sentences,
                 AdaptiveIndex(vectors.tables, vectors.table_graph),
                 AdaptiveIndex(vectors.columns, vectors.column_graph)) {
  check_meanings(vectors, graphs_->catalog(), *words_, sentences, single_words);
  if (Synonyms::is_shipped()) synonyms_.emplace(words_, Synonyms::shipped());
}

MeaningSignals::Signals MeaningSignals::of(const Question &question, const Mask *mask,
                                           const CancellationToken *token) const {
  const auto words = route_detail::weighed_words(question, *words_, graphs_->catalog(), mask);
  Signals signals;
  signals.soft_pair =
      route_detail::best_pairs(words, matches_of(words, soft_), *words_, *graphs_, mask);
  check_cancelled(token);
  if (synonyms_) {
    signals.synonym_pair =
        route_detail::best_pairs(words, matches_of(words, *synonyms_), *words_, *graphs_, mask);
  }
  return signals;
}

}  // namespace sluice::inline v0
