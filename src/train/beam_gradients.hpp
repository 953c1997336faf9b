#ifndef SLUICE_SRC_TRAIN_BEAM_GRADIENTS_HPP
#define SLUICE_SRC_TRAIN_BEAM_GRADIENTS_HPP

/// One question forward and backward through the beam router's model.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "beam/beam_model.hpp"

namespace sluice::detail {

/// What one step leaves behind for the sums over a batch.
struct StepGradients {
  std::vector<SchemaToken> next;
  std::vector<float> errors;          ///< Probability - target, by place in `next`.
  std::vector<float> state;           ///< h before the step.
  SchemaToken token;                  ///< What was taken.
  std::vector<float> inner;           ///< Of R h + I (own + names) + b; empty for the last step.
  std::vector<float> token_gradient;  ///< Of the token's `own` through the step; empty likewise.
};

struct ExampleGradients {
  std::vector<StepGradients> steps;
  std::vector<float> question;  ///< Of h0.
  std::array<float, feature_count + token_kinds> features{};
  double loss = 0;  ///< Sum over the steps, in nats.
};

/// `sequence`: the tokens in the order they are taken in, with the end. A step whose token is not
/// legal ends the sequence without a loss.
template <DecodingConstraint Constraint>
ExampleGradients differentiate(const BeamParameters &parameters, const VisibleSchema &schema,
                               const QuestionEvidence &evidence, std::vector<float> question,
                               std::span<const SchemaToken> sequence, const Constraint &constraint);

}  // namespace sluice::detail

#endif
