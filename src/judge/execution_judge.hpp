#ifndef SLUICE_SRC_JUDGE_EXECUTION_JUDGE_HPP
#define SLUICE_SRC_JUDGE_EXECUTION_JUDGE_HPP

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "judge/ties.hpp"
#include "sluice/core/cancellation.hpp"
#include "sluice/judge/execution.hpp"
#include "sluice/judge/gold_result.hpp"

namespace sluice::inline v0::judge_detail {

/// A run of a gold query on one database.
struct GoldRun {
  explicit GoldRun(bool as_set) : result(as_set) {}
  QueryOutcome outcome;
  GoldResult result;
};

/// Its ties on one database, if they could be determined.
struct TieRun {
  std::optional<TieResult> result;
  QueryEnd end = QueryEnd::finished;
};

/// The databases of one schema, and the results of gold queries on them. Thread-safe.
class SchemaRuns {
 public:
  using Databases = std::vector<std::shared_ptr<const EvaluationDatabase>>;

  explicit SchemaRuns(Databases databases) : databases_(std::move(databases)) {}

  const Databases &databases() const noexcept { return databases_; }

  /// The run of `gold` on the database at `position`. Among concurrent calls, one computes it with
  /// `run`. A run that failed for lack of memory is not cached.
  template <class Run>
  std::shared_ptr<const GoldRun> gold(const std::string &gold, std::size_t position, Run run) {
    Entry &entry = entry_of(gold, position);
    const std::lock_guard lock(entry.running);
    if (entry.run == nullptr || entry.run->outcome.end == QueryEnd::too_much_memory) {
      entry.run = run();
    }
    return entry.run;
  }
  /// The same for its ties.
  template <class Run>
  std::shared_ptr<const TieRun> ties(const std::string &gold, std::size_t position, Run run) {
    Entry &entry = entry_of(gold, position);
    const std::lock_guard lock(entry.running);
    if (entry.ties == nullptr || entry.ties->end == QueryEnd::too_much_memory) entry.ties = run();
    return entry.ties;
  }

 private:
  struct Entry {
    std::mutex running;
    std::shared_ptr<const GoldRun> run;
    std::shared_ptr<const TieRun> ties;
  };

  Entry &entry_of(const std::string &gold, std::size_t position) {
    const std::lock_guard lock(changing_);
    std::vector<std::unique_ptr<Entry>> &entries = golds_[gold];
    if (entries.empty()) {
      for (std::size_t i = 0; i < databases_.size(); ++i) {
        entries.push_back(std::make_unique<Entry>());
      }
    }
    return *entries[position];
  }

  Databases databases_;
  std::mutex changing_;
  std::unordered_map<std::string, std::vector<std::unique_ptr<Entry>>> golds_;
};

/// The two queries of an item that are run, and the rules for comparing their results.
struct JudgedPair {
  /// Repaired, except for `with_fixed_year`, which the official modes still need.
  std::string gold;
  std::string predicted;
  ComparisonRules rules;
};
JudgedPair judged_pair(const EvaluationItem &item, const std::string &gold,
                       const ExecutionOptions &options);
/// The text that is run on a database.
std::string runnable(const std::string &sql, ComparisonMode mode);

/// Judges items of one schema. Not thread-safe.
class ExecutionJudge {
 public:
  ExecutionJudge(const ExecutionOptions &options, std::shared_ptr<SchemaRuns> runs,
                 CancellationToken token);

  ExecutionVerdict judge(const EvaluationItem &item);
  /// Whether a query of the last item ran out of memory. If other threads use memory at the same
  /// time, the query is not necessarily at fault.
  bool ran_short_of_memory() const noexcept { return short_of_memory_; }

 private:
  ExecutionVerdict judge(const EvaluationItem &item, const std::string &gold);
  ExecutionVerdict judge_fillings(const JudgedPair &pair, ExecutionVerdict as_is);
  ExecutionVerdict run(const std::string &gold, const std::string &predicted,
                       const ComparisonRules &rules);
  /// Whether the two queries differ on that database; sets how in the verdict.
  bool differ(std::size_t position, const std::string &gold, const std::string &predicted,
              const ComparisonRules &rules, ExecutionVerdict &verdict);
  std::shared_ptr<const GoldRun> run_gold(const std::string &gold, std::size_t position);
  std::shared_ptr<const TieRun> run_ties(const std::string &gold, std::size_t position);
  /// Whether another valid result of gold equals that of the prediction.
  bool ties_allow(std::size_t position, const std::string &gold, const std::string &predicted,
                  ExecutionVerdict &verdict);
  double effort_ratio(AnyExecutor &executor, const std::string &gold, const std::string &predicted,
                      const QueryOutcome &gold_outcome, const QueryOutcome &outcome) const;
  AnyExecutor &executor(std::size_t position);
  void arrange(std::string_view gold);

  const ExecutionOptions &options_;
  std::shared_ptr<SchemaRuns> runs_;
  CancellationToken token_;
  std::vector<std::optional<AnyExecutor>> executors_;
  std::vector<std::size_t> order_;  // of the databases, for the current gold query
  bool short_of_memory_ = false;
  std::uint64_t steps_ = 0;  // of predictions, in the last run
};

}  // namespace sluice::inline v0::judge_detail

#endif
