#include "sluice/learn/ranked_groups.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sluice/core/error.hpp"

namespace sluice::inline v0 {

void RankedGroups::check() const {
  const auto refuse = [](const char *why) { throw Error(ErrorCode::invalid_argument, why); };
  const std::size_t all = std::accumulate(sizes.begin(), sizes.end(), std::size_t{0});
  if (columns == 0 || sizes.empty() || target.size() != all || rows.size() != all * columns)
    refuse("the sizes of rows, groups and targets do not match");
  if (!weights.empty() && weights.size() != sizes.size())
    refuse("the numbers of groups and of their weights do not match");
  std::span<const std::uint8_t> left = target;
  for (const std::size_t size : sizes) {
    if (std::ranges::all_of(left.first(size), [](std::uint8_t right) { return right == 0; }))
      refuse("a group has no right row");
    left = left.subspan(size);
  }
  if (!std::ranges::all_of(weights, [](float of) { return std::isfinite(of) && of >= 0; }))
    refuse("a weight is negative or not finite");
  if (!std::ranges::all_of(rows, [](float x) { return std::isfinite(x); }))
    refuse("a feature is not finite");
}

}  // namespace sluice::inline v0
