#include "sluice/report/bootstrap.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "sluice/core/error.hpp"
#include "sluice/core/random.hpp"

namespace sluice::inline v0 {

Interval bootstrap_interval(std::span<const Ratio> groups, const BootstrapOptions &options) {
  if (!(options.level > 0 && options.level < 1) || options.rounds == 0) {
    throw Error(ErrorCode::invalid_argument,
                "expected a level between 0 and 1 and at least one round");
  }
  if (groups.empty()) return {};
  Random random(options.seed);
  std::vector<double> shares;
  for (std::size_t round = 0; round < options.rounds; ++round) {
    Ratio sum;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      const Ratio &drawn = groups[static_cast<std::size_t>(random.below(groups.size()))];
      sum.part += drawn.part;
      sum.whole += drawn.whole;
    }
    if (sum.whole > 0) shares.push_back(sum.part / sum.whole);
  }
  if (shares.empty()) return {};
  std::ranges::sort(shares);
  const std::size_t last = shares.size() - 1;
  const auto outside =
      static_cast<std::size_t>(std::floor((1 - options.level) / 2 * static_cast<double>(last)));
  return {shares[outside], shares[last - outside]};
}

}  // namespace sluice::inline v0
