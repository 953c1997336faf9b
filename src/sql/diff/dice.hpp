#ifndef SLUICE_SRC_SQL_DIFF_DICE_HPP
#define SLUICE_SRC_SQL_DIFF_DICE_HPP

/// The similarity of two texts, by the bigrams that they share.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "sluice/sql/diff_tree.hpp"

namespace sluice::inline v0::sql {

/// How many bigrams two sorted lists share, counting duplicates.
inline std::size_t common_bigrams(std::span<const std::uint32_t> a,
                                  std::span<const std::uint32_t> b) noexcept {
  std::size_t i = 0, j = 0, common = 0;
  while (i < a.size() && j < b.size()) {
    const std::uint32_t x = a[i], y = b[j];
    common += x == y ? 1U : 0U;
    i += x <= y ? 1U : 0U;
    j += y <= x ? 1U : 0U;
  }
  return common;
}

/// The Dice coefficient of the bigrams. Texts too short for bigrams count as similar if the nodes
/// are equal.
inline double dice(const DiffTree &a, std::size_t in_a, const DiffTree &b, std::size_t in_b) {
  const std::size_t total = std::size_t{a.detail(in_a).bigrams} + b.detail(in_b).bigrams;
  if (total == 0) return a[in_a].equality == b[in_b].equality ? 1.0 : 0.0;
  return static_cast<double>(2 * common_bigrams(a.bigrams(in_a), b.bigrams(in_b))) /
         static_cast<double>(total);
}

/// Whether the Dice coefficient is at least 0.6.
inline bool alike(const DiffTree &a, std::size_t in_a, const DiffTree &b, std::size_t in_b) {
  const std::size_t of_a = a.detail(in_a).bigrams, of_b = b.detail(in_b).bigrams;
  const std::size_t total = of_a + of_b;
  if (10 * std::min(of_a, of_b) < 3 * total) return false;
  if (total == 0) return a[in_a].equality == b[in_b].equality;
  return 10 * common_bigrams(a.bigrams(in_a), b.bigrams(in_b)) >= 3 * total;
}

}  // namespace sluice::inline v0::sql

#endif
