#include "beam_scorer.hpp"

#include "beam/sequence_scorer.hpp"

namespace sluice::inline v0::beam_detail {

std::vector<TableId> tables_among(std::span<const SchemaToken> next, const SchemaTokens &tokens) {
  std::vector<TableId> tables;
  for (const SchemaToken token : next) {
    if (tokens.is_table(token)) tables.push_back(tokens.table(token));
  }
  return tables;
}

BeamScorer::State BeamScorer::advance(const State &state, SchemaToken token) const {
  State after = state;
  const std::vector<float> step = transition(parameters_, schema_, state.vector, token);
  for (std::size_t i = 0; i < step.size(); ++i) after.vector[i] += step[i];
  const SchemaTokens &tokens = schema_.tokens();
  if (tokens.is_table(token)) evidence_.choose(after.chosen, tokens.table(token));
  return after;
}

void BeamScorer::score(const State &state, std::span<const SchemaToken> next,
                       std::span<float> log_probabilities) const {
  const std::vector<TableId> tables = tables_among(next, schema_.tokens());
  for (std::size_t i = 0; i < next.size(); ++i) {
    const auto part = token_features(evidence_, schema_.tokens(), next[i], state.chosen, tables);
    log_probabilities[i] = token_score(parameters_, schema_, state.vector, next[i], part);
  }
  log_softmax(log_probabilities);
}

}  // namespace sluice::inline v0::beam_detail
