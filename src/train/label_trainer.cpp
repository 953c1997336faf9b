#include "sluice/train/label_trainer.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>
#include <string>

#include "feature_rows.hpp"
#include "rank/label_features.hpp"
#include "shape_trainer.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/random.hpp"
#include "sluice/learn/linear_model.hpp"

namespace sluice::inline v0 {

using train_detail::FeatureRows;

namespace {

/// Fits a softmax per group, as separated by `borders`; a group of one is logistic.
class AdaGrad {
 public:
  AdaGrad(std::size_t features, std::vector<std::size_t> borders,
          const LabelTrainerOptions &options)
      : labels_(borders.back()),
        borders_(std::move(borders)),
        options_(options),
        weights_(features * labels_),
        squares_(features * labels_, 1e-6F) {}

  void step(std::span<const std::uint32_t> features, std::uint64_t gold) {
    std::array<float, 64> gradient{};
    for (const std::uint32_t feature : features) {
      const float *weights = weights_.data() + feature * labels_;
      for (std::size_t l = 0; l < labels_; ++l) gradient[l] += weights[l];
    }
    for (std::size_t g = 0; g + 1 < borders_.size(); ++g) {
      const auto group = std::span(gradient).subspan(borders_[g], borders_[g + 1] - borders_[g]);
      if (group.size() == 1) {
        group[0] = static_cast<float>(sigmoid(group[0]));
      } else {
        softmax(group);
      }
    }
    float largest = 0;
    for (std::size_t l = 0; l < labels_; ++l) {
      gradient[l] -= static_cast<float>(gold >> l & 1);
      largest = std::max(largest, std::abs(gradient[l]));
    }
    if (largest < 0.01F) return;  // nothing to learn from it
    const auto rate = static_cast<float>(options_.rate), l2 = static_cast<float>(options_.l2);
    for (const std::uint32_t feature : features) {
      float *weights = weights_.data() + feature * labels_;
      float *squares = squares_.data() + feature * labels_;
      for (std::size_t l = 0; l < labels_; ++l) {
        const float slope = gradient[l] + l2 * weights[l];
        squares[l] += slope * slope;
        weights[l] -= rate * slope / std::sqrt(squares[l]);
      }
    }
  }

  HashedModel rounded() const { return HashedModel::rounded(weights_, labels_); }

 private:
  std::size_t labels_;
  std::vector<std::size_t> borders_;
  LabelTrainerOptions options_;
  std::vector<float> weights_, squares_;
};

HashedModel fit(const FeatureRows &rows, std::size_t features, std::vector<std::size_t> borders,
                std::string_view stage, const LabelTrainerOptions &options,
                const Progress &progress) {
  AdaGrad learner(features, std::move(borders), options);
  std::vector<std::uint32_t> order(rows.size());
  std::iota(order.begin(), order.end(), 0U);
  Random random(options.seed);
  for (std::size_t round = 0; round < options.rounds; ++round) {
    progress.step(stage, round, options.rounds);
    random.shuffle(order);
    for (const std::uint32_t row : order) learner.step(rows.features(row), rows.labels(row));
  }
  return learner.rounded();
}

std::vector<std::size_t> single(std::size_t labels) {
  std::vector<std::size_t> borders(labels + 1);
  std::iota(borders.begin(), borders.end(), std::size_t{0});
  return borders;
}

/// Collects the distinct shapes, and the shape of each question's query.
class ShapeCollector {
 public:
  void add(const LabelExample &of) {
    const auto [at, is_new] =
        positions_.try_emplace(of.shape->text(), static_cast<std::uint32_t>(found_.shapes.size()));
    if (is_new) {
      found_.shapes.push_back(of.shape);
      clauses_.emplace_back();
    }
    clauses_[at->second].push_back(of.labels.clauses);
    found_.of_rows.push_back(at->second);
  }
  train_detail::TrainingShapes take() {
    for (auto &of : clauses_) found_.clauses.push_back(usual_clauses(std::move(of)));
    return std::move(found_);
  }

 private:
  train_detail::TrainingShapes found_;
  std::vector<std::vector<std::uint64_t>> clauses_;  // by shape
  std::map<std::string, std::uint32_t> positions_;
};

}  // namespace

LabelModel train_labels(std::span<const LabelExample> examples, const LabelTrainerOptions &options,
                        const Progress &progress) {
  if (examples.empty()) throw Error(ErrorCode::invalid_argument, "training labels needs examples");
  FeatureRows of_clauses, of_tables, of_columns;
  ShapeCollector shapes;
  std::size_t done = 0;
  for (const LabelExample &example : examples) {
    progress.step("features", done++, examples.size());
    if (example.labels.tables.size() != example.schema->tables().size() ||
        example.labels.columns.size() != example.schema->columns().size())
      throw Error(ErrorCode::mismatch, "the labels are of another database");
    if (example.shape == nullptr)
      throw Error(ErrorCode::invalid_argument, "an example has no query shape");
    const LabelQuestion question = example.schema->read(example.evidence.question);
    for (const SchemaSplit split :
         split_schema(example.schema->columns().size(), options.columns_per_split)) {
      rank_detail::SplitFeatures features =
          rank_detail::split_features(*example.schema, example.evidence, question, split);
      of_clauses.add(std::move(features.of_clauses), example.labels.clauses);
      shapes.add(example);
      for (std::size_t t = 0; t < features.of_tables.size(); ++t)
        of_tables.add(std::move(features.of_tables[t]), example.labels.tables[t]);
      for (std::size_t c = 0; c < features.of_columns.size(); ++c)
        of_columns.add(std::move(features.of_columns[c]), example.labels.columns[split.begin + c]);
    }
  }
  of_clauses.drop_rare(options.min_questions);
  of_tables.drop_rare(options.min_columns);
  of_columns.drop_rare(options.min_columns);
  LabelModel model;
  model.of_clauses =
      fit(of_clauses, LabelModel::clause_features, {clause_groups.begin(), clause_groups.end()},
          "clauses", options, progress);
  model.of_tables = fit(of_tables, LabelModel::table_features, single(table_label_count), "tables",
                        options, progress);
  model.of_columns = fit(of_columns, LabelModel::column_features, single(column_label_count),
                         "columns", options, progress);
  model.of_shapes = std::make_shared<const ShapeModel>(
      train_detail::train_shapes(of_clauses, shapes.take(), options.shapes, progress));
  return model;
}

}  // namespace sluice::inline v0
