#include "sluice/learn/linear_adapter.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <Eigen/Core>

#include "minibatches.hpp"
#include "sluice/core/error.hpp"

namespace sluice {
namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Rows = Eigen::Map<const Matrix>;
using detail::Minibatches;
using Eigen::Index;

constexpr float largest_code = 127;
/// No scale is larger: what is added up stays finite.
constexpr float largest_scale = 1e12F;

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
  Matrix slope = turned * documents.transpose() / temperature;
  for (Index row = 0; row < slope.rows(); ++row) {
    auto of = slope.row(row).array();
    of = (of - of.maxCoeff()).exp();
    of /= of.sum();
    const auto &right = task.right[queries[static_cast<std::size_t>(row)]];
    for (const std::uint32_t document : right)
      slope(row, static_cast<Index>(document)) -= 1 / static_cast<float>(right.size());
  }
  turned.noalias() = slope * documents / temperature;
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
    Matrix turned = asked + asked * change;
    row = 0;
    each_task([&](const AdapterTask &task, const std::vector<std::size_t> &some) {
      const auto count = static_cast<Index>(some.size());
      differentiate(task, some, temperature, turned.middleRows(row, count));
      row += count;
    });
    return asked.transpose() * turned / static_cast<float>(queries.size());
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
  Matrix change = Matrix::Zero(columns, columns), mean = change, square = change;
  constexpr float keep_mean = 0.9F, keep_square = 0.999F, tiny = 1e-8F;
  float mean_left = 1, square_left = 1;
  Minibatches{batches.all_queries(), options.batch, options.epochs, options.seed}.each(
      [&](const detail::Minibatch &batch) {
        const Matrix gradient =
            batches.gradient(batch.examples, options.temperature, change) + options.l2 * change;
        mean = keep_mean * mean + (1 - keep_mean) * gradient;
        square = keep_square * square + (1 - keep_square) * gradient.cwiseAbs2();
        mean_left *= keep_mean;
        square_left *= keep_square;
        const float rate = options.rate * batch.rate / (1 - mean_left);
        change.array() -=
            rate * mean.array() / ((square / (1 - square_left)).array().sqrt() + tiny);
      });

  LinearAdapter adapter;
  adapter.change_.resize(dimensions * dimensions);
  for (Index row = 0; row < columns; ++row) {
    const float scale = change.row(row).cwiseAbs().maxCoeff() / largest_code;
    adapter.scales_.push_back(scale);
    float *to = adapter.change_.data() + row * columns;
    for (Index c = 0; c < columns; ++c)
      to[c] = scale > 0 ? std::round(change(row, c) / scale) * scale : 0;
  }
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

std::string LinearAdapter::bytes() const {
  std::string bytes(reinterpret_cast<const char *>(scales_.data()), scales_.size() * sizeof(float));
  for (std::size_t i = 0; i < change_.size(); ++i) {
    const float scale = scales_[i / scales_.size()];
    const float code = scale > 0 ? std::round(change_[i] / scale) : 0;
    bytes += static_cast<char>(static_cast<std::int8_t>(code));
  }
  return bytes;
}

LinearAdapter LinearAdapter::parse(std::string_view bytes) {
  // dimensions × (4 bytes of a scale + dimensions codes)
  const auto dimensions =
      static_cast<std::size_t>(std::sqrt(static_cast<double>(bytes.size()) + 4) - 2 + 0.5);
  if (dimensions * (dimensions + sizeof(float)) != bytes.size())
    throw Error(ErrorCode::malformed, "an adapter has a broken size");
  LinearAdapter adapter;
  if (dimensions == 0) return adapter;
  adapter.scales_.resize(dimensions);
  std::memcpy(adapter.scales_.data(), bytes.data(), dimensions * sizeof(float));
  if (!std::ranges::all_of(adapter.scales_, [](float x) { return x >= 0 && x < largest_scale; }))
    throw Error(ErrorCode::malformed, "an adapter has a scale that is out of range");
  const std::string_view codes = bytes.substr(dimensions * sizeof(float));
  if (std::ranges::find(codes, '\x80') != codes.end())
    throw Error(ErrorCode::malformed, "an adapter has a number that is out of range");
  adapter.change_.resize(codes.size());
  for (std::size_t i = 0; i < codes.size(); ++i) {
    adapter.change_[i] =
        static_cast<float>(static_cast<std::int8_t>(codes[i])) * adapter.scales_[i / dimensions];
  }
  return adapter;
}

}  // namespace sluice
