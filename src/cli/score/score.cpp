/// `sluice score`: judges predicted queries by running them, and as the official script does.

#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/command_line.hpp"
#include "cli/interrupt.hpp"
#include "cli/source/skipped_report.hpp"
#include "sluice/db/sqlite_session.hpp"
#include "sluice/pipeline/score_run.hpp"

namespace sluice::cli {
namespace {

struct ScoreArguments {
  std::string gold;
  std::string predicted;
  std::string databases;
  std::string suite;
  std::string tables;
  std::string kind = "exec";
  std::string mode = "test-suite";
  bool plug_values = false;
  bool keep_distinct = false;
  bool ties = false;
  bool quick = false;
  bool bar_for_each = false;
  std::size_t jobs = 0;
  std::size_t steps = QueryLimits().steps;
  std::vector<std::string> reports;
  double save_every = 30;
  std::string resume;
  std::string baseline;
  bool refute = false;
  bool mined = false;
  std::size_t refute_budget = 600;
  double fail_under = 0;
};

ScoreKind kind_of(const ScoreArguments &arguments) noexcept {
  if (arguments.kind == "match") return ScoreKind::match;
  return arguments.kind == "all" ? ScoreKind::all : ScoreKind::exec;
}

ExecutionOptions execution_options_of(const ScoreArguments &arguments) {
  ExecutionOptions options;
  options.keep_distinct = arguments.keep_distinct;
  options.plug_values = arguments.plug_values;
  options.ties = arguments.ties;
  options.jobs = arguments.jobs;
  options.limits.steps = arguments.steps;
  if (arguments.mode == "r-ves") {
    options.mode = ComparisonMode::bird;
    options.effort = Effort::steps;
  }
  for (const ComparisonMode mode :
       {ComparisonMode::test_suite, ComparisonMode::strict, ComparisonMode::bird,
        ComparisonMode::bird_soft_f1, ComparisonMode::spider2}) {
    if (name_of(mode) == arguments.mode) options.mode = mode;
  }
  return options;
}

ScoreRunOptions run_options_of(const ScoreArguments &arguments) {
  ScoreRunOptions options;
  options.gold.name = arguments.gold;
  options.predicted.name = arguments.predicted;
  options.databases = arguments.databases;
  options.suite = arguments.suite;
  options.suite_effort = arguments.quick ? SuiteEffort::best : SuiteEffort::all;
  options.tables = arguments.tables;
  options.kind = kind_of(arguments);
  options.execution = execution_options_of(arguments);
  options.refute = arguments.refute;
  options.mined = arguments.mined;
  options.refute_databases = arguments.refute_budget;
  options.reports = arguments.reports;
  options.save_every = arguments.save_every;
  options.resume = arguments.resume;
  options.baseline = arguments.baseline;
  options.limit_heap = true;
  return options;
}

ScoreRunResult scored(const ScoreRun &score_run) {
  const InterruptGuard guard;
  ProgressLine line;
  return score_run.run(Progress(line), stop_token());
}

void run_score(const ScoreArguments &arguments) {
  if (kind_of(arguments) == ScoreKind::match)
    disable_sqlite_memory_accounting();  // nothing predicted is run
  const ScoreRunResult result = scored(ScoreRun(run_options_of(arguments)));
  report_skipped(result.report.skipped);
  for (const std::string &doubt : result.doubts) fmt::print(stderr, "{}\n", doubt);
  if (result.interrupted()) {
    fmt::print(stderr, "interrupted: {} of {} judged\n", result.judged, result.report.items.size());
    throw ExitWith{interrupted};
  }
  fmt::print("{}", result.text);
  if (result.score < arguments.fail_under) throw ExitWith{rejected};
}

}  // namespace

void add_score(const Command &app) {
  auto arguments = std::make_shared<ScoreArguments>();
  const Command score = app.add_command("score", "Judge predicted queries by running them");
  const Command input = score.section("Input");
  input
      .add_option("--gold", arguments->gold,
                  "The gold queries, one `SQL<tab>database` per line with empty lines between "
                  "sessions, or JSON Lines")
      .type_name("FILE")
      .required();
  input.add_option("--pred", arguments->predicted, "The predicted queries, one per line")
      .type_name("FILE")
      .required();
  const Option databases =
      input
          .add_option("--db", arguments->databases,
                      "The databases: DIR/id/*.sqlite or DIR/id.sqlite, or a PostgreSQL URI with "
                      "{db_id}")
          .type_name("DIR|URI");
  input
      .add_option("--suite", arguments->suite,
                  "A suite by `sluice suite build`, whose databases are used instead of --db")
      .type_name("FILE")
      .excludes(databases);
  input.add_option("--table", arguments->tables, "A tables.json, for exact-set match")
      .type_name("FILE");

  const Command rules = score.section("Rules");
  rules
      .add_option("--etype", arguments->kind,
                  "Run the queries (exec), compare them by exact-set match, or both")
      .one_of({"exec", "match", "all"});
  rules.add_option("--mode", arguments->mode, "The rule by which two results are equal")
      .one_of({"test-suite", "strict", "bird", "soft-f1", "r-ves", "spider2"});
  rules.add_flag("--plug_value", arguments->plug_values,
                 "Also try the predictions with the values of the gold query");
  rules.add_flag("--keep_distinct", arguments->keep_distinct,
                 "Do not remove DISTINCT from the queries");
  rules.add_flag("--ties", arguments->ties,
                 "Where the ORDER BY of the gold query leaves ties, accept any order of them and "
                 "any choice by LIMIT");
  rules.add_flag("--quick", arguments->quick,
                 "Run each query only on the best database of its suite");

  const Command counterexamples = score.section("Counterexamples");
  counterexamples.add_flag("--refute", arguments->refute,
                           "Search for a counterexample to each prediction, even if it passes");
  counterexamples.add_flag("--mined", arguments->mined,
                           "Counterexamples also have the properties of the data in --db: columns "
                           "without NULL, unique columns, ranges");
  counterexamples.add_option("--refute-budget", arguments->refute_budget,
                             "Number of databases to run each prediction on");

  const Command output = score.section("Reports");
  output
      .add_option("--report", arguments->reports,
                  "Also write all verdicts to a file: .json, .csv, .xml (JUnit) or .html; may be "
                  "repeated")
      .type_name("FILE");
  output
      .add_option("--baseline", arguments->baseline,
                  "An earlier .json report; the output lists what broke and what was fixed since")
      .type_name("FILE");
  output
      .add_option("--save-every", arguments->save_every,
                  "Seconds between writes of unfinished .json reports")
      .between(0.0, 1e9);
  output
      .add_option("--resume", arguments->resume,
                  "The .json report of interrupted work, which is continued")
      .type_name("FILE");
  output.add_option("--fail-under", arguments->fail_under, "Exit with status 1 below this score")
      .between(0.0, 1.25);
  output.add_flag("--progress_bar_for_each_datapoint", arguments->bar_for_each,
                  "Ignored, for compatibility with the official script");

  const Command limits = score.section("Limits");
  limits.add_option("--jobs", arguments->jobs, "Number of threads; 0 for all");
  limits.add_option("--steps", arguments->steps,
                    "Maximum steps of SQLite's virtual machine per query");
  score.footer(
      "Ctrl-C writes the reports with the verdicts so far. The comparison with --baseline follows the\n"
      "text of the official script and counts items from 0, as reports do.\n"
      "--refute counts predictions that pass but are wrong on another database that the schema allows;\n"
      "reports show the smallest such database as a script, with both results. The score stays the\n"
      "same.\n"
      "\n"
      "Examples:\n"
      "  sluice score --gold dev_gold.sql --pred predicted.sql --db database/ --report r.json\n"
      "  sluice score --gold dev_gold.sql --pred predicted.sql --db database/ --baseline r.json --refute\n"
      "  sluice score --gold dev_gold.sql --pred predicted.sql --suite dev.suite --keep_distinct\n"
      "  sluice score --gold g.sql --pred p.sql --db 'postgres://judge@host/{db_id}' --ties\n"
      "\n"
      "Exit status: 0 success, 1 below --fail-under, 2 error, 130 interrupted.");
  score.callback([arguments] { run_score(*arguments); });
}

}  // namespace sluice::cli
