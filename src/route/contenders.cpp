#include "contenders.hpp"

#include <algorithm>
#include <numeric>

namespace sluice::detail {

std::vector<std::size_t> contenders_of(std::span<const float> scores) {
  constexpr std::size_t most = 12;
  std::vector<std::size_t> places(scores.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  const auto end = places.begin() + static_cast<std::ptrdiff_t>(std::min(most, places.size()));
  std::partial_sort(places.begin(), end, places.end(), [scores](std::size_t a, std::size_t b) {
    return scores[a] != scores[b] ? scores[a] > scores[b] : a < b;
  });
  places.erase(end, places.end());
  return places;
}

void add_contender(std::span<const float> row, std::span<const float> scores,
                   std::span<const std::size_t> contenders, std::size_t place,
                   std::vector<float> &rows) {
  rows.insert(rows.end(), row.begin(), row.begin() + static_cast<std::ptrdiff_t>(row.size() / 2));
  const bool is_first = place == contenders[0];
  if (is_first && contenders.size() == 1) return rows.push_back(0);
  rows.push_back(scores[place] - scores[contenders[is_first ? 1 : 0]]);
}

void settle(const BoostedTrees &trees, std::span<const float> rows,
            std::span<const std::size_t> contenders, std::span<float> scores) {
  if (contenders.empty()) return;
  std::vector<float> said(contenders.size());
  trees.score_rows(rows, said);
  const float least = *std::ranges::min_element(said);
  for (float &score : scores) score += least;
  for (std::size_t c = 0; c < said.size(); ++c) scores[contenders[c]] += said[c] - least;
}

}  // namespace sluice::detail
