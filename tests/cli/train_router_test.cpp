/// Tests `sluice train router`, and commands that use its file.

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "run.hpp"
#include "sluice/core/json.hpp"
#include "sluice/embed/open_embedder.hpp"

using namespace sluice;
using test::run;

namespace {

/// Folders of databases, with three questions about each database. A training needs those of `a`
/// and `b`.
class Trades {
 public:
  Trades() {
    for (const char *thing : {"singer", "animal", "ship"}) add("a", thing, a_);
    for (const char *thing : {"book", "player", "wine"}) add("b", thing, b_);
    for (const char *thing : {"opera", "river"}) add("c", thing, c_);
    test::write_bytes(path("a.jsonl"), a_);
    test::write_bytes(path("b.jsonl"), b_);
    test::write_bytes(path("c.jsonl"), c_);
  }
  std::vector<std::string> questions() const {
    return {"--tables", path("a"),       "--tables", path("b"),
            "--pairs",  path("a.jsonl"), "--pairs",  path("b.jsonl")};
  }
  std::string path(const std::string &name) const { return (folder_.path() / name).string(); }
  test::CommandResult train(const std::string &to, std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"train", "router", "--out", path(to)});
    return run(arguments);
  }

 private:
  void add(const std::string &folder, const std::string &thing, std::string &pairs) {
    std::filesystem::create_directories(folder_.path() / folder);
    test::make_sqlite(path(folder + "/" + thing + ".sqlite"),
                      "CREATE TABLE " + thing +
                          " (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)");
    int asked = 0;
    const auto ask = [&](const std::string &question, const std::string &columns) {
      pairs += R"({"id":")" + thing + "-" + std::to_string(++asked) + R"(","db_id":")" + thing +
               R"(","question":")" + question + R"(","gold_tables":[")" + thing +
               R"("],"gold_columns":[)" + columns + "]}\n";
    };
    ask("How many " + thing + "s are there?", "");
    ask("What is the name of each " + thing + "?", '"' + thing + ".name\"");
    ask("How old is the oldest " + thing + "?", '"' + thing + ".age\"");
  }

  test::TemporaryDirectory folder_;
  std::string a_, b_, c_;
};

}  // namespace

TEST_CASE("a router is trained on several catalogs, and each file of questions belongs to one") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trades trades;
  const std::string a = trades.path("a"), b = trades.path("b");
  const std::string of_a = trades.path("a.jsonl"), of_b = trades.path("b.jsonl");
  const auto trained =
      trades.train("both", {"--tables", a, "--tables", b, "--pairs", of_b, "--pairs", of_a});
  CAPTURE(trained.error);
  REQUIRE(trained.status == 0);
  CHECK(trained.out.starts_with("18 questions of 6 databases, content of 0\n"));
  REQUIRE(trades.train("again", {"--tables", a, "--tables", b, "--pairs", of_b, "--pairs", of_a})
              .status == 0);
  CHECK(test::bytes_of(trades.path("both")) == test::bytes_of(trades.path("again")));

  const test::CommandResult routed =
      run({"route", "--db", b, "--weights", trades.path("both"), "the name of each wine"});
  CAPTURE(routed.error);
  CHECK(routed.status == 0);
  CHECK(routed.out.find("wine") != std::string::npos);

  const std::vector<std::string> ask{"ask", "--db", b, "--json", "what is the name of each wine?"};
  const auto score_of_best = [](const test::CommandResult &asked) {
    CAPTURE(asked.error);
    REQUIRE(asked.status == 0);
    const JsonDocument answer = JsonDocument::parse(asked.out);
    const JsonValue best = *answer.root().at("columns").begin();
    CHECK(best.at("database").as_string() == "wine");
    return best.at("score").as_number();
  };
  auto by = ask;
  by.insert(by.end(), {"--weights", trades.path("both")});
  CHECK(score_of_best(run(by)) != score_of_best(run(ask)));
  by.back() = of_a;
  const test::CommandResult refused = run(by);
  CHECK(refused.status == 2);
  CHECK(refused.error.find(of_a) != std::string::npos);

  const auto of_other = trades.train("no", {"--tables", a, "--pairs", of_a, "--pairs", of_b});
  CHECK(of_other.status == 2);
  CHECK(of_other.error.find(of_b + ":1") != std::string::npos);
  CHECK(of_other.error.find("\"book\" is in none of --tables") != std::string::npos);
}

TEST_CASE("questions about unlike catalogs are measured and reported as seen") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trades trades;
  auto arguments = trades.questions();
  arguments.insert(arguments.end(),
                   {"--unlike-tables", trades.path("c"), "--unlike-pairs", trades.path("c.jsonl")});
  const auto trained = trades.train("weights", arguments);
  CAPTURE(trained.error);
  REQUIRE(trained.status == 0);
  CHECK(trained.out.starts_with("18 questions of 6 databases, content of 0\n"));

  const std::string sentence =
      "6 of these 6 questions were used to learn the weights of evidence of default.";
  const auto eval = [&](const std::string &folder) {
    return std::vector<std::string>{"eval",        "retrieval",
                                    "--tables",    trades.path(folder),
                                    "--questions", trades.path(folder + ".jsonl"),
                                    "--weights",   trades.path("weights")};
  };
  const auto with = [&](const std::vector<std::string> &more) {
    auto all = eval("c");
    all.insert(all.end(), more.begin(), more.end());
    const test::CommandResult result = run(all);
    CAPTURE(result.error);
    REQUIRE(result.status == 0);
    return result.out;
  };
  CHECK(with({}).find(sentence) != std::string::npos);
  CHECK(with({"--system", "zero-shot"}).find("weights of evidence") == std::string::npos);
  CHECK(with({"--system", "zero-shot", "--system", "default"}).find(sentence) != std::string::npos);
  CHECK(JsonDocument::parse(with({"--json"})).root().at("seen_questions").as_integer() == 6);

  const test::CommandResult refused = run(eval("a"));
  CHECK(refused.status == 2);
  CHECK(refused.error.find("9 of the 9 questions were used to train") != std::string::npos);
}

TEST_CASE("ablations are rankers without one of the features that the help lists") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trades trades;
  const auto train = [&](const std::string &to, const std::string &folder) {
    auto arguments = trades.questions();
    arguments.insert(arguments.end(), {"--ablations", folder});
    return trades.train(to, arguments);
  };
  const std::string folder = trades.path("new/ablations");
  REQUIRE(trades.train("plain", trades.questions()).status == 0);
  const auto trained = train("whole", folder);
  CAPTURE(trained.error);
  REQUIRE(trained.status == 0);
  CHECK(test::bytes_of(trades.path("whole")) == test::bytes_of(trades.path("plain")));

  const std::string help = run({"train", "router", "--help"}).out;
  std::size_t files = 0;
  for (const auto &entry : std::filesystem::directory_iterator(folder)) {
    ++files;
    CAPTURE(entry.path().string());
    CHECK(entry.path().extension() == ".ranker");
    CHECK(help.find("\n  " + entry.path().stem().string() + ' ') != std::string::npos);
  }
  CHECK(files > 1);
  const std::string report =
      folder + " · " + std::to_string(files) + " rankers, each without one feature of evidence\n";
  CHECK(trained.out.ends_with(report));

  const auto score_by = [&](const std::string &weights) {
    const test::CommandResult asked = run({"ask", "--db", trades.path("b"), "--json", "--weights",
                                           weights, "what is the name of each wine?"});
    CAPTURE(asked.error);
    REQUIRE(asked.status == 0);
    const JsonDocument answer = JsonDocument::parse(asked.out);
    return (*answer.root().at("columns").begin()).at("score").as_number();
  };
  CHECK(score_by(folder + "/databases.words.ranker") != score_by(trades.path("whole")));

  const test::CommandResult refused = train("no", trades.path("a.jsonl"));
  CHECK(refused.status == 2);
  CHECK(refused.error.find(trades.path("a.jsonl") + ": cannot create: ") != std::string::npos);
  CHECK(!std::filesystem::exists(trades.path("no")));
}

TEST_CASE("a router learns from reworded questions") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trades trades;
  const std::string reworded = trades.path("reworded.jsonl");
  test::write_bytes(
      reworded, R"({"db_id": "ship", "id": "ship-2", "question": "What are the boats called?"})");
  const auto trained =
      trades.train("reworded", {"--tables", trades.path("a"), "--tables", trades.path("b"),
                                "--pairs", trades.path("a.jsonl"), "--pairs",
                                trades.path("b.jsonl"), "--reworded", reworded});
  CAPTURE(trained.error);
  REQUIRE(trained.status == 0);
  CHECK(trained.out.starts_with("19 questions of 6 databases, content of 0\n"));

  const auto of_other = trades.train("no", {"--tables", trades.path("b"), "--pairs",
                                            trades.path("b.jsonl"), "--reworded", reworded});
  CHECK(of_other.status == 2);
  CHECK(of_other.error.find("\"ship\" is in none of --tables") != std::string::npos);
}

TEST_CASE("a router learns from a glossary what no question has") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trades trades;
  const std::string words = trades.path("words.txt");
  test::write_bytes(words, "troubadour = singer\n");
  const std::vector<std::string> questions = trades.questions();
  auto told = questions;
  told.insert(told.end(), {"--glossary", words});
  REQUIRE(trades.train("plain", questions).status == 0);
  REQUIRE(trades.train("told", told).status == 0);
  CHECK(test::bytes_of(trades.path("plain")) != test::bytes_of(trades.path("told")));

  test::write_bytes(words, "[singer]\ntroubadour = singer\n");
  const auto of_one = trades.train("no", told);
  CHECK(of_one.status == 2);
  CHECK(of_one.error.find(words + ":2: is for database \"singer\" only") != std::string::npos);
}
