#include "sluice/pipeline/score_run.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "core/kept_path.hpp"
#include "judge/postgres_databases.hpp"
#include "judge/readable_databases.hpp"
#include "pipeline/official_judging.hpp"
#include "pipeline/read_source.hpp"
#include "pipeline/score_items.hpp"
#include "pipeline/score_refutations.hpp"
#include "pipeline/score_report_files.hpp"
#include "pipeline/score_settings.hpp"
#include "pipeline/score_text.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/db/postgres_session.hpp"
#include "sluice/db/sqlite_session.hpp"
#include "sluice/judge/database_image.hpp"
#include "sluice/suite/suite_file.hpp"

namespace sluice::inline v0 {
namespace {

constexpr std::int64_t judging_heap_bytes = std::int64_t{200} << 20;
/// The databases have only a few rows each, but each thread has several of them.
constexpr std::int64_t refuting_heap_bytes = std::int64_t{800} << 20;

bool is_official(const ScoreRunOptions &options) {
  return options.official && options.execution.mode == ComparisonMode::test_suite &&
         !is_postgres_uri(options.databases);
}

std::string title_of(const ScoreRunOptions &options) {
  const auto name = [](const std::string &source) {
    return std::filesystem::path(source).filename().string();
  };
  if (!options.items.empty()) return "predictions against gold";
  return fmt::format("{} against {}", name(options.predicted.name), name(options.gold.name));
}

/// One run: its input, and the report so far.
class ScoreWork {
 public:
  ScoreWork(const ScoreRunOptions &options, const std::string &start, const Progress &progress,
            const CancellationToken &token)
      : options_(options),
        start_(start),
        progress_(progress),
        token_(token),
        files_(kept(options.reports), title_of(options)) {
    read();
  }

  ScoreRunResult run() {
    try {
      judge();
    } catch (const Error &error) {
      if (error.code() != ErrorCode::cancelled) throw;
      report_.complete = false;
    }
    if (report_.complete && before_)
      report_.baseline = compare_scores(*before_, report_, options_.baseline);
    files_.write(report_);
    return result();
  }

 private:
  std::string kept(const std::string &path) const {
    return path.empty() ? path : detail::kept_path(path, start_);
  }
  std::vector<std::string> kept(std::vector<std::string> paths) const {
    for (std::string &path : paths) path = kept(path);
    return paths;
  }

  /// Reads and checks everything first, so that an error does not come after an hour of work.
  void read() {
    if (options_.items.empty()) {
      const EvaluationFile gold = pipeline_detail::read_source(options_.gold, start_);
      const EvaluationFile predicted = pipeline_detail::read_source(options_.predicted, start_);
      read_ = read_evaluation_items(gold, predicted);
      contents_.add(gold.text).add(predicted.text);
    } else {
      read_ = pipeline_detail::numbered_items(options_.items);
      contents_ = pipeline_detail::contents_of(read_);
    }
    std::string suite_bytes;
    if (!options_.suite.empty()) suite_bytes = read_file(kept(options_.suite));
    report_ = pipeline_detail::report_without_verdicts(
        read_, contents_, pipeline_detail::mode_text(options_.execution),
        pipeline_detail::settings_text(options_.execution, options_.suite_effort, suite_bytes));
    if (!options_.baseline.empty()) {
      before_ = read_score_report(read_file(kept(options_.baseline)), options_.baseline);
      check_comparable(*before_, report_, options_.baseline);
    }
    known_.resize(read_.items.size());
    if (options_.kind != ScoreKind::match && !options_.resume.empty()) {
      reuse(read_score_report(read_file(kept(options_.resume)), options_.resume));
    }
    if (!options_.suite.empty())
      suite_ = std::make_shared<const Suite>(read_suite(kept(options_.suite)));
  }

  /// Uses the verdicts of a stopped run, except where the gold query failed: its database may have
  /// been repaired.
  void reuse(const ScoreReport &stopped) {
    known_ = verdicts_of(stopped, options_.resume, report_.fingerprint);
    known_.resize(read_.items.size());
    std::set<std::string> judged_again;
    for (std::optional<ExecutionVerdict> &verdict : known_) {
      if (!verdict || !verdict->gold_failed || verdict->end != QueryEnd::error) continue;
      judged_again.insert(std::move(verdict->message));
      verdict.reset();
    }
    take(known_);
    std::vector<SkippedItem> skipped = stopped.skipped;
    std::erase_if(skipped, [&](const SkippedItem &item) {
      return judged_again.contains(item.where + ": " + item.reason);
    });
    add_skipped(skipped);
  }

  void judge() {
    const auto step = [this](std::string_view stage, std::size_t done, std::size_t total) {
      (token_.check)();
      progress_.step(stage, done, total);
    };
    const Progress progress(step);
    (token_.check)();
    if (is_official(options_)) {
      const std::size_t jobs = options_.execution.jobs;
      add_skipped(pipeline_detail::judge_officially(
          read_, report_.items,
          {options_.kind, kept(options_.databases), kept(options_.tables), suite_.get(),
           jobs > 0 ? jobs : std::max(1U, std::thread::hardware_concurrency())},
          progress));
    }
    if (options_.kind == ScoreKind::match) return;
    limit(judging_heap_bytes);
    execute(progress);
  }

  /// Runs the items without a verdict and saves checkpoints in the .json reports.
  void execute(const Progress &progress) {
    const std::unique_ptr<DatabaseSource> source = databases();
    const auto save = [this](const ExecutionScores &so_far) {
      take(so_far.verdicts);
      add_skipped(so_far.skipped);
      report_.complete = false;
      files_.write_resumable(report_);
    };
    const ExecutionScores scores =
        score_execution(read_.items, *source, options_.execution, progress, std::move(known_),
                        VerdictSaver{save, options_.save_every});
    take(scores.verdicts);
    add_skipped(scores.skipped);
    report_.complete = !scores.cancelled;
    if (!report_.complete) return;
    // Only reports show how misses differ.
    if (!files_.empty()) examine(scores.verdicts, *source, progress);
    if (!options_.refute) return;
    limit(refuting_heap_bytes);
    pipeline_detail::add_refutations(
        read_, report_, options_.execution,
        {kept(options_.databases), suite_, options_.mined, options_.refute_databases}, progress,
        token_);
  }

  void examine(const std::vector<std::optional<ExecutionVerdict>> &verdicts,
               const DatabaseSource &source, const Progress &progress) {
    std::vector<std::optional<Miss>> misses =
        examine_misses(read_.items, verdicts, source, options_.execution, {}, progress);
    for (std::size_t i = 0; i < misses.size(); ++i) {
      if (misses[i]) report_.items[i].miss = std::make_shared<const Miss>(*std::move(misses[i]));
    }
  }

  void take(const std::vector<std::optional<ExecutionVerdict>> &verdicts) {
    for (std::size_t i = 0; i < verdicts.size(); ++i) report_.items[i].execution = verdicts[i];
  }

  void add_skipped(const std::vector<SkippedItem> &skipped) {
    report_.skipped.insert(report_.skipped.end(), skipped.begin(), skipped.end());
    judge_detail::sort_skipped(report_.skipped);
  }

  std::unique_ptr<DatabaseSource> databases() const {
    if (suite_ != nullptr) return std::make_unique<SuiteSource>(suite_, options_.suite_effort);
    if (is_postgres_uri(options_.databases))
      return std::make_unique<PostgresDatabases>(options_.databases);
    return std::make_unique<SqliteFolder>(kept(options_.databases));
  }

  void limit(std::int64_t bytes) const {
    if (options_.limit_heap) limit_sqlite_heap(bytes);
  }

  ScoreRunResult result() {
    ScoreRunResult result;
    for (const ScoreItem &item : report_.items) result.judged += item.execution ? 1 : 0;
    result.score = options_.kind == ScoreKind::match ? report_.exact() : report_.execution();
    result.doubts = pipeline_detail::doubts_of(report_);
    if (report_.complete) result.text = text();
    result.report = std::move(report_);
    return result;
  }

  std::string text() const {
    std::string text = is_official(options_)
                           ? pipeline_detail::official_text(read_, report_.items, options_.kind)
                           : pipeline_detail::summary_text(report_);
    if (options_.refute) text += '\n' + pipeline_detail::refutations_text(report_);
    if (report_.baseline) text += '\n' + comparison_text(*report_.baseline);
    return text;
  }

  const ScoreRunOptions &options_;
  const std::string &start_;
  const Progress &progress_;
  const CancellationToken &token_;
  pipeline_detail::ScoreReportFiles files_;
  EvaluationItems read_;
  Fingerprint contents_;
  ScoreReport report_;
  std::optional<ScoreReport> before_;
  std::vector<std::optional<ExecutionVerdict>> known_;
  std::shared_ptr<const Suite> suite_;
};

}  // namespace

ScoreRun::ScoreRun(ScoreRunOptions options)
    : options_(std::move(options)), start_(detail::current_folder()) {
  pipeline_detail::check_score_options(options_);
}

ScoreRunResult ScoreRun::run(const Progress &progress, const CancellationToken &token) const {
  return ScoreWork(options_, start_, progress, token).run();
}

}  // namespace sluice::inline v0
