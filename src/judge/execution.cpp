#include "sluice/judge/execution.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <iterator>
#include <map>
#include <shared_mutex>
#include <thread>
#include <utility>

#include "core/input_error.hpp"
#include "core/start_thread.hpp"
#include "execution_judge.hpp"
#include "judge/readable_databases.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/hash.hpp"

namespace sluice::inline v0 {
namespace {

using judge_detail::ExecutionJudge;
using judge_detail::SchemaRuns;

/// An item to judge, and the items that are equal to it.
struct Job {
  std::vector<std::size_t> items;
};

/// The jobs of one schema. The first thread that needs its databases loads them, and the last one
/// releases them.
struct Schema {
  std::string id;
  std::vector<Job> jobs;
  std::mutex loading;
  std::shared_ptr<SchemaRuns> runs;
  std::optional<Error> error;  // if none of its databases can be read
  std::atomic<std::size_t> left{0};
};

ExecutionVerdict verdict_without_database(const Error &error, std::string_view database_id) {
  const SkippedItem skipped = judge_detail::skipped_item(error, database_id);
  ExecutionVerdict verdict;
  verdict.gold_failed = true;
  verdict.end = QueryEnd::error;
  verdict.message = skipped.where + ": " + skipped.reason;
  return verdict;
}

class Scoring {
 public:
  Scoring(const std::vector<EvaluationItem> &items, const DatabaseSource &source,
          const ExecutionOptions &options, std::vector<std::optional<ExecutionVerdict>> known)
      : items_(items), source_(source), options_(options), verdicts_(std::move(known)) {
    verdicts_.resize(items.size());
    plan();
  }

  ExecutionScores run(const Progress &progress, const std::optional<VerdictSaver> &saver) {
    const std::size_t wanted =
        options_.jobs > 0 ? options_.jobs : std::max(1U, std::thread::hardware_concurrency());
    threads_ = std::min(wanted, std::max<std::size_t>(places_.size(), 1));
    working_ = threads_;
    saved_ = done_;
    const auto look = [&] { look_at(progress, saver); };
    {
      const auto threads = detail::start_threads(threads_, [this] { work([] {}); });
      if (threads.empty()) {
        work(look);
      } else {
        wait(threads.size(), look);
      }
    }
    if (failure_) std::rethrow_exception(failure_);
    if (!cancelled_) require_databases();
    judge_detail::sort_skipped(skipped_);
    return {std::move(verdicts_), std::move(skipped_), cancelled_};
  }

 private:
  struct Place {
    Schema *schema;
    std::size_t job;
  };

  /// Plans the jobs by schema, so that few databases are in memory at a time.
  void plan() {
    std::map<std::string, std::map<Hash128, std::size_t>> seen;
    for (const EvaluationItem &item : items_) {
      if (verdicts_[item.index]) {
        has_known_ = true;
        ++done_;
        continue;
      }
      Schema &schema = schemas_[item.database_id];
      schema.id = item.database_id;
      const auto [entry, is_new] =
          seen[item.database_id].emplace(content_of(item), schema.jobs.size());
      if (is_new) schema.jobs.emplace_back();
      schema.jobs[entry->second].items.push_back(item.index);
    }
    for (auto &[id, schema] : schemas_) {
      schema.left = schema.jobs.size();
      for (std::size_t job = 0; job < schema.jobs.size(); ++job) places_.push_back({&schema, job});
    }
  }

  static Hash128 content_of(const EvaluationItem &item) {
    std::string content = item.predicted;
    const auto add = [&content](std::string_view part) {
      content += '\0';
      content += part;
    };
    for (const std::string &gold : item.golds) add(gold);
    for (const std::size_t column : item.condition_columns) add(std::to_string(column));
    add(item.ignore_order.value_or(false) ? "any order" : "");
    return hash128(content);
  }

  /// Calls `look` periodically until the threads are done; `started` is the number of started
  /// threads.
  void wait(std::size_t started, function_ref<void()> look) {
    using namespace std::chrono_literals;
    std::unique_lock lock(ending_);
    working_ -= threads_ - started;
    while (working_ > 0) {
      changed_.wait_for(lock, 50ms);
      lock.unlock();
      look();
      lock.lock();
    }
  }

  /// Reports progress and saves verdicts. Called on the calling thread.
  void look_at(const Progress &progress, const std::optional<VerdictSaver> &saver) {
    std::exception_ptr failed;
    try {
      progress.step("items", done_, items_.size());
      save(saver);
    } catch (const Error &error) {
      if (error.code() == ErrorCode::cancelled) {
        cancelled_ = true;
      } else {
        failed = std::current_exception();
      }
    } catch (...) {
      failed = std::current_exception();
    }
    const std::lock_guard lock(ending_);
    if (failed && !failure_) failure_ = failed;
    if (failed || cancelled_) stop_.cancel();
  }

  void save(const std::optional<VerdictSaver> &saver) {
    const std::size_t done = done_;
    const auto now = std::chrono::steady_clock::now();
    const std::chrono::duration<double> since = now - saved_at_;
    if (!saver || done == saved_ || since.count() < saver->every_seconds) return;
    saver->save(so_far());
    saved_ = done;
    saved_at_ = now;
  }

  ExecutionScores so_far() {
    const std::lock_guard lock(writing_);
    ExecutionScores scores{verdicts_, skipped_};
    judge_detail::sort_skipped(scores.skipped);
    return scores;
  }

  /// Throws the first schema's error if there is nothing to judge on.
  void require_databases() const {
    const auto failed = [](const auto &entry) { return entry.second.error.has_value(); };
    if (schemas_.empty() || has_known_ || !std::ranges::all_of(schemas_, failed)) return;
    throw Error(*schemas_.begin()->second.error);
  }

  /// Calls `look` before each job.
  void work(function_ref<void()> look) noexcept {
    try {
      Schema *current = nullptr;
      std::optional<ExecutionJudge> judge;
      for (std::size_t place = 0; (place = next_++) < places_.size() && !stop_.cancelled();) {
        look();
        const auto [schema, job] = places_[place];
        if (schema != current) {
          judge.reset();
          if (const auto runs = runs_of(*schema)) judge.emplace(options_, runs, stop_);
          current = schema;
        }
        if (judge) {
          judge_job(*judge, schema->jobs[job]);
        } else {
          keep(verdict_without_database(*schema->error, schema->id), schema->jobs[job]);
        }
        if (--schema->left == 0) schema->runs.reset();
      }
    } catch (...) {
      const std::lock_guard lock(ending_);
      if (!failure_) failure_ = std::current_exception();
      stop_.cancel();
    }
    const std::lock_guard lock(ending_);
    --working_;
    changed_.notify_one();
  }

  /// Null if none of the databases can be read.
  std::shared_ptr<SchemaRuns> runs_of(Schema &schema) {
    const std::lock_guard lock(schema.loading);
    if (schema.runs == nullptr && !schema.error) load(schema);
    return schema.runs;
  }

  /// Loads again without other threads if memory runs short.
  FoundDatabases find_databases(const std::string &id) {
    try {
      const std::shared_lock together(memory_);
      return source_.find(id);
    } catch (const Error &error) {
      if (error.code() != ErrorCode::limit_exceeded) throw;
    }
    const std::unique_lock alone(memory_);
    return source_.find(id);
  }

  void load(Schema &schema) {
    std::vector<SkippedItem> skipped;
    try {
      FoundDatabases found = find_databases(schema.id);
      schema.runs = std::make_shared<SchemaRuns>(std::move(found.databases));
      skipped = std::move(found.skipped);
    } catch (const Error &error) {
      if (!detail::is_about_input(error)) throw;
      schema.error = error;
      skipped = {judge_detail::skipped_item(error, schema.id)};
    }
    const std::lock_guard lock(writing_);
    std::ranges::move(skipped, std::back_inserter(skipped_));
  }

  void judge_job(ExecutionJudge &judge, const Job &job) {
    const EvaluationItem &item = items_[job.items.front()];
    ExecutionVerdict verdict;
    {
      const std::shared_lock together(memory_);
      verdict = judge.judge(item);
    }
    if (judge.ran_short_of_memory() && threads_ > 1) {
      const std::unique_lock alone(memory_);
      verdict = judge.judge(item);
    }
    // A run that was interrupted yields no verdict.
    if (verdict.end == QueryEnd::cancelled || stop_.cancelled()) return;
    keep(verdict, job);
  }

  void keep(const ExecutionVerdict &verdict, const Job &job) {
    const std::lock_guard lock(writing_);
    for (const std::size_t index : job.items) verdicts_[index] = verdict;
    done_ += job.items.size();
  }

  const std::vector<EvaluationItem> &items_;
  const DatabaseSource &source_;
  const ExecutionOptions &options_;
  std::vector<std::optional<ExecutionVerdict>> verdicts_;
  std::vector<SkippedItem> skipped_;
  std::map<std::string, Schema> schemas_;
  std::vector<Place> places_;
  std::size_t threads_ = 1;
  CancellationToken stop_;
  std::atomic<std::size_t> next_{0};
  std::atomic<std::size_t> done_{0};
  std::size_t saved_ = 0;  // of done_, on the calling thread
  std::chrono::steady_clock::time_point saved_at_ = std::chrono::steady_clock::now();
  bool has_known_ = false;
  bool cancelled_ = false;
  /// Locked exclusively by a thread that needs all of the memory.
  std::shared_mutex memory_;
  std::mutex writing_;
  std::mutex ending_;
  std::condition_variable changed_;
  std::size_t working_ = 0;
  std::exception_ptr failure_;
};

}  // namespace

std::string_view name_of(TieFinding finding) noexcept {
  switch (finding) {
    case TieFinding::none: return "none";
    case TieFinding::accepted: return "accepted";
    case TieFinding::unsupported: return "unread";
  }
  return "unknown";
}

std::string ExecutionVerdict::reason() const {
  if (gold_failed) return "gold_" + std::string(name_of(end));
  if (right) return "right";
  if (end != QueryEnd::finished && end != QueryEnd::abandoned) return std::string(name_of(end));
  return std::string(name_of(difference));
}

ExecutionScores score_execution(const std::vector<EvaluationItem> &items,
                                const DatabaseSource &source, const ExecutionOptions &options,
                                const Progress &progress,
                                std::vector<std::optional<ExecutionVerdict>> known,
                                std::optional<VerdictSaver> saver) {
  return Scoring(items, source, options, std::move(known)).run(progress, saver);
}

double r_ves_reward(double ratio) noexcept {
  if (ratio >= 2) return 1.25;
  if (ratio >= 1) return 1;
  if (ratio >= 0.5) return 0.75;
  if (ratio >= 0.25) return 0.5;
  return ratio > 0 ? 0.25 : 0;
}

}  // namespace sluice::inline v0
