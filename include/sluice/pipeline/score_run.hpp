#ifndef SLUICE_PIPELINE_SCORE_RUN_HPP
#define SLUICE_PIPELINE_SCORE_RUN_HPP

/// Predictions judged, with reports, checkpoints and a baseline, in one call: what `sluice score`
/// does.

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

/// What is judged; the official script's `--etype`.
enum class ScoreKind : std::uint8_t {
  match,  ///< Exact-set match: queries are compared as they are written, and not run.
  exec,   ///< Execution: queries are run, and their results compared.
  all,    ///< Both.
};

struct ScoreRunOptions {
  /// Gold queries and predictions, line by line, as `read_evaluation_items` takes them.
  EvaluationSource gold = {};
  EvaluationSource predicted = {};
  /// The same in memory, instead of both. `index` and `turn` are set by their order; a session ends
  /// where the next item has another `session`.
  std::vector<EvaluationItem> items = {};

  /// Either a folder as SqliteFolder reads it, or a PostgreSQL URI as PostgresDatabases takes it …
  std::string databases = {};
  std::string suite = {};  ///< … or the file of a suite.
  SuiteEffort suite_effort = SuiteEffort::all;
  std::string tables = {};  ///< tables.json, for exact-set match.

  ScoreKind kind = ScoreKind::exec;
  /// How queries are run and compared, limits and threads included. The report's mode is "r-ves"
  /// where `execution.effort` is set.
  ExecutionOptions execution = {};
  /// For test_suite over SQLite: hardness, exact-set match and the text are those of the official
  /// script. Then a gold query that the script cannot read ends the run, as it ends the script.
  /// False: only execution is judged, and such a gold query is an item like any other.
  bool official = true;

  /// Whether a counterexample is looked for to each prediction, whatever its verdict.
  bool refute = false;
  bool mined = false;  ///< Counterexamples keep to what the rows in `databases` keep.
  std::size_t refute_databases = 600;  ///< That one prediction is compared on, at most.

  /// Files to write, by their extension: .json, .csv, .xml (JUnit) or .html.
  std::vector<std::string> reports = {};
  double save_every = 30;     ///< Seconds between two savings of unfinished .json reports.
  std::string resume = {};    ///< A .json report of a stopped run, whose verdicts are kept.
  std::string baseline = {};  ///< An older .json report to compare with.
  /// Whether `limit_sqlite_heap` is called, as the command does: with 200 MB for judging and 800 MB
  /// for counterexamples. The limit is the whole process's and stays: only for programs that own
  /// their process.
  bool limit_heap = false;
};

struct ScoreRunResult {
  /// The verdicts, in the order of the items. `complete` is false if the run was cancelled: then
  /// items lack verdicts. `baseline` holds the comparison.
  ScoreReport report;
  std::size_t judged = 0;  ///< Items that were run.
  double score = 0;        ///< Mean score of execution, or else of exact-set match.
  /// What the command prints: the official script's text, or a line; counterexamples; the
  /// comparison with the baseline. Empty if the run was cancelled.
  std::string text;
  /// What a reader should know of gold queries that do not run and of verdicts that another run may
  /// not repeat. A line each, without its end.
  std::vector<std::string> doubts;

  bool interrupted() const noexcept { return !report.complete; }
};

/// Judges one set of predictions. Immutable; thread-safe, but two runs at a time may not write the
/// same file.
class ScoreRun {
 public:
  /// Relative paths start from the folder that is the current one now, whatever it is later. Throws
  /// Error(invalid_argument) for options that do not go together, naming what would.
  explicit ScoreRun(ScoreRunOptions options);

  /// The same report for the same queries, databases and settings, whatever the number of threads,
  /// and whether the run was resumed or not. A prediction or a gold query that cannot be run is an
  /// item with that verdict; the others are not affected. Files are written to temporary names and
  /// renamed.
  ///
  /// The progress and the token may cancel the run: then the reports are written with what is known
  /// by then, and so is the result. Saved .json reports can be resumed. A few seconds for 1,000
  /// items; counterexamples cost about 10 ms for each item that differs.
  ///
  /// Throws what reading the files and the databases throws, and Error: malformed (a line of gold
  /// without two fields; a gold query that the official script cannot read), mismatch (`resume` or
  /// `baseline` is of other work), not_found, io (a report cannot be written).
  ScoreRunResult run(const Progress &progress = {}, const CancellationToken &token = {}) const;

 private:
  ScoreRunOptions options_;
  std::string start_;  // the current folder when the paths were given
};

}  // namespace sluice::inline v0

#endif
