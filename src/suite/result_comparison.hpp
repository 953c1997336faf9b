#ifndef SLUICE_SRC_SUITE_RESULT_COMPARISON_HPP
#define SLUICE_SRC_SUITE_RESULT_COMPARISON_HPP

#include "sluice/judge/compare.hpp"
#include "sluice/judge/miss_kind.hpp"

namespace sluice::inline v0::suite {

Difference compare(const ReadResult &gold, const ReadResult &predicted,
                   const ComparisonRules &rules);

/// Whether the difference is in the content of the results: not a quirk of a script, and not
/// undecided.
bool counts(Difference difference) noexcept;

}  // namespace sluice::inline v0::suite

#endif
