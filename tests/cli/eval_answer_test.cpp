/// Tests `sluice eval answer` with recorded completions on the sample databases.

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "cli/serve/replay_server.hpp"
#include "run.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/rank/label_model.hpp"
#include "support/error_of.hpp"

using namespace sluice;
using test::run;

namespace {

/// Three questions about a sample database. The model answers the first correctly, the second
/// incorrectly, and the third without SQL.
struct Benchmark {
  test::TemporaryDirectory folder;
  std::string database = (test::source_directory() / "examples/data/vineyard.sql").string();
  std::string questions = inside("questions.jsonl");
  std::string recording;

  Benchmark() {
    std::string lines;
    std::size_t taken = 0;
    const std::string path = (test::source_directory() / "examples/data/questions.jsonl").string();
    const std::string all = read_file(path);
    for (std::size_t at = 0; at < all.size() && taken < 3; at = all.find('\n', at) + 1) {
      const std::string line = all.substr(at, all.find('\n', at) + 1 - at);
      if (!test::contains(line, "\"vineyard\"")) continue;
      lines += line;
      const JsonDocument record = JsonDocument::parse(line);
      JsonWriter writer;
      writer.begin_object().member("match", record.root().at("question").as_string());
      writer.member("answer", taken == 0   ? record.root().at("sql").as_string()
                              : taken == 1 ? std::string_view("SELECT 'wrong'")
                                           : std::string_view("I cannot."));
      writer.key("usage").begin_object().member("prompt_tokens", 100);
      writer.member("completion_tokens", 10).end_object();
      recording += writer.end_object().take() + '\n';
      ++taken;
    }
    REQUIRE(taken == 3);
    test::write_bytes(questions, lines);
  }
  std::string inside(const char *name) const { return (folder.path() / name).string(); }

  test::CommandResult eval(const std::string &url, std::vector<std::string> more) const {
    std::vector<std::string> arguments{
        "eval", "answer",  "--db", database, "--questions",    questions, "--llm",
        url,    "--model", "m",    "--json", "--prompt-price", "1000"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }
};

}  // namespace

TEST_CASE("each --schema gives a row of figures, and kept answers are not asked for again") {
  const Benchmark benchmark;
  const cli::ReplayServer server(RecordedCompletions::parse(benchmark.recording, "recording"), 0);
  const std::string answers = benchmark.inside("answers.jsonl");
  std::size_t settings = 0;
  for (const std::string schema :
       {"gold-columns", "gold-database", "pruned", "five-databases", "top1", "human", "subset:9"}) {
    CAPTURE(schema);
    const test::CommandResult result =
        benchmark.eval(server.url(), {"--schema", schema, "--answers", answers});
    CAPTURE(result.error);
    REQUIRE(result.status == 0);
    const JsonDocument document = JsonDocument::parse(result.out);
    const JsonValue root = document.root();
    CHECK(root.at("count").at("all").as_integer() == 3);
    CHECK(root.at("execution").at("all").as_number() == doctest::Approx(1.0 / 3));
    CHECK(root.at("exact").at("all").as_number() == doctest::Approx(1.0 / 3));
    CHECK(root.at("faults").at("missing").as_integer() == 1);
    CHECK(root.at("tokens").at("prompt").as_integer() == 300);
    CHECK(root.at("tokens").at("answer").as_integer() == 30);
    CHECK(root.at("cost").as_number() == doctest::Approx(0.3));
    CHECK(root.at("kept").as_integer() == 0);
    ++settings;
  }
  const std::size_t asked = server.requests();
  CHECK(asked == 3 * settings);
  // The last line is incomplete, so one question is asked again; after that, none is.
  std::string kept = test::bytes_of(answers);
  test::write_bytes(answers, kept.substr(0, kept.size() - 20));
  const std::vector<std::string> last{"--schema", "subset:9", "--answers", answers};
  for (const int left : {2, 3}) {
    const test::CommandResult again = benchmark.eval(server.url(), last);
    REQUIRE(again.status == 0);
    const JsonDocument document = JsonDocument::parse(again.out);
    CHECK(document.root().at("kept").as_integer() == left);
    CHECK(document.root().at("tokens").at("prompt").as_integer() == 300);
  }
  CHECK(server.requests() == asked + 1);
}

TEST_CASE("examples are ranked by guesses, leaks are errors, and failures are not answers") {
  const Benchmark benchmark;
  const cli::ReplayServer server(RecordedCompletions::parse(benchmark.recording, "recording"), 0);
  const std::vector<std::string> leaking{"--ranker", "ast", "--examples", benchmark.questions};
  test::check_refused(benchmark.eval(server.url(), leaking), "3 of 3 evaluated questions");
  std::vector<std::string> allowed = leaking;
  allowed.insert(allowed.end(), {"--allow-leaks", "--approximate", "gold", "--values", "off"});
  const test::CommandResult loud = benchmark.eval(server.url(), allowed);
  CHECK(loud.status == 0);
  CHECK(test::contains(loud.error, "LEAK: "));
  CHECK(JsonDocument::parse(loud.out).root().at("leaks").as_integer() == 3);
  if (LabelModel::shipped() != nullptr) {
    const test::CommandResult labeled = benchmark.eval(
        server.url(), {"--ranker", "likely", "--examples", benchmark.questions, "--allow-leaks",
                       "--approximate", "labels", "--schema", "pruned"});
    CAPTURE(labeled.error);
    REQUIRE(labeled.status == 0);
    const JsonDocument said = JsonDocument::parse(labeled.out);
    CHECK(test::contains(std::string(said.root().at("settings").as_string()), " labels="));
    const test::CommandResult cut = benchmark.eval(server.url(), {"--schema", "needed"});
    CAPTURE(cut.error);
    REQUIRE(cut.status == 0);
    CHECK(JsonDocument::parse(cut.out).root().at("execution").at("all").as_number() ==
          doctest::Approx(1.0 / 3));
  }
  const std::string nowhere = benchmark.inside("nowhere");
  test::check_refused(benchmark.eval(server.url(), {"--weights", nowhere}), nowhere);
  for (const auto &more : std::vector<std::vector<std::string>>{
           {"--schema", "gold"}, {"--schema", "subset:0"}, {"--schema", "subset:x"}})
    test::check_refused(benchmark.eval(server.url(), more), "--schema accepts gold-columns");
  test::check_refused(benchmark.eval(server.url(), {"--ranker", "dail"}), "needs --examples");

  // The endpoint rejects one question: it has no answer, and the next run asks it again.
  const std::string answers = benchmark.inside("answers.jsonl");
  const std::string first = benchmark.recording.substr(0, benchmark.recording.find('\n') + 1);
  const cli::ReplayServer half(RecordedCompletions::parse(first, "recording"), 0);
  const test::CommandResult partly = benchmark.eval(half.url(), {"--answers", answers});
  REQUIRE(partly.status == 0);
  const JsonDocument document = JsonDocument::parse(partly.out);
  CHECK(document.root().at("failures").as_integer() == 2);
  CHECK(document.root().at("execution").at("all").as_number() == doctest::Approx(1.0 / 3));
  const test::CommandResult whole = benchmark.eval(server.url(), {"--answers", answers});
  CHECK(JsonDocument::parse(whole.out).root().at("kept").as_integer() == 1);
  CHECK(JsonDocument::parse(whole.out).root().at("failures").as_integer() == 0);
}
