#ifndef SLUICE_JUDGE_EXECUTION_HPP
#define SLUICE_JUDGE_EXECUTION_HPP

/// Execution match: runs predictions and gold queries on real databases and compares the results.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/function_ref.hpp"
#include "sluice/core/progress.hpp"
#include "sluice/db/query.hpp"
#include "sluice/judge/compare.hpp"
#include "sluice/judge/evaluation_items.hpp"
#include "sluice/judge/executor.hpp"
#include "sluice/schema/skipped_item.hpp"

namespace sluice::inline v0 {

/// The cost by which BIRD's R-VES compares the two queries.
enum class Effort : std::uint8_t {
  none,
  steps,    ///< Steps of the virtual machine; exactly reproducible.
  seconds,  ///< As in the published script: the mean ratio of many runs.
};

struct ExecutionOptions {
  ComparisonMode mode = ComparisonMode::test_suite;
  /// For test_suite and strict: DISTINCT is significant.
  bool keep_distinct = false;
  /// For test_suite and strict: tries gold's values in place of the prediction's values.
  bool plug_values = false;
  /// For test_suite and strict: if gold's ORDER BY leaves rows equal, accepts any order of them and
  /// any cut that its LIMIT makes between them (see ties.hpp).
  bool ties = false;
  /// For bird: if set, the verdict's score is the square root of the R-VES reward.
  Effort effort = Effort::none;
  std::size_t runs = 100;   ///< For Effort::seconds.
  double tolerance = 1e-2;  ///< For spider2.
  QueryLimits limits;
  std::uint64_t max_fillings = 100'000;
  /// Number of threads; 0 for one per processor.
  std::size_t jobs = 0;
};

/// How ties in gold's order affected a verdict.
enum class TieFinding : std::uint8_t {
  none,         ///< Not at all, or ties were not checked.
  accepted,     ///< Right, because another order or another cut is equally valid.
  unsupported,  ///< Wrong, and gold could not be rewritten to show its ties.
};

/// "none", "accepted", "unread". A static string.
std::string_view name_of(TieFinding finding) noexcept;

/// The verdict on one item. Deterministic and independent of the number of threads, except what
/// `Effort::seconds` measures.
struct ExecutionVerdict {
  bool right = false;
  /// 1 or 0, or the fraction or reward that the mode defines.
  double score = 0;
  /// How the run of the prediction ended, or of gold if `gold_failed`. Abandoned means that the
  /// prediction was found wrong before it finished.
  QueryEnd end = QueryEnd::finished;
  bool gold_failed = false;
  Difference difference = Difference::none;
  TieFinding ties = TieFinding::none;
  /// Message of the engine, or which limit was exceeded, without names of databases. If no database
  /// of the item can be read, gold has failed, and this is the file and the reason.
  std::string message;
  std::optional<std::size_t> offset;
  /// The database on which the two differ, if there are several.
  std::string database;
  /// Number of fillings of the prediction that were tried in addition to its own text.
  std::uint64_t fillings = 0;
  /// Functions in either query that are not deterministic.
  std::vector<std::string> unstable;

  /// One word: "right", a Difference, a QueryEnd, or "gold_" and a QueryEnd.
  std::string reason() const;
};

/// The two queries of an item as they were run.
struct JudgedTexts {
  std::string gold;
  std::string predicted;
  bool plugged = false;  ///< The prediction has other values than those written.
};

/// Texts repaired by the rules of the mode: the prediction as written or, if it was right, the
/// filling that was right. If values may be plugged in, the other fillings follow, since any of
/// them can make a prediction right; at most `max_fillings`.
std::vector<JudgedTexts> judged_texts(const EvaluationItem &item, const std::string &gold,
                                      const ExecutionVerdict &verdict,
                                      const ExecutionOptions &options,
                                      std::uint64_t max_fillings = 32);

struct ExecutionScores {
  /// One per item; empty for those that were not reached before cancellation.
  std::vector<std::optional<ExecutionVerdict>> verdicts;
  /// Databases that cannot be read, sorted. If no other has the same id, gold has failed for all of
  /// its items.
  std::vector<SkippedItem> skipped = {};
  bool cancelled = false;
};

/// Saves intermediate results of long work, so that a crash loses little.
struct VerdictSaver {
  /// Called from the thread that waits for the work while it continues. An exception ends the work.
  function_ref<void(const ExecutionScores &so_far)> save;
  double every_seconds = 30;  ///< Only if there is something new.
};

/// Judges every item for which `known` has no verdict. Equal items are run once; gold queries are
/// run once per database. Reports `progress` from the calling thread. If the system starts no
/// threads, the calling thread does the work itself; then only its own limits stop a running query.
/// If no verdict is known and no database can be read, throws what `source` throws.
ExecutionScores score_execution(const std::vector<EvaluationItem> &items,
                                const DatabaseSource &source, const ExecutionOptions &options,
                                const Progress &progress = {},
                                std::vector<std::optional<ExecutionVerdict>> known = {},
                                std::optional<VerdictSaver> saver = {});

/// BIRD's reward for a right query, by the ratio of gold's cost to its own: 1.25 from 2 on, 1 from
/// 1 on, 0.75 from 0.5 on, 0.5 from 0.25 on, and 0.25 below.
double r_ves_reward(double ratio) noexcept;

}  // namespace sluice::inline v0

#endif
