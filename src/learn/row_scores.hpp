#ifndef SLUICE_SRC_LEARN_ROW_SCORES_HPP
#define SLUICE_SRC_LEARN_ROW_SCORES_HPP

#include <cstddef>
#include <span>
#include <vector>

#include "sluice/learn/linear_model.hpp"

namespace sluice::inline v0::learn_detail {

/// The score of each of the rows, which are in row-major order.
inline std::vector<float> scores_of(const LinearModel &model, std::span<const float> rows) {
  std::vector<float> scores;
  for (std::size_t at = 0; at < rows.size(); at += model.columns())
    scores.push_back(model.score(rows.subspan(at, model.columns())));
  return scores;
}

}  // namespace sluice::inline v0::learn_detail

#endif
