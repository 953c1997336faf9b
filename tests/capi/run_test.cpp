/// Scores and suites in one call each.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "calls.hpp"
#include "sluice/core/json.hpp"
#include "sluice/pipeline/score_run.hpp"
#include "sluice/pipeline/suite_run.hpp"
#include "sluice/suite/suite_file.hpp"
#include "support/error_of.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

using namespace test;

/// Two databases, gold queries and predictions: right, wrong, one that does not run.
struct Golds {
  TemporaryDirectory folder;
  Golds() {
    make_sqlite(file("shop.sqlite"), sales_ddl);
    make_sqlite(file("zoo.sqlite"),
                "CREATE TABLE animal (id INTEGER PRIMARY KEY, species TEXT, weight REAL);"
                "INSERT INTO animal VALUES (1, 'owl', 1.5), (2, 'elk', 300);");
    write_file(file("gold.sql"), "SELECT count(*) FROM sale\tshop\nSELECT wine FROM sale\tshop\n"
                                 "SELECT species FROM animal WHERE weight > 2\tzoo\n");
    write_file(file("predicted.sql"), "SELECT count(id) FROM sale\nSELECT price FROM sale\n"
                                      "SELECT colour FROM animal\n");
  }
  std::string file(const char *name) const { return (folder.path() / name).string(); }
  bool exists(const char *name) const { return std::filesystem::exists(file(name)); }
};

sluice_status score(const Golds &golds, const std::string &databases,
                    const sluice_score_options *options, sluice_text **out, sluice_error **error) {
  const std::string gold = golds.file("gold.sql"), predicted = golds.file("predicted.sql");
  return sluice_score_run(gold.data(), gold.size(), predicted.data(), predicted.size(),
                          databases.data(), databases.size(), options, out, error);
}

std::string scored(const Golds &golds, const std::string &databases,
                   const sluice_score_options *options) {
  const auto text = made<sluice_text>(
      [&](auto out, auto error) { return score(golds, databases, options, out, error); });
  return std::string(view(sluice_text_view(text.get())));
}

sluice_status build(const Golds &golds, const char *file, const sluice_suite_run_options *options,
                    sluice_text **out, sluice_error **error) {
  return sluice_suite_run(golds.file("gold.sql").c_str(), SLUICE_NUL, golds.file("").c_str(),
                          SLUICE_NUL, golds.file(file).c_str(), SLUICE_NUL, options, out, error);
}

std::string built(const Golds &golds, const char *file, const sluice_suite_run_options *options) {
  const auto text = made<sluice_text>(
      [&](auto out, auto error) { return build(golds, file, options, out, error); });
  return std::string(view(sluice_text_view(text.get())));
}

/// Counts the steps, and stops once something is done.
struct Stop {
  bool stops = true;
  int steps = 0;
  int destroyed = 0;
  sluice_progress progress = SLUICE_PROGRESS_INIT;

  Stop() {
    progress.user = this;
    progress.step = [](void *user, const char *, std::uint64_t done, std::uint64_t) {
      auto &self = *static_cast<Stop *>(user);
      ++self.steps;
      return self.stops && done > 0 ? 1 : 0;
    };
    progress.destroy = [](void *user) { ++static_cast<Stop *>(user)->destroyed; };
  }
};

}  // namespace

TEST_CASE("a score in C is that of ScoreRun, in its reports and its text") {
  const Golds golds;
  const std::string json = golds.file("r.json"), page = golds.file("r.html");
  const sluice_str reports[] = {str(json.c_str()), str(page.c_str())};
  Stop stop;
  stop.stops = false;
  sluice_score_options options = SLUICE_SCORE_OPTIONS_INIT;
  options.comparison = SLUICE_STRICT;
  options.refute = 1;
  options.refute_databases = 50;
  options.jobs = 2;
  options.reports = reports;
  options.report_count = 2;
  options.progress = &stop.progress;
  const std::string said = scored(golds, golds.file(""), &options);
  CHECK(stop.steps > 0);
  CHECK(stop.destroyed == 1);

  ScoreRunOptions same;
  same.gold.name = golds.file("gold.sql");
  same.predicted.name = golds.file("predicted.sql");
  same.databases = golds.file("");
  same.execution.mode = ComparisonMode::strict;
  same.refute = true;
  same.refute_databases = 50;
  same.reports = {golds.file("same.json"), golds.file("same.html")};
  const ScoreRunResult result = ScoreRun(same).run();
  CHECK(bytes_of(json) == bytes_of(golds.file("same.json")));
  CHECK(bytes_of(page) == bytes_of(golds.file("same.html")));
  const JsonDocument document = JsonDocument::parse(said, "score");
  CHECK(document.root().at("text").as_string() == result.text);
  CHECK(document.root().at("score").as_number() == doctest::Approx(1.0 / 3));
  CHECK(document.root().at("doubts").size() == 0);
  CHECK(document.root().at("report").at("items").size() == 3);
  CHECK(said.find(bytes_of(json).substr(0, bytes_of(json).size() - 1)) != std::string::npos);

  // The same items in memory, against the report as a baseline.
  const sluice_score_item items[] = {
      {str("shop"), str("SELECT count(*) FROM sale"), str("SELECT count(id) FROM sale")},
      {str("shop"), str("SELECT wine FROM sale"), str("SELECT wine FROM sale")},
      {str("zoo"), str("SELECT species FROM animal WHERE weight > 2"), str("SELECT 7")}};
  options = SLUICE_SCORE_OPTIONS_INIT;
  options.comparison = SLUICE_STRICT;
  options.items = items;
  options.item_count = 3;
  options.baseline = str(json.c_str());
  const auto text = made<sluice_text>([&](auto out, auto error) {
    return sluice_score_run(nullptr, 0, nullptr, 0, golds.file("").c_str(), SLUICE_NUL, &options,
                            out, error);
  });
  CHECK(contains(view(sluice_text_view(text.get())), "0 broke, 1 fixed, 1 right in both"));
}

TEST_CASE("a suite in C is that of SuiteRun, and its file judges queries") {
  const Golds golds;
  sluice_suite_run_options options = SLUICE_SUITE_RUN_OPTIONS_INIT;
  options.mutators = SLUICE_MUTATORS_TREE;
  options.data = SLUICE_SUITE_DATA_DIRECTED;
  options.jobs = 2;
  const std::string said = built(golds, "a.suite", &options);
  const JsonDocument counts = JsonDocument::parse(said, "suite");
  CHECK(counts.root().at("golds").as_integer() == 3);
  CHECK(counts.root().at("bytes").as_integer() ==
        static_cast<std::int64_t>(std::filesystem::file_size(golds.file("a.suite"))));

  SuiteRunOptions same;
  same.gold.name = golds.file("gold.sql");
  same.databases = golds.file("");
  same.out = golds.file("b.suite");
  same.building.mutators = MutatorSet::tree;
  same.building.distill.random = false;
  SuiteRun(same).run();
  CHECK(bytes_of(golds.file("a.suite")) == bytes_of(golds.file("b.suite")));

  // In memory, as two shards.
  const sluice_gold lines[] = {{str("shop"), str("SELECT count(*) FROM sale")},
                               {str("shop"), str("SELECT wine FROM sale")},
                               {str("zoo"), str("SELECT species FROM animal WHERE weight > 2")}};
  options.golds = lines;
  options.gold_count = 3;
  options.shards = 2;
  for (const char *name : {"first", "second"}) {
    const auto text = made<sluice_text>([&](auto out, auto error) {
      return sluice_suite_run(nullptr, 0, golds.file("").c_str(), SLUICE_NUL,
                              golds.file(name).c_str(), SLUICE_NUL, &options, out, error);
    });
    ++options.shard;
  }
  CHECK(suite_bytes(merge(read_suite(golds.file("first")), read_suite(golds.file("second")))) ==
        bytes_of(golds.file("a.suite")));

  sluice_score_options scoring = SLUICE_SCORE_OPTIONS_INIT;
  scoring.comparison = SLUICE_STRICT;
  CHECK(contains(scored(golds, golds.file("a.suite"), &scoring), "\"suite="));
  scoring.best_only = 1;
  CHECK(contains(scored(golds, golds.file("a.suite"), &scoring), "quick"));
}

TEST_CASE("cancelled runs go on from their files") {
  const Golds golds;
  Stop stop;
  sluice_suite_run_options building = SLUICE_SUITE_RUN_OPTIONS_INIT;
  building.mutators = SLUICE_MUTATORS_TREE;
  const std::string whole = built(golds, "whole", &building);
  building.progress = &stop.progress;
  CHECK(failure_of([&](auto error) {
          sluice_text *out = nullptr;
          return build(golds, "out", &building, &out, error);
        }).status == SLUICE_CANCELLED);
  CHECK(stop.destroyed == 2);
  CHECK(golds.exists("out.partial"));
  CHECK_FALSE(golds.exists("out"));
  building.progress = nullptr;
  building.resume = 1;
  built(golds, "out", &building);
  CHECK(bytes_of(golds.file("out")) == bytes_of(golds.file("whole")));
  CHECK_FALSE(golds.exists("out.partial"));
  write_file(golds.file("out.partial"), "no suite");
  const Failure damaged = failure_of([&](auto error) {
    sluice_text *out = nullptr;
    return build(golds, "out", &building, &out, error);
  });
  CHECK(damaged.status == SLUICE_MALFORMED);
  CHECK(contains(damaged.where, "out.partial"));

  const std::string part = golds.file("part.json"), json = golds.file("r.json");
  sluice_str report = str(part.c_str());
  sluice_score_options scoring = SLUICE_SCORE_OPTIONS_INIT;
  scoring.official = 0;
  scoring.reports = &report;
  scoring.report_count = 1;
  const auto cancellation = made<sluice_cancellation>(
      [](auto out, auto error) { return sluice_cancellation_new(out, error); });
  sluice_cancellation_cancel(cancellation.get());
  scoring.cancellation = cancellation.get();
  CHECK(failure_of([&](auto error) {
          sluice_text *out = nullptr;
          return score(golds, golds.file(""), &scoring, &out, error);
        }).status == SLUICE_CANCELLED);
  CHECK(contains(bytes_of(part), "\"complete\":false"));
  scoring.cancellation = nullptr;
  report = str(json.c_str());
  scoring.resume = str(part.c_str());
  const std::string resumed = scored(golds, golds.file(""), &scoring);
  scoring.resume = {nullptr, 0};
  CHECK(scored(golds, golds.file(""), &scoring) == resumed);
  CHECK(contains(bytes_of(json), "\"complete\":true"));
}

TEST_CASE("options of runs are refused where they are wrong, by name") {
  const Golds golds;
  const auto score_fails = [&](auto change) {
    sluice_score_options options = SLUICE_SCORE_OPTIONS_INIT;
    change(options);
    sluice_text *out = nullptr;
    const Failure failure =
        failure_of([&](auto error) { return score(golds, golds.file(""), &options, &out, error); });
    CHECK(failure.status == SLUICE_INVALID_ARGUMENT);
    CHECK(out == nullptr);
    return failure.message;
  };
  CHECK(contains(score_fails([](auto &options) { options.kind = 0; }), "kind is 0"));
  CHECK(contains(score_fails([](auto &options) { options.comparison = 7; }), "comparison is 7"));
  CHECK(contains(score_fails([](auto &options) { options.seconds = 0; }), "no seconds"));
  CHECK(contains(score_fails([](auto &options) { options.mined = 1; }), "mined needs"));
  CHECK(contains(score_fails([](auto &options) { options.report_count = 1; }), "options->reports"));
  const auto build_fails = [&](auto change) {
    sluice_suite_run_options options = SLUICE_SUITE_RUN_OPTIONS_INIT;
    change(options);
    sluice_text *out = nullptr;
    return failure_of([&](auto error) { return build(golds, "x", &options, &out, error); });
  };
  CHECK(contains(build_fails([](auto &options) { options.mutators = 9; }).message, "is 9"));
  CHECK(contains(build_fails([](auto &options) { options.data = 0; }).message, "data is 0"));
  CHECK(contains(build_fails([](auto &options) { options.shard = 1; }).message, "shard 1"));
  CHECK(contains(build_fails([](auto &options) { options.jobs = 0; }).message, "0 jobs"));
  CHECK(build_fails([](auto &options) { options.reserved = 1; }).status == SLUICE_UNSUPPORTED);
}

}  // namespace sluice
