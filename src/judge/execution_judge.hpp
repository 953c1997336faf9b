#ifndef SLUICE_SRC_JUDGE_EXECUTION_JUDGE_HPP
#define SLUICE_SRC_JUDGE_EXECUTION_JUDGE_HPP

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "sluice/core/cancellation.hpp"
#include "sluice/judge/execution.hpp"
#include "sluice/judge/gold_result.hpp"
#include "sluice/judge/ties.hpp"

namespace sluice::detail {

/// A gold query's run on one database.
struct GoldRun {
  explicit GoldRun(bool as_set) : result(as_set) {}
  QueryOutcome outcome;
  GoldResult result;
};

/// Its ties there, if they could be read.
struct TieRun {
  std::optional<TieResult> result;
  QueryEnd end = QueryEnd::finished;
};

/// The databases of one schema, and what gold queries gave there. Shared by threads.
class SchemaRuns {
 public:
  using Databases = std::vector<std::shared_ptr<const EvaluationDatabase>>;

  explicit SchemaRuns(Databases databases) : databases_(std::move(databases)) {}

  const Databases &databases() const noexcept { return databases_; }

  /// The run of `gold` on the database at `position`; of calls at the same time, one runs it with
  /// `run`. A run that ended for want of memory is not kept.
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

/// What of an item is run, and how the results are compared.
struct JudgedPair {
  /// As repaired; `with_fixed_year` is still to come, for the official modes.
  std::string gold;
  std::string predicted;
  ComparisonRules rules;
};
JudgedPair judged_pair(const EvaluationItem &item, const std::string &gold,
                       const ExecutionOptions &options);
/// The text that a database gets to see.
std::string runnable(const std::string &sql, ComparisonMode mode);

/// Judges items of one schema. One thread at a time.
class ExecutionJudge {
 public:
  ExecutionJudge(const ExecutionOptions &options, std::shared_ptr<SchemaRuns> runs,
                 CancellationToken token);

  ExecutionVerdict judge(const EvaluationItem &item);
  /// Whether a query of the last item ended for want of memory: where others use it at the same
  /// time, that says nothing about the query.
  bool ran_short_of_memory() const noexcept { return short_of_memory_; }

 private:
  ExecutionVerdict judge(const EvaluationItem &item, const std::string &gold);
  ExecutionVerdict judge_fillings(const JudgedPair &pair, ExecutionVerdict as_is);
  ExecutionVerdict run(const std::string &gold, const std::string &predicted,
                       const ComparisonRules &rules);
  /// Whether the two differ on that database; the verdict says in what.
  bool differ(std::size_t position, const std::string &gold, const std::string &predicted,
              const ComparisonRules &rules, ExecutionVerdict &verdict);
  std::shared_ptr<const GoldRun> run_gold(const std::string &gold, std::size_t position);
  std::shared_ptr<const TieRun> run_ties(const std::string &gold, std::size_t position);
  /// Whether another result that gold may give is the prediction's.
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
  std::vector<std::size_t> order_;  // of the databases, for the gold query at hand
  bool short_of_memory_ = false;
  std::uint64_t steps_ = 0;  // of predictions, in the last run
};

}  // namespace sluice::detail

#endif
