#include "contenders.hpp"

#include <algorithm>
#include <numeric>

namespace sluice::inline v0::route_detail {

std::vector<std::size_t> contenders_of(std::span<const float> scores) {
  constexpr std::size_t max_contenders = 8;
  std::vector<std::size_t> places(scores.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  const auto end =
      places.begin() + static_cast<std::ptrdiff_t>(std::min(max_contenders, places.size()));
  std::partial_sort(places.begin(), end, places.end(), [scores](std::size_t a, std::size_t b) {
    return scores[a] != scores[b] ? scores[a] > scores[b] : a < b;
  });
  places.erase(end, places.end());
  return places;
}

void rescore_contenders(const Perceptron &perceptron, std::span<const float> rows,
                        const RowParts &parts, std::span<const std::size_t> contenders,
                        std::span<float> scores) {
  if (contenders.empty() || perceptron.columns() == 0) return;
  std::vector<float> rescored(contenders.size());
  perceptron.score_rows(rows, parts, rescored);
  const float shift = *std::ranges::min_element(rescored) - scores[contenders.back()];
  for (float &score : scores) score += shift;
  for (std::size_t c = 0; c < rescored.size(); ++c) scores[contenders[c]] = rescored[c];
}

}  // namespace sluice::inline v0::route_detail
