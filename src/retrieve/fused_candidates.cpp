#include "sluice/retrieve/fused_candidates.hpp"

#include <functional>

#include <fmt/format.h>

#include "sluice/core/error.hpp"

namespace sluice::inline v0 {
namespace {

/// Adds `weight` times each column's score by one source, at most 1, to `sums`.
void add_scaled(std::span<const float> row, float weight, std::span<float> sums) {
  const float greatest = std::ranges::max(row);
  if (greatest <= 0) return;  // the source matches no column
  for (std::size_t c = 0; c < row.size(); ++c) sums[c] += weight * (row[c] / greatest);
}

void add_ranked(std::span<const float> row, float weight, float constant, std::span<float> sums) {
  std::vector<float> falling(row.begin(), row.end());
  std::ranges::sort(falling, std::ranges::greater{});
  for (std::size_t c = 0; c < row.size(); ++c) {
    const auto better =
        std::ranges::lower_bound(falling, row[c], std::ranges::greater{}) - falling.begin();
    sums[c] += weight * (constant + 1) / (constant + 1 + static_cast<float>(better));
  }
}

}  // namespace

std::vector<float> fuse(std::span<const float> first, std::span<const float> second,
                        std::size_t probes, const FusionOptions &options) {
  if (first.size() != second.size() ||
      (probes == 0 ? !first.empty() : first.size() % probes != 0)) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{} and {} similarities of {} probes cannot be fused", first.size(),
                            second.size(), probes));
  }
  if (!(options.second_weight >= 0) || !(options.rank_constant >= 0)) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("a weight of {} and a constant of {}, expected at least 0",
                            options.second_weight, options.rank_constant));
  }
  std::vector<float> fused(first.size(), 0.0F);
  const std::size_t columns = probes == 0 ? 0 : first.size() / probes;
  if (columns == 0) return fused;
  for (std::size_t p = 0; p < probes; ++p) {
    const auto sums = std::span(fused).subspan(p * columns, columns);
    const auto add = [&](std::span<const float> all, float weight) {
      const auto row = all.subspan(p * columns, columns);
      if (options.rule == FusionRule::scaled_sum) {
        add_scaled(row, weight, sums);
      } else {
        add_ranked(row, weight, options.rank_constant, sums);
      }
    };
    add(first, 1.0F);
    add(second, options.second_weight);
  }
  // In the range of cosines, which later steps map to [0, 1].
  for (float &x : fused) x = std::max(-1.0F, 2 * x / (1 + options.second_weight) - 1);
  return fused;
}

}  // namespace sluice::inline v0
