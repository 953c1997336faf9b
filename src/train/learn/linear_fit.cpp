#include "sluice/train/linear_fit.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <Eigen/Core>

#include "lbfgs.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/parallel.hpp"

namespace sluice::inline v0 {
namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Rows = Eigen::Map<const Matrix>;

[[noreturn]] void refuse(const char *why) { throw Error(ErrorCode::invalid_argument, why); }

/// Rows per block: a block stays in the nearest caches between the two products. Results of blocks
/// are summed in order, whatever the number of threads.
constexpr std::size_t block_rows = 512;

LinearModel model_of(Standardizer standardizer, const std::vector<double> &weights, double bias) {
  LinearModel model;
  model.standardizer = std::move(standardizer);
  for (std::size_t c = 0; c < model.standardizer.columns(); ++c) {
    model.weights.push_back(static_cast<float>(weights[c]));
  }
  model.bias = static_cast<float>(bias);
  return model;
}

/// Loss and gradient of the groups, for standardized rows.
class ListwiseLoss {
 public:
  ListwiseLoss(const RankedGroups &groups, const LinearFitOptions &options)
      : groups_(groups), options_(options), losses_(groups.sizes.size()) {
    for (std::size_t g = 0, row = 0; g < groups.sizes.size();) {
      Block block{.first = g, .end = g, .first_row = row, .rows = 0};
      while (block.end < groups.sizes.size() &&
             (block.end == g || block.rows + groups.sizes[block.end] <= block_rows))
        block.rows += groups.sizes[block.end++];
      g = block.end;
      row += block.rows;
      blocks_.push_back(block);
    }
    slopes_.resize(blocks_.size() * groups.columns);
  }

  double operator()(std::span<const double> weights, std::span<double> gradient) {
    const auto columns = static_cast<Eigen::Index>(groups_.columns);
    const Eigen::VectorXd w = Eigen::Map<const Eigen::VectorXd>(weights.data(), columns);
    const Eigen::VectorXf narrow = w.cast<float>();
    constexpr std::size_t of_a_job = 32;  // blocks per job
    run_jobs((blocks_.size() + of_a_job - 1) / of_a_job, options_.threads,
             [&](std::size_t job, const Progress &) {
               const std::size_t end = std::min(blocks_.size(), (job + 1) * of_a_job);
               for (std::size_t b = job * of_a_job; b < end; ++b)
                 walk(blocks_[b], narrow, slope(b));
             });
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(columns);
    for (std::size_t b = 0; b < blocks_.size(); ++b) sum += slope(b).cast<double>();
    const double number = number_of_groups();
    Eigen::Map<Eigen::VectorXd>(gradient.data(), columns) = sum / number + 2 * options_.l2 * w;
    const double loss = std::accumulate(losses_.begin(), losses_.end(), 0.0);
    return loss / number + options_.l2 * w.squaredNorm();
  }

 private:
  /// A block of whole groups with few rows in total.
  struct Block {
    std::size_t first, end;  // groups
    std::size_t first_row, rows;
  };

  Eigen::Map<Eigen::VectorXf> slope(std::size_t block) {
    return {slopes_.data() + block * groups_.columns, static_cast<Eigen::Index>(groups_.columns)};
  }

  void walk(const Block &block, const Eigen::VectorXf &weights, Eigen::Map<Eigen::VectorXf> slope) {
    const Rows rows(groups_.rows.data() + block.first_row * groups_.columns,
                    static_cast<Eigen::Index>(block.rows), weights.size());
    Eigen::VectorXf scores = rows * weights;
    std::size_t at = 0;
    for (std::size_t g = block.first; g < block.end; at += groups_.sizes[g++]) {
      const std::span<float> of(scores.data() + at, groups_.sizes[g]);
      const std::span<const std::uint8_t> target(groups_.target.data() + block.first_row + at,
                                                 of.size());
      losses_[g] = options_.each_right ? each_to_errors(of, target) : to_errors(of, target);
      if (groups_.weights.empty()) continue;
      losses_[g] *= groups_.weights[g];
      for (float &error : of) error *= groups_.weights[g];
    }
    slope.noalias() = rows.transpose() * scores;
  }

  /// Replaces scores with probability minus target; returns the group's loss.
  static double to_errors(std::span<float> scores, std::span<const std::uint8_t> target) {
    const float best = *std::ranges::max_element(scores);
    double sum = 0, right = 0, right_score = 0;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const double off = double{scores[i]} - best;
      if (target[i] != 0) {
        right += 1;
        right_score += off;
      }
      scores[i] = static_cast<float>(std::exp(off));
      sum += scores[i];
    }
    for (std::size_t i = 0; i < scores.size(); ++i) {
      scores[i] = static_cast<float>(scores[i] / sum - (target[i] != 0 ? 1 / right : 0));
    }
    return std::log(sum) - right_score / right;
  }

  /// The same if each right row competes with the wrong rows only.
  static double each_to_errors(std::span<float> scores, std::span<const std::uint8_t> target) {
    const float best = *std::ranges::max_element(scores);
    double wrong = 0, right = 0;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      scores[i] -= best;
      (target[i] != 0 ? right : wrong) += target[i] != 0 ? 1 : std::exp(double{scores[i]});
    }
    double loss = 0, per_wrong = 0;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      if (target[i] == 0) continue;
      const double own = std::exp(double{scores[i]}), all = own + wrong;
      loss += (std::log(all) - scores[i]) / right;
      per_wrong += 1 / (all * right);
      scores[i] = static_cast<float>((own / all - 1) / right);
    }
    for (std::size_t i = 0; i < scores.size(); ++i) {
      if (target[i] == 0) scores[i] = static_cast<float>(std::exp(double{scores[i]}) * per_wrong);
    }
    return loss;
  }

  /// Each by its weight.
  double number_of_groups() const {
    if (groups_.weights.empty()) return static_cast<double>(groups_.sizes.size());
    return std::accumulate(groups_.weights.begin(), groups_.weights.end(), 0.0);
  }

  const RankedGroups &groups_;
  const LinearFitOptions &options_;
  std::vector<Block> blocks_;
  std::vector<double> losses_;  // by group
  std::vector<float> slopes_;   // by block, then column
};

}  // namespace

LinearModel fit_listwise(RankedGroups groups, const LinearFitOptions &options) {
  groups.check();
  if (options.threads == 0) refuse("threads is 0, expected at least 1");
  Standardizer standardizer = Standardizer::fit(groups.rows, groups.columns);
  standardizer.apply(groups.rows);
  if (!options.free.empty() && options.free.size() != groups.columns)
    refuse("the numbers of columns and of free ones do not match");
  ListwiseLoss loss(groups, options);
  const std::vector<double> weights =
      train_detail::minimize(loss, std::vector<double>(groups.columns, 0), options.iterations,
                             options.tolerance, options.free);
  return model_of(std::move(standardizer), weights, 0);
}

LinearModel fit_logistic(std::vector<float> rows, std::size_t columns,
                         std::span<const std::uint8_t> labels, const LinearFitOptions &options) {
  if (columns == 0 || labels.empty() || rows.size() != labels.size() * columns) {
    refuse("the numbers of rows and labels do not match");
  }
  if (!std::ranges::all_of(rows, [](float x) { return std::isfinite(x); })) {
    refuse("a feature is not finite");
  }
  Standardizer standardizer = Standardizer::fit(rows, columns);
  standardizer.apply(rows);
  const auto width = static_cast<Eigen::Index>(columns);
  // The last weight is the bias, which is not penalized.
  const auto loss = [&](std::span<const double> weights, std::span<double> gradient) {
    const Eigen::VectorXd w = Eigen::Map<const Eigen::VectorXd>(weights.data(), width);
    const Eigen::VectorXf narrow = w.cast<float>();
    const double bias = weights[columns];
    Eigen::VectorXd slope = Eigen::VectorXd::Zero(width);
    double sum = 0, bias_slope = 0;
    Eigen::VectorXf errors;
    for (std::size_t first = 0; first < labels.size(); first += block_rows) {
      const std::size_t count = std::min(block_rows, labels.size() - first);
      const Rows block(rows.data() + first * columns, static_cast<Eigen::Index>(count), width);
      errors.noalias() = block * narrow;
      for (std::size_t r = 0; r < count; ++r) {
        float &score = errors[static_cast<Eigen::Index>(r)];
        const double x = score + bias;
        const bool right = labels[first + r] != 0;
        const double toward = right ? -x : x;  // log(1 + exp(toward)), without overflow
        sum += std::max(toward, 0.0) + std::log1p(std::exp(-std::abs(toward)));
        const double error = sigmoid(x) - (right ? 1 : 0);
        score = static_cast<float>(error);
        bias_slope += error;
      }
      slope.noalias() += (block.transpose() * errors).cast<double>();
    }
    const auto number = static_cast<double>(labels.size());
    slope = slope / number + 2 * options.l2 * w;
    std::copy(slope.data(), slope.data() + width, gradient.begin());
    gradient[columns] = bias_slope / number;
    return sum / number + options.l2 * w.squaredNorm();
  };
  const std::vector<double> weights = train_detail::minimize(
      loss, std::vector<double>(columns + 1, 0), options.iterations, options.tolerance);
  return model_of(std::move(standardizer), weights, weights[columns]);
}

}  // namespace sluice::inline v0
