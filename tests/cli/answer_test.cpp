/// Tests `sluice answer`, with the endpoint of `sluice serve-replay`.

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "run.hpp"
#include "support/error_of.hpp"

using namespace sluice;
using test::run;

namespace {

/// A running `sluice serve-replay`, which ends with the object.
class Server {
 public:
  explicit Server(const std::string &recording)
      : file_((folder_.path() / "recording.jsonl").string()),
        out_((folder_.path() / "out").string()) {
    test::write_bytes(file_, recording);
    command_.emplace(std::vector<std::string>{"serve-replay", file_}, out_);
    constexpr std::string_view mark = " at http://";
    while (test::bytes_of(out_).find('\n') == std::string::npos)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    const std::string line = test::bytes_of(out_);
    url_ = line.substr(line.find(mark) + 4);
    url_.resize(url_.find('\n'));
  }
  const std::string &url() const { return url_; }
  /// Ends the server. Returns everything that it printed.
  std::string end() {
    command_->interrupt();
    const test::CommandResult result = command_->wait();
    CHECK(result.status == 0);
    CHECK(result.error.empty());
    command_.reset();
    return test::bytes_of(out_);
  }

 private:
  test::TemporaryDirectory folder_;
  std::string file_, out_;
  std::optional<test::Command> command_;
  std::string url_;
};

}  // namespace

TEST_CASE("a question is answered with SQL and rows, as text and as JSON") {
  const test::SampleFolder sample;
  Server server(
      "{\"match\":\"bought the wine\",\"answer\":\"```sql\\nSELECT nme FROM customer\\n```\"}\n"
      "{\"match\":\"bought the wine\",\"answer\":\"SELECT c.name FROM customer c JOIN purchase p ON "
      "p.customer_id = c.id WHERE p.wine = 'Rioja'\",\"usage\":{\"prompt_tokens\":1000000,"
      "\"completion_tokens\":500000},\"times\":9}\n"
      "{\"match\":\"How old\",\"answer\":\"I do not know.\"}\n"
      "{\"match\":\"is wrong\",\"status\":401,\"body\":\"{\\\"error\\\":{\\\"message\\\":\\\"bad key "
      "sk-0123456789\\\"}}\"}\n");
  ::setenv("SLUICE_LLM_KEY", "sk-0123456789", 1);
  const std::vector<std::string> asking{
      "answer", "--db", sample.path().string(), "--llm", server.url(), "--model", "m", "--execute"};
  const auto ask = [&](const std::string &question, std::vector<std::string> more = {}) {
    std::vector<std::string> arguments = asking;
    arguments.insert(arguments.end(), more.begin(), more.end());
    arguments.push_back(question);
    return run(arguments);
  };
  const std::string cache = sample.path("cache");
  const std::string question = "Which customers bought the wine Rioja?";
  const test::CommandResult json =
      ask(question, {"--json", "--cache", cache, "--prompt-price", "3", "--answer-price", "4"});
  CAPTURE(json.error);
  REQUIRE(json.status == 0);
  const JsonDocument document = JsonDocument::parse(json.out);
  const JsonValue answer = document.root();
  CHECK(test::keys(answer) ==
        std::vector<std::string>{
            "question",       "sql",          "passed",   "fault",    "message",      "rounds",
            "database",       "columns",      "values",   "examples", "guesses",      "confidence",
            "foreign_script", "alternatives", "unsure",   "prompt",   "column_names", "rows",
            "all_rows",       "tokens",       "requests", "cached",   "cost",         "seconds"});
  CHECK(answer.at("passed").as_bool());
  CHECK(answer.at("fault").as_string() == "none");
  CHECK(answer.at("rounds").as_integer() == 2);
  CHECK(answer.at("database").as_string() == "shop");
  CHECK((*answer.at("column_names").begin()).as_string() == "name");
  CHECK((*(*answer.at("rows").begin()).begin()).as_string() == "Zoë");
  CHECK(answer.at("rows").size() == 1);
  CHECK(answer.at("cost").as_number() == doctest::Approx(5));
  CHECK((*answer.at("values").begin()).at("value").as_string() == "Rioja");

  const test::CommandResult text = ask(question);
  CHECK(text.status == 0);
  CHECK(text.out == "shop\n  SELECT c.name FROM customer c JOIN purchase p ON p.customer_id = c.id "
                    "WHERE p.wine = 'Rioja'\n  name\n  'Zoë'\n");
  const test::CommandResult unknown = ask("How old is the customer?");
  CHECK(unknown.status == 1);
  CHECK(unknown.out == "no answer: the answer holds no SQL\n");
  const test::CommandResult wrong = ask("Which customer name is wrong?");
  test::check_refused(wrong, "answered 401");
  for (const test::CommandResult &result : {json, text, unknown, wrong})
    CHECK(!test::contains(result.out + result.error, "0123456789"));
  CHECK(!test::contains(test::bytes_of(cache), "0123456789"));
  ::unsetenv("SLUICE_LLM_KEY");
  const std::string printed = server.end();
  CHECK(test::contains(printed, "4 recorded answers at http://127.0.0.1:"));
  CHECK(test::contains(printed, "requests answered"));
  CHECK(!test::contains(printed, "0123456789"));
  // The server is gone, but the cache is still there.
  const test::CommandResult cached = ask(question, {"--cache", cache});
  CHECK(cached.out == text.out);
  test::check_refused(ask(question), "127.0.0.1");
}

TEST_CASE("missing flags are reported before anything is read") {
  const test::SampleFolder sample;
  for (const std::vector<std::string> &arguments :
       {std::vector<std::string>{"answer", "--db", sample.shop(), "--approximate", "none", "q"},
        {"answer", "--db", sample.shop(), "--llm", "http://127.0.0.1:1", "q"},
        {"answer", "--db", "nowhere", "--model", "m", "q"}})
    test::check_refused(run(arguments), "give --llm https://host/v1 and --model NAME");
  const std::string recording = sample.path("recording");
  test::write_bytes(recording, "{}\n{\"answr\":1}");
  test::check_refused(run({"serve-replay", recording}), "recording:2");
  test::check_refused(run({"serve-replay", sample.path("none")}), "none");
}

TEST_CASE("without a language model the answer is a guess, and a foreign script is reported") {
  const test::SampleFolder sample;
  const std::string pairs = sample.path("pairs.jsonl");
  test::write_bytes(pairs, "{\"question\":\"How many singers are there?\",\"db_id\":\"music\","
                           "\"sql\":\"SELECT count(*) FROM singer\"}\n");
  const std::vector<std::string> asking{"answer",     "--db", sample.shop(),
                                        "--examples", pairs,  "--execute"};
  const auto ask = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments = asking;
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  };
  const test::CommandResult text = ask({"How many customers are there?"});
  CAPTURE(text.error);
  CHECK(text.status == 0);
  CHECK(text.out.starts_with("a guess ("));
  CHECK(test::contains(text.out, "SELECT count(*) FROM customer\n  count(*)\n  1\n"));
  const test::CommandResult json = ask({"--json", "How many customers are there?"});
  REQUIRE(json.status == 0);
  CHECK(JsonDocument::parse(json.out).root().at("confidence").as_number() > 0);
  // Without examples the label model guesses.
  const test::CommandResult labels =
      run({"answer", "--db", sample.shop(), "--execute", "How many customers are there?"});
  CHECK(labels.status == 0);
  CHECK(labels.out.starts_with("a guess ("));
  CHECK(test::contains(labels.out, "FROM customer"));
  CHECK(test::contains(run({"ask", "--db", sample.shop(), "客户 customer 的名字是什么"}).out,
                       "written in Han, but no name here is"));
  const JsonDocument asked =
      JsonDocument::parse(run({"ask", "--db", sample.shop(), "--json", "客户的名字是什么"}).out);
  CHECK(asked.root().at("foreign_script").as_string() == "Han");
}

TEST_CASE("answer skips a database that cannot be read, and runs the query on another") {
  const test::SampleFolder sample;
  const std::string bad = sample.path("bad.sqlite");
  test::write_bytes(bad, "not a database");
  const std::string pairs = sample.path("pairs.jsonl");
  test::write_bytes(pairs, "{\"question\":\"How many singers are there?\",\"db_id\":\"music\","
                           "\"sql\":\"SELECT count(*) FROM singer\"}\n");
  for (const std::vector<std::string> &sources :
       {std::vector<std::string>{"--db", sample.path().string()},
        {"--db", bad, "--db", sample.shop()}}) {
    std::vector<std::string> arguments{"answer", "--examples", pairs, "--execute"};
    arguments.insert(arguments.end(), sources.begin(), sources.end());
    arguments.emplace_back("How many customers are there?");
    const test::CommandResult answer = run(arguments);
    CAPTURE(answer.error);
    CHECK(answer.status == 0);
    CHECK(test::contains(answer.out, "SELECT count(*) FROM customer\n  count(*)\n  1\n"));
    CHECK(std::ranges::count(answer.error, '\n') == 1);
    CHECK(test::contains(answer.error, bad));
  }
}
