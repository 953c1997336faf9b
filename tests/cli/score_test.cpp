#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "run.hpp"
#include "support/error_of.hpp"
#include "support/sqlite_file.hpp"

using namespace sluice;
using namespace sluice::test;

namespace {

/// A database with gold queries and three predictions: a correct, a wrong and an invalid one.
class Files {
 public:
  Files() {
    make_sqlite(path("db.sqlite"), "CREATE TABLE t (x); INSERT INTO t VALUES (1), (2)");
    write_bytes(path("gold"),
                "SELECT x FROM t\tdb\nSELECT count(*) FROM t\tdb\nSELECT x FROM t\tdb\n");
    write_bytes(path("pred"),
                "SELECT x FROM t WHERE x > 0\nSELECT max(x) + 1 FROM t\nSELECT y, \"<\" FROM u\n");
  }

  std::string path(const std::string &name) const { return (folder_.path() / name).string(); }
  std::vector<std::string> score(std::vector<std::string> more = {}) const {
    std::vector<std::string> line{"score", "--gold", path("gold"), "--pred", path("pred"),
                                  "--db",  path(""), "--mode",     "strict"};
    line.insert(line.end(), more.begin(), more.end());
    return line;
  }

 private:
  TemporaryDirectory folder_;
};

}  // namespace

TEST_CASE("score prints the share and writes every verdict in three formats") {
  const Files files;
  const CommandResult result =
      run(files.score({"--report", files.path("r.json"), "--report", files.path("r.csv"),
                       "--report", files.path("r.xml")}));
  CHECK(result.status == 0);
  CHECK(result.out == "3 questions · 1 right · strict 0.3333\n");
  const JsonDocument report = JsonDocument::parse(bytes_of(files.path("r.json")));
  const JsonValue root = report.root();
  CHECK(root.at("complete").as_bool());
  CHECK(root.at("count").at("all").as_integer() == 3);
  CHECK(root.at("items").size() == 3);
  const std::string csv = bytes_of(files.path("r.csv"));
  CHECK(contains(csv, "0,db,,,1,1,right,,\r\n1,db,,,0,0,rows,,values\r\n"
                      "2,db,,,0,0,error,no such table: u,error\r\n"));
  const std::string xml = bytes_of(files.path("r.xml"));
  CHECK(contains(xml, "tests=\"3\" failures=\"2\""));
  CHECK(contains(xml, "<failure type=\"error\" message=\"no such table: u\"/>"));
}

TEST_CASE("score gives the same report with any number of threads and after it was resumed") {
  const Files files;
  CHECK(run(files.score({"--jobs", "1", "--report", files.path("a.json")})).status == 0);
  CHECK(run(files.score({"--jobs", "8", "--report", files.path("b.json")})).status == 0);
  const std::string whole = bytes_of(files.path("a.json"));
  CHECK(bytes_of(files.path("b.json")) == whole);
  // Without the last verdict, as after Ctrl-C.
  const std::size_t last = whole.rfind(",\"execution\":0");
  const std::size_t end = whole.find('}', last);
  write_bytes(files.path("part.json"), whole.substr(0, last) + whole.substr(end));
  CHECK(run(files.score({"--resume", files.path("part.json"), "--report", files.path("c.json")}))
            .status == 0);
  CHECK(bytes_of(files.path("c.json")) == whole);
  write_bytes(files.path("pred"), "SELECT 1\nSELECT 2\nSELECT 3\n");
  const CommandResult other = run(files.score({"--resume", files.path("part.json")}));
  CHECK(other.status == 2);
  CHECK(contains(other.error, "is about different queries or settings"));
}

TEST_CASE("score --ties accepts any order of ties, and reports where there are some") {
  const Files files;
  write_bytes(files.path("gold"), "SELECT x FROM t ORDER BY 1 > 0\tdb\n");
  write_bytes(files.path("pred"), "SELECT x FROM t ORDER BY x DESC\n");
  CHECK(contains(run(files.score()).out, "0 right"));
  const CommandResult result = run(files.score({"--ties", "--report", files.path("r.json")}));
  CHECK(contains(result.out, "1 right"));
  CHECK(contains(result.error, "1 are right by another order or cut of gold's ties"));
  CHECK(contains(bytes_of(files.path("r.json")), "\"ties\":\"accepted\""));
  const std::string resumed = files.path("again.json");
  CHECK(
      run(files.score({"--ties", "--resume", files.path("r.json"), "--report", resumed})).status ==
      0);
  CHECK(bytes_of(resumed) == bytes_of(files.path("r.json")));
  CHECK(run(files.score({"--resume", files.path("r.json")})).status == 2);
}

TEST_CASE("score ends with status 1 below --fail-under") {
  const Files files;
  CHECK(run(files.score({"--fail-under", "0.3"})).status == 0);
  CHECK(run(files.score({"--fail-under", "0.4"})).status == 1);
  CHECK(run(files.score({"--report", files.path("r.txt")})).status == 2);
  CHECK(run(files.score({"--ties", "--mode", "bird"})).status == 2);
}

TEST_CASE("score writes a page with the differences, in which no query becomes markup") {
  const Files files;
  write_bytes(files.path("pred"), "SELECT x FROM t WHERE x > 0\nSELECT '<script>evil</script>'\n"
                                  "SELECT y, \"<\" FROM u\n");
  CHECK(run(files.score({"--report", files.path("r.html")})).status == 0);
  const std::string page = bytes_of(files.path("r.html"));
  CHECK(contains(page, "<h1>pred against gold</h1>"));
  CHECK(contains(page, "&lt;script&gt;evil&lt;/script&gt;"));
  CHECK_FALSE(contains(page, "<script>evil"));
  CHECK(contains(page, "no such table: u"));
}

TEST_CASE("score reports what broke and what was fixed since a baseline") {
  const Files files;
  CHECK(run(files.score({"--report", files.path("old.json")})).status == 0);
  write_bytes(files.path("pred"), "SELECT 7\nSELECT count(*) FROM t\nSELECT x FROM t\n");
  const CommandResult now =
      run(files.score({"--baseline", files.path("old.json"), "--report", files.path("now.json"),
                       "--report", files.path("now.html")}));
  CHECK(now.status == 0);
  CHECK(now.out.starts_with("3 questions · 2 right · strict 0.6667\n\nexecution: 0.3333 before, "));
  CHECK(contains(now.out, "1 broke, 2 fixed, 0 right in both, 0 wrong in both; McNemar's exact "
                          "test: p = 1\nbroke, items: 0\nfixed, items: 1 2\n"));
  const JsonDocument report = JsonDocument::parse(bytes_of(files.path("now.json")));
  CHECK(report.root().at("baseline").at("mended").size() == 2);
  CHECK(contains(bytes_of(files.path("now.html")), "<a href=\"#i0\">0</a>"));
  write_bytes(files.path("gold"),
              "SELECT x FROM t\tdb\nSELECT min(x) FROM t\tdb\nSELECT x FROM t\tdb\n");
  check_refused(run(files.score({"--baseline", files.path("old.json")})), "a different gold file");
  write_bytes(files.path("gold"), "SELECT x FROM t\tdb\n");
  check_refused(run(files.score({"--baseline", files.path("old.json")})),
                "has 3 questions, this run has 1");
}

TEST_CASE("an interrupted score writes its verdicts, and continues to the same bytes") {
  const Files files;
  const auto bound = [&files](const std::string &steps) {
    std::filesystem::remove(files.path("db.sqlite"));
    make_sqlite(files.path("db.sqlite"), "CREATE TABLE t (x); INSERT INTO t VALUES (1), (2);"
                                         "CREATE TABLE bound (n); INSERT INTO bound VALUES (" +
                                             steps + ")");
  };
  // With this bound the second prediction does not end in time.
  bound("1000000000000000");
  write_bytes(
      files.path("pred"),
      "SELECT x FROM t\nWITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE "
      "i < (SELECT n FROM bound)) SELECT count(*) FROM c\nSELECT x, x FROM t\n");
  const std::vector<std::string> limits{"--jobs", "1", "--steps", "1000000000000000"};
  const auto with = [&limits, &files](std::vector<std::string> more) {
    more.insert(more.end(), limits.begin(), limits.end());
    return files.score(more);
  };
  Command command(with({"--save-every", "0", "--report", files.path("part.json")}));
  for (int i = 0; i < 6000 && !std::filesystem::exists(files.path("part.json")); ++i)
    ::usleep(10'000);
  command.interrupt();
  const CommandResult stopped = command.wait();
  CHECK(stopped.status == 130);
  CHECK(contains(stopped.error, "interrupted: 1 of 3 judged"));
  const std::string part = bytes_of(files.path("part.json"));
  CHECK_FALSE(JsonDocument::parse(part).root().at("complete").as_bool());
  CHECK(contains(part, "\"index\":0,\"database\":\"db\",\"execution\":1"));
  check_refused(run(with({"--baseline", files.path("part.json")})), "was interrupted");

  bound("10");
  const std::vector<std::string> reports{"r.json", "r.csv", "r.xml", "r.html"};
  std::string whole;
  for (const char *jobs : {"1", "2", "8"}) {
    for (const bool resumed : {false, true}) {
      std::vector<std::string> more{"--jobs", jobs, "--steps", "1000000000000000"};
      for (const std::string &report : reports)
        more.insert(more.end(), {"--report", files.path(report)});
      if (resumed) more.insert(more.end(), {"--resume", files.path("part.json")});
      const CommandResult result = run(files.score(more));
      CHECK(result.status == 0);
      std::string all = result.out;
      for (const std::string &report : reports) all += bytes_of(files.path(report));
      if (whole.empty()) whole = all;
      CHECK(all == whole);
    }
  }
}

TEST_CASE("score --refute shows databases that turn passes into failures, in each report") {
  const Files files;
  make_sqlite(files.path("db.sqlite"),
              "DROP TABLE t; CREATE TABLE t (x INT); INSERT INTO t VALUES (1), (2)");
  // Correct by chance, correct, wrong, invalid.
  write_bytes(files.path("gold"), "SELECT count(*) FROM t\tdb\nSELECT x FROM t WHERE x > 0\tdb\n"
                                  "SELECT max(x) FROM t\tdb\nSELECT x FROM t\tdb\n");
  write_bytes(files.path("pred"), "SELECT count(x) FROM t\nSELECT x FROM t WHERE 0 < x\n"
                                  "SELECT min(x) FROM t\nSELECT y FROM t\n");
  const auto refute = [&](std::vector<std::string> more) {
    more.emplace_back("--refute");
    return run(files.score(more));
  };
  const CommandResult result = refute({"--jobs", "1", "--report", files.path("r.json"), "--report",
                                       files.path("r.csv"), "--report", files.path("r.html")});
  CAPTURE(result.error);
  CHECK(result.status == 0);
  CHECK(result.out == "4 questions · 2 right · strict 0.5000\n\n"
                      "2 passes: 1 refuted, 1 proved the same, 0 not refuted · execution 0.500, "
                      "0.250 without those refuted\n"
                      "2 misses: 1 refuted, 0 proved the same, 0 not refuted\n");
  const std::string json = bytes_of(files.path("r.json"));
  const JsonDocument report = JsonDocument::parse(json);
  const JsonValue counts = report.root().at("refutations");
  CHECK(counts.at("passes").at("refuted").as_integer() == 1);
  CHECK(counts.at("execution_unless_refuted").as_number() == 0.25);
  std::vector<std::string> verdicts;
  std::string script;
  for (const JsonValue item : report.root().at("items")) {
    verdicts.emplace_back(item.at("refutation").at("verdict").as_string());
    if (verdicts.size() == 1) script = item.at("refutation").at("script").as_string();
  }
  CHECK(verdicts == std::vector<std::string>{"refuted", "proved", "refuted", "failed"});
  make_sqlite(files.path("made.sqlite"), script);
  CHECK(run({"refute", "--db", files.path("made.sqlite"), "SELECT count(*) FROM t",
             "SELECT count(x) FROM t"})
            .status == 1);
  CHECK(contains(bytes_of(files.path("r.csv")), ",refutation,refutation_kind,counterexample\r\n"));
  CHECK(
      contains(bytes_of(files.path("r.csv")), "0,db,,,1,1,right,,,refuted,values,\"CREATE TABLE"));
  const std::string page = bytes_of(files.path("r.html"));
  CHECK(contains(page, "<b>1</b>passes refuted"));
  CHECK(contains(page, "REFUTED by 1 row: "));
  CHECK(contains(page, "INSERT INTO t (x) VALUES (NULL);"));

  CHECK(refute({"--jobs", "4", "--report", files.path("s.json")}).status == 0);
  CHECK(bytes_of(files.path("s.json")) == json);
  // The data has no NULL.
  CHECK(contains(refute({"--mined"}).out, "2 passes: 0 refuted"));
  check_refused(run(files.score({"--mined"})), "mined needs refute");
  check_refused(run({"score", "--gold", files.path("gold"), "--pred", files.path("pred"), "--db",
                     files.path(""), "--mode", "spider2", "--refute"}),
                "a mode other than spider2");
}
