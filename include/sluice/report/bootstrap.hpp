#ifndef SLUICE_REPORT_BOOTSTRAP_HPP
#define SLUICE_REPORT_BOOTSTRAP_HPP

/// Confidence intervals of a ratio by bootstrap resampling of groups.
/// Source: Efron and Tibshirani 1993, chapter 13 (percentile intervals), drawing whole groups.

#include <cstddef>
#include <cstdint>
#include <span>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// The contribution of one group to the ratio: `part` of `whole`, both at least 0.
struct Ratio {
  double part = 0;
  double whole = 0;
};

struct Interval {
  double low = 0;
  double high = 0;
};

struct BootstrapOptions {
  double level = 0.95;         ///< Confidence level, above 0 and below 1.
  std::size_t rounds = 1'000;  ///< Number of resamples.
  std::uint64_t seed = 1;
};

/// Draws as many groups as there are, with replacement, and divides the sum of parts by the sum of
/// wholes; the interval leaves out equally many draws on both sides. Questions about one database
/// resemble each other, so a group should be a database, not a question. The same on every
/// platform; {0, 0} if every `whole` is 0. Throws Error(invalid_argument) if level or rounds are
/// out of range. O(rounds × groups).
Interval bootstrap_interval(std::span<const Ratio> groups, const BootstrapOptions &options = {});

}  // namespace sluice::inline v0

#endif
