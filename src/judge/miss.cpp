#include "sluice/judge/miss.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "core/input_error.hpp"
#include "execution_judge.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/parallel.hpp"
#include "sluice/core/utf8.hpp"

namespace sluice::inline v0 {
namespace {

using Databases = std::vector<std::shared_ptr<const EvaluationDatabase>>;

/// The result of running a query again.
struct Run {
  ReadResult result;
  QueryOutcome outcome;
  bool cut = false;
};

Run run(AnyExecutor &executor, const std::string &sql, const MissOptions &options) {
  Run made;
  RowReader reader;
  std::uint64_t bytes = 0;
  made.outcome = executor.run(sql, [&](Row row) {
    for (const Cell &cell : row) bytes += sizeof cell + cell.bytes.size();
    made.cut = made.result.rows.rows() == options.max_rows || bytes > options.max_bytes;
    if (made.cut) return false;
    const Row readable = reader.read(row);
    made.result.rows.add(readable, reader.hashes());
    return true;
  });
  made.result.columns =
      std::max(made.outcome.columns, made.result.rows.empty() ? 0 : made.result.rows.columns());
  made.result.whole = made.outcome.finished();
  return made;
}

SampledCell sampled(const Cell &cell, const MissOptions &options) {
  SampledCell shown{cell.kind, {}};
  switch (cell.kind) {
    case CellKind::null: break;
    case CellKind::integer: shown.text = std::to_string(cell.integer); break;
    case CellKind::real: shown.text = fmt::format("{:.15g}", cell.real); break;
    case CellKind::blob: shown.text = fmt::format("{} bytes", cell.bytes.size()); break;
    case CellKind::text: {
      const std::string_view clipped = clip_utf8(cell.bytes, options.sample_text);
      shown.text = repair_utf8(clipped);
      if (clipped.size() < cell.bytes.size()) shown.text += "…";
    }
  }
  return shown;
}

ResultSample sample_of(const Run &run, const MissOptions &options) {
  if (!run.outcome.finished() && !run.cut) {
    ResultSample sample;
    sample.failure = name_of(run.outcome.end);
    if (!run.outcome.message.empty()) sample.failure += ": " + run.outcome.message;
    return sample;
  }
  return sluice::sample_of(run.result, options);
}

/// What a verdict says without its database.
Miss unexamined(const ExecutionVerdict &verdict) {
  Miss miss;
  miss.kind = kind_of(verdict).value_or(MissKind::undecided);
  return miss;
}

/// Examines the misses of one schema in turn.
class Examiner {
 public:
  Examiner(Databases databases, const ExecutionOptions &execution, const MissOptions &options)
      : databases_(std::move(databases)), execution_(execution), options_(options) {
    executors_.resize(databases_.size());
    execution_.limits.steps = std::min(execution_.limits.steps, options.max_steps);
  }

  Miss examine(const EvaluationItem &item, const ExecutionVerdict &verdict, bool with_sample) {
    const judge_detail::JudgedPair pair =
        judge_detail::judged_pair(item, item.golds.front(), execution_);
    AnyExecutor &executor = executor_for(verdict.database);
    const auto known = kind_of(verdict);
    short_of_memory_ = false;
    Miss miss;
    if (known && !with_sample) {
      miss.kind = *known;
      return miss;
    }
    const Run gold = run(executor, judge_detail::runnable(pair.gold, execution_.mode), options_);
    const Run predicted =
        run(executor, judge_detail::runnable(pair.predicted, execution_.mode), options_);
    short_of_memory_ = gold.outcome.end == QueryEnd::too_much_memory ||
                       predicted.outcome.end == QueryEnd::too_much_memory;
    miss.kind =
        known ? *known : kind_of(gold.result, predicted.result, pair.rules, verdict.difference);
    if (!with_sample) return miss;
    miss.gold = sample_of(gold, options_);
    miss.predicted = sample_of(predicted, options_);
    return miss;
  }
  /// Whether a query of the last item ran out of memory. If other threads use memory at the same
  /// time, the query is not necessarily at fault.
  bool ran_short_of_memory() const noexcept { return short_of_memory_; }

 private:
  AnyExecutor &executor_for(const std::string &name) {
    std::size_t position = 0;
    for (std::size_t i = 0; i < databases_.size(); ++i) {
      if (databases_[i]->name() == name) position = i;
    }
    std::optional<AnyExecutor> &opened = executors_[position];
    if (!opened) opened = databases_[position]->open(execution_.limits, {});
    return *opened;
  }

  Databases databases_;
  ExecutionOptions execution_;
  const MissOptions &options_;
  std::vector<std::optional<AnyExecutor>> executors_;
  bool short_of_memory_ = false;
};

}  // namespace

ResultSample sample_of(const ReadResult &result, const MissOptions &options) {
  const Denotation &rows = result.rows;
  ResultSample sample;
  sample.row_count = rows.rows();
  sample.columns = result.columns;
  sample.whole = result.whole;
  for (std::size_t row = 0; row < std::min(rows.rows(), options.sample_rows); ++row) {
    std::vector<SampledCell> &cells = sample.rows.emplace_back();
    for (std::size_t i = 0; i < std::min(rows.columns(), options.sample_columns); ++i)
      cells.push_back(sampled(rows.at(row, i), options));
  }
  return sample;
}

std::vector<std::optional<Miss>> examine_misses(
    const std::vector<EvaluationItem> &items,
    const std::vector<std::optional<ExecutionVerdict>> &verdicts, const DatabaseSource &source,
    const ExecutionOptions &execution, const MissOptions &options, const Progress &progress) {
  std::vector<std::optional<Miss>> misses(items.size());
  std::map<std::string, std::vector<std::size_t>> by_schema;
  std::vector<bool> with_sample(items.size());
  std::size_t found = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!verdicts[i] || verdicts[i]->right) continue;
    with_sample[i] = found++ < options.samples;
    by_schema[items[i].database_id].push_back(i);
  }
  std::vector<const std::vector<std::size_t> *> jobs;
  for (const auto &entry : by_schema) jobs.push_back(&entry.second);
  const std::size_t threads =
      execution.jobs > 0 ? execution.jobs : std::max(1U, std::thread::hardware_concurrency());
  std::mutex writing;
  std::vector<std::size_t> alone;
  // Empty if none of the databases can be read.
  const auto examiner_of = [&](const std::string &database_id) -> std::optional<Examiner> {
    try {
      return Examiner(source.find(database_id).databases, execution, options);
    } catch (const Error &error) {
      if (!detail::is_about_input(error)) throw;
      return std::nullopt;
    }
  };
  const auto examine = [&](std::size_t i, std::optional<Examiner> &examiner) {
    misses[i] = examiner ? examiner->examine(items[i], *verdicts[i], with_sample[i])
                         : unexamined(*verdicts[i]);
    return !examiner || !examiner->ran_short_of_memory();
  };
  run_jobs(
      jobs.size(), threads,
      [&](std::size_t job, const Progress &reports) {
        const std::vector<std::size_t> &indices = *jobs[job];
        std::optional<Examiner> examiner = examiner_of(items[indices.front()].database_id);
        std::size_t done = 0;
        for (const std::size_t i : indices) {
          reports.step("differences", done++, indices.size());
          if (examine(i, examiner)) continue;
          const std::lock_guard lock(writing);
          alone.push_back(i);
        }
      },
      progress);
  for (const std::size_t i : alone) {
    std::optional<Examiner> examiner = examiner_of(items[i].database_id);
    examine(i, examiner);
  }
  return misses;
}

}  // namespace sluice::inline v0
