#ifndef SLUICE_REPORT_SCORE_COMPARISON_HPP
#define SLUICE_REPORT_SCORE_COMPARISON_HPP

/// Two reports on the same questions: what broke, what was mended, and whether chance would do.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sluice/report/bootstrap.hpp"

namespace sluice {

struct ScoreReport;

struct ScoreComparison {
  /// By what both were judged: "execution" or "exact".
  std::string measure;
  double before = 0;  ///< Mean scores, in [0, 1] but for R-VES.
  double after = 0;
  std::vector<std::size_t> broke;  ///< Positions of items that were right and are not.
  std::vector<std::size_t> mended;
  std::size_t both_right = 0;
  std::size_t both_wrong = 0;
  /// McNemar's exact test: how likely so uneven a split of broke and mended is, were either as
  /// likely. In [0, 1].
  double p_value = 1;
  /// Of after - before, drawn over databases; over questions where there is one database only.
  Interval interval;
};

/// Throws Error(mismatch), naming `source` (of `before`): other gold queries, another number of
/// items, another mode, other settings, an unfinished report. `after` needs no verdicts yet.
void check_comparable(const ScoreReport &before, const ScoreReport &after,
                      const std::string &source);

/// Execution is compared where both have it, else exact-set match. The same on every platform.
/// Throws what `check_comparable` throws, and Error(mismatch) where nothing was judged in both.
ScoreComparison compare_scores(const ScoreReport &before, const ScoreReport &after,
                               const std::string &source, const BootstrapOptions &options = {});

/// A few lines for people: scores, difference with its interval, test, then the items.
std::string comparison_text(const ScoreComparison &comparison);

/// The two-sided exact test of `a` against `b` among a + b, each as likely: min(1, 2 P(X ≤ min(a,
/// b))) for X binomial with 1/2. Source: McNemar 1947, in the exact form. O(a + b).
double mcnemar_p_value(std::uint64_t a, std::uint64_t b) noexcept;

}  // namespace sluice

#endif
