#ifndef SLUICE_SRC_BEAM_SEQUENCE_SCORER_HPP
#define SLUICE_SRC_BEAM_SEQUENCE_SCORER_HPP

/// How likely each next token is, given a question and the tokens so far.

#include <concepts>
#include <span>
#include <utility>
#include <vector>

#include "sluice/beam/query_schema.hpp"

namespace sluice::inline v0 {

/// Scores the sequences for one question. `start()` is the state before the first token;
/// `score(state, next, log_probabilities)` writes the log-probability of each token in `next` (not
/// empty), where the probabilities add up to 1 over `next`; `advance(state, token)` is the state
/// after one more token. States are values. Not thread-safe.
template <class T>
concept SequenceScorer = requires(const T &scorer, const typename T::State &state,
                                  SchemaToken token, std::span<const SchemaToken> next,
                                  std::span<float> log_probabilities) {
  requires std::copyable<typename T::State>;
  { scorer.start() } -> std::same_as<typename T::State>;
  { scorer.advance(state, token) } -> std::same_as<typename T::State>;
  {scorer.score(state, next, log_probabilities)};
};

/// Turns scores into log-probabilities, by subtracting the log of the sum of their exponentials.
void log_softmax(std::span<float> scores);

/// Scores that do not depend on the tokens so far and come from any other router, so that a ranker
/// of databases and tables can be decoded along the schema graph. Models SequenceScorer.
class FixedScorer {
 public:
  struct State {};

  /// One logit per token of the catalog, `tokens.size()` in total; the last one is the end token's.
  explicit FixedScorer(std::vector<float> logits) : logits_(std::move(logits)) {}

  State start() const { return {}; }
  State advance(const State & /*state*/, SchemaToken /*token*/) const { return {}; }
  void score(const State &state, std::span<const SchemaToken> next,
             std::span<float> log_probabilities) const;

 private:
  std::vector<float> logits_;
};

}  // namespace sluice::inline v0

#endif
