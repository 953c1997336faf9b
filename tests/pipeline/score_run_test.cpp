#include "sluice/pipeline/score_run.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "sluice/core/error.hpp"
#include "sluice/core/json.hpp"
#include "sluice/judge/database_image.hpp"
#include "support/error_of.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

using namespace test;

/// A database with gold queries and predictions: a right one, a wrong one, and one that fails.
class Judged {
 public:
  Judged() {
    make_sqlite(path("db.sqlite"), "CREATE TABLE t (x); INSERT INTO t VALUES (1), (2)");
    write_bytes(path("gold.sql"),
                "SELECT x FROM t\tdb\nSELECT count(*) FROM t\tdb\nSELECT x FROM t\tdb\n");
    write_bytes(path("predicted.sql"),
                "SELECT x FROM t WHERE x > 0\nSELECT max(x) + 1 FROM t\nSELECT y FROM u\n");
  }

  std::string path(const std::string &name) const { return (folder_.path() / name).string(); }
  std::string bytes(const std::string &name) const { return bytes_of(path(name)); }

  ScoreRunOptions options(ComparisonMode mode = ComparisonMode::strict) const {
    ScoreRunOptions options;
    options.gold.name = path("gold.sql");
    options.predicted.name = path("predicted.sql");
    options.databases = path("");
    options.execution.mode = mode;
    options.execution.jobs = 2;
    return options;
  }

 private:
  TemporaryDirectory folder_;
};

EvaluationItem item_of(std::string gold, std::string predicted, std::size_t session = 0) {
  EvaluationItem item;
  item.session = session;
  item.database_id = "db";
  item.golds = {std::move(gold)};
  item.predicted = std::move(predicted);
  return item;
}

std::vector<std::string> reasons_of(const ScoreReport &report) {
  std::vector<std::string> reasons;
  for (const ScoreItem &item : report.items)
    reasons.push_back(item.execution ? item.execution->reason() : "none");
  return reasons;
}

/// The second prediction of `Judged` ends after `steps` rows.
void make_slow(const Judged &judged, const std::string &rows) {
  std::filesystem::remove(judged.path("db.sqlite"));
  make_sqlite(judged.path("db.sqlite"), "CREATE TABLE t (x); INSERT INTO t VALUES (1), (2);"
                                        "CREATE TABLE bound (n); INSERT INTO bound VALUES (" +
                                            rows + ")");
  write_bytes(judged.path("predicted.sql"),
              "SELECT x FROM t\nWITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c "
              "WHERE i < (SELECT n FROM bound)) SELECT count(*) FROM c\nSELECT x, x FROM t\n");
}

}  // namespace

TEST_CASE("a score run gives the verdicts of score_execution, and writes every kind of report") {
  const Judged judged;
  ScoreRunOptions options = judged.options();
  for (const char *name : {"r.json", "r.csv", "r.xml", "r.html"})
    options.reports.push_back(judged.path(name));
  const ScoreRunResult result = ScoreRun(options).run();
  CHECK_FALSE(result.interrupted());
  CHECK(result.judged == 3);
  CHECK(result.text == "3 questions · 1 right · strict 0.3333\n");
  CHECK(result.score == doctest::Approx(1.0 / 3));
  CHECK(result.doubts.empty());

  const EvaluationItems read =
      read_evaluation_items({"g", judged.bytes("gold.sql")}, {"p", judged.bytes("predicted.sql")});
  const ExecutionScores scores =
      score_execution(read.items, SqliteFolder(judged.path("")), options.execution);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(result.report.items[i].execution->reason() == scores.verdicts[i]->reason());
    CHECK(result.report.items[i].execution->message == scores.verdicts[i]->message);
  }
  CHECK(judged.bytes("r.json") == to_json(result.report));
  CHECK(judged.bytes("r.csv") == to_csv(result.report));
  CHECK(judged.bytes("r.xml") == to_junit(result.report));
  CHECK(contains(judged.bytes("r.html"), "<h1>predicted.sql against gold.sql</h1>"));
}

TEST_CASE("queries in memory get the report of the same queries in files") {
  const Judged judged;
  const ScoreReport of_files = ScoreRun(judged.options()).run().report;
  ScoreRunOptions texts = judged.options();
  texts.gold = {"gold", judged.bytes("gold.sql")};
  texts.predicted = {"predictions", judged.bytes("predicted.sql")};
  CHECK(to_json(ScoreRun(texts).run().report) == to_json(of_files));

  ScoreRunOptions items = judged.options();
  items.gold = items.predicted = {};
  items.items = {item_of("SELECT x FROM t", "SELECT x FROM t WHERE x > 0"),
                 item_of("SELECT count(*) FROM t", "SELECT max(x) + 1 FROM t"),
                 item_of("SELECT x FROM t", "SELECT y FROM u")};
  ScoreReport of_items = ScoreRun(items).run().report;
  CHECK(of_items.gold_fingerprint == of_files.gold_fingerprint);
  CHECK(of_items.fingerprint != of_files.fingerprint);
  of_items.fingerprint = of_files.fingerprint;
  CHECK(to_json(of_items) == to_json(of_files));
}

TEST_CASE("a session of items in memory ends where the next item has another") {
  const Judged judged;
  ScoreRunOptions options = judged.options(ComparisonMode::test_suite);
  options.gold = options.predicted = {};
  options.items = {item_of("SELECT x FROM t", "SELECT x FROM t", 7),
                   item_of("SELECT count(*) FROM t", "SELECT count(*) FROM t", 7),
                   item_of("SELECT x FROM t", "SELECT x FROM t", 2)};
  const ScoreRunResult result = ScoreRun(options).run();
  CHECK(contains(result.text, "joint_all"));  // only with several sessions
  options.items.push_back({});
  check_code(ErrorCode::invalid_argument, [&] { return ScoreRun(options).run(); });
}

TEST_CASE("a gold query that fails is an item with that verdict, and the rest is judged") {
  const Judged judged;
  write_bytes(judged.path("gold.sql"),
              "SELECT x FROM t\tdb\nSELECT absent FROM t\tdb\nSELECT x FROM t\tdb\n");
  write_bytes(judged.path("predicted.sql"), "SELECT x FROM t\nSELECT x FROM t\nSELECT x FROM t\n");
  const ScoreRunResult result = ScoreRun(judged.options()).run();
  CHECK(reasons_of(result.report) == std::vector<std::string>{"right", "gold_error", "right"});
  REQUIRE(result.doubts.size() == 1);
  CHECK(result.doubts[0] == "gold query 2 does not run: no such column: absent");

  // The official script cannot read the first gold query, and stops.
  write_bytes(judged.path("gold.sql"),
              "SELECT x FROM t WHERE x IS NOT NULL\tdb\nSELECT x FROM t\tdb\nSELECT 7\tdb\n");
  ScoreRunOptions options = judged.options(ComparisonMode::test_suite);
  CHECK(what_of([&] { return ScoreRun(options).run(); }) ==
        "gold query 1 is not in the official form");
  options.official = false;
  const ScoreRunResult without = ScoreRun(options).run();
  CHECK(without.judged == 3);
  CHECK_FALSE(without.report.items[2].execution->right);
  CHECK(without.text == "3 questions · 2 right · test-suite 0.6667\n");

  write_bytes(judged.path("gold.sql"), "SELECT x FROM t\tdb\nSELECT x FROM t\n");
  CHECK(contains(what_of([&] { return ScoreRun(options).run(); }), "gold.sql:2: 1 fields"));
}

TEST_CASE("a database that cannot be read is skipped, and judged once it is repaired") {
  const Judged judged;
  write_bytes(judged.path("bad.sqlite"), "not a database");
  write_bytes(judged.path("gold.sql"),
              "SELECT x FROM t\tdb\nSELECT x FROM t\tbad\nSELECT x FROM t\tdb\n");
  write_bytes(judged.path("predicted.sql"), "SELECT x FROM t\nSELECT x FROM t\nSELECT x FROM t\n");
  ScoreRunOptions options = judged.options();
  options.refute = true;
  options.refute_databases = 20;
  options.reports = {judged.path("r.json"), judged.path("r.html")};
  const ScoreRunResult result = ScoreRun(options).run();
  CHECK(result.doubts.empty());
  const ScoreReport &report = result.report;
  CHECK(reasons_of(report) == std::vector<std::string>{"right", "gold_error", "right"});
  REQUIRE(report.skipped.size() == 1);
  CHECK(report.skipped[0].where == judged.path("bad.sqlite"));
  CHECK(report.items[1].execution->message ==
        report.skipped[0].where + ": " + report.skipped[0].reason);
  CHECK(read_score_report(judged.bytes("r.json"), "r.json").skipped == report.skipped);
  CHECK(contains(judged.bytes("r.html"), "skipped " + judged.path("bad.sqlite")));

  options.resume = judged.path("r.json");
  CHECK(to_json(ScoreRun(options).run().report) == to_json(report));
  std::filesystem::remove(judged.path("bad.sqlite"));
  std::filesystem::copy(judged.path("db.sqlite"), judged.path("bad.sqlite"));
  const ScoreRunResult repaired = ScoreRun(options).run();
  CHECK(repaired.report.skipped.empty());
  CHECK(reasons_of(repaired.report) == std::vector<std::string>{"right", "right", "right"});
}

TEST_CASE("under the official rules, items of a database that cannot be read match nothing") {
  const Judged judged;
  write_bytes(judged.path("bad.sqlite"), "");
  write_bytes(judged.path("tables.json"), "[]");
  write_bytes(judged.path("gold.sql"), "SELECT x FROM t\tbad\nSELECT x FROM t\tdb\n");
  write_bytes(judged.path("predicted.sql"), "SELECT x FROM t\nSELECT x FROM t\n");
  for (const ScoreKind kind : {ScoreKind::match, ScoreKind::exec, ScoreKind::all}) {
    CAPTURE(static_cast<int>(kind));
    ScoreRunOptions options = judged.options(ComparisonMode::test_suite);
    options.kind = kind;
    options.tables = judged.path("tables.json");
    const ScoreRunResult result = ScoreRun(options).run();
    REQUIRE(result.report.skipped.size() == 1);
    CHECK(result.report.skipped[0].where == judged.path("bad.sqlite"));
    CHECK(result.report.skipped[0].reason == "is empty");
    const ScoreItem &bad = result.report.items[0], &good = result.report.items[1];
    CHECK_FALSE(bad.hardness);
    CHECK(good.hardness == Hardness::easy);
    if (kind != ScoreKind::exec) {
      CHECK_FALSE(bad.exact->match);
      CHECK(good.exact->match);
    }
    if (kind != ScoreKind::match) {
      CHECK(bad.execution->reason() == "gold_error");
      CHECK(good.execution->right);
    }
  }
  std::filesystem::remove(judged.path("db.sqlite"));
  write_bytes(judged.path("db.sqlite"), "");
  for (const ScoreKind kind : {ScoreKind::match, ScoreKind::exec}) {
    ScoreRunOptions options = judged.options(ComparisonMode::test_suite);
    options.kind = kind;
    options.tables = judged.path("tables.json");
    CHECK(contains(what_of([&] { return ScoreRun(options).run(); }), "is empty"));
  }
}

TEST_CASE("a cancelled score run saves its verdicts, and resumes to the result of a full run") {
  const Judged judged;
  make_slow(judged, "1000000000000000");
  ScoreRunOptions options = judged.options();
  options.execution.jobs = 1;
  options.execution.limits.steps = 1'000'000'000'000'000;
  options.save_every = 0;
  options.reports = {judged.path("part.json")};
  const CancellationToken token;
  bool saved_meanwhile = false;
  const auto cancel = [&](std::string_view, std::size_t done, std::size_t) {
    if (done == 0 || !std::filesystem::exists(judged.path("part.json"))) return;
    saved_meanwhile = contains(judged.bytes("part.json"), "\"complete\":false");
    token.cancel();
  };
  const ScoreRunResult stopped = ScoreRun(options).run(Progress(cancel), token);
  CHECK(saved_meanwhile);
  CHECK(stopped.interrupted());
  CHECK(stopped.judged == 1);
  CHECK(stopped.text.empty());
  CHECK(judged.bytes("part.json") == to_json(stopped.report));

  make_slow(judged, "10");
  options.reports.clear();
  const ScoreRunResult whole = ScoreRun(options).run();
  options.resume = judged.path("part.json");
  const ScoreRunResult resumed = ScoreRun(options).run();
  CHECK(to_json(resumed.report) == to_json(whole.report));
  CHECK(resumed.text == whole.text);

  // A run that is cancelled at once keeps the verdicts that it resumed from.
  options.reports = {judged.path("part.json")};
  const ScoreRunResult at_once = ScoreRun(options).run({}, token);
  CHECK(at_once.interrupted());
  CHECK(at_once.judged == 1);
  CHECK(contains(judged.bytes("part.json"), "\"index\":0,\"database\":\"db\",\"execution\":1"));

  options.execution.limits.steps = 5;
  check_code(ErrorCode::mismatch, [&] { return ScoreRun(options).run(); });
  write_bytes(judged.path("part.json"), judged.bytes("part.json").substr(0, 100));
  options.execution.limits.steps = 1'000'000'000'000'000;
  const Error damaged = error_of([&] { return ScoreRun(options).run(); });
  CHECK(damaged.code() == ErrorCode::malformed);
  CHECK(contains(damaged.what(), "part.json"));
}

TEST_CASE("a score run checks its baseline first, and its text has the comparison") {
  const Judged judged;
  ScoreRunOptions options = judged.options();
  options.reports = {judged.path("old.json")};
  ScoreRun(options).run();
  write_bytes(judged.path("predicted.sql"), "SELECT 7\nSELECT count(*) FROM t\nSELECT x FROM t\n");
  options.reports.clear();
  options.baseline = judged.path("old.json");
  const ScoreRunResult result = ScoreRun(options).run();
  REQUIRE(result.report.baseline.has_value());
  CHECK(result.report.baseline->broke == std::vector<std::size_t>{0});
  CHECK(result.report.baseline->fixed == std::vector<std::size_t>{1, 2});
  CHECK(result.text ==
        "3 questions · 2 right · strict 0.6667\n\n" + comparison_text(*result.report.baseline));
  std::size_t steps = 0;
  const auto count = [&](std::string_view, std::size_t, std::size_t) { ++steps; };
  options.execution.keep_distinct = true;
  check_code(ErrorCode::mismatch, [&] { return ScoreRun(options).run(Progress(count)); });
  CHECK(steps == 0);
}

TEST_CASE("a score run has counterexamples and exact-set match if requested") {
  const Judged judged;
  std::filesystem::remove(judged.path("db.sqlite"));
  make_sqlite(judged.path("db.sqlite"), "CREATE TABLE t (x INT); INSERT INTO t VALUES (1), (2)");
  write_bytes(judged.path("gold.sql"), "SELECT count(*) FROM t\tdb\nSELECT x FROM t\tdb\n");
  write_bytes(judged.path("predicted.sql"), "SELECT count(x) FROM t\nSELECT x FROM t\n");
  ScoreRunOptions options = judged.options(ComparisonMode::test_suite);
  options.refute = true;
  options.refute_databases = 50;
  const ScoreRunResult result = ScoreRun(options).run();
  CHECK(contains(result.text, "2 passes: 1 refuted, 1 proved the same, 0 not refuted"));
  CHECK(result.report.items[0].refutation->verdict == RefutationVerdict::refuted);

  write_bytes(judged.path("tables.json"),
              R"([{"db_id": "db", "table_names_original": ["t"], "table_names": ["t"],
                  "column_names_original": [[-1, "*"], [0, "x"]],
                  "column_names": [[-1, "*"], [0, "x"]], "column_types": ["text", "number"],
                  "primary_keys": [], "foreign_keys": []}])");
  options.refute = false;
  options.kind = ScoreKind::match;
  options.tables = judged.path("tables.json");
  const ScoreRunResult matched = ScoreRun(options).run();
  CHECK(matched.judged == 0);
  CHECK(matched.score == doctest::Approx(0.5));
  CHECK(matched.report.items[1].exact->match);
}

TEST_CASE("contradictory score options are refused before anything is read") {
  const auto refused = [](auto change) {
    ScoreRunOptions options;
    options.gold.name = "gold";
    options.predicted.name = "predicted";
    options.databases = "databases";
    change(options);
    return what_of([&] { return ScoreRun(options); });
  };
  CHECK(refused([](auto &) {}) == "(no error)");
  CHECK(contains(refused([](auto &options) { options.databases.clear(); }), "or a suite"));
  CHECK(contains(refused([](auto &options) { options.suite = "s"; }), "expected one of them"));
  CHECK(contains(refused([](auto &options) { options.predicted = {}; }), "and predictions"));
  CHECK(contains(refused([](auto &options) { options.items.emplace_back(); }), "given twice"));
  CHECK(contains(refused([](auto &options) { options.mined = true; }), "mined needs refute"));
  CHECK(contains(refused([](auto &options) { options.kind = ScoreKind::all; }), "needs tables"));
  CHECK(contains(refused([](auto &options) { options.execution.effort = Effort::steps; }), "bird"));
  CHECK(contains(refused([](auto &options) { options.reports = {"r.txt"}; }), "r.txt: "));
  CHECK(contains(refused([](auto &options) { options.suite_effort = SuiteEffort::best; }),
                 "needs a suite"));
  CHECK(contains(refused([](auto &options) {
                   options.refute = true;
                   options.databases = "postgres://host/{db_id}";
                 }),
                 "SQLite"));
}

}  // namespace sluice
