#ifndef SLUICE_PIPELINE_SUITE_RUN_HPP
#define SLUICE_PIPELINE_SUITE_RUN_HPP

/// A suite from gold queries to a file in one call: what `sluice suite build` does.

#include <cstdint>
#include <string>
#include <vector>

#include "sluice/core/progress.hpp"
#include "sluice/pipeline/evaluation_source.hpp"
#include "sluice/suite/suite.hpp"
#include "sluice/suite/suite_builder.hpp"

namespace sluice::inline v0 {

struct SuiteRunOptions {
  /// Gold queries: `SQL<tab>database` a line, or JSON lines, as `read_evaluation_items` takes them.
  EvaluationSource gold = {};
  std::vector<GoldLine> golds = {};  ///< The same in memory, instead of `gold`.
  std::string databases = {};        ///< A folder as SqliteFolder reads it.
  std::string tables = {};           ///< tables.json, whose foreign keys count too; may be empty.
  /// The suite's file. Until it is written, what is finished is in OUT.partial. Empty: no file.
  std::string out = {};
  SuiteOptions building = {};  ///< Mutators, data, seed, inferred keys, threads, shard.
  /// Whether schemas that an earlier run left in OUT.partial are taken from there, as far as they
  /// were made from the same. Where there is no such file, the run starts from nothing.
  bool resume = false;
  double save_every = 5;  ///< Seconds between two times that OUT.partial is written.
  /// Whether `limit_sqlite_heap` is called with 800 MB, as the command does. The limit is the whole
  /// process's and stays: only for programs that own their process.
  bool limit_heap = false;
};

struct SuiteRunResult {
  Suite suite;
  std::uint64_t bytes = 0;  ///< Of the file; 0 without one.
  double seconds = 0;
};

/// One JSON object: what `write_counts` writes of the suite, "bytes" and "seconds". `sluice suite
/// build --json` prints it.
std::string to_json(const SuiteRunResult &result);

/// Builds one suite, or one shard of it. Immutable; thread-safe, but two runs at a time may not
/// write the same file.
class SuiteRun {
 public:
  /// Relative paths start from the folder that is the current one now, whatever it is later. Throws
  /// Error(invalid_argument): both or neither of `gold` and `golds`, no `databases`, `resume`
  /// without `out`, a shard that does not exist.
  explicit SuiteRun(SuiteRunOptions options);

  /// The same suite, and the same bytes in `out`, for the same golds, databases and settings,
  /// whatever the number of threads, and whether the run was resumed or not. A gold query that
  /// cannot be used is part of the suite, with its problem; the others are not affected.
  ///
  /// The progress and the token may cancel the run: then finished schemas are saved in OUT.partial,
  /// from which `resume` goes on, and the call throws Error(cancelled). `out` is only there whole.
  /// Throws what reading the golds, the tables and the databases throws, and Error: malformed,
  /// mismatch (OUT.partial is damaged or something else), io.
  SuiteRunResult run(const Progress &progress = {}, const CancellationToken &token = {}) const;

 private:
  std::string path(const std::string &given) const;

  SuiteRunOptions options_;
  std::string start_;  // the current folder when the paths were given
};

}  // namespace sluice::inline v0

#endif
