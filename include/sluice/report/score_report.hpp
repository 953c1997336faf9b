#ifndef SLUICE_REPORT_SCORE_REPORT_HPP
#define SLUICE_REPORT_SCORE_REPORT_HPP

/// What `sluice score` writes for programs and for people, and reads back to go on or to compare.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/report/score_comparison.hpp"
#include "sluice/spider/score_item.hpp"

namespace sluice {

/// What searches for counterexamples say of some of the items.
struct RefutationCounts {
  std::size_t items = 0;  ///< That were looked at.
  std::size_t refuted = 0;
  std::size_t proved = 0;
  std::size_t not_refuted = 0;
};

struct ScoreReport {
  std::string mode;
  /// Flags that verdicts depend on, such as "keep_distinct", with a blank between them.
  std::string settings;
  /// Of the queries and of all settings that verdicts depend on.
  std::string fingerprint;
  /// Of gold queries and databases alone; empty in a report that was written without.
  std::string gold_fingerprint;
  /// False if the work was stopped: then items lack verdicts.
  bool complete = true;
  std::vector<ScoreItem> items;
  /// With an older report, where one was asked for.
  std::optional<ScoreComparison> baseline;

  /// Mean score of the items of a level, or of all; an item without verdict scores 0. 0 where there
  /// are none.
  double execution(std::optional<Hardness> level = {}) const;
  double exact(std::optional<Hardness> level = {}) const;
  std::size_t count(std::optional<Hardness> level = {}) const;
  /// Of items that execution calls right, or wrong.
  RefutationCounts refutations(bool right) const;
  /// Mean score if what is refuted scores 0.
  double execution_unless_refuted() const;
};

/// {"mode","settings","fingerprint","gold_fingerprint","complete","count":{"easy",…,"all"},"exact":
/// {…},"execution":{…},"partial":{"select":{"accuracy","recall","f1"},…},"kinds":{kind:n},
/// "baseline":{…},"refutations":{"passes":{"count","refuted","proved","not_refuted"},"misses":{…},
/// "execution_unless_refuted"},"items":[{"index","database","hardness","exact","execution","score",
/// "reason","kind","message",…,"refutation":{"verdict","proof","databases_tried","bound",
/// "open_rows","plugged","message","script","rows","minimal","kind","gold":{"columns","row_count",
/// "rows"},"predicted":{…}}}]}; what was not asked for, or says nothing, is left out. Without
/// times: the same work gives the same bytes.
std::string to_json(const ScoreReport &report);
/// A header line and a line an item (RFC 4180).
std::string to_csv(const ScoreReport &report);
/// JUnit: a suite a database, a case an item, a failure where execution (or else exact-set match)
/// says wrong.
std::string to_junit(const ScoreReport &report);

/// What `to_json` wrote; of exact-set match only whether it matched, and no texts and samples.
/// Throws Error(malformed).
ScoreReport read_score_report(std::string_view json, const std::string &source);

/// The verdicts in it. Throws Error(mismatch), naming `source`, if they are of other work.
std::vector<std::optional<ExecutionVerdict>> verdicts_of(const ScoreReport &report,
                                                         const std::string &source,
                                                         std::string_view fingerprint);

struct ScorePageOptions {
  std::string title = "sluice score";
  std::size_t misses = 200;        ///< Shown in full, the rest as a list.
  std::size_t query_bytes = 8192;  ///< Of one query that is shown.
};

/// One HTML file that needs nothing else: scores by hardness, by database and by what gold queries
/// make use of, and the misses with both queries and both results, and with a counterexample where
/// one was looked for; passes that one refutes, too. Bounded in size by the number of
/// items.
std::string score_page(const ScoreReport &report, const ScorePageOptions &options = {});

}  // namespace sluice

#endif
