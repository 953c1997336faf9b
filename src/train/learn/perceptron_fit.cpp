#include "sluice/train/perceptron_fit.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include "learn/rounded_rows.hpp"
#include "minibatches.hpp"
#include "perceptron_learner.hpp"
#include "sluice/core/error.hpp"

namespace sluice::inline v0 {
namespace {

using Eigen::Index;
using Matrix = train_detail::PerceptronLearner::Matrix;

[[noreturn]] void refuse_groups(const char *why) { throw Error(ErrorCode::invalid_argument, why); }

/// Returns where the parts of each group's rows begin, and the end of the last.
std::vector<std::size_t> first_parts_of(const RankedGroups &groups, const RowParts &parts) {
  std::vector<std::size_t> first{0};
  std::span<const std::size_t> left = parts.sizes;
  for (const std::size_t size : groups.sizes) {
    const auto of = left.first(std::min(size, left.size()));
    first.push_back(std::accumulate(of.begin(), of.end(), first.back()));
    left = left.subspan(of.size());
  }
  return first;
}

}  // namespace

Perceptron fit_perceptron(RankedGroups groups, const RowParts &parts,
                          const PerceptronOptions &options) {
  groups.check();
  if (!parts.fits(parts.columns, groups.target.size()))
    refuse_groups("rows and their parts do not match");
  if (!std::ranges::all_of(parts.numbers, [](float x) { return std::isfinite(x); }))
    refuse_groups("a part of a row is not finite");
  const auto are_units = [](std::size_t units) {
    return units > 0 && units <= Perceptron::max_units;
  };
  if (!are_units(options.hidden) || !are_units(options.part_units) || options.batch == 0 ||
      !(options.rate > 0) || !(options.decay >= 0) ||
      !(options.dropout >= 0 && options.dropout < 1))
    refuse_groups("expected 1 to 1024 units and options within their ranges");
  Standardizer standardizer = Standardizer::fit(groups.rows, groups.columns);
  standardizer.apply(groups.rows);
  std::vector<std::size_t> first_of{0};  // by group, its first row
  for (const std::size_t size : groups.sizes) first_of.push_back(first_of.back() + size);

  const std::vector<std::size_t> first_part_of = first_parts_of(groups, parts);  // by group

  const auto columns = static_cast<Index>(groups.columns);
  const auto part_columns = static_cast<Index>(parts.columns);
  train_detail::PerceptronLearner learner(columns, part_columns, options);
  train_detail::PerceptronStep step;
  train_detail::Minibatches{groups.sizes.size(), options.batch, options.epochs, options.seed}.each(
      [&](const train_detail::Minibatch &batch) {
        step.sizes.clear();
        step.target.clear();
        step.part_counts.clear();
        std::size_t all = 0, all_parts = 0;
        for (const std::size_t g : batch.examples) {
          all += groups.sizes[g];
          all_parts += first_part_of[g + 1] - first_part_of[g];
        }
        step.rows.resize(static_cast<Index>(all), learner.inputs());
        step.parts.resize(static_cast<Index>(all_parts), part_columns);
        Index row = 0;
        float *part = step.parts.data();
        for (const std::size_t g : batch.examples) {
          step.sizes.push_back(groups.sizes[g]);
          for (std::size_t r = first_of[g]; r < first_of[g + 1]; ++r, ++row) {
            step.target.push_back(groups.target[r] != 0 ? 1 : 0);
            if (!parts.sizes.empty()) step.part_counts.push_back(parts.sizes[r]);
            std::copy_n(groups.rows.data() + r * groups.columns, groups.columns,
                        step.rows.row(row).data());
          }
          const std::size_t count = first_part_of[g + 1] - first_part_of[g];
          part = std::copy_n(parts.numbers.data() + first_part_of[g] * parts.columns,
                             count * parts.columns, part);
        }
        learner.learn(step, options.rate * batch.rate);
      });

  const auto layer_of = [](const Matrix &biases, const Matrix &weights) {
    Perceptron::Layer layer{std::vector(biases.data(), biases.data() + biases.size()),
                            std::vector<float>(static_cast<std::size_t>(weights.rows()))};
    layer.weights.insert(layer.weights.end(), weights.data(), weights.data() + weights.size());
    learn_detail::round_rows(
        std::span(layer.weights).subspan(static_cast<std::size_t>(biases.size())), layer.scales);
    return layer;
  };
  return {
      std::move(standardizer), layer_of(learner.biases(), learner.weights()),
      std::vector(learner.outputs().data(), learner.outputs().data() + learner.outputs().size()),
      layer_of(learner.part_biases(), learner.part_weights())};
}

}  // namespace sluice::inline v0
