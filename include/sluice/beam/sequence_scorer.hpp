#ifndef SLUICE_BEAM_SEQUENCE_SCORER_HPP
#define SLUICE_BEAM_SEQUENCE_SCORER_HPP

/// How likely each next token is, given a question and what was said so far.

#include <concepts>
#include <span>
#include <utility>
#include <vector>

#include "sluice/beam/query_schema.hpp"

namespace sluice {

/// A scorer of one question's sequences. `start()` is the state before the first token;
/// `score(state, next, log_probabilities)` writes a logarithm of a probability for each token of
/// `next` (not empty), which add up to 1 over `next`; `advance(state, token)` is the state after
/// one more token. States are values. One thread at a time.
template <class T>
concept SequenceScorer = requires(const T &scorer, const typename T::State &state,
                                  SchemaToken token, std::span<const SchemaToken> next,
                                  std::span<float> log_probabilities) {
  requires std::copyable<typename T::State>;
  { scorer.start() } -> std::same_as<typename T::State>;
  { scorer.advance(state, token) } -> std::same_as<typename T::State>;
  {scorer.score(state, next, log_probabilities)};
};

/// Turns scores into logarithms of probabilities: subtracts the logarithm of the sum of exponents.
void log_softmax(std::span<float> scores);

/// Scores that do not depend on what was said, from any other router: so a ranker of databases and
/// tables can be decoded along the schema graph. Models SequenceScorer.
class FixedScorer {
 public:
  struct State {};

  /// One logit a token of the catalog, `tokens.size()`, the end's last.
  explicit FixedScorer(std::vector<float> logits) : logits_(std::move(logits)) {}

  State start() const { return {}; }
  State advance(const State & /*state*/, SchemaToken /*token*/) const { return {}; }
  void score(const State &state, std::span<const SchemaToken> next,
             std::span<float> log_probabilities) const;

 private:
  std::vector<float> logits_;
};

}  // namespace sluice

#endif
