#ifndef SLUICE_SRC_BEAM_BEAM_SCORER_HPP
#define SLUICE_SRC_BEAM_BEAM_SCORER_HPP

/// The beam router's model bound to one question.

#include <span>
#include <vector>

#include "beam_model.hpp"

namespace sluice::inline v0::beam_detail {

/// Models SequenceScorer. Refers to its arguments, which must outlive it.
class BeamScorer {
 public:
  struct State {
    std::vector<float> vector;
    ChosenTables chosen;
  };

  BeamScorer(const BeamParameters &parameters, const VisibleSchema &schema,
             const QuestionEvidence &evidence, std::vector<float> question)
      : parameters_(parameters),
        schema_(schema),
        evidence_(evidence),
        question_(std::move(question)) {}

  State start() const { return {question_, evidence_.start()}; }
  State advance(const State &state, SchemaToken token) const;
  void score(const State &state, std::span<const SchemaToken> next,
             std::span<float> log_probabilities) const;

 private:
  const BeamParameters &parameters_;
  const VisibleSchema &schema_;
  const QuestionEvidence &evidence_;
  std::vector<float> question_;
};

/// Returns the tables among `next`.
std::vector<TableId> tables_among(std::span<const SchemaToken> next, const SchemaTokens &tokens);

}  // namespace sluice::inline v0::beam_detail

#endif
