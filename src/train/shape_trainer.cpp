#include "shape_trainer.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <span>

#include "core/dot.hpp"
#include "rank/shape_parts.hpp"
#include "sluice/core/random.hpp"
#include "sluice/learn/linear_model.hpp"
#include "sluice/rank/query_labels.hpp"
#include "sluice/train/label_trainer.hpp"

namespace sluice::inline v0::train_detail {
namespace {

/// Rows of weights with one adaptive rate per row.
class AdaptiveRows {
 public:
  AdaptiveRows(std::size_t rows, float rate)
      : rate_(rate),
        weights_(rows * shape_dimensions),
        squares_(rows * shape_dimensions, 1e-6F),
        missed_(rows * shape_dimensions) {}

  float *row(std::size_t i) noexcept { return weights_.data() + i * shape_dimensions; }
  const float *row(std::size_t i) const noexcept { return weights_.data() + i * shape_dimensions; }
  std::span<float> all() noexcept { return weights_; }

  /// `averaged` is the number of earlier steps that count for the mean.
  void step(std::size_t i, const ShapeVector &slopes, float averaged) noexcept {
    float *weights = row(i);
    float *squares = squares_.data() + i * shape_dimensions;
    float *missed = missed_.data() + i * shape_dimensions;
    for (std::size_t d = 0; d < shape_dimensions; ++d) {
      squares[d] += slopes[d] * slopes[d];
      const float change = rate_ * slopes[d] / std::sqrt(squares[d]);
      weights[d] -= change;
      missed[d] -= averaged * change;
    }
  }

  /// The mean of the weights over the averaged steps, computed from sums of changes.
  HashedModel rounded_mean(float averaged) const {
    std::vector<float> mean = weights_;
    for (std::size_t i = 0; averaged > 0 && i < mean.size(); ++i) mean[i] -= missed_[i] / averaged;
    return HashedModel::rounded(mean, shape_dimensions);
  }

 private:
  float rate_;
  std::vector<float> weights_, squares_;
  std::vector<float> missed_;  // each change times the number of averaged steps before it
};

void add(float share, const float *row, ShapeVector &sum) noexcept {
  for (std::size_t d = 0; d < shape_dimensions; ++d) sum[d] += share * row[d];
}

/// Collects the parts of all profiles, and their rarity.
void find_parts(const TrainingShapes &of, ShapeModel &model) {
  std::map<std::uint64_t, std::size_t> counts;
  for (const auto &shape : of.shapes) {
    for (const auto &feature : shape->profile()) ++counts[feature.first];
  }
  for (const auto &[hash, count] : counts) {
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
        dropped_(options.dropped),
        random_(options.seed),
        of_questions_(ShapeModel::question_features, options.rate),
        of_parts_(model.parts.size() + clause_count, options.rate) {
    for (std::size_t s = 0; s < shapes.shapes.size(); ++s)
      made_of_.push_back(rank_detail::shape_parts(*shapes.shapes[s], shapes.clauses[s], model.parts,
                                                  model.rarities));
    for (float &weight : of_parts_.all())
      weight = options.start * static_cast<float>(2 * random_.unit() - 1);
  }

  /// `counts`: whether the step counts for the mean.
  void step(std::span<const std::uint32_t> rows, bool counts) {
    place_shapes();
    std::vector<ShapeVector> of_shapes(made_of_.size());
    std::map<std::uint32_t, ShapeVector> of_features;
    std::vector<float> errors(made_of_.size());
    const auto share =
        static_cast<float>(1 / (1 - dropped_));  // compensates for the dropped features
    for (const std::uint32_t row : rows) {
      const std::vector<std::uint32_t> features = kept_of(row);
      ShapeVector question{};
      for (const std::uint32_t feature : features) add(share, of_questions_.row(feature), question);
      for (std::size_t s = 0; s < errors.size(); ++s) errors[s] = dot(question, shapes_at_[s]);
      softmax(errors);
      errors[shapes_.of_rows[row]] -= 1;
      ShapeVector of_question{};
      for (std::size_t s = 0; s < errors.size(); ++s) {
        add(errors[s], shapes_at_[s].data(), of_question);
        add(errors[s], question.data(), of_shapes[s]);
      }
      for (const std::uint32_t feature : features)
        add(share, of_question.data(), of_features[feature]);
    }
    for (const auto &[feature, slopes] : of_features)
      of_questions_.step(feature, slopes, averaged_);
    learn_parts(of_shapes);
    if (counts) ++averaged_;
  }

  void take(ShapeModel &model) const {
    model.of_questions = of_questions_.rounded_mean(averaged_);
    model.of_shapes = of_parts_.rounded_mean(averaged_);
  }

 private:
  std::vector<std::uint32_t> kept_of(std::uint32_t row) {
    std::vector<std::uint32_t> kept;
    for (const std::uint32_t feature : questions_.features(row)) {
      if (random_.unit() >= dropped_) kept.push_back(feature);
    }
    return kept;
  }

  void place_shapes() {
    shapes_at_.assign(made_of_.size(), {});
    for (std::size_t s = 0; s < made_of_.size(); ++s) {
      for (const auto &[part, share] : made_of_[s]) add(share, of_parts_.row(part), shapes_at_[s]);
    }
  }

  void learn_parts(const std::vector<ShapeVector> &of_shapes) {
    std::vector<ShapeVector> of_parts(of_parts_.all().size() / shape_dimensions);
    for (std::size_t s = 0; s < made_of_.size(); ++s) {
      for (const auto &[part, share] : made_of_[s]) add(share, of_shapes[s].data(), of_parts[part]);
    }
    for (std::size_t part = 0; part < of_parts.size(); ++part)
      of_parts_.step(part, of_parts[part], averaged_);
  }

  const FeatureRows &questions_;
  const TrainingShapes &shapes_;
  std::vector<std::vector<rank_detail::ShapePart>> made_of_;
  double dropped_;
  Random random_;
  float averaged_ = 0;  // steps
  AdaptiveRows of_questions_, of_parts_;
  std::vector<ShapeVector> shapes_at_;
};

}  // namespace

ShapeModel train_shapes(const FeatureRows &questions, const TrainingShapes &shapes,
                        const ShapeTrainerOptions &options, const Progress &progress) {
  ShapeModel model;
  find_parts(shapes, model);
  Learner learner(questions, shapes, options, model);
  std::vector<std::uint32_t> order(questions.size());
  std::iota(order.begin(), order.end(), 0U);
  Random random(options.seed);
  const std::size_t all = options.rounds * order.size();
  for (std::size_t round = 0; round < options.rounds; ++round) {
    random.shuffle(order);
    for (std::size_t begin = 0; begin < order.size(); begin += options.batch) {
      const std::size_t done = round * order.size() + begin;
      progress.step("shapes", done, all);
      learner.step(std::span(order).subspan(begin, std::min(options.batch, order.size() - begin)),
                   static_cast<double>(done) >= (1 - options.averaged) * static_cast<double>(all));
    }
  }
  learner.take(model);
  return model;
}

}  // namespace sluice::inline v0::train_detail
