#ifndef SLUICE_SRC_SUITE_RESULT_COMPARISON_HPP
#define SLUICE_SRC_SUITE_RESULT_COMPARISON_HPP

#include "sluice/judge/compare.hpp"
#include "sluice/judge/miss_kind.hpp"

namespace sluice::suite {

Difference compare(const ReadResult &gold, const ReadResult &predicted,
                   const ComparisonRules &rules);

/// Whether the results differ in what they say: not by a quirk of a script, or for want of knowing.
bool counts(Difference difference) noexcept;

}  // namespace sluice::suite

#endif
