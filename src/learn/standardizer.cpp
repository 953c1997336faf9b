#include "sluice/learn/standardizer.hpp"

#include <cmath>
#include <utility>

#include "sluice/core/error.hpp"

namespace sluice::inline v0 {

Standardizer::Standardizer(std::vector<float> means, std::vector<float> deviations)
    : means_(std::move(means)), deviations_(std::move(deviations)) {
  if (means_.size() != deviations_.size()) {
    throw Error(ErrorCode::invalid_argument, "a standardizer needs as many means as deviations");
  }
  inverse_.reserve(deviations_.size());
  for (std::size_t c = 0; c < means_.size(); ++c) {
    if (!std::isfinite(means_[c]) || !std::isfinite(deviations_[c]) || !(deviations_[c] > 1e-30F)) {
      throw Error(ErrorCode::invalid_argument,
                  "a standardizer's numbers must be finite and its deviations greater than 0");
    }
    inverse_.push_back(1 / deviations_[c]);
  }
}

Standardizer Standardizer::fit(std::span<const float> rows, std::size_t columns) {
  if (columns == 0 || rows.size() % columns != 0) {
    throw Error(ErrorCode::invalid_argument,
                "the number of values is not a multiple of the number of columns");
  }
  const std::size_t count = rows.size() / columns;
  if (count == 0) return {std::vector<float>(columns, 0), std::vector<float>(columns, 1)};
  std::vector<double> sums(columns, 0), squares(columns, 0);
  for (std::size_t r = 0; r < count; ++r) {
    for (std::size_t c = 0; c < columns; ++c) sums[c] += rows[r * columns + c];
  }
  for (double &sum : sums) sum /= static_cast<double>(count);
  for (std::size_t r = 0; r < count; ++r) {
    for (std::size_t c = 0; c < columns; ++c) {
      const double off = rows[r * columns + c] - sums[c];
      squares[c] += off * off;
    }
  }
  std::vector<float> means, deviations;
  for (std::size_t c = 0; c < columns; ++c) {
    means.push_back(static_cast<float>(sums[c]));
    deviations.push_back(
        static_cast<float>(std::sqrt(squares[c] / static_cast<double>(count)) + 1e-4));
  }
  return {std::move(means), std::move(deviations)};
}

void Standardizer::apply(std::span<float> rows) const noexcept {
  const std::size_t columns = means_.size();
  for (std::size_t first = 0; first + columns <= rows.size(); first += columns) {
    for (std::size_t c = 0; c < columns; ++c) rows[first + c] = (*this)(c, rows[first + c]);
  }
}

}  // namespace sluice::inline v0
