#include "beam_model.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/dot.hpp"

namespace sluice::inline v0::beam_detail {
namespace {

using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// In the order given in question_evidence.hpp.
constexpr std::array<float, feature_count> starting_weights = {
    6,    4,    8,    3, 2, 3,     -0.5F,     // database
    8,    6,    2,    0, 0, -0.5F,            // first table
    1,    1,    1,    8, 6, 1,     0,     0,  // later table
    1.5F, 1.5F, 1.5F, 2, 2, -6,    -6,    0,  // end
};
constexpr std::array<float, token_kinds> starting_scales = {3, 3, 0};

}  // namespace

BeamParameters BeamParameters::untrained(std::size_t dimensions, std::size_t tokens,
                                         BeamDecoding decoding) {
  BeamParameters made;
  made.dimensions = dimensions;
  made.decoding = decoding;
  made.features.assign(starting_weights.begin(), starting_weights.end());
  made.features.insert(made.features.end(), starting_scales.begin(), starting_scales.end());
  made.recurrent.assign(dimensions * dimensions, 0.0F);
  made.input.assign(dimensions * dimensions, 0.0F);
  made.bias.assign(dimensions, 0.0F);
  made.nodes.assign(tokens * dimensions, 0.0F);
  return made;
}

const float *BeamParameters::word(std::string_view stem) const {
  const auto found = stems.find(std::string(stem));
  return found == stems.end() ? nullptr : words.data() + found->second * dimensions;
}

BeamModel::BeamModel(std::shared_ptr<const JoinGraphs> over, AnyEmbedder words)
    : graphs(std::move(over)),
      source(graphs->share_catalog(), std::move(words)),
      whole(graphs, source) {}

std::vector<std::string> distinct_words(const Question &question) {
  std::vector<std::string> words;
  std::vector<std::string_view> stems;
  for (const QuestionWord &word : question.words()) {
    if (words.size() == QuestionEvidence::max_words) break;
    if (word.is_opaque || std::ranges::find(stems, word.stem) != stems.end()) continue;
    words.push_back(word.folded);
    stems.push_back(word.stem);
  }
  return words;
}

std::vector<float> question_vector(std::span<const WordEvidence *const> words,
                                   const BeamParameters &parameters) {
  std::vector<float> sum(parameters.dimensions, 0.0F);
  if (words.empty()) return sum;
  for (const WordEvidence *word : words) {
    const float *learned = parameters.word(word->stem);
    for (std::size_t i = 0; i < sum.size(); ++i) {
      sum[i] += word->vector[i] + (learned != nullptr ? learned[i] : 0);
    }
  }
  const float scale = 1 / std::sqrt(static_cast<float>(words.size()));
  for (float &x : sum) x *= scale;
  return sum;
}

std::size_t kind_of(SchemaToken token, const SchemaTokens &tokens) {
  if (tokens.is_database(token)) return 0;
  return tokens.is_table(token) ? 1 : 2;
}

float token_score(const BeamParameters &parameters, const VisibleSchema &schema,
                  std::span<const float> state, SchemaToken token,
                  const QuestionEvidence::Part &part) {
  const std::size_t width = parameters.dimensions;
  float score = dot(parameters.features.data() + part.first, part.values.data(), part.count);
  const float scale = parameters.features[feature_count + kind_of(token, schema.tokens())];
  score += scale * dot(state.data(), schema.name_vector(token), width);
  if (schema.is_whole(token)) {
    score += dot(state.data(), parameters.nodes.data() + token.index() * width, width);
  }
  return score;
}

QuestionEvidence::Part token_features(const QuestionEvidence &evidence, const SchemaTokens &tokens,
                                      SchemaToken token, const ChosenTables &chosen,
                                      std::span<const TableId> next) {
  if (tokens.is_database(token)) return evidence.features(tokens.database(token));
  if (tokens.is_table(token)) return evidence.features(tokens.table(token), chosen);
  return evidence.end(chosen, next);
}

std::vector<float> transition(const BeamParameters &parameters, const VisibleSchema &schema,
                              std::span<const float> state, SchemaToken token) {
  using Vector = Eigen::VectorXf;
  const auto width = static_cast<Eigen::Index>(parameters.dimensions);
  Vector names = Eigen::Map<const Vector>(schema.name_vector(token), width);
  if (schema.is_whole(token)) {
    names += Eigen::Map<const Vector>(
        parameters.nodes.data() + token.index() * parameters.dimensions, width);
  }
  const Eigen::Map<const RowMajor> recurrent(parameters.recurrent.data(), width, width);
  const Eigen::Map<const RowMajor> input(parameters.input.data(), width, width);
  Vector sum = Eigen::Map<const Vector>(parameters.bias.data(), width);
  sum.noalias() += recurrent * Eigen::Map<const Vector>(state.data(), width);
  sum.noalias() += input * names;
  std::vector<float> step(parameters.dimensions);
  for (std::size_t i = 0; i < step.size(); ++i) {
    step[i] = std::tanh(sum[static_cast<Eigen::Index>(i)]);
  }
  return step;
}

}  // namespace sluice::inline v0::beam_detail
