/// Tests `sluice eval retrieval`, whose JSON members are a contract.

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "run.hpp"
#include "sluice/benchmark/ranking_system.hpp"
#include "sluice/embed/open_embedder.hpp"

using namespace sluice;
using test::check_refused;
using test::run;

namespace {

using Keys = std::vector<std::string>;

const std::string questions =
    R"~({"db_id": "shop", "question": "wine of customers", "gold_tables": ["purchase"], )~"
    R"~("gold_columns": ["purchase.wine"], "hallucinated": ["Purchase(wine)"], )~"
    R"~("evidence": "wine is what was bought"})~"
    "\n"
    R"~({"db_id": "zoo", "question": "each species", )~"
    R"~("gold_elements": ["zoo.animal.species", "zoo.cage.id"]})~"
    "\n";

std::vector<std::string> line(const test::SampleFolder &folder,
                              std::vector<std::string> more = {}) {
  test::write_bytes(folder.path("q.jsonl"), questions);
  std::vector<std::string> arguments{"eval",        "retrieval",
                                     "--tables",    folder.path().string(),
                                     "--questions", folder.path("q.jsonl")};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

void check_shares(JsonValue shares, const Keys &cuts) {
  CHECK(test::keys(shares) == cuts);
  double before = 0;
  shares.each_member([&](std::string_view, JsonValue share) {
    CHECK(share.as_number() >= before);
    CHECK(share.as_number() <= 1);
    before = share.as_number();
  });
}

}  // namespace

TEST_CASE("the report of each system is one line of JSON with the documented members") {
  const test::SampleFolder folder;
  std::vector<std::string> arguments = line(folder, {"--json"});
  Keys systems;
  for (const RankingSystemInfo &system : ranking_systems()) {
    systems.emplace_back(system.name);
    arguments.insert(arguments.end(), {"--system", systems.back()});
  }
  const test::CommandResult result = run(arguments);
  CAPTURE(result.error);
  REQUIRE(result.status == 0);
  CHECK(result.error.empty());
  Keys reported;
  each_json_line(result.out, "output", [&](JsonValue report) {
    const Keys promised{"system",
                        "setting",
                        "content",
                        "probes",
                        "question_set",
                        "questions",
                        "seen_questions",
                        "embedder",
                        "options",
                        "without",
                        "database_recall",
                        "table_recall",
                        "table_recall_micro",
                        "complete_table_recall",
                        "column_recall",
                        "complete_column_recall",
                        "within_database",
                        "peak_bytes",
                        "map",
                        "map_by_tables",
                        "build_seconds",
                        "disk_bytes",
                        "seconds",
                        "questions_per_second",
                        "intervals",
                        "misses"};
    for (const std::string &key : promised) CHECK_MESSAGE(report.find(key).has_value(), key);
    reported.emplace_back(report.at("system").as_string());
    const Keys trained{"ranker", "beam", "bm25-tuned", "table-encoder",
                       default_embedder() ? "default" : ""};
    CHECK(report.at("setting").as_string() ==
          (std::ranges::count(trained, reported.back()) == 1 ? "trained" : "zero-shot"));
    CHECK(!report.at("content").as_bool());
    CHECK(report.at("probes").as_string() == "question");
    CHECK(report.at("question_set").as_string() == folder.path("q.jsonl"));
    CHECK(report.at("questions").as_integer() == 2);
    const Keys table_cuts{"1", "3", "5", "10", "15", "20", "30", "50"};
    check_shares(report.at("database_recall"), {"1", "3", "5", "10", "20", "50"});
    check_shares(report.at("table_recall"), table_cuts);
    check_shares(report.at("table_recall_micro"), table_cuts);
    check_shares(report.at("complete_table_recall"), table_cuts);
    check_shares(report.at("column_recall"), {"3", "5", "10", "20", "30", "50", "100"});
    check_shares(report.at("complete_column_recall"), {"3", "5", "10", "20", "30", "50", "100"});
    const JsonValue within = report.at("within_database");
    CHECK(test::keys(within) == Keys{"table_recall", "complete_table_recall", "column_recall",
                                     "complete_column_recall", "seconds"});
    check_shares(within.at("table_recall"), table_cuts);
    check_shares(within.at("complete_table_recall"), table_cuts);
    for (const char *figure : {"column_recall", "complete_column_recall"})
      check_shares(within.at(figure), {"3", "5", "10", "20", "30", "50", "100"});
    CHECK(within.at("seconds").as_number() >= 0);
    CHECK(report.at("database_recall").at("5").as_number() == 1.0);
    if (reported.back() == "default") {
      CHECK(report.at("table_recall").at("20").as_number() == 1.0);
      CHECK(report.at("column_recall").at("100").as_number() == 1.0);
    }
    CHECK(report.at("map").as_number() > 0);
    CHECK(report.at("map").as_number() <= 1);
    for (const JsonValue size : report.at("map_by_tables")) {  // both databases have two tables
      CHECK(size.at("least").as_integer() == 1);
      CHECK(size.at("most").as_integer() == 2);
      CHECK(size.at("questions").as_integer() == 2);
      CHECK(size.at("map").as_number() == doctest::Approx(report.at("map").as_number()));
    }
    CHECK(report.at("build_seconds").as_number() > 0);
    CHECK(report.at("disk_bytes").as_integer() >= 0);
    for (const char *figure : {"database_recall", "column_recall", "complete_table_recall"}) {
      const JsonValue interval = report.at("intervals").at(figure).at("5");
      std::vector<double> ends;
      for (const JsonValue end : interval) ends.push_back(end.as_number());
      REQUIRE(ends.size() == 2);
      CHECK(ends[0] <= report.at(figure).at("5").as_number());
      CHECK(ends[1] >= report.at(figure).at("5").as_number());
    }
    CHECK(report.at("seconds").as_number() >= 0);
    CHECK(report.at("questions_per_second").as_number() >= 0);
    CHECK(report.at("peak_bytes").as_integer() > 1000000);
  });
  CHECK(reported == systems);
}

TEST_CASE("the text has the same figures") {
  const test::SampleFolder folder;
  const test::CommandResult result = run(line(folder, {"--system", "zero-shot"}));
  REQUIRE(result.status == 0);
  CHECK(result.out.starts_with("zero-shot (zero-shot, probes: question) on 2 questions of " +
                               folder.path("q.jsonl") + '\n'));
  CHECK(result.out.find("  @5 100.00") != std::string::npos);
  CHECK(result.out.find("  with the database given:\n  table recall ") != std::string::npos);
}

TEST_CASE("--report also writes a page with all systems") {
  const test::SampleFolder folder;
  const std::string file = folder.path("report.html");
  const test::CommandResult result = run(
      line(folder, {"--system", "bm25-max", "--system", "default", "--json", "--report", file}));
  CAPTURE(result.error);
  REQUIRE(result.status == 0);
  CHECK(std::ranges::count(result.out, '\n') == 2);
  const std::string page = test::bytes_of(file);
  CHECK(page.starts_with("<!doctype html>"));
  CHECK(page.find("bm25-max") != std::string::npos);
  CHECK(page.find("id=\"figures\"") != std::string::npos);
  const test::CommandResult refused = run(line(folder, {"--report", folder.path("no/r.html")}));
  CHECK(refused.status == 2);
  CHECK(refused.error.find(folder.path("no/r.html")) != std::string::npos);
}

TEST_CASE("several systems and parts of CRUSH4SQL are rows of one table") {
  const test::SampleFolder folder;
  const std::vector<std::string> more{"--system",   "bm25-max", "--system",  "crush",
                                      "--without",  "entropy",  "--without", "edges,coverage",
                                      "--embedder", "hashed",   "--fuse",    "ranks"};
  const test::CommandResult result = run(line(folder, more));
  CAPTURE(result.error);
  REQUIRE(result.status == 0);
  const std::vector<std::string> lines = [&] {
    std::vector<std::string> starts;
    std::size_t at = 0;
    while (at < result.out.size()) {
      const std::size_t end = result.out.find('\n', at);
      starts.push_back(result.out.substr(at, end - at));
      at = end + 1;
    }
    return starts;
  }();
  REQUIRE(lines.size() == 15);
  CHECK(lines[0].starts_with("recall in % on 2 questions of "));
  CHECK(lines[3].starts_with("bm25-max "));
  CHECK(lines[4].starts_with("crush "));
  CHECK(lines[5].starts_with("  without entropy "));
  CHECK(lines[6].starts_with("  without edges coverage "));
  CHECK(lines[8] == "the same with the database given");
  CHECK(lines[11].starts_with("bm25-max "));
  CHECK(lines[14].starts_with("  without edges coverage "));

  std::vector<std::string> arguments = line(folder, more);
  arguments.emplace_back("--json");
  std::vector<std::size_t> left_out;
  each_json_line(run(arguments).out, "output", [&](JsonValue report) {
    std::size_t parts = 0;
    for (const JsonValue part : report.at("without")) parts += part.as_string().empty() ? 0 : 1;
    left_out.push_back(parts);
    CHECK(report.at("embedder").as_string() == "hashed");
    bool fused = false;
    for (const JsonValue option : report.at("options")) fused |= option.as_string() == "fuse=ranks";
    CHECK(fused);
  });
  CHECK(left_out == std::vector<std::size_t>{0, 0, 1, 2});
}

TEST_CASE("with --content the ranker finds a column by its value, and the report says so") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const test::SampleFolder folder;
  test::write_bytes(folder.path("v.jsonl"),
                    R"~({"db_id": "shop", "question": "what is there of Rioja", )~"
                    R"~("gold_tables": ["purchase"], "gold_columns": ["purchase.wine"]})~");
  const auto report = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments{"eval",        "retrieval",
                                       "--tables",    folder.path().string(),
                                       "--questions", folder.path("v.jsonl"),
                                       "--system",    "ranker",
                                       "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  };
  const test::CommandResult without = report({});
  CAPTURE(without.error);
  REQUIRE(without.status == 0);
  CHECK(JsonDocument::parse(without.out, "out").root().find("content")->as_bool() == false);
  const test::CommandResult with = report({"--content", folder.path().string()});
  REQUIRE(with.status == 0);
  const JsonDocument document = JsonDocument::parse(with.out, "out");
  CHECK(document.root().find("content")->as_bool());
  CHECK(document.root().find("database_recall")->find("1")->as_number() == 1);
  CHECK(document.root().find("column_recall")->find("3")->as_number() == 1);
  check_refused(report({"--content", folder.path("nowhere")}), "nowhere");
}

TEST_CASE("route reads the values of files unless flags exclude them") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const test::SampleFolder folder;
  const auto route = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments{"route", "--json", "--db", folder.path().string(),
                                       "what is there of Rioja"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  };
  const test::CommandResult heard = route({});
  CAPTURE(heard.error);
  REQUIRE(heard.status == 0);
  const JsonDocument document = JsonDocument::parse(heard.out, "out");
  const JsonValue root = document.root();
  CHECK(test::keys(root) == Keys{"question", "databases", "tables", "columns", "values", "glossary",
                                 "fits", "fits_threshold", "alternatives", "unsure", "content",
                                 "content_seconds", "seconds"});
  CHECK(root.find("content")->as_bool());
  std::size_t values = 0;
  for (const JsonValue value : root.at("values")) {
    ++values;
    CHECK(test::keys(value) == Keys{"database", "table", "column", "value", "words", "whole"});
    CHECK(value.find("column")->as_string() == "wine");
    CHECK(value.find("value")->as_string() == "Rioja");
  }
  CHECK(values == 1);
  for (const std::vector<std::string> &more :
       {std::vector<std::string>{"--no-content"}, {"--except", "purchase.w*"}}) {
    const test::CommandResult without = route(more);
    REQUIRE(without.status == 0);
    const JsonDocument silent = JsonDocument::parse(without.out, "out");
    CHECK(silent.root().find("values")->begin() == silent.root().find("values")->end());
  }
}

TEST_CASE("options that a system does not support are errors") {
  const test::SampleFolder folder;
  check_refused(run(line(folder, {"--system", "crush", "--without", "entropy,luck"})),
                "--without accepts context, entropy, edges and coverage, not \"luck\"");
  check_refused(run(line(folder, {"--system", "crush", "--fuse", "sum"})), "need an embedder");
  check_refused(
      run(line(folder, {"--system", "crush", "--embedder", "hashed", "--context", "states"})),
      "need an encoder");
}

TEST_CASE("the report names the probes that a system sees") {
  const test::SampleFolder folder;
  for (const char *probes : {"question", "hallucinated", "evidence"}) {
    const test::CommandResult result =
        run(line(folder, {"--json", "--system", "crush", "--probes", probes}));
    REQUIRE(result.status == 0);
    CHECK(JsonDocument::parse(result.out).root().at("probes").as_string() == probes);
  }
}

TEST_CASE("--elements replaces --tables") {
  const test::SampleFolder folder;
  test::write_bytes(folder.path("q.jsonl"), questions);
  test::write_bytes(folder.path("elements.txt"),
                    "shop.purchase.wine\nshop.customer.name\nzoo.animal.species\nzoo.cage.id\n");
  const test::CommandResult result =
      run({"eval", "retrieval", "--elements", folder.path("elements.txt"), "--questions",
           folder.path("q.jsonl"), "--json", "--names", "original"});
  REQUIRE(result.status == 0);
  CHECK(JsonDocument::parse(result.out).root().at("questions").as_integer() == 2);
}

TEST_CASE("the error for questions that cannot be read has the line") {
  const test::SampleFolder folder;
  const auto refused = [&](const std::string &text, const std::string &saying) {
    const auto arguments = line(folder);
    test::write_bytes(folder.path("q.jsonl"), text);
    check_refused(run(arguments), folder.path("q.jsonl") + saying);
  };
  refused("{\"db_id\": \"shop\", ", ":1:");
  refused(questions + "\n[]\n", ":4:1: ");
  refused(questions + "{\"db_id\": 7}\n", ":3:");
  refused(R"({"db_id": "nowhere", "question": "q", "gold_tables": ["t"]})", ":1:");
  refused(R"({"db_id": "shop", "question": "q", "gold_tables": ["nothing"]})", ":1:");
  check_refused(
      run({"eval", "retrieval", "--tables", folder.shop(), "--questions", folder.path("missing")}),
      folder.path("missing") + ": ");
  check_refused(run({"eval", "retrieval", "--tables", folder.path("missing"), "--questions",
                     folder.path("q.jsonl")}),
                folder.path("missing") + ": ");
}

TEST_CASE("a beam router is trained on schemas only, routes questions and is evaluated") {
  const test::SampleFolder folder;
  const std::string model = folder.path("beam.model");
  const auto train = [&](const std::string &to, std::vector<std::string> more) {
    std::vector<std::string> arguments{"train", "beam", "--tables", folder.path().string(),
                                       "--out", to,     "--epochs", "1"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  };
  const test::CommandResult trained = train(model, {"--threads", "1"});
  CAPTURE(trained.error);
  REQUIRE(trained.status == 0);
  CHECK(trained.out.starts_with("200 synthetic questions for 2 databases"));
  REQUIRE(train(folder.path("again.model"), {"--threads", "2"}).status == 0);
  CHECK(test::bytes_of(folder.path("again.model")) == test::bytes_of(model));

  const std::vector<std::string> ask{"route",
                                     "--json",
                                     "--db",
                                     folder.path().string(),
                                     "--weights",
                                     model,
                                     "the wine that each customer bought"};
  const test::CommandResult routed = run(ask);
  CAPTURE(routed.error);
  REQUIRE(routed.status == 0);
  const JsonDocument document = JsonDocument::parse(routed.out, "out");
  for (const JsonValue first : document.root().at("databases")) {
    CHECK(first.at("name").as_string() == "shop");
    break;
  }
  std::vector<std::string> more = ask;
  more.insert(more.end(), {"--recall", "0.9"});
  check_refused(run(more), "only uses names");

  const test::CommandResult measured = run(line(folder, {"--system", "beam", "--weights", model}));
  CAPTURE(measured.error);
  CHECK(measured.status == 0);
  CHECK(measured.out.starts_with("beam (trained"));

  // The questioner was trained on these questions.
  REQUIRE(train(model, {"--pairs", folder.path("q.jsonl"), "--synthetic-questions", "20"}).status ==
          0);
  check_refused(run(line(folder, {"--system", "beam", "--weights", model})),
                "2 of the 2 questions were used to train the system");
}
