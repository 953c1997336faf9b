#ifndef SLUICE_SRC_TRAIN_ROW_FITTING_HPP
#define SLUICE_SRC_TRAIN_ROW_FITTING_HPP

/// Fits rows of a table so that their sums point in the direction of an encoder's vectors.

#include <Eigen/Dense>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sluice/core/progress.hpp"

namespace sluice::inline v0::train_detail {

using FloatRows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Sums of rows, one per text.
class RowSums {
 public:
  std::size_t size() const noexcept { return ends_.size(); }
  std::span<const std::uint32_t> rows(std::size_t sum) const noexcept {
    const std::size_t first = sum == 0 ? 0 : ends_[sum - 1];
    return std::span(rows_).subspan(first, ends_[sum] - first);
  }
  void add(std::span<const std::uint32_t> rows) {
    rows_.insert(rows_.end(), rows.begin(), rows.end());
    ends_.push_back(rows_.size());
  }

 private:
  std::vector<std::uint32_t> rows_;
  std::vector<std::size_t> ends_;
};

/// Maximizes the cosine of each sum and its target, which has unit length or is zero: two passes of
/// Adam (Kingma, Ba 2015) over the sums in random order, with the step decaying to zero. The same
/// arguments give the same bits. O(passes × (sums × rows per sum + batches × rows) × columns).
void fit_rows(FloatRows &rows, const RowSums &sums, const FloatRows &targets,
              const Progress &progress);

}  // namespace sluice::inline v0::train_detail

#endif
