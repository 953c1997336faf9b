#ifndef SLUICE_REPORT_SCORE_REPORT_HPP
#define SLUICE_REPORT_SCORE_REPORT_HPP

/// The reports of `sluice score` for programs and for users; they can be read back to resume or to
/// compare.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/report/score_comparison.hpp"
#include "sluice/schema/skipped_item.hpp"
#include "sluice/spider/score_item.hpp"

namespace sluice::inline v0 {

/// Results of the searches for counterexamples for some of the items.
struct RefutationCounts {
  std::size_t items = 0;  ///< Number of items that were searched.
  std::size_t refuted = 0;
  std::size_t proved = 0;
  std::size_t not_refuted = 0;
};

struct ScoreReport {
  std::string mode;
  /// Flags that affect verdicts, such as "keep_distinct", separated by blanks.
  std::string settings;
  /// Hash of the queries and of all settings that affect verdicts.
  std::string fingerprint;
  /// Hash of gold queries and databases only; empty in a report that was written without it.
  std::string gold_fingerprint;
  /// False if the work was stopped; then some items lack verdicts.
  bool complete = true;
  /// Databases that cannot be read, sorted. Their items are judged on the others of the same id; if
  /// there is none, gold has failed.
  std::vector<SkippedItem> skipped;
  std::vector<ScoreItem> items;
  /// Comparison with an older report, if requested.
  std::optional<ScoreComparison> baseline;

  /// Mean score of the items of a level, or of all. An item without a verdict scores 0; so does an
  /// empty set of items.
  double execution(std::optional<Hardness> level = {}) const;
  double exact(std::optional<Hardness> level = {}) const;
  std::size_t count(std::optional<Hardness> level = {}) const;
  /// Counts over the items that execution judged right, or wrong.
  RefutationCounts refutations(bool right) const;
  /// Mean score if refuted items score 0.
  double execution_unless_refuted() const;
};

/// {"mode","settings","fingerprint","gold_fingerprint","complete","count":{"easy",…,"all"},"exact":
/// {…},"execution":{…},"partial":{"select":{"accuracy","recall","f1"},…},"kinds":{kind:n},
/// "baseline":{…},"refutations":{"passes":{"count","refuted","proved","not_refuted"},"misses":{…},
/// "execution_unless_refuted"},"skipped":[{"where","reason"}],"items":[{"index","database",
/// "hardness","exact","execution","score","reason","kind","message",…,"refutation":{"verdict",
/// "proof","databases_tried","bound","open_rows","plugged","message","script","rows","minimal",
/// "kind","gold":{"columns","row_count","rows"},"predicted":{…}}}]}. Omits what was not requested
/// or is empty. Contains no times, so the same work gives the same bytes.
std::string to_json(const ScoreReport &report);
/// A header line and one line per item (RFC 4180).
std::string to_csv(const ScoreReport &report);
/// JUnit: one suite per database, one case per item, and a failure if execution (or else exact-set
/// match) judged it wrong.
std::string to_junit(const ScoreReport &report);

/// Reads the output of `to_json`, except texts, samples, and the parts of exact-set match. Throws
/// Error(malformed).
ScoreReport read_score_report(std::string_view json, const std::string &source);

/// The verdicts in the report. Throws Error(mismatch), naming `source`, if the fingerprints
/// differ.
std::vector<std::optional<ExecutionVerdict>> verdicts_of(const ScoreReport &report,
                                                         const std::string &source,
                                                         std::string_view fingerprint);

struct ScorePageOptions {
  std::string title = "sluice score";
  std::size_t misses = 200;        ///< Number of misses shown in full; the rest are listed.
  std::size_t query_bytes = 8192;  ///< Maximum number of bytes shown of one query.
};

/// One self-contained HTML file: scores by hardness, by database and by features of gold queries,
/// and the misses with both queries, both results and, if one was found, a counterexample; also
/// passes that a counterexample refutes. The size is bounded by the number of items.
std::string score_page(const ScoreReport &report, const ScorePageOptions &options = {});

}  // namespace sluice::inline v0

#endif
