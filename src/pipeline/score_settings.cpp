#include "pipeline/score_settings.hpp"

#include <fmt/format.h>

#include "pipeline/score_report_files.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/db/postgres_session.hpp"

namespace sluice::inline v0::pipeline_detail {
namespace {

[[noreturn]] void refuse_score_options(const char *message) {
  throw Error(ErrorCode::invalid_argument, message);
}

void check_judged(const ScoreRunOptions &options) {
  const bool has_files = options.gold.is_given() || options.predicted.is_given();
  if (has_files && !options.items.empty())
    refuse_score_options("queries are given twice, as files and as items");
  if (options.items.empty() && !(options.gold.is_given() && options.predicted.is_given()))
    refuse_score_options("needs gold queries and predictions, or items");
}

void check_databases(const ScoreRunOptions &options) {
  const bool has_suite = !options.suite.empty();
  if (options.databases.empty() && !has_suite) refuse_score_options("needs databases or a suite");
  if (!options.databases.empty() && has_suite)
    refuse_score_options("databases and a suite are given, expected one of them");
  if (options.suite_effort != SuiteEffort::all && !has_suite)
    refuse_score_options("suite_effort (quick) needs a suite");
}

void check_modes(const ScoreRunOptions &options) {
  const ExecutionOptions &execution = options.execution;
  const ComparisonMode mode = execution.mode;
  const bool is_server = is_postgres_uri(options.databases);
  const bool is_matched = options.kind != ScoreKind::exec;
  if (execution.effort != Effort::none && (mode != ComparisonMode::bird || is_server))
    refuse_score_options("effort (r-ves) needs mode bird and SQLite databases");
  if (execution.ties && mode != ComparisonMode::test_suite && mode != ComparisonMode::strict)
    refuse_score_options("ties need mode test-suite or strict");
  if (is_matched && is_server) refuse_score_options("exact-set match needs SQLite databases");
  if (is_matched && (mode != ComparisonMode::test_suite || options.tables.empty()))
    refuse_score_options("exact-set match needs tables (a tables.json) and mode test-suite");
  if (is_matched && !options.official)
    refuse_score_options("exact-set match is the official script's, and official is false");
  if (options.refute &&
      (options.kind == ScoreKind::match || mode == ComparisonMode::spider2 || is_server)) {
    refuse_score_options(
        "refute needs SQLite databases, judging by execution, and a mode other than spider2");
  }
  if (options.mined && (!options.refute || options.databases.empty()))
    refuse_score_options("mined needs refute and databases");
}

}  // namespace

void check_score_options(const ScoreRunOptions &options) {
  check_judged(options);
  check_databases(options);
  check_modes(options);
  for (const std::string &path : options.reports) {
    if (is_report_name(path)) continue;
    throw Error(ErrorCode::invalid_argument,
                "expected a name that ends in .json, .csv, .xml or .html", {path});
  }
}

std::string mode_text(const ExecutionOptions &execution) {
  return execution.effort == Effort::none ? std::string(name_of(execution.mode)) : "r-ves";
}

std::string settings_text(const ExecutionOptions &execution, SuiteEffort effort,
                          std::string_view suite_bytes) {
  const ExecutionOptions usual;
  const QueryLimits &limits = execution.limits;
  std::string settings;
  const auto add = [&settings](const std::string &word) {
    settings += settings.empty() ? word : ' ' + word;
  };
  const auto add_unless = [&add](const char *name, auto value, auto usual_value) {
    if (value != usual_value) add(fmt::format("{}={}", name, value));
  };
  if (execution.plug_values) add("plug_value");
  if (execution.keep_distinct) add("keep_distinct");
  if (execution.ties) add("ties");
  if (!suite_bytes.empty()) add(fmt::format("suite={:016x}", hash64(suite_bytes)));
  if (effort == SuiteEffort::best) add("quick");
  add_unless("steps", limits.steps, usual.limits.steps);
  // Settings that the command has no flags for.
  if (execution.effort == Effort::seconds) add(fmt::format("measured={}", execution.runs));
  add_unless("tolerance", execution.tolerance, usual.tolerance);
  add_unless("fillings", execution.max_fillings, usual.max_fillings);
  add_unless("seconds", limits.seconds, usual.limits.seconds);
  add_unless("memory", limits.memory, usual.limits.memory);
  add_unless("temporary_bytes", limits.temporary_bytes, usual.limits.temporary_bytes);
  add_unless("rows", limits.rows, usual.limits.rows);
  add_unless("bytes", limits.bytes, usual.limits.bytes);
  add_unless("value_bytes", limits.value_bytes, usual.limits.value_bytes);
  add_unless("text_bytes", limits.text_bytes, usual.limits.text_bytes);
  return settings;
}

}  // namespace sluice::inline v0::pipeline_detail
