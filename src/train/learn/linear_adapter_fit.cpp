#include "sluice/train/linear_adapter_fit.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <Eigen/Core>

#include "adam.hpp"
#include "learn/rounded_rows.hpp"
#include "matrix_product.hpp"
#include "minibatches.hpp"
#include "sluice/core/error.hpp"

namespace sluice::inline v0 {
namespace {

using Matrix = train_detail::Adam::Matrix;
using Rows = Eigen::Map<const Matrix>;
using Eigen::Index;
using train_detail::Minibatches;

void check_tasks(std::span<const AdapterTask> tasks, std::size_t dimensions,
                 const LinearAdapterOptions &options) {
  const auto fits = [&](const AdapterTask &task) {
    const std::size_t documents = task.documents.size() / dimensions;
    return task.documents.size() % dimensions == 0 &&
           task.queries.size() == task.right.size() * dimensions &&
           std::ranges::all_of(task.right, [&](const std::vector<std::uint32_t> &right) {
             return !right.empty() && std::ranges::max(right) < documents;
           });
  };
  if (dimensions == 0 || options.batch == 0 || !(options.temperature > 0) ||
      !std::ranges::all_of(tasks, fits))
    throw Error(ErrorCode::invalid_argument,
                "sizes of an adapter's queries and documents do not match");
}

Rows rows_of(const std::vector<float> &numbers, Index columns) {
  return {numbers.data(), static_cast<Index>(numbers.size()) / columns, columns};
}

/// Every n-th query of a task, so that a run covers all of its documents.
struct Run {
  std::size_t task;
  std::size_t first;
  std::size_t step;
  std::size_t count;
};

/// Queries per step: multiplying a few queries with all documents of their task takes little longer
/// than multiplying one, since reading the documents dominates.
constexpr std::size_t longest_run = 16;

std::vector<Run> runs_of(std::span<const AdapterTask> tasks) {
  std::vector<Run> runs;
  for (std::size_t t = 0; t < tasks.size(); ++t) {
    const std::size_t queries = tasks[t].right.size();
    const std::size_t step = (queries + longest_run - 1) / longest_run;
    for (std::size_t first = 0; first < step; ++first)
      runs.push_back({t, first, step, (queries - first + step - 1) / step});
  }
  return runs;
}

/// Replaces the adapted queries with the gradients of their losses.
void differentiate(const AdapterTask &task, const Run &run, float temperature,
                   Eigen::Ref<Matrix> turned) {
  const Rows documents = rows_of(task.documents, turned.cols());
  Matrix slope;  // one column per query
  train_detail::set_product(documents, turned.transpose(), slope);
  slope /= temperature;
  slope.rowwise() -= slope.colwise().maxCoeff().eval();
  slope = slope.array().exp();
  const Eigen::RowVectorXf sums = slope.colwise().sum();
  slope.array().rowwise() /= sums.array();
  for (Index column = 0; column < slope.cols(); ++column) {
    const auto &right = task.right[run.first + static_cast<std::size_t>(column) * run.step];
    for (const std::uint32_t document : right)
      slope(static_cast<Index>(document), column) -= 1 / static_cast<float>(right.size());
  }
  turned.setZero();
  train_detail::add_product(slope.transpose(), documents, turned);
  turned /= temperature;
}

/// The mean gradient of the losses of the runs' queries with respect to the change, without the
/// penalty.
Matrix gradient_of(std::span<const AdapterTask> tasks, std::span<const Run> all,
                   std::span<const std::size_t> runs, float temperature, const Matrix &change) {
  Index queries = 0;
  for (const std::size_t of : runs) queries += static_cast<Index>(all[of].count);
  Matrix asked(queries, change.cols());
  Index row = 0;
  for (const std::size_t of : runs) {
    const Run &run = all[of];
    const Rows from = rows_of(tasks[run.task].queries, change.cols());
    for (std::size_t i = 0; i < run.count; ++i)
      asked.row(row++) = from.row(static_cast<Index>(run.first + i * run.step));
  }
  Matrix turned = asked;
  train_detail::add_product(asked, change, turned);
  row = 0;
  for (const std::size_t of : runs) {
    const auto count = static_cast<Index>(all[of].count);
    differentiate(tasks[all[of].task], all[of], temperature, turned.middleRows(row, count));
    row += count;
  }
  Matrix sum = Matrix::Zero(change.rows(), change.cols());
  train_detail::add_product(asked.transpose(), turned, sum);
  return sum / static_cast<float>(queries);
}

}  // namespace

LinearAdapter fit_linear_adapter(std::span<const AdapterTask> tasks, std::size_t dimensions,
                                 const LinearAdapterOptions &options) {
  check_tasks(tasks, dimensions, options);
  const auto columns = static_cast<Index>(dimensions);
  Matrix change = Matrix::Zero(columns, columns);
  train_detail::Adam adam(columns, columns);
  const std::vector<Run> runs = runs_of(tasks);
  const std::size_t at_once = std::max<std::size_t>(1, options.batch / longest_run);
  Minibatches{runs.size(), at_once, options.epochs, options.seed}.each(
      [&](const train_detail::Minibatch &batch) {
        const Matrix gradient =
            gradient_of(tasks, runs, batch.examples, options.temperature, change) +
            options.l2 * change;
        adam.step(gradient, options.rate * batch.rate, change);
      });

  std::vector<float> rounded(change.data(), change.data() + change.size());
  std::vector<float> scales(dimensions);
  learn_detail::round_rows(rounded, scales);
  return {std::move(scales), std::move(rounded)};
}

}  // namespace sluice::inline v0
