#include "row_fitting.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sluice/core/random.hpp"

namespace sluice::inline v0::train_detail {
namespace {

constexpr std::size_t passes = 2;
constexpr std::size_t batch_sums = 512;
constexpr float rate = 3e-3F;  // relative to the rows' mean length

/// Adam, with moments for every number.
class RowAdam {
 public:
  explicit RowAdam(const FloatRows &rows)
      : mean_(FloatRows::Zero(rows.rows(), rows.cols())),
        square_(FloatRows::Zero(rows.rows(), rows.cols())) {}

  void step(FloatRows &rows, const FloatRows &gradient, float size) {
    constexpr float first = 0.9F, second = 0.999F, least = 1e-8F;
    mean_left_ *= first;
    square_left_ *= second;
    mean_ = first * mean_ + (1 - first) * gradient;
    square_.array() = second * square_.array() + (1 - second) * gradient.array().square();
    const float by = size / (1 - mean_left_), scale = 1 / std::sqrt(1 - square_left_);
    rows.array() -= by * mean_.array() / (scale * square_.array().sqrt() + least);
  }

 private:
  FloatRows mean_, square_;
  float mean_left_ = 1, square_left_ = 1;  // fraction of the initial moments that is left
};

/// Computes the gradient of the mean of 1 - cosine over a batch.
void find_gradient(const FloatRows &rows, const RowSums &sums, const FloatRows &targets,
                   std::span<const std::uint32_t> batch, FloatRows &gradient) {
  gradient.setZero();
  Eigen::RowVectorXf sum(rows.cols());
  for (const std::uint32_t s : batch) {
    sum.setZero();
    for (const std::uint32_t row : sums.rows(s)) sum += rows.row(row);
    const float length = sum.norm();
    if (!(length > 0)) continue;
    sum /= length;
    const auto target = targets.row(s);
    const float share = 1 / (length * static_cast<float>(batch.size()));
    sum = share * (sum.dot(target) * sum - target);
    for (const std::uint32_t row : sums.rows(s)) gradient.row(row) += sum;
  }
}

}  // namespace

void fit_rows(FloatRows &rows, const RowSums &sums, const FloatRows &targets,
              const Progress &progress) {
  std::vector<std::uint32_t> order(sums.size());
  std::iota(order.begin(), order.end(), 0U);
  Random random(1);
  RowAdam adam(rows);
  FloatRows gradient(rows.rows(), rows.cols());
  const float largest = rate * rows.rowwise().norm().mean();
  const std::size_t batches = (sums.size() + batch_sums - 1) / batch_sums, all = passes * batches;
  for (std::size_t step = 0; step < all; ++step) {
    progress.step("rows fitted to texts", step, all);
    const std::size_t first = step % batches * batch_sums;
    if (first == 0) random.shuffle(order);
    const auto batch = std::span(order).subspan(first, std::min(batch_sums, order.size() - first));
    find_gradient(rows, sums, targets, batch, gradient);
    adam.step(rows, gradient, largest * (1 - static_cast<float>(step) / static_cast<float>(all)));
  }
}

}  // namespace sluice::inline v0::train_detail
