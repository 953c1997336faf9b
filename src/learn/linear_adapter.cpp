#include "sluice/learn/linear_adapter.hpp"

#include <cmath>
#include <utility>

#include <Eigen/Core>

#include "rounded_rows.hpp"
#include "sluice/core/error.hpp"

namespace sluice::inline v0 {

LinearAdapter::LinearAdapter(std::vector<float> scales, std::vector<float> change)
    : scales_(std::move(scales)), change_(std::move(change)) {
  if (change_.size() != scales_.size() * scales_.size())
    throw Error(ErrorCode::invalid_argument, "an adapter's change is not a square matrix");
}

void LinearAdapter::apply(std::span<float> vector) const {
  if (scales_.empty()) return;
  if (vector.size() != scales_.size())
    throw Error(ErrorCode::invalid_argument, "an adapter and a vector have different dimensions");
  const auto columns = static_cast<Eigen::Index>(vector.size());
  using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::Map<const Matrix> change(change_.data(), columns, columns);
  Eigen::Map<Eigen::RowVectorXf> as_row(vector.data(), columns);
  as_row += (as_row * change).eval();
  const float length = as_row.norm();
  if (length > 0) as_row /= length;
}

std::string LinearAdapter::bytes() const { return learn_detail::rounded_bytes(change_, scales_); }

LinearAdapter LinearAdapter::parse(std::string_view bytes) {
  // The size is dimensions × (4 + dimensions) bytes; solve for dimensions.
  const auto dimensions =
      static_cast<std::size_t>(std::sqrt(static_cast<double>(bytes.size()) + 4) - 2 + 0.5);
  LinearAdapter adapter;
  adapter.scales_.resize(dimensions);
  adapter.change_.resize(dimensions * dimensions);
  learn_detail::read_rounded(bytes, adapter.change_, adapter.scales_);
  return adapter;
}

}  // namespace sluice::inline v0
