#ifndef SLUICE_PIPELINE_SCORE_RUN_HPP
#define SLUICE_PIPELINE_SCORE_RUN_HPP

/// Judges predictions in one call, with reports, checkpoints and a baseline, as `sluice score`
/// does. "The official script" is Spider's script for scoring on test suites.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sluice/core/progress.hpp"
#include "sluice/judge/execution.hpp"
#include "sluice/pipeline/evaluation_source.hpp"
#include "sluice/report/score_report.hpp"
#include "sluice/suite/suite_source.hpp"

namespace sluice::inline v0 {

/// What is judged: the official script's `--etype`.
enum class ScoreKind : std::uint8_t {
  match,  ///< Exact-set match: compares the texts of queries and does not run them.
  exec,   ///< Execution: runs queries and compares their results.
  all,    ///< Both.
};

struct ScoreRunOptions {
  /// Gold queries and predictions, line by line, in a format of `read_evaluation_items`.
  EvaluationSource gold = {};
  EvaluationSource predicted = {};
  /// The same in memory, instead of `gold` and `predicted`. `index` and `turn` are set by the order
  /// of the items; a session ends where the next item has another `session`.
  std::vector<EvaluationItem> items = {};

  /// Either a folder for SqliteFolder or a PostgreSQL URI for PostgresDatabases …
  std::string databases = {};
  std::string suite = {};  ///< … or the path of a suite file.
  SuiteEffort suite_effort = SuiteEffort::all;
  std::string tables = {};  ///< tables.json, for exact-set match.

  ScoreKind kind = ScoreKind::exec;
  /// How queries are run and compared, with limits and threads. The report's mode is "r-ves" if
  /// `execution.effort` is set.
  ExecutionOptions execution = {};
  /// For the mode test_suite on SQLite databases. True: hardness, exact-set match and the text are
  /// those of the official script, and a gold query that the script cannot read ends the run, as it
  /// ends the script. False: only execution is judged, and such a gold query is an item like any
  /// other.
  bool official = true;

  /// Searches for a counterexample to each prediction, whatever its verdict: a database on which it
  /// and the gold query return different rows.
  bool refute = false;
  bool mined = false;  ///< Counterexamples satisfy the constraints of the rows in `databases`.
  std::size_t refute_databases =
      600;  ///< Maximum number of databases to compare one prediction on.

  /// Paths of reports to write; the extension is the format: .json, .csv, .xml (JUnit) or .html.
  std::vector<std::string> reports = {};
  double save_every = 30;  ///< Seconds between checkpoints of unfinished .json reports.
  /// A .json report of a stopped run; its verdicts are reused, except where the gold query failed.
  std::string resume = {};
  std::string baseline = {};  ///< An older .json report to compare with.
  /// Calls `limit_sqlite_heap`, as the command does: with 200 MB for judging and 800 MB for
  /// counterexamples. The limit is process-wide and permanent: set it only in programs that own
  /// their process.
  bool limit_heap = false;
};

struct ScoreRunResult {
  /// Verdicts in the order of the items. `complete` is false if the run was cancelled: then some
  /// items have no verdict. `baseline` is the comparison with the baseline, `skipped` lists the
  /// databases that cannot be read.
  ScoreReport report;
  std::size_t judged = 0;  ///< Number of items that were run.
  double score =
      0;  ///< Mean score of execution, or of exact-set match if that is all that is judged.
  /// The command's output: the official script's text or one line, the counterexamples and the
  /// comparison with the baseline. Empty if the run was cancelled.
  std::string text;
  /// Warnings about gold queries that do not run, except those of skipped databases, and verdicts
  /// that another run may not repeat. One line each, without line feeds.
  std::vector<std::string> doubts;

  bool interrupted() const noexcept { return !report.complete; }
};

/// Judges one set of predictions. Immutable. Thread-safe, but concurrent runs must not write the
/// same file.
class ScoreRun {
 public:
  /// Relative paths are resolved against the working directory at construction. Throws
  /// Error(invalid_argument) for options that contradict each other; the message says what to use.
  explicit ScoreRun(ScoreRunOptions options);

  /// Deterministic: the report does not depend on the number of threads, nor on whether the run was
  /// resumed. A prediction or a gold query that cannot be run is an item with that verdict and does
  /// not affect the others. A database that cannot be read is skipped: its items are judged on the
  /// others of the same id, or else get the verdict that gold failed. Files are written to
  /// temporary names and renamed. The progress and the token can cancel the run: then the reports
  /// and the result have the verdicts so far, and a .json report can be resumed. Takes a few
  /// seconds per 1,000 items; counterexamples cost about 10 ms per item that differs.
  ///
  /// Throws what reading the files throws; if no database can be read, the first one's error; and
  /// Error: malformed (a line of gold without two fields; a gold query that the official script
  /// cannot read), mismatch (`resume` or `baseline` is of other items or settings), not_found, io
  /// (a report cannot be written).
  ScoreRunResult run(const Progress &progress = {}, const CancellationToken &token = {}) const;

 private:
  ScoreRunOptions options_;
  std::string start_;  // the working directory at construction
};

}  // namespace sluice::inline v0

#endif
