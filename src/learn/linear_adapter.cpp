#include "sluice/learn/linear_adapter.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Core>

#include "adam.hpp"
#include "matrix_product.hpp"
#include "minibatches.hpp"
#include "rounded_rows.hpp"
#include "sluice/core/error.hpp"

namespace sluice {
namespace {

using Matrix = detail::Adam::Matrix;
using Rows = Eigen::Map<const Matrix>;
using detail::Minibatches;
using Eigen::Index;

void check(std::span<const AdapterTask> tasks, std::size_t dimensions,
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
    throw Error(ErrorCode::invalid_argument, "an adapter's queries and documents do not fit");
}

Rows rows_of(const std::vector<float> &numbers, Index columns) {
  return {numbers.data(), static_cast<Index>(numbers.size()) / columns, columns};
}

/// Turned queries become the gradients of their losses by them.
void differentiate(const AdapterTask &task, std::span<const std::size_t> queries, float temperature,
                   Eigen::Ref<Matrix> turned) {
  const Rows documents = rows_of(task.documents, turned.cols());
  // Of few rows, a product by rows reads the documents as they lie; one of matrices would have to
  // pack all of them.
  constexpr Index few = 4;
  const bool by_rows = turned.rows() <= few;
  Matrix slope(turned.rows(), documents.rows());
  if (by_rows) {
    for (Index row = 0; row < slope.rows(); ++row)
      slope.row(row).transpose().noalias() = documents * turned.row(row).transpose();
  } else {
    slope.noalias() = turned * documents.transpose();
  }
  slope /= temperature;
  for (Index row = 0; row < slope.rows(); ++row) {
    auto of = slope.row(row).array();
    of = (of - of.maxCoeff()).exp();
    of /= of.sum();
    const auto &right = task.right[queries[static_cast<std::size_t>(row)]];
    for (const std::uint32_t document : right)
      slope(row, static_cast<Index>(document)) -= 1 / static_cast<float>(right.size());
  }
  if (by_rows) {
    for (Index row = 0; row < slope.rows(); ++row)
      turned.row(row).noalias() = slope.row(row) * documents;
  } else {
    turned.setZero();
    detail::add_product(slope, documents, turned);
  }
  turned /= temperature;
}

/// The queries of a batch by task: rows stand in that order.
class BatchOfTasks {
 public:
  BatchOfTasks(std::span<const AdapterTask> tasks, Index columns)
      : tasks_(tasks), columns_(columns), of_task_(tasks.size()) {
    for (const AdapterTask &task : tasks) first_.push_back(first_.back() + task.right.size());
  }
  std::size_t all_queries() const { return first_.back(); }

  /// The mean gradient of their losses by the change, without the penalty.
  Matrix gradient(std::span<const std::size_t> queries, float temperature, const Matrix &change) {
    for (auto &some : of_task_) some.clear();
    for (const std::size_t query : queries) {
      const auto after = std::ranges::upper_bound(first_, query);
      const auto task = static_cast<std::size_t>(after - first_.begin()) - 1;
      of_task_[task].push_back(query - first_[task]);
    }
    Matrix asked(static_cast<Index>(queries.size()), columns_);
    Index row = 0;
    each_task([&](const AdapterTask &task, const std::vector<std::size_t> &some) {
      const Rows all = rows_of(task.queries, columns_);
      for (const std::size_t query : some) asked.row(row++) = all.row(static_cast<Index>(query));
    });
    Matrix turned = asked;
    detail::add_product(asked, change, turned);
    row = 0;
    each_task([&](const AdapterTask &task, const std::vector<std::size_t> &some) {
      const auto count = static_cast<Index>(some.size());
      differentiate(task, some, temperature, turned.middleRows(row, count));
      row += count;
    });
    Matrix sum = Matrix::Zero(columns_, columns_);
    detail::add_product(asked.transpose(), turned, sum);
    return sum / static_cast<float>(queries.size());
  }

 private:
  template <class Take>
  void each_task(Take take) const {
    for (std::size_t task = 0; task < tasks_.size(); ++task) {
      if (!of_task_[task].empty()) take(tasks_[task], of_task_[task]);
    }
  }

  std::span<const AdapterTask> tasks_;
  Index columns_;
  std::vector<std::size_t> first_{0};  // queries before each task
  std::vector<std::vector<std::size_t>> of_task_;
};

}  // namespace

LinearAdapter LinearAdapter::fit(std::span<const AdapterTask> tasks, std::size_t dimensions,
                                 const LinearAdapterOptions &options) {
  check(tasks, dimensions, options);
  const auto columns = static_cast<Index>(dimensions);
  BatchOfTasks batches(tasks, columns);
  Matrix change = Matrix::Zero(columns, columns);
  detail::Adam adam(columns, columns);
  Minibatches{batches.all_queries(), options.batch, options.epochs, options.seed}.each(
      [&](const detail::Minibatch &batch) {
        const Matrix gradient =
            batches.gradient(batch.examples, options.temperature, change) + options.l2 * change;
        adam.step(gradient, options.rate * batch.rate, change);
      });

  LinearAdapter adapter;
  adapter.change_.assign(change.data(), change.data() + change.size());
  adapter.scales_.resize(dimensions);
  detail::round_rows(adapter.change_, adapter.scales_);
  return adapter;
}

void LinearAdapter::apply(std::span<float> vector) const {
  if (scales_.empty()) return;
  if (vector.size() != scales_.size())
    throw Error(ErrorCode::invalid_argument, "an adapter is of other dimensions than the vector");
  const auto columns = static_cast<Index>(vector.size());
  Eigen::Map<Eigen::RowVectorXf> as_row(vector.data(), columns);
  as_row += (as_row * rows_of(change_, columns)).eval();
  const float length = as_row.norm();
  if (length > 0) as_row /= length;
}

std::string LinearAdapter::bytes() const { return detail::rounded_bytes(change_, scales_); }

LinearAdapter LinearAdapter::parse(std::string_view bytes) {
  // dimensions × (4 + dimensions) bytes
  const auto dimensions =
      static_cast<std::size_t>(std::sqrt(static_cast<double>(bytes.size()) + 4) - 2 + 0.5);
  LinearAdapter adapter;
  adapter.scales_.resize(dimensions);
  adapter.change_.resize(dimensions * dimensions);
  detail::read_rounded(bytes, adapter.change_, adapter.scales_);
  return adapter;
}

}  // namespace sluice
