#include "shape_trainer.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <span>

#include "shape_parts.hpp"
#include "sluice/core/dot.hpp"
#include "sluice/core/random.hpp"
#include "sluice/learn/linear_model.hpp"
#include "sluice/rank/query_labels.hpp"

namespace sluice::detail {
namespace {

/// Rows of weights that each learn at a rate of their own.
class AdaptiveRows {
 public:
  AdaptiveRows(std::size_t rows, float rate)
      : rate_(rate), weights_(rows * shape_dimensions), squares_(rows * shape_dimensions, 1e-6F) {}

  float *row(std::size_t i) noexcept { return weights_.data() + i * shape_dimensions; }
  const float *row(std::size_t i) const noexcept { return weights_.data() + i * shape_dimensions; }
  std::span<float> all() noexcept { return weights_; }

  void step(std::size_t i, const ShapePlace &slopes) noexcept {
    float *weights = row(i);
    float *squares = squares_.data() + i * shape_dimensions;
    for (std::size_t d = 0; d < shape_dimensions; ++d) {
      squares[d] += slopes[d] * slopes[d];
      weights[d] -= rate_ * slopes[d] / std::sqrt(squares[d]);
    }
  }

  HashedModel rounded() const { return HashedModel::rounded(weights_, shape_dimensions); }

 private:
  float rate_;
  std::vector<float> weights_, squares_;
};

void add(float share, const float *row, ShapePlace &sum) noexcept {
  for (std::size_t d = 0; d < shape_dimensions; ++d) sum[d] += share * row[d];
}

/// What stands in the profiles of enough shapes, and how rare it is.
void find_parts(const TrainingShapes &of, std::size_t least_shapes, ShapeModel &model) {
  std::map<std::uint64_t, std::size_t> counts;
  for (const auto &shape : of.shapes) {
    for (const auto &feature : shape->profile()) ++counts[feature.first];
  }
  for (const auto &[hash, count] : counts) {
    if (count < least_shapes) continue;
    model.parts.push_back(hash);
    model.rarities.push_back(static_cast<float>(std::sqrt(
        std::log(2 * static_cast<double>(of.shapes.size()) / static_cast<double>(count)))));
  }
}

class Learner {
 public:
  Learner(const FeatureRows &questions, const TrainingShapes &shapes,
          const ShapeTrainerOptions &options, const ShapeModel &model)
      : questions_(questions),
        shapes_(shapes),
        of_questions_(ShapeModel::question_features, options.rate),
        of_parts_(model.parts.size() + clause_count, options.rate) {
    for (std::size_t s = 0; s < shapes.shapes.size(); ++s)
      made_of_.push_back(
          shape_parts(*shapes.shapes[s], shapes.clauses[s], model.parts, model.rarities));
    Random random(options.seed);
    for (float &weight : of_parts_.all())
      weight = options.start * static_cast<float>(2 * random.unit() - 1);
  }

  void step(std::span<const std::uint32_t> rows) {
    place_shapes();
    std::vector<ShapePlace> of_shapes(made_of_.size());
    std::map<std::uint32_t, ShapePlace> of_features;
    std::vector<float> errors(made_of_.size());
    for (const std::uint32_t row : rows) {
      ShapePlace question{};
      for (const std::uint32_t feature : questions_.features(row))
        add(1, of_questions_.row(feature), question);
      for (std::size_t s = 0; s < errors.size(); ++s) errors[s] = dot(question, shapes_at_[s]);
      softmax(errors);
      errors[shapes_.of_rows[row]] -= 1;
      ShapePlace of_question{};
      for (std::size_t s = 0; s < errors.size(); ++s) {
        add(errors[s], shapes_at_[s].data(), of_question);
        add(errors[s], question.data(), of_shapes[s]);
      }
      for (const std::uint32_t feature : questions_.features(row))
        add(1, of_question.data(), of_features[feature]);
    }
    for (const auto &[feature, slopes] : of_features) of_questions_.step(feature, slopes);
    learn_parts(of_shapes);
  }

  void take(ShapeModel &model) const {
    model.of_questions = of_questions_.rounded();
    model.of_shapes = of_parts_.rounded();
  }

 private:
  void place_shapes() {
    shapes_at_.assign(made_of_.size(), {});
    for (std::size_t s = 0; s < made_of_.size(); ++s) {
      for (const auto &[part, share] : made_of_[s]) add(share, of_parts_.row(part), shapes_at_[s]);
    }
  }

  void learn_parts(const std::vector<ShapePlace> &of_shapes) {
    std::vector<ShapePlace> of_parts(of_parts_.all().size() / shape_dimensions);
    for (std::size_t s = 0; s < made_of_.size(); ++s) {
      for (const auto &[part, share] : made_of_[s]) add(share, of_shapes[s].data(), of_parts[part]);
    }
    for (std::size_t part = 0; part < of_parts.size(); ++part) of_parts_.step(part, of_parts[part]);
  }

  const FeatureRows &questions_;
  const TrainingShapes &shapes_;
  std::vector<std::vector<ShapePart>> made_of_;
  AdaptiveRows of_questions_, of_parts_;
  std::vector<ShapePlace> shapes_at_;
};

}  // namespace

ShapeModel train_shapes(const FeatureRows &questions, const TrainingShapes &shapes,
                        const ShapeTrainerOptions &options, const Progress &progress) {
  ShapeModel model;
  find_parts(shapes, options.least_shapes, model);
  Learner learner(questions, shapes, options, model);
  std::vector<std::uint32_t> order(questions.size());
  std::iota(order.begin(), order.end(), 0U);
  Random random(options.seed);
  for (std::size_t round = 0; round < options.rounds; ++round) {
    random.shuffle(order);
    for (std::size_t begin = 0; begin < order.size(); begin += options.batch) {
      progress.step("shapes", round * order.size() + begin, options.rounds * order.size());
      learner.step(std::span(order).subspan(begin, std::min(options.batch, order.size() - begin)));
    }
  }
  learner.take(model);
  return model;
}

}  // namespace sluice::detail
