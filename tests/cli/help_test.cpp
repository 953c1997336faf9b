/// Tests the help, the version, and errors of the command line.

#include <doctest/doctest.h>

#include <sstream>
#include <string>
#include <vector>

#include "run.hpp"
#include "sluice/benchmark/ranking_system.hpp"
#include "sluice/core/version.hpp"

using namespace sluice;
using test::run;

namespace {

struct Subcommand {
  std::vector<std::string> words;
  std::vector<std::string> options;
};

const std::vector<Subcommand> &subcommands() {
  static const std::vector<Subcommand> all{
      {{"ask"},
       {"question", "--db", "--dialect", "--catalog", "--store", "--weights", "--columns",
        "--databases", "--tokens", "--hallucinated", "--form", "--json"}},
      {{"answer"},
       {"question", "--db", "--catalog", "--llm", "--model", "--cache", "--examples", "--strategy",
        "--execute", "--json"}},
      {{"serve-replay"}, {"FILE", "--port", "match", "headers", "cut"}},
      {{"route"},
       {"question", "--db", "--catalog", "--embedder", "--weights", "--databases", "--max-tables",
        "--columns", "--recall", "--json"}},
      {{"train", "router"},
       {"--tables", "--pairs", "--embedder", "--content", "--glossary", "--out"}},
      {{"train", "beam"}, {"--tables", "--pairs", "--synthetic-questions", "--epochs", "--out"}},
      {{"train", "labels"}, {"--tables", "--pairs", "--content", "--glossary", "--out"}},
      {{"index"},
       {"folder", "sources", "--dialect", "--embedder", "--store", "--update", "--watch",
        "--interval", "--json"}},
      {{"store", "check"}, {"url", "sources", "--json"}},
      {{"score"},
       {"--gold",          "--pred",          "--db",     "--suite",    "--table",  "--etype",
        "--plug_value",    "--keep_distinct", "--ties",   "--mode",     "--jobs",   "--steps",
        "--report",        "--save-every",    "--resume", "--baseline", "--refute", "--mined",
        "--refute-budget", "--fail-under"}},
      {{"cluster"},
       {"QUERIES", "--db", "--tables", "--suite", "--id", "--mode", "--budget", "--seed", "--mined",
        "--json"}},
      {{"audit"}, {"--gold", "--db", "--tables", "--html", "--json"}},
      {{"refute"},
       {"GOLD", "PRED", "--db", "--tables", "--mode", "--budget", "--seed", "--mined", "--json"}},
      {{"suite", "build"},
       {"--gold", "--db", "--tables", "--out", "--jobs", "--seed", "--mutators", "--data",
        "--infer-keys", "--shard", "--resume", "--json"}},
      {{"suite", "show"}, {"file", "--golds", "--json"}},
      {{"suite", "merge"}, {"files", "--out"}},
      {{"suite", "export"}, {"file", "folder"}},
      {{"suite", "import"}, {"folder", "--gold", "--out"}},
      {{"examples", "index"}, {"file", "--pairs", "--tables", "--embedder", "--add", "--json"}},
      {{"examples", "rank"},
       {"question", "--examples", "--sql", "--tables", "--database", "--ranker", "--count",
        "--pool", "--diversity", "--except-database", "--json"}},
      {{"examples", "check"}, {"file", "--pairs", "--tables", "--json"}},
      {{"eval", "retrieval"},
       {"--tables", "--elements", "--questions", "--system", "--probes", "--names", "--embedder",
        "--context", "--question-weight", "--text", "--fuse", "--bm25-weight", "--without",
        "--store", "--store-mode", "--json"}},
      {{"schema", "show"}, {"SOURCE", "--dialect", "--database", "--json"}},
      {{"schema", "diff"}, {"BEFORE", "AFTER", "--dialect", "--json"}},
      {{"schema", "export"},
       {"SOURCE", "--database", "--dialect", "--format", "-o,--out", "--source-dialect"}},
      {{"sql", "parse"}, {"SQL", "--corpus", "--dialect", "--json"}},
      {{"sql", "print"}, {"SQL", "--corpus", "--dialect", "--style"}}};
  return all;
}

test::CommandResult help(std::vector<std::string> words) {
  words.emplace_back("--help");
  return run(words);
}

bool has_line_with(const std::string &text, const std::string &start, const std::string &part) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(start) && line.find(part) != line.npos) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("the help of the command shows its subcommands, examples and exit statuses") {
  const test::CommandResult result = help({});
  CHECK(result.status == 0);
  CHECK(result.error.empty());
  for (const std::string name : {"ask", "index", "eval", "sql"}) {
    CAPTURE(name);
    CHECK(has_line_with(result.out, "  " + name + ' ', ""));
    CHECK(has_line_with(result.out, std::string("  sluice "), name));
  }
  CHECK(has_line_with(result.out, "Exit status: 0", "1 negative result, 2 error, 130 interrupted"));
  CHECK(result.out.find("--fail-under") != std::string::npos);
}

TEST_CASE("the help of each subcommand lists its options") {
  for (const auto &[words, options] : subcommands()) {
    const test::CommandResult result = help(words);
    CHECK(result.status == 0);
    CHECK(result.error.empty());
    std::string name = "sluice";
    for (const std::string &word : words) name += ' ' + word;
    CAPTURE(name);
    for (const std::string &option : options) {
      CAPTURE(option);
      CHECK(has_line_with(result.out, "  " + option + ' ', ""));
    }
  }
}

TEST_CASE("--help works whatever else is on the line or missing") {
  for (const std::vector<std::string> &line :
       std::vector<std::vector<std::string>>{{"ask", "--help"},
                                             {"ask", "q", "--help"},
                                             {"ask", "-h", "--db", "missing", "q"},
                                             {"index", "-h"},
                                             {"eval", "--help"},
                                             {"sql", "-h"},
                                             {"eval", "retrieval", "--json", "--help"}}) {
    const test::CommandResult result = run(line);
    CHECK(result.status == 0);
    CHECK(result.out.find("Usage: sluice") != std::string::npos);
    CHECK(result.error.empty());
  }
}

TEST_CASE("the help of eval retrieval lists all systems") {
  const std::string text = help({"eval", "retrieval"}).out;
  for (const RankingSystemInfo &system : ranking_systems()) {
    CHECK(has_line_with(text, "  " + std::string(system.name) + ' ', std::string(system.about)));
  }
}

TEST_CASE("the version is that of the library") {
  const test::CommandResult result = run({"--version"});
  CHECK(result.status == 0);
  CHECK(result.out == std::string(version) + '\n');
}

TEST_CASE("a line that the command does not understand is an error that mentions --help") {
  const test::SampleFolder folder;
  const std::string db = folder.shop();
  for (const std::vector<std::string> &line : std::vector<std::vector<std::string>>{
           {},
           {""},
           {"teach"},
           {"--bogus"},
           {"ask"},
           {"ask", "--db", db},
           {"ask", "--db"},
           {"ask", "--db", db, "two", "questions"},
           {"ask", "--db", db, "--catalog", "index", "wine"},
           {"ask", "--db", db, "--bogus", "wine"},
           {"ask", "--db", db, "--form", "xml", "wine"},
           {"ask", "--db", db, "--columns", "0", "wine"},
           {"ask", "--db", db, "--columns", "-1", "wine"},
           {"ask", "--db", db, "--columns", "many", "wine"},
           {"ask", "--db", db, "--columns", "1.5", "wine"},
           {"ask", "--db", db, "--columns", "99999999999999999999999", "wine"},
           {"ask", "--db", db, "--columns", "5", "--columns", "6", "wine"},
           {"ask", "--db", db, "--databases", "0", "wine"},
           {"ask", "--db", db, "--tokens", "0", "wine"},
           {"ask", "--db", db, "wine", "line\nend"},
           {"index"},
           {"index", "folder"},
           {"eval"},
           {"sql"},
           {"sql", "parse", "SELECT 1", "SELECT 2"},
           {"sql", "parse", "SELECT 1", "--corpus", "f"},
           {"sql", "parse", "--dialect", "cobol", "SELECT 1"},
           {"sql", "print", "--style", "gothic", "SELECT 1"},
           {"eval", "ranking"},
           {"eval", "retrieval", "--tables", db},
           {"eval", "retrieval", "--tables", db, "--questions", "q", "--system", "best"},
           {"eval", "retrieval", "--tables", db, "--questions", "q", "--probes", "magic"},
           {"eval", "retrieval", "--tables", db, "--elements", db, "--questions", "q"}}) {
    test::check_refused(run(line), "; see --help");
  }
  test::check_refused(run({"ask", "wine"}), "needs --db or --catalog; see --help");
  test::check_refused(run({"eval", "retrieval", "--questions", "q"}),
                      "needs --tables or --elements; see --help");
}
