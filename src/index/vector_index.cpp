#include "sluice/index/vector_index.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <utility>

#include "sluice/core/error.hpp"

namespace sluice::inline v0 {

ExactIndex::ExactIndex(std::vector<float> rows, std::size_t dimensions)
    : rows_(std::move(rows)), dimensions_(dimensions) {
  if (dimensions_ == 0 || rows_.size() % dimensions_ != 0) {
    throw Error(ErrorCode::invalid_argument, "vectors do not fill whole rows");
  }
  if (!std::ranges::all_of(rows_, [](float x) { return std::isfinite(x); })) {
    throw Error(ErrorCode::invalid_argument, "a vector holds a number that is not finite");
  }
}

void ExactIndex::similarities(std::span<const float> query, std::span<const RowId> rows,
                              std::span<float> cosines) const {
  std::vector<float> wanted;
  wanted.reserve(rows.size() * dimensions_);
  for (const RowId row : rows) {
    const auto numbers = std::span(rows_).subspan(row.index() * dimensions_, dimensions_);
    wanted.insert(wanted.end(), numbers.begin(), numbers.end());
  }
  if (!rows.empty()) ExactIndex(std::move(wanted), dimensions_).similarities(query, cosines);
}

void ExactIndex::similarities(std::span<const float> query, std::span<float> cosines) const {
  using Rows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto count = static_cast<Eigen::Index>(size());
  const auto width = static_cast<Eigen::Index>(dimensions_);
  Eigen::Map<Eigen::VectorXf>(cosines.data(), count).noalias() =
      Eigen::Map<const Rows>(rows_.data(), count, width) *
      Eigen::Map<const Eigen::VectorXf>(query.data(), width);
}

}  // namespace sluice::inline v0
