/// Tests that the commands and the library's ScoreRun and SuiteRun give the same results.

#include <doctest/doctest.h>

#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "cli/run.hpp"
#include "sluice/pipeline/score_run.hpp"
#include "sluice/pipeline/suite_run.hpp"
#include "support/error_of.hpp"
#include "support/sqlite_file.hpp"

using namespace sluice;
using namespace sluice::test;

namespace {

/// A database with gold queries and predictions, one of them correct and one with ties.
class Queries {
 public:
  Queries() {
    make_sqlite(path("db.sqlite"), "CREATE TABLE t (x INT, y TEXT); INSERT INTO t VALUES (1, 'a'), "
                                   "(2, 'a'), (3, 'b')");
    write_bytes(path("gold"), "SELECT x FROM t\tdb\nSELECT count(*) FROM t\tdb\n"
                              "SELECT x FROM t ORDER BY y\tdb\nSELECT absent FROM t\tdb\n");
    write_bytes(path("pred"), "SELECT x FROM t WHERE x > 0\nSELECT count(x) + 1 FROM t\n"
                              "SELECT x FROM t ORDER BY y, x DESC\nSELECT x FROM t\n");
  }

  std::string path(const std::string &name) const { return (folder_.path() / name).string(); }
  std::string bytes(const std::string &name) const { return bytes_of(path(name)); }

 private:
  TemporaryDirectory folder_;
};

}  // namespace

TEST_CASE("score prints and writes the results of ScoreRun, with baseline and counterexamples") {
  const Queries queries;
  const auto command = [&](std::vector<std::string> more) {
    std::vector<std::string> line{"score",
                                  "--gold",
                                  queries.path("gold"),
                                  "--pred",
                                  queries.path("pred"),
                                  "--db",
                                  queries.path(""),
                                  "--mode",
                                  "strict",
                                  "--ties",
                                  "--refute",
                                  "--refute-budget",
                                  "40"};
    line.insert(line.end(), more.begin(), more.end());
    return run(line);
  };
  ScoreRunOptions options;
  options.gold.name = queries.path("gold");
  options.predicted.name = queries.path("pred");
  options.databases = queries.path("");
  options.execution.mode = ComparisonMode::strict;
  options.execution.ties = true;
  options.refute = true;
  options.refute_databases = 40;
  for (const bool with_baseline : {false, true}) {
    CAPTURE(with_baseline);
    std::vector<std::string> more;
    for (const char *extension : {"json", "csv", "xml", "html"}) {
      more.insert(more.end(), {"--report", queries.path(std::string("c.") + extension)});
    }
    if (with_baseline) {
      std::filesystem::copy(queries.path("c.json"), queries.path("old.json"));
      write_bytes(queries.path("pred"), "SELECT 7\nSELECT count(*) FROM t\nSELECT x FROM t\n"
                                        "SELECT x FROM t\n");
      more.insert(more.end(), {"--baseline", queries.path("old.json")});
      options.baseline = queries.path("old.json");
    }
    options.reports.clear();
    for (const char *extension : {"json", "csv", "xml", "html"})
      options.reports.push_back(queries.path(std::string("l.") + extension));
    const CommandResult said = command(more);
    CHECK(said.status == 0);
    const ScoreRunResult result = ScoreRun(options).run();
    CHECK(said.out == result.text);
    std::string doubts;
    for (const std::string &doubt : result.doubts) doubts += doubt + '\n';
    CHECK(said.error == doubts);
    CHECK(contains(doubts, "gold query 4 does not run"));
    for (const char *extension : {"json", "csv", "xml", "html"}) {
      CAPTURE(extension);
      CHECK(queries.bytes(std::string("c.") + extension) ==
            queries.bytes(std::string("l.") + extension));
    }
  }
}

TEST_CASE("an interrupted suite build continues to the bytes of SuiteRun") {
  const Queries queries;
  write_bytes(queries.path("gold"), "SELECT x FROM t\tdb\nSELECT y FROM t WHERE x > 1\tdb\n");
  const std::vector<std::string> line{"suite", "build",          "--gold", queries.path("gold"),
                                      "--db",  queries.path(""), "--out",  queries.path("c.suite")};
  Command command(line);
  ::usleep(50'000);
  command.interrupt();
  const CommandResult stopped = command.wait();
  const bool is_over = stopped.status == 0;  // it may have been faster
  CHECK((is_over || stopped.status == 130));
  // The interrupt may arrive after the file was written.
  if (is_over) CHECK(std::filesystem::exists(queries.path("c.suite")));
  std::vector<std::string> again = line;
  again.emplace_back("--resume");
  CHECK(run(again).status == 0);

  SuiteRunOptions options;
  options.gold.name = queries.path("gold");
  options.databases = queries.path("");
  options.out = queries.path("l.suite");
  SuiteRun(options).run();
  CHECK(queries.bytes("c.suite") == queries.bytes("l.suite"));
}
