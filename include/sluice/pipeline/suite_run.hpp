#ifndef SLUICE_PIPELINE_SUITE_RUN_HPP
#define SLUICE_PIPELINE_SUITE_RUN_HPP

/// Builds a test suite from gold queries and writes it to a file, in one call, as `sluice suite
/// build` does.

#include <cstdint>
#include <string>
#include <vector>

#include "sluice/core/progress.hpp"
#include "sluice/pipeline/evaluation_source.hpp"
#include "sluice/schema/skipped_item.hpp"
#include "sluice/suite/suite.hpp"
#include "sluice/suite/suite_builder.hpp"

namespace sluice::inline v0 {

struct SuiteRunOptions {
  /// Gold queries: one `SQL<tab>database` per line, or JSON lines, as for `read_evaluation_items`.
  EvaluationSource gold = {};
  std::vector<GoldLine> golds = {};  ///< The same in memory, instead of `gold`.
  std::string databases = {};        ///< A folder for SqliteFolder.
  std::string tables = {};           ///< tables.json, for its foreign keys; may be empty.
  /// Path of the suite, called OUT below; empty: no file. Until it is written, finished schemas are
  /// in OUT.partial.
  std::string out = {};
  SuiteOptions building = {};  ///< Mutators, data, seed, inferred keys, threads, shard.
  /// Reuses the schemas in OUT.partial that an earlier run built from the same input. Without that
  /// file, the run starts from scratch.
  bool resume = false;
  double save_every = 5;  ///< Seconds between checkpoints in OUT.partial.
  /// Calls `limit_sqlite_heap` with 800 MB, as the command does. The limit is process-wide and
  /// permanent: set it only in programs that own their process.
  bool limit_heap = false;
};

struct SuiteRunResult {
  Suite suite;
  /// What of `tables` cannot be read, then databases that cannot be read, sorted. The suite lacks
  /// their schemas, unless there is another database of the same id.
  std::vector<SkippedItem> skipped;
  std::uint64_t bytes = 0;  ///< Size of the file; 0 without a file.
  double seconds = 0;
};

/// One JSON object: the members that `write_counts` writes for the suite, "bytes", "seconds" and
/// "skipped", [{"where", "reason"}]. `sluice suite build --json` prints it.
std::string to_json(const SuiteRunResult &result);

/// Builds one suite, or one shard of it. Immutable. Thread-safe, but concurrent runs must not write
/// the same file.
class SuiteRun {
 public:
  /// Relative paths are resolved against the working directory at construction. Throws
  /// Error(invalid_argument) for both or neither of `gold` and `golds`, no `databases`, `resume`
  /// without `out`, or a shard that does not exist.
  explicit SuiteRun(SuiteRunOptions options);

  /// Deterministic: the suite and the bytes of `out` do not depend on the number of threads, nor on
  /// whether the run was resumed. A gold query that cannot be used is in the suite with its problem
  /// and does not affect the others; a database that cannot be read is skipped. The progress and
  /// the token can cancel the run: then finished schemas are saved in OUT.partial, from which
  /// `resume` continues, and the call throws Error(cancelled). `out` is never written in part.
  /// Throws what reading the golds and the tables throws; if no database can be read, the first
  /// one's error; and Error: malformed, mismatch (OUT.partial is damaged or another file), io.
  SuiteRunResult run(const Progress &progress = {}, const CancellationToken &token = {}) const;

 private:
  std::string path(const std::string &given) const;

  SuiteRunOptions options_;
  std::string start_;  // the working directory at construction
};

}  // namespace sluice::inline v0

#endif
