#ifndef SLUICE_REPORT_SCORE_COMPARISON_HPP
#define SLUICE_REPORT_SCORE_COMPARISON_HPP

/// Compares two reports on the same questions: which items broke, which were fixed, and whether
/// chance would explain that.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sluice/report/bootstrap.hpp"

namespace sluice::inline v0 {

struct ScoreReport;

struct ScoreComparison {
  /// The measure that both were judged by: "execution" or "exact".
  std::string measure;
  double before = 0;  ///< Mean scores, in [0, 1] except for R-VES.
  double after = 0;
  std::vector<std::size_t> broke;  ///< Positions of items that were right and are not.
  std::vector<std::size_t> fixed;
  std::size_t both_right = 0;
  std::size_t both_wrong = 0;
  /// McNemar's exact test: the probability of a split between broken and fixed items at least this
  /// uneven if both were equally likely. In [0, 1].
  double p_value = 1;
  /// Interval of after - before, resampled over databases, or over questions if there is only one
  /// database.
  Interval interval;
};

/// Throws Error(mismatch), naming `source` (of `before`), if the reports have different gold
/// queries, numbers of items, modes or settings, or if one is unfinished. `after` needs no verdicts
/// yet.
void check_comparable(const ScoreReport &before, const ScoreReport &after,
                      const std::string &source);

/// Compares execution if both have it, else exact-set match. The same on every platform. Throws
/// what `check_comparable` throws, and Error(mismatch) if nothing was judged in both.
ScoreComparison compare_scores(const ScoreReport &before, const ScoreReport &after,
                               const std::string &source, const BootstrapOptions &options = {});

/// A few lines for users: scores, difference with its interval, test, then the items.
std::string comparison_text(const ScoreComparison &comparison);

/// The two-sided exact test of `a` against `b` out of a + b, both equally likely: min(1, 2 P(X ≤
/// min(a, b))) for X binomial with probability 1/2. Source: McNemar 1947, in the exact form. O(a +
/// b).
double mcnemar_p_value(std::uint64_t a, std::uint64_t b) noexcept;

}  // namespace sluice::inline v0

#endif
