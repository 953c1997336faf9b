/// `sluice score`: predictions judged by running them, and as the official script judges them.

#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/command_line.hpp"
#include "cli/interrupt.hpp"
#include "pipeline/score_report_files.hpp"
#include "sluice/core/error.hpp"
#include "sluice/db/postgres_session.hpp"
#include "sluice/db/sqlite_session.hpp"
#include "sluice/pipeline/score_run.hpp"

namespace sluice::cli {
namespace {

struct Arguments {
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

ScoreKind kind_of(const Arguments &arguments) noexcept {
  if (arguments.kind == "match") return ScoreKind::match;
  return arguments.kind == "all" ? ScoreKind::all : ScoreKind::exec;
}

ExecutionOptions execution_options_of(const Arguments &arguments) {
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

void check(const Arguments &arguments) {
  const ScoreKind kind = kind_of(arguments);
  if (arguments.databases.empty() && arguments.suite.empty()) {
    throw Error(ErrorCode::invalid_argument, "--db or --suite is required");
  }
  if (arguments.quick && arguments.suite.empty()) {
    throw Error(ErrorCode::invalid_argument, "--quick goes with --suite only");
  }
  if (is_postgres_uri(arguments.databases) &&
      (kind != ScoreKind::exec || arguments.mode == "r-ves")) {
    throw Error(ErrorCode::invalid_argument,
                "exact-set match and r-ves go with SQLite databases only");
  }
  if (arguments.ties && arguments.mode != "test-suite" && arguments.mode != "strict") {
    throw Error(ErrorCode::invalid_argument, "--ties goes with --mode test-suite and strict only");
  }
  if (kind != ScoreKind::exec && (arguments.mode != "test-suite" || arguments.tables.empty())) {
    throw Error(ErrorCode::invalid_argument,
                "exact-set match needs --table, and goes with --mode test-suite only");
  }
  if (arguments.refute && (kind == ScoreKind::match || arguments.mode == "spider2" ||
                           is_postgres_uri(arguments.databases))) {
    throw Error(
        ErrorCode::invalid_argument,
        "--refute goes with SQLite databases that queries are run on, and not with spider2");
  }
  if (arguments.mined && (!arguments.refute || !arguments.suite.empty())) {
    throw Error(ErrorCode::invalid_argument, "--mined goes with --refute, and with --db alone");
  }
  for (const std::string &path : arguments.reports) {
    if (detail::is_report_name(path)) continue;
    throw Error(ErrorCode::invalid_argument, "--report takes .json, .csv, .xml or .html", {path});
  }
}

ScoreRunOptions run_options_of(const Arguments &arguments) {
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

void run(const Arguments &arguments) {
  check(arguments);
  if (kind_of(arguments) == ScoreKind::match)
    disable_sqlite_memory_accounting();  // nothing predicted is run
  const ScoreRunResult result = scored(ScoreRun(run_options_of(arguments)));
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
  auto arguments = std::make_shared<Arguments>();
  const Command score = app.add_command("score", "Judge predicted queries by running them");
  score
      .add_option("--gold", arguments->gold,
                  "`SQL<tab>database` a line, empty lines between sessions; or JSON lines")
      .type_name("FILE")
      .required();
  score.add_option("--pred", arguments->predicted, "Predictions, one a line")
      .type_name("FILE")
      .required();
  const Option databases =
      score
          .add_option("--db", arguments->databases,
                      "Databases: DIR/id/*.sqlite or DIR/id.sqlite; or a PostgreSQL URI with "
                      "{db_id}")
          .type_name("DIR|URI");
  score
      .add_option("--suite", arguments->suite,
                  "Instead of --db, a suite, as if it were exported there")
      .type_name("FILE")
      .excludes(databases);
  score.add_flag("--quick", arguments->quick,
                 "Judge each query on the best of its suite's databases alone");
  score.add_option("--table", arguments->tables, "tables.json, for exact-set match")
      .type_name("FILE");
  score.add_option("--etype", arguments->kind, "What is judged").one_of({"exec", "match", "all"});
  score.add_flag("--plug_value", arguments->plug_values,
                 "Try gold's values in the places of the predicted ones");
  score.add_flag("--keep_distinct", arguments->keep_distinct, "DISTINCT counts");
  score.add_flag("--ties", arguments->ties,
                 "Where gold's ORDER BY leaves ties, any order and any cut by LIMIT is right");
  score.add_flag("--progress_bar_for_each_datapoint", arguments->bar_for_each,
                 "Taken for the official script's sake; there is one line of progress");
  score.add_option("--mode", arguments->mode, "When two results are the same")
      .one_of({"test-suite", "strict", "bird", "soft-f1", "r-ves", "spider2"});
  score.add_option("--jobs", arguments->jobs, "Threads; 0 for all");
  score.add_option("--steps", arguments->steps, "Of SQLite's machine that one query may take");
  score
      .add_option("--report", arguments->reports,
                  "Also write every verdict there: .json, .csv, .xml (JUnit) or .html")
      .type_name("FILE");
  score
      .add_option("--save-every", arguments->save_every,
                  "Seconds between savings of unfinished .json reports")
      .between(0.0, 1e9);
  score.add_option("--resume", arguments->resume, "Go on from a .json report of stopped work")
      .type_name("FILE");
  score
      .add_option("--baseline", arguments->baseline,
                  "Say what broke and what was fixed since that .json report")
      .type_name("FILE");
  score.add_flag("--refute", arguments->refute,
                 "Look for a counterexample to each prediction, to those that pass as well");
  score.add_flag("--mined", arguments->mined,
                 "Counterexamples keep to what the data in --db keeps: no NULL, unique, ranges");
  score.add_option("--refute-budget", arguments->refute_budget,
                   "Databases that one prediction is compared on");
  score.add_option("--fail-under", arguments->fail_under, "Exit status 1 if the score is lower")
      .between(0.0, 1.25);
  score.footer(
      "Ctrl-C writes the reports with what is known so far. The comparison with --baseline follows\n"
      "the official script's text; items are counted from 0, as in reports.\n"
      "--refute says how many passes are wrong on another database that the schema allows; reports\n"
      "show the smallest one found, as a script, and both results. The score stays what it is.\n"
      "Exit status: 0 success, 1 below --fail-under, 2 error, 130 interrupted.\n"
      "\n"
      "Examples:\n"
      "  sluice score --gold dev_gold.sql --pred predicted.sql --db database/ --etype exec\n"
      "  sluice score --gold dev_gold.sql --pred predicted.sql --suite dev.suite --keep_distinct\n"
      "  sluice score --gold dev_gold.sql --pred predicted.sql --db database/ --refute --report r.html\n"
      "  sluice score --gold dev.jsonl --pred p.sql --db dev_databases/ --mode bird --report r.json\n"
      "  sluice score --gold dev.jsonl --pred p.sql --db dev_databases/ --mode bird --baseline r.json --report now.html\n"
      "  sluice score --gold g.sql --pred p.sql --db 'postgres://judge@host/{db_id}' --ties");
  score.callback([arguments] { run(*arguments); });
}

}  // namespace sluice::cli
