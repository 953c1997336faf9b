#include "beam_gradients.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <utility>

#include "beam/beam_scorer.hpp"
#include "beam/sequence_scorer.hpp"

namespace sluice::inline v0::train_detail {
namespace {

using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXf;

Eigen::Map<const Vector> view(const std::vector<float> &numbers) {
  return {numbers.data(), static_cast<Eigen::Index>(numbers.size())};
}
Eigen::Map<const RowMajor> view(const std::vector<float> &numbers, std::size_t width) {
  const auto size = static_cast<Eigen::Index>(width);
  return {numbers.data(), size, size};
}

/// Marks the legal tokens that are still to come in the sequence: a database before its tables, and
/// the end if nothing else is left.
std::vector<bool> wanted(std::span<const SchemaToken> next, std::span<const SchemaToken> rest,
                         const SchemaTokens &tokens) {
  const bool one = rest.size() == 1 || tokens.is_database(rest.front());
  const auto open = rest.first(one ? 1 : rest.size() - 1);
  std::vector<bool> is_wanted(next.size());
  for (std::size_t i = 0; i < next.size(); ++i) {
    is_wanted[i] = std::ranges::find(open, next[i]) != open.end();
  }
  return is_wanted;
}

class Example {
 public:
  Example(const beam_detail::BeamParameters &parameters, const beam_detail::VisibleSchema &schema,
          const beam_detail::QuestionEvidence &evidence)
      : parameters_(parameters), schema_(schema), evidence_(evidence) {}

  template <DecodingConstraint Constraint>
  ExampleGradients forward(std::vector<float> question, std::span<const SchemaToken> sequence,
                           const Constraint &constraint) {
    ExampleGradients made;
    std::vector<float> state = std::move(question);
    beam_detail::ChosenTables chosen = evidence_.start();
    const SchemaTokens &tokens = schema_.tokens();
    for (std::size_t step = 0; step < sequence.size(); ++step) {
      StepGradients record;
      constraint.legal(sequence.first(step), record.next);
      if (!std::ranges::binary_search(record.next, sequence[step])) break;
      record.state = state;
      record.token = sequence[step];
      score(record, sequence.subspan(step), chosen, made);
      if (step + 1 < sequence.size()) {
        record.inner = beam_detail::transition(parameters_, schema_, state, record.token);
        for (std::size_t i = 0; i < state.size(); ++i) state[i] += record.inner[i];
        if (tokens.is_table(record.token)) evidence_.choose(chosen, tokens.table(record.token));
      }
      made.steps.push_back(std::move(record));
    }
    return made;
  }

  /// `inner` has the steps' tanh before the call, and their gradients after it.
  void backward(ExampleGradients &made) const {
    const std::size_t width = parameters_.dimensions;
    const auto recurrent = view(parameters_.recurrent, width);
    const auto input = view(parameters_.input, width);
    Vector gradient =
        Vector::Zero(static_cast<Eigen::Index>(width));  // with respect to the state after a step
    for (std::size_t s = made.steps.size(); s-- > 0;) {
      StepGradients &step = made.steps[s];
      const bool is_last = s + 1 == made.steps.size();
      if (is_last || step.inner.empty()) {
        step.inner.clear();
      } else {
        const Vector inner =
            gradient.array() * (1 - view(step.inner).array() * view(step.inner).array());
        gradient.noalias() += recurrent.transpose() * inner;
        const Vector token = input.transpose() * inner;
        step.inner.assign(inner.begin(), inner.end());
        step.token_gradient.assign(token.begin(), token.end());
      }
      add_score_gradient(step, gradient);
    }
    made.question.assign(gradient.begin(), gradient.end());
  }

 private:
  void score(StepGradients &step, std::span<const SchemaToken> rest,
             const beam_detail::ChosenTables &chosen, ExampleGradients &made) const {
    const SchemaTokens &tokens = schema_.tokens();
    const std::vector<TableId> tables = beam_detail::tables_among(step.next, tokens);
    std::vector<beam_detail::QuestionEvidence::Part> parts;
    parts.reserve(step.next.size());
    std::vector<float> scores(step.next.size());
    for (std::size_t i = 0; i < step.next.size(); ++i) {
      parts.push_back(beam_detail::token_features(evidence_, tokens, step.next[i], chosen, tables));
      scores[i] =
          beam_detail::token_score(parameters_, schema_, step.state, step.next[i], parts[i]);
    }
    log_softmax(scores);
    const std::vector<bool> targets = wanted(step.next, rest, tokens);
    const float share = 1 / static_cast<float>(std::ranges::count(targets, true));
    step.errors.resize(scores.size());
    for (std::size_t i = 0; i < scores.size(); ++i) {
      step.errors[i] = std::exp(scores[i]);
      if (targets[i]) {
        step.errors[i] -= share;
        made.loss -= double{share} * scores[i];
      }
      const beam_detail::QuestionEvidence::Part &part = parts[i];
      for (std::size_t f = 0; f < part.count; ++f) {
        made.features[part.first + f] += step.errors[i] * part.values[f];
      }
      const Eigen::Map<const Vector> names(schema_.name_vector(step.next[i]),
                                           static_cast<Eigen::Index>(parameters_.dimensions));
      made.features[beam_detail::feature_count + beam_detail::kind_of(step.next[i], tokens)] +=
          step.errors[i] * names.dot(view(step.state));
    }
  }

  void add_score_gradient(const StepGradients &step, Vector &gradient) const {
    const auto width = static_cast<Eigen::Index>(parameters_.dimensions);
    for (std::size_t i = 0; i < step.next.size(); ++i) {
      const SchemaToken token = step.next[i];
      const float scale =
          parameters_
              .features[beam_detail::feature_count + beam_detail::kind_of(token, schema_.tokens())];
      gradient += step.errors[i] *
                  Eigen::Map<const Vector>(
                      parameters_.nodes.data() + token.index() * parameters_.dimensions, width);
      gradient +=
          (step.errors[i] * scale) * Eigen::Map<const Vector>(schema_.name_vector(token), width);
    }
  }

  const beam_detail::BeamParameters &parameters_;
  const beam_detail::VisibleSchema &schema_;
  const beam_detail::QuestionEvidence &evidence_;
};

}  // namespace

template <DecodingConstraint Constraint>
ExampleGradients differentiate(const beam_detail::BeamParameters &parameters,
                               const beam_detail::VisibleSchema &schema,
                               const beam_detail::QuestionEvidence &evidence,
                               std::vector<float> question, std::span<const SchemaToken> sequence,
                               const Constraint &constraint) {
  Example example(parameters, schema, evidence);
  ExampleGradients made = example.forward(std::move(question), sequence, constraint);
  example.backward(made);
  return made;
}

template ExampleGradients differentiate(const beam_detail::BeamParameters &,
                                        const beam_detail::VisibleSchema &,
                                        const beam_detail::QuestionEvidence &, std::vector<float>,
                                        std::span<const SchemaToken>, const GraphConstraint &);
template ExampleGradients differentiate(const beam_detail::BeamParameters &,
                                        const beam_detail::VisibleSchema &,
                                        const beam_detail::QuestionEvidence &, std::vector<float>,
                                        std::span<const SchemaToken>, const TablesConstraint &);
template ExampleGradients differentiate(const beam_detail::BeamParameters &,
                                        const beam_detail::VisibleSchema &,
                                        const beam_detail::QuestionEvidence &, std::vector<float>,
                                        std::span<const SchemaToken>, const FreeConstraint &);

}  // namespace sluice::inline v0::train_detail
