#ifndef SLUICE_JUDGE_EXECUTION_HPP
#define SLUICE_JUDGE_EXECUTION_HPP

/// Execution match: predictions and gold queries run on real databases, and what they give
/// compared.

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

namespace sluice {

/// What BIRD's R-VES compares the two queries by.
enum class Effort : std::uint8_t {
  none,
  steps,    ///< Of the virtual machine: repeats to the digit.
  seconds,  ///< As the published script does: the mean ratio of many runs.
};

struct ExecutionOptions {
  ComparisonMode mode = ComparisonMode::test_suite;
  /// For test_suite and strict: DISTINCT counts.
  bool keep_distinct = false;
  /// For test_suite and strict: gold's values are tried in the prediction's places.
  bool plug_values = false;
  /// For test_suite and strict: where gold's ORDER BY leaves rows equal, any order of them is
  /// right, and any cut that its LIMIT makes between them (see ties.hpp).
  bool ties = false;
  /// For bird: the verdict's score is the square root of R-VES's reward.
  Effort effort = Effort::none;
  std::size_t runs = 100;   ///< For Effort::seconds.
  double tolerance = 1e-2;  ///< For spider2.
  QueryLimits limits;
  std::uint64_t max_fillings = 100'000;
  /// Threads; 0 for as many as the machine has.
  std::size_t jobs = 0;
};

/// What gold's ties had to do with a verdict.
enum class TieFinding : std::uint8_t {
  none,      ///< Nothing, or nobody asked.
  accepted,  ///< It is right because another order, or another cut, is as good as gold's.
  unread,    ///< It is wrong, and gold could not be rewritten to show its ties.
};

/// "none", "accepted", "unread". A static string.
std::string_view name_of(TieFinding finding) noexcept;

/// What came out for one item. Everything in it but what `Effort::seconds` measures repeats,
/// whatever the number of threads.
struct ExecutionVerdict {
  bool right = false;
  /// 1 or 0, or the share or reward that the mode gives.
  double score = 0;
  /// How the prediction ended, or gold did if `gold_failed`. Abandoned: it was wrong before its
  /// end.
  QueryEnd end = QueryEnd::finished;
  bool gold_failed = false;
  Difference difference = Difference::none;
  TieFinding ties = TieFinding::none;
  /// Of the engine, or of what was too much. Without what a database's name says.
  std::string message;
  std::optional<std::size_t> offset;
  /// The database that told the two apart, if there are several.
  std::string database;
  /// Fillings of the prediction that were tried besides its own text.
  std::uint64_t fillings = 0;
  /// Functions of either query that may give something else next time.
  std::vector<std::string> unstable;

  /// One word: "right", a Difference, a QueryEnd, or "gold_" and a QueryEnd.
  std::string reason() const;
};

/// The two queries of an item as databases got to see them.
struct JudgedTexts {
  std::string gold;
  std::string predicted;
  bool plugged = false;  ///< The prediction has other values than were written.
};

/// Repaired as the mode has it: as the prediction was written or, if it was right, as it was right.
/// Where values may be plugged in, behind that come the other ways to do so, since each of them
/// makes a prediction right; `max_fillings` of them at most.
std::vector<JudgedTexts> judged_texts(const EvaluationItem &item, const std::string &gold,
                                      const ExecutionVerdict &verdict,
                                      const ExecutionOptions &options,
                                      std::uint64_t max_fillings = 32);

struct ExecutionScores {
  /// One an item; those that were not reached before the work was cancelled are missing.
  std::vector<std::optional<ExecutionVerdict>> verdicts;
  bool cancelled = false;
};

/// Takes what long work knows so far, so that a crash loses little.
struct VerdictSaver {
  /// Called from the thread that waits for the work, which goes on meanwhile. What it throws ends
  /// the work.
  function_ref<void(const std::vector<std::optional<ExecutionVerdict>> &verdicts)> save;
  double every_seconds = 30;  ///< And only if there is something new.
};

/// Judges every item that `known` has no verdict for. Equal items are run once; gold queries are
/// run once a database. Reports `progress` from the calling thread, which works itself where the
/// system starts no thread: then a query that runs is stopped by its own limits only. Throws what
/// `source` throws.
ExecutionScores score_execution(const std::vector<EvaluationItem> &items,
                                const DatabaseSource &source, const ExecutionOptions &options,
                                const Progress &progress = {},
                                std::vector<std::optional<ExecutionVerdict>> known = {},
                                std::optional<VerdictSaver> saver = {});

/// BIRD's reward for a right query by how many times less it took than gold's: 1.25 from 2 on, 1
/// from 1 on, 0.75, 0.5, and 0.25 below 0.25.
double r_ves_reward(double ratio) noexcept;

}  // namespace sluice

#endif
