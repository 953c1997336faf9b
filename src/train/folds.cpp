#include "train/folds.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sluice/core/error.hpp"
#include "sluice/core/random.hpp"

namespace sluice::inline v0 {

std::vector<std::size_t> folds_by_group(std::span<const std::uint32_t> groups, std::size_t folds,
                                        std::uint64_t seed) {
  std::vector<std::uint32_t> names(groups.begin(), groups.end());
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  if (folds == 0 || names.size() < folds) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{} groups cannot be split into {} folds", names.size(), folds));
  }
  std::vector<std::size_t> fold_of(names.size());
  for (std::size_t i = 0; i < fold_of.size(); ++i) fold_of[i] = i % folds;
  Random(seed).shuffle(fold_of);
  std::vector<std::size_t> result;
  result.reserve(groups.size());
  for (const std::uint32_t group : groups) {
    result.push_back(
        fold_of[static_cast<std::size_t>(std::ranges::lower_bound(names, group) - names.begin())]);
  }
  return result;
}

}  // namespace sluice::inline v0
