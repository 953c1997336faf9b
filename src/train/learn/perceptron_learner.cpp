#include "perceptron_learner.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "matrix_product.hpp"
#include "sluice/learn/linear_model.hpp"
#include "sluice/train/perceptron_fit.hpp"

namespace sluice::inline v0::train_detail {
namespace {

using Eigen::Index;
using Matrix = PerceptronLearner::Matrix;

/// Draws weights uniformly from ±1 / sqrt(inputs).
Matrix drawn(Index rows, Index columns, Index inputs, Random &random) {
  const double span = 1 / std::sqrt(static_cast<double>(inputs));
  return Matrix::NullaryExpr(rows, columns,
                             [&] { return static_cast<float>((2 * random.unit() - 1) * span); });
}

}  // namespace

PerceptronLearner::PerceptronLearner(Index columns, Index part_columns,
                                     const PerceptronOptions &options)
    : options_(options),
      random_(options.seed),
      columns_(columns),
      part_units_(part_columns > 0 ? static_cast<Index>(options.part_units) : 0),
      weights_(Matrix::Zero(inputs(), units())),
      biases_(1, units()),
      outputs_(units(), 1),
      of_weights_(inputs(), units()),
      of_biases_(1, units()),
      of_outputs_(units(), 1),
      of_part_weights_(part_columns, part_units_),
      of_part_biases_(1, part_units_),
      dropped_(static_cast<unsigned>(options.dropout * bytes)),
      kept_more_(bytes / (bytes - static_cast<float>(dropped_))) {
  // Initially, the hidden units ignore parts.
  weights_.topRows(columns) = drawn(columns, units(), columns, random_);
  biases_ = drawn(1, units(), columns, random_);
  outputs_ = drawn(units(), 1, units(), random_);
  part_weights_ = drawn(part_columns, part_units_, part_columns, random_);
  part_biases_ = drawn(1, part_units_, part_columns, random_);
}

void PerceptronLearner::learn(PerceptronStep &groups, float rate) {
  if (part_units_ > 0) forward_parts(groups);
  set_product(groups.rows, weights_, hidden_);
  rectify();
  scores_.noalias() = hidden_ * outputs_;
  to_errors(groups.sizes, groups.target);
  outputs_slope_.noalias() = hidden_.transpose() * scores_;
  backward();
  set_product(groups.rows.transpose(), hidden_, weights_slope_);
  biases_slope_ = hidden_.colwise().sum();
  if (part_units_ > 0) turn_parts_back(groups);
  const auto step = [&](Adam &of, const Matrix &gradient, Matrix &numbers) {
    numbers *= 1 - rate * options_.decay;
    of.step(gradient, rate, numbers);
  };
  step(of_weights_, weights_slope_, weights_);
  step(of_biases_, biases_slope_, biases_);
  step(of_outputs_, outputs_slope_, outputs_);
  if (part_units_ == 0) return;
  step(of_part_weights_, part_weights_slope_, part_weights_);
  step(of_part_biases_, part_biases_slope_, part_biases_);
}

/// Computes the units of parts, and sums them after each row's features.
void PerceptronLearner::forward_parts(PerceptronStep &groups) {
  set_product(groups.parts, part_weights_, of_parts_);
  of_parts_ = (of_parts_.rowwise() + part_biases_.row(0)).cwiseMax(0.0F);
  Index first = 0;
  for (Index row = 0; row < groups.rows.rows(); ++row) {
    const auto count = static_cast<Index>(groups.part_counts[static_cast<std::size_t>(row)]);
    groups.rows.row(row).tail(part_units_) = of_parts_.middleRows(first, count).colwise().sum();
    first += count;
  }
}

/// Propagates the slopes of hidden units to the parts' weights.
void PerceptronLearner::turn_parts_back(const PerceptronStep &groups) {
  set_product(hidden_, weights_.bottomRows(part_units_).transpose(), sums_slope_);
  Index part = 0;
  for (Index row = 0; row < groups.rows.rows(); ++row) {
    const auto end = part + static_cast<Index>(groups.part_counts[static_cast<std::size_t>(row)]);
    const float *const slopes = sums_slope_.row(row).data();
    for (; part < end; ++part) {
      float *const said = of_parts_.row(part).data();
      for (Index u = 0; u < part_units_; ++u) {
        const float slope = slopes[u];  // read unconditionally: avoids an unpredictable branch
        said[u] = said[u] > 0 ? slope : 0;
      }
    }
  }
  set_product(groups.parts.transpose(), of_parts_, part_weights_slope_);
  part_biases_slope_ = of_parts_.colwise().sum();
}

/// Applies the activation and dropout: dropped units give 0, and the others are scaled so that the
/// mean stays the same.
void PerceptronLearner::rectify() {
  std::array<std::uint8_t, sizeof(std::uint64_t)> drawn;
  const Index together = static_cast<Index>(drawn.size());
  // A local copy, since the compiler must assume that the writes may alias the member.
  const float kept_more = kept_more_;
  const unsigned dropped = dropped_;
  for (Index row = 0; row < hidden_.rows(); ++row) {
    float *const of = hidden_.row(row).data();
    for (Index first = 0; first < hidden_.cols(); first += together) {
      const std::uint64_t bits = random_();
      std::memcpy(drawn.data(), &bits, sizeof bits);
      const Index count = std::min(together, hidden_.cols() - first);
      for (Index u = 0; u < count; ++u) {
        const float said = std::max(of[first + u] + biases_(0, first + u), 0.0F) * kept_more;
        of[first + u] = drawn[static_cast<std::size_t>(u)] < dropped ? 0 : said;
      }
    }
  }
}

/// Replaces the outputs of units with the slopes of their products.
void PerceptronLearner::backward() {
  for (Index row = 0; row < hidden_.rows(); ++row) {
    float *const of = hidden_.row(row).data();
    const float *const outputs = outputs_.data();
    const float slope = scores_(row, 0) * kept_more_;
    for (Index u = 0; u < units(); ++u) {
      const float sloped = slope * outputs[u];  // unconditional: avoids an unpredictable branch
      of[u] = of[u] > 0 ? sloped : 0;
    }
  }
}

/// Replaces scores with the slopes of the mean loss of a group: probability minus target.
void PerceptronLearner::to_errors(std::span<const std::size_t> sizes,
                                  std::span<const std::uint8_t> target) {
  std::span<float> left(scores_.data(), target.size());
  for (const std::size_t size : sizes) {
    const auto shares = left.first(size);
    const auto right = target.first(size);
    softmax(shares);
    const auto all_right = static_cast<float>(std::ranges::count(right, std::uint8_t{1}));
    for (std::size_t r = 0; r < size; ++r) {
      shares[r] -= right[r] != 0 ? 1 / all_right : 0;
      shares[r] /= static_cast<float>(sizes.size());
    }
    left = left.subspan(size);
    target = target.subspan(size);
  }
}

}  // namespace sluice::inline v0::train_detail
