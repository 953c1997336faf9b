/// `sluice score`: predictions judged by running them, and as the official script judges them.

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/command_line.hpp"
#include "cli/interrupt.hpp"
#include "score_official.hpp"
#include "score_refute.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/db/sqlite_session.hpp"
#include "sluice/judge/database_image.hpp"
#include "sluice/judge/execution.hpp"
#include "sluice/judge/postgres_databases.hpp"
#include "sluice/report/score_report.hpp"
#include "sluice/suite/suite_file.hpp"
#include "sluice/suite/suite_source.hpp"

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

constexpr int interrupted = 130;
constexpr std::int64_t heap_bytes = std::int64_t{200} << 20;
/// Where no query has a database larger than a few rows, but every thread several.
constexpr std::int64_t refuting_heap_bytes = std::int64_t{800} << 20;

ScoreKind kind_of(const Arguments &arguments) noexcept {
  if (arguments.kind == "match") return ScoreKind::match;
  return arguments.kind == "all" ? ScoreKind::all : ScoreKind::exec;
}

ExecutionOptions options_of(const Arguments &arguments) {
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

/// What of the command line changes verdicts, in words.
std::string settings_of(const Arguments &arguments) {
  std::string settings;
  const auto add = [&settings](const std::string &word) {
    settings += settings.empty() ? word : ' ' + word;
  };
  if (arguments.plug_values) add("plug_value");
  if (arguments.keep_distinct) add("keep_distinct");
  if (arguments.ties) add("ties");
  if (!arguments.suite.empty()) {
    add(fmt::format("suite={:016x}", hash64(read_file(arguments.suite))));
  }
  if (arguments.quick) add("quick");
  if (arguments.steps != QueryLimits().steps) add(fmt::format("steps={}", arguments.steps));
  return settings;
}

std::unique_ptr<DatabaseSource> source_of(const std::string &databases,
                                          const std::shared_ptr<const Suite> &suite, bool quick) {
  if (suite != nullptr) {
    return std::make_unique<SuiteSource>(suite, quick ? SuiteEffort::best : SuiteEffort::all);
  }
  if (is_postgres_uri(databases)) return std::make_unique<PostgresDatabases>(databases);
  return std::make_unique<SqliteFolder>(databases);
}

std::string fingerprint_of(const ScoreReport &report, const EvaluationFile &gold,
                           const EvaluationFile &predicted) {
  Fingerprint fingerprint;
  fingerprint.add(gold.text).add(predicted.text).add(report.mode).add(report.settings);
  return fingerprint.text();
}

std::string gold_fingerprint_of(const EvaluationItems &read) {
  Fingerprint fingerprint;
  for (const EvaluationItem &item : read.items) {
    fingerprint.add(item.database_id).add(item.golds.size());
    for (const std::string &gold : item.golds) fingerprint.add(gold);
  }
  return fingerprint.text();
}

bool has_extension(const std::string &path, std::initializer_list<std::string_view> known) {
  return std::any_of(known.begin(), known.end(),
                     [&path](std::string_view one) { return path.ends_with(one); });
}

std::string rendered(const ScoreReport &report, const std::string &path,
                     const Arguments &arguments) {
  if (has_extension(path, {".json"})) return to_json(report);
  if (has_extension(path, {".csv"})) return to_csv(report);
  if (has_extension(path, {".xml"})) return to_junit(report);
  ScorePageOptions options;
  const auto name = [](const std::string &file) {
    return std::filesystem::path(file).filename().string();
  };
  options.title = fmt::format("{} against {}", name(arguments.predicted), name(arguments.gold));
  return score_page(report, options);
}

/// What is printed where there is no official report.
std::string words_of(const ScoreReport &report) {
  std::size_t right = 0;
  for (const auto &item : report.items) right += item.execution && item.execution->right ? 1 : 0;
  return fmt::format("{} questions · {} right · {} {:.4f}\n", report.items.size(), right,
                     report.mode, report.execution());
}

/// What a user should know about his gold file, and about verdicts that another day may give
/// otherwise.
void print_doubts(const ScoreReport &report) {
  std::size_t unstable = 0;
  std::size_t ties[3] = {};
  for (std::size_t i = 0; i < report.items.size(); ++i) {
    const auto &verdict = report.items[i].execution;
    if (!verdict) continue;
    unstable += verdict->unstable.empty() ? 0 : 1;
    ++ties[static_cast<std::size_t>(verdict->ties)];
    if (verdict->gold_failed) {
      fmt::print(stderr, "gold query {} does not run: {}\n", i + 1, verdict->message);
    }
  }
  if (ties[1] > 0) {
    fmt::print(stderr, "{} are right by another order or cut of gold's ties\n", ties[1]);
  }
  if (ties[2] > 0) {
    fmt::print(stderr, "{} are wrong where gold's ties could not be read\n", ties[2]);
  }
  if (unstable > 0) {
    fmt::print(stderr, "{} verdicts rest on random numbers or the time of day\n", unstable);
  }
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
    if (has_extension(path, {".json", ".csv", ".xml", ".html"})) continue;
    throw Error(ErrorCode::invalid_argument, "--report takes .json, .csv, .xml or .html", {path});
  }
}

/// The report without verdicts.
ScoreReport plain_report(const Arguments &arguments, const EvaluationFile &gold,
                         const EvaluationFile &predicted, const EvaluationItems &read) {
  ScoreReport report;
  report.mode = arguments.mode;
  report.settings = settings_of(arguments);
  report.fingerprint = fingerprint_of(report, gold, predicted);
  report.gold_fingerprint = gold_fingerprint_of(read);
  report.items.reserve(read.items.size());
  for (const EvaluationItem &item : read.items) {
    ScoreItem &entry = report.items.emplace_back();
    entry.database = item.database_id;
    entry.gold = item.golds.front();
    entry.predicted = item.predicted;
  }
  return report;
}

/// Runs what has no verdict yet, and saves what is known in the .json reports now and then. False
/// if it was interrupted.
bool execute(const Arguments &arguments, const EvaluationItems &read,
             const std::shared_ptr<const Suite> &suite, ScoreReport &report) {
  const auto opened = source_of(arguments.databases, suite, arguments.quick);
  const DatabaseSource &source = *opened;
  std::vector<std::optional<ExecutionVerdict>> known(read.items.size());
  if (!arguments.resume.empty()) {
    known = verdicts_of(read_score_report(read_file(arguments.resume), arguments.resume),
                        arguments.resume, report.fingerprint);
  }
  const auto take = [&report](const std::vector<std::optional<ExecutionVerdict>> &verdicts) {
    for (std::size_t i = 0; i < verdicts.size(); ++i) report.items[i].execution = verdicts[i];
  };
  const auto save = [&](const std::vector<std::optional<ExecutionVerdict>> &verdicts) {
    take(verdicts);
    report.complete = false;
    for (const std::string &path : arguments.reports) {
      if (has_extension(path, {".json"})) write_file(path, to_json(report));
    }
  };
  const ExecutionOptions options = options_of(arguments);
  ProgressLine line;
  const Progress progress(line, stop_token());
  const ExecutionScores scores =
      score_execution(read.items, source, options, progress, std::move(known),
                      VerdictSaver{save, arguments.save_every});
  take(scores.verdicts);
  report.complete = !scores.cancelled;
  if (!report.complete) return false;
  try {
    // Nobody sees in what the misses differ without a report.
    if (!arguments.reports.empty()) {
      std::vector<std::optional<Miss>> misses =
          examine_misses(read.items, scores.verdicts, source, options, {}, progress);
      for (std::size_t i = 0; i < misses.size(); ++i) {
        if (misses[i]) report.items[i].miss = std::make_shared<const Miss>(*std::move(misses[i]));
      }
    }
    if (arguments.refute) {
      limit_sqlite_heap(refuting_heap_bytes);
      add_refutations(read, report, options,
                      {arguments.databases, suite, arguments.mined, arguments.refute_budget},
                      progress, stop_token());
    }
  } catch (const Error &error) {
    if (error.code() != ErrorCode::cancelled) throw;
    report.complete = false;
  }
  return report.complete;
}

void write_reports(const ScoreReport &report, const Arguments &arguments) {
  for (const std::string &path : arguments.reports)
    write_file(path, rendered(report, path, arguments));
}

void run(const Arguments &arguments) {
  check(arguments);
  const ScoreKind kind = kind_of(arguments);
  if (kind == ScoreKind::match) leave_sqlite_heap_uncounted();  // nothing predicted is run
  const EvaluationFile gold{arguments.gold, read_file(arguments.gold)};
  const EvaluationFile predicted{arguments.predicted, read_file(arguments.predicted)};
  const EvaluationItems read = read_evaluation_items(gold, predicted);
  ScoreReport report = plain_report(arguments, gold, predicted, read);
  // What cannot be compared or read should not take an hour first.
  std::optional<ScoreReport> before;
  if (!arguments.baseline.empty())
    before = read_score_report(read_file(arguments.baseline), arguments.baseline);
  if (before) check_comparable(*before, report, arguments.baseline);
  const bool official = arguments.mode == "test-suite" && !is_postgres_uri(arguments.databases);
  const auto suite = arguments.suite.empty()
                         ? nullptr
                         : std::make_shared<const Suite>(read_suite(arguments.suite));
  if (official) {
    judge_officially(read, report.items, kind, arguments.databases, arguments.tables, suite.get());
  }

  if (kind != ScoreKind::match) {
    limit_sqlite_heap(heap_bytes);
    const InterruptGuard guard;
    if (!execute(arguments, read, suite, report)) {
      write_reports(report, arguments);
      print_doubts(report);
      std::size_t judged = 0;
      for (const auto &item : report.items) judged += item.execution ? 1 : 0;
      fmt::print(stderr, "interrupted: {} of {} judged\n", judged, report.items.size());
      throw ExitWith{interrupted};
    }
  }
  if (before) report.baseline = compare_scores(*before, report, arguments.baseline);
  write_reports(report, arguments);
  print_doubts(report);
  fmt::print("{}", official ? official_text(read, report.items, kind) : words_of(report));
  if (arguments.refute) fmt::print("\n{}", refutations_text(report));
  if (report.baseline) fmt::print("\n{}", comparison_text(*report.baseline));
  const double score = kind == ScoreKind::match ? report.exact() : report.execution();
  if (score < arguments.fail_under) throw ExitWith{rejected};
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
                  "Say what broke and what was mended since that .json report")
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
