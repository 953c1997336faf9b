#ifndef SLUICE_REPORT_BOOTSTRAP_HPP
#define SLUICE_REPORT_BOOTSTRAP_HPP

/// How far a share could lie elsewhere, had other groups been asked about.
/// Source: Efron and Tibshirani 1993, chapter 13 (percentile intervals), drawing whole groups.

#include <cstddef>
#include <cstdint>
#include <span>

#include "sluice/core/language.hpp"

namespace sluice {

/// What one group adds to a share: `part` of `whole`, neither below 0.
struct Ratio {
  double part = 0;
  double whole = 0;
};

struct Interval {
  double low = 0;
  double high = 0;
};

struct BootstrapOptions {
  double level = 0.95;         ///< Share of draws inside the interval, above 0 and below 1.
  std::size_t rounds = 1'000;  ///< Draws.
  std::uint64_t seed = 1;
};

/// Draws as many groups as there are, with replacement, and takes the sum of parts over the sum of
/// wholes; the interval leaves out as many draws below as above. Questions about one database
/// resemble each other, so a group is a database, not a question. The same on every platform;
/// {0, 0} where no group has a whole. Throws Error(invalid_argument) for a level or rounds out of
/// range. O(rounds × groups).
Interval bootstrap_interval(std::span<const Ratio> groups, const BootstrapOptions &options = {});

}  // namespace sluice

#endif
