#ifndef SLUICE_SRC_TRAIN_ROW_FITTING_HPP
#define SLUICE_SRC_TRAIN_ROW_FITTING_HPP

/// Rows of a table whose sums are to point where an encoder's vectors do.

#include <Eigen/Dense>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sluice/core/progress.hpp"

namespace sluice::detail {

using FloatRows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Sums of rows, one a text.
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

/// Moves the rows so that the cosine of each sum and its target, of unit length or zero, grows: two
/// passes of Adam (Kingma, Ba 2015) over the sums in random order, the step falling to zero. The
/// same arguments give the same bits. O(passes × (sums × rows a sum + batches × rows) × columns).
void fit_rows(FloatRows &rows, const RowSums &sums, const FloatRows &targets,
              const Progress &progress);

}  // namespace sluice::detail

#endif
