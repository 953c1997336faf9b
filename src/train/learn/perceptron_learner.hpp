#ifndef SLUICE_SRC_TRAIN_LEARN_PERCEPTRON_LEARNER_HPP
#define SLUICE_SRC_TRAIN_LEARN_PERCEPTRON_LEARNER_HPP

/// Trains the weights of a Perceptron.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "adam.hpp"
#include "sluice/core/random.hpp"
#include "sluice/train/perceptron_fit.hpp"

namespace sluice::inline v0::train_detail {

/// The groups of one step: their rows are consecutive, and so are their parts.
struct PerceptronStep {
  Adam::Matrix rows;  ///< Each row's features, followed by space for the sum of its parts.
  Adam::Matrix parts;
  std::vector<std::size_t> part_counts;  ///< By row; empty if no row has parts.
  std::vector<std::size_t> sizes;        ///< By group.
  std::vector<std::uint8_t> target;      ///< By row.
};

/// Each step takes one or two matrix products forward, and as many backward.
class PerceptronLearner {
 public:
  using Matrix = Adam::Matrix;

  /// `part_columns` is 0 if rows have no parts.
  PerceptronLearner(Eigen::Index columns, Eigen::Index part_columns,
                    const PerceptronOptions &options);

  /// Width of a step's rows.
  Eigen::Index inputs() const { return columns_ + part_units_; }
  void learn(PerceptronStep &groups, float rate);

  // By input, or column of a part, then unit.
  const Matrix &weights() const { return weights_; }
  const Matrix &biases() const { return biases_; }
  const Matrix &outputs() const { return outputs_; }
  const Matrix &part_weights() const { return part_weights_; }
  const Matrix &part_biases() const { return part_biases_; }

 private:
  static constexpr float bytes = 256;

  Eigen::Index units() const { return static_cast<Eigen::Index>(options_.hidden); }
  void forward_parts(PerceptronStep &groups);
  void turn_parts_back(const PerceptronStep &groups);
  void rectify();
  void backward();
  void to_errors(std::span<const std::size_t> sizes, std::span<const std::uint8_t> target);

  const PerceptronOptions &options_;
  Random random_;
  Eigen::Index columns_, part_units_;
  Matrix weights_, biases_, outputs_, part_weights_, part_biases_;
  Adam of_weights_, of_biases_, of_outputs_, of_part_weights_, of_part_biases_;
  unsigned dropped_;  // fraction of dropped units, in 1/256
  float kept_more_;
  // Buffers of one step.
  Matrix hidden_, scores_, weights_slope_, biases_slope_, outputs_slope_;
  Matrix of_parts_, sums_slope_, part_weights_slope_, part_biases_slope_;
};

}  // namespace sluice::inline v0::train_detail

#endif
