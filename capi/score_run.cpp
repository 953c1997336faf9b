/// Predictions judged, with reports.

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "callback_hold.hpp"
#include "internal.hpp"
#include "progress.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/pipeline/score_run.hpp"

using namespace sluice::capi;

namespace {

sluice::ScoreKind kind_of(sluice_score_kind kind) {
  switch (kind) {
    case SLUICE_SCORE_EXECUTION: return sluice::ScoreKind::exec;
    case SLUICE_SCORE_MATCH: return sluice::ScoreKind::match;
    case SLUICE_SCORE_BOTH: return sluice::ScoreKind::all;
    default:
      refuse("kind is " + std::to_string(kind) +
             ", expected SLUICE_SCORE_EXECUTION, _MATCH or _BOTH");
  }
}

sluice::ComparisonMode scored_mode_of(sluice_comparison comparison) {
  switch (comparison) {
    case SLUICE_TEST_SUITE: return sluice::ComparisonMode::test_suite;
    case SLUICE_STRICT: return sluice::ComparisonMode::strict;
    case SLUICE_BIRD:
    case SLUICE_R_VES: return sluice::ComparisonMode::bird;
    case SLUICE_SOFT_F1: return sluice::ComparisonMode::bird_soft_f1;
    case SLUICE_SPIDER2: return sluice::ComparisonMode::spider2;
    default:
      refuse("comparison is " + std::to_string(comparison) +
             ", expected SLUICE_TEST_SUITE or another of its enumeration");
  }
}

sluice::ExecutionOptions scored_execution_of(const sluice_score_options &given) {
  if (!(given.seconds > 0)) refuse("the options give a query no seconds, expected more than 0");
  sluice::ExecutionOptions options;
  options.mode = scored_mode_of(given.comparison);
  if (given.comparison == SLUICE_R_VES) options.effort = sluice::Effort::steps;
  options.keep_distinct = given.keep_distinct != 0;
  options.plug_values = given.plug_values != 0;
  options.ties = given.ties != 0;
  options.limits.steps = given.steps;
  options.limits.seconds = given.seconds;
  options.jobs = given.jobs;
  return options;
}

std::vector<sluice::EvaluationItem> items_in(const sluice_score_item *given, std::size_t count) {
  std::vector<sluice::EvaluationItem> items;
  if (count > 0) require(given, "options->items");
  for (std::size_t i = 0; i < count; ++i) {
    sluice::EvaluationItem &item = items.emplace_back();
    item.database_id = text_in(given[i].database, "options->items->database");
    item.golds.emplace_back(text_in(given[i].gold, "options->items->gold"));
    item.predicted = text_in(given[i].predicted, "options->items->predicted");
  }
  return items;
}

bool is_file(const std::string &path) {
  std::error_code failed;
  return std::filesystem::is_regular_file(path, failed);
}

std::string json_of(const sluice::ScoreRunResult &result) {
  std::string report = to_json(result.report);
  while (report.ends_with('\n')) report.pop_back();
  sluice::JsonWriter writer;
  writer.begin_object().member("score", result.score).member("text", result.text);
  writer.key("doubts").begin_array();
  for (const std::string &doubt : result.doubts) writer.value(doubt);
  writer.end_array().key("report").json(report).end_object();
  return writer.take();
}

}  // namespace

sluice_status sluice_score_run(const char *gold, size_t gold_size, const char *predicted,
                               size_t predicted_size, const char *databases, size_t databases_size,
                               const sluice_score_options *options, sluice_text **out,
                               sluice_error **error) noexcept {
  const CallbackHold hold(options, &sluice_score_options::progress);
  return guarded(error, [&] {
    require(out, "out");
    const auto chosen =
        options_in(options, sluice_score_options SLUICE_SCORE_OPTIONS_INIT, "options");
    sluice::ScoreRunOptions running;
    if (chosen.items == nullptr || gold != nullptr)
      running.gold.name = path_in(gold, gold_size, "gold");
    if (chosen.items == nullptr || predicted != nullptr)
      running.predicted.name = path_in(predicted, predicted_size, "predicted");
    running.items = items_in(chosen.items, chosen.item_count);
    const std::string from = path_in(databases, databases_size, "databases");
    (is_file(from) ? running.suite : running.databases) = from;
    if (chosen.best_only != 0) running.suite_effort = sluice::SuiteEffort::best;
    running.tables = optional_path_in(chosen.tables, "options->tables");
    running.kind = kind_of(chosen.kind);
    running.execution = scored_execution_of(chosen);
    running.official = chosen.official != 0;
    running.refute = chosen.refute != 0;
    running.mined = chosen.mined != 0;
    running.refute_databases = chosen.refute_databases;
    if (chosen.report_count > 0) require(chosen.reports, "options->reports");
    for (std::size_t i = 0; i < chosen.report_count; ++i) {
      running.reports.push_back(
          path_in(chosen.reports[i].data, chosen.reports[i].size, "options->reports"));
    }
    running.save_every = chosen.save_every;
    running.resume = optional_path_in(chosen.resume, "options->resume");
    running.baseline = optional_path_in(chosen.baseline, "options->baseline");
    Reporter reporter(chosen.progress);
    const sluice::ScoreRunResult result =
        sluice::ScoreRun(std::move(running))
            .run(sluice::Progress(reporter), token_of(chosen.cancellation));
    if (result.interrupted())
      throw sluice::Error(sluice::ErrorCode::cancelled, "stopped by the caller");
    *out = new sluice_text{json_of(result)};
  });
}
