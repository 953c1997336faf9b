#ifndef SLUICE_SRC_TRAIN_BEAM_GRADIENTS_HPP
#define SLUICE_SRC_TRAIN_BEAM_GRADIENTS_HPP

/// Forward and backward pass of one question through the beam router's model.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "beam/beam_model.hpp"

namespace sluice::inline v0::train_detail {

/// Gradients of one step, to be summed over a batch.
struct StepGradients {
  std::vector<SchemaToken> next;
  std::vector<float> errors;  ///< Probability - target, by position in `next`.
  std::vector<float> state;   ///< h before the step.
  SchemaToken token;          ///< The token of the step.
  std::vector<float> inner;   ///< Gradient of R h + I (own + names) + b; empty for the last step.
  std::vector<float> token_gradient;  ///< Gradient of the token's `own`; empty for the last step.
};

struct ExampleGradients {
  std::vector<StepGradients> steps;
  std::vector<float> question;  ///< Gradient of h0.
  std::array<float, beam_detail::feature_count + beam_detail::token_kinds> features{};
  double loss = 0;  ///< Sum over the steps, in nats.
};

/// `sequence` has the tokens in order, including the end. A step with an illegal token ends the
/// sequence without adding to the loss.
template <DecodingConstraint Constraint>
ExampleGradients differentiate(const beam_detail::BeamParameters &parameters,
                               const beam_detail::VisibleSchema &schema,
                               const beam_detail::QuestionEvidence &evidence,
                               std::vector<float> question, std::span<const SchemaToken> sequence,
                               const Constraint &constraint);

}  // namespace sluice::inline v0::train_detail

#endif
