/// Answers over an endpoint in trouble: a real HTTP server that replays recorded failures.

#include "sluice/pipeline/answerer.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cli/serve/replay_server.hpp"
#include "recorded_model.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/json.hpp"
#include "sluice/llm/completion_client.hpp"
#include "sluice/pipeline/source_databases.hpp"
#include "sluice/schema/load.hpp"
#include "support/error_of.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

using test::RecordedLine;

std::filesystem::path sample_folder() { return test::source_directory() / "examples" / "data"; }

struct SampleQuestion {
  std::string database, text, sql;
};

/// Every second sample question.
std::vector<SampleQuestion> sample_questions() {
  std::vector<SampleQuestion> questions;
  std::size_t number = 0;
  const std::string path = (sample_folder() / "questions.jsonl").string();
  each_json_line(read_file(path), path, [&](JsonValue line) {
    if (number++ % 2 == 0) {
      questions.push_back({std::string(line.at("db_id").as_string()),
                           std::string(line.at("question").as_string()),
                           std::string(line.at("sql").as_string())});
    }
  });
  return questions;
}

/// The outcome of a question: SQL, a query with a fault, or an error.
struct Expected {
  SqlFault fault = SqlFault::none;
  std::optional<ErrorCode> error = std::nullopt;
  const char *says = "";
};

/// What the server does with a question, and the outcome.
struct Trouble {
  const char *name;
  std::string (*lines)(const SampleQuestion &question);
  Expected expected;
};

RecordedLine answer(const SampleQuestion &question, const std::string &text) {
  return std::move(RecordedLine(question.text).with("answer", std::string_view(text)));
}
std::string right(const SampleQuestion &question) { return answer(question, question.sql).text(); }
std::string wrong(const SampleQuestion &question) {
  return "SELECT no_such_name FROM (" + question.sql + ")";
}
std::string half(const SampleQuestion &question) {
  return question.sql.substr(0, question.sql.rfind(' '));
}
std::string status(const SampleQuestion &question, int code) {
  return RecordedLine(question.text).with("status", code).retry_at_once().text();
}

const std::vector<Trouble> &troubles() {
  using Q = const SampleQuestion &;
  static const std::vector<Trouble> all{
      {"plain", [](Q q) { return right(q); }, {}},
      {"fenced",
       [](Q q) {
         return answer(q,
                       "Of course! Here it is:\n\n```sql\n" + q.sql + ";\n```\n\nIt reads it all.")
             .text();
       },
       {}},
      {"wrong name, repaired", [](Q q) { return answer(q, wrong(q)).text() + right(q); }, {}},
      {"wrong name, twice",
       [](Q q) { return answer(q, wrong(q)).text(); },
       {SqlFault::name, {}, "no such column: no_such_name"}},
      {"truncated, repaired",
       [](Q q) { return answer(q, half(q)).with("finish_reason", "length").text() + right(q); },
       {}},
      {"truncated, twice",
       [](Q q) { return answer(q, "SELECT 1 FROM").with("finish_reason", "length").text(); },
       {SqlFault::cut, {}, "ends too early"}},
      {"rate-limited", [](Q q) { return status(q, 429) + status(q, 429) + right(q); }, {}},
      {"rate-limited for an hour",
       [](Q q) {
         JsonWriter writer;
         writer.begin_object().member("match", std::string_view(q.text)).member("status", 429);
         writer.key("headers").begin_object().member("Retry-After", "3600").end_object();
         return writer.end_object().take() + "\n";
       },
       {SqlFault::none, ErrorCode::io, "answered 429"}},
      {"unavailable, then not", [](Q q) { return status(q, 503) + right(q); }, {}},
      {"broken for good",
       [](Q q) { return status(q, 500); },
       {SqlFault::none, ErrorCode::io, "answered 500"}},
      {"slow",
       [](Q q) { return answer(q, q.sql).with("delay", 30).text(); },
       {SqlFault::none, ErrorCode::limit_exceeded, "no answer in time"}},
      {"cut off, then not",
       [](Q q) { return answer(q, q.sql).with("cut", 20).text() + right(q); },
       {}},
      {"cut off for good",
       [](Q q) { return answer(q, q.sql).with("cut", 20).text(); },
       {SqlFault::none, ErrorCode::io, "cut short"}},
      {"cut off at once, then not",
       [](Q q) { return answer(q, q.sql).with("cut", 0).text() + right(q); },
       {}},
      {"JSON that breaks off",
       [](Q q) {
         return RecordedLine(q.text).with("body", "{\"choices\":[{\"message\":{\"con").text();
       },
       {SqlFault::none, ErrorCode::malformed, "chat/completions"}},
      {"no JSON",
       [](Q q) { return RecordedLine(q.text).with("body", "<html>busy</html>").text(); },
       {SqlFault::none, ErrorCode::malformed, "chat/completions"}},
      {"refused by the model",
       [](Q q) {
         return RecordedLine(q.text)
             .with("body", R"({"choices":[{"message":{"content":null,"refusal":"I will not."}}]})")
             .text();
       },
       {SqlFault::refused, {}, "I will not."}},
      {"refused in prose",
       [](Q q) { return answer(q, "I'm sorry, but I cannot help with that.").text(); },
       {SqlFault::missing, {}, "holds no SQL"}},
      {"wrong key, repeated",
       [](Q q) {
         return RecordedLine(q.text)
             .with("status", 401)
             .with("body", R"({"error":{"message":"no such key: sk-proj-0123456789abcdef"}})")
             .text();
       },
       {SqlFault::none, ErrorCode::io, "answered 401"}},
      {"the key as the answer",
       [](Q q) { return answer(q, std::string("SELECT '") + test::recorded_key + "'").text(); },
       {SqlFault::none, ErrorCode::malformed, "contains the API key"}},
      {"several statements",
       [](Q q) { return answer(q, q.sql + "; DROP TABLE wine; SELECT 1;").text(); },
       {}},
      {"a change",
       [](Q q) { return answer(q, "WITH x AS (SELECT 1) DELETE FROM wine").text(); },
       {SqlFault::not_query, {}, "is no query"}},
      {"nothing, then the query", [](Q q) { return answer(q, "").text() + right(q); }, {}},
      {"as JSON",
       [](Q q) {
         JsonWriter json;
         json.begin_object().member("sql", std::string_view(q.sql)).end_object();
         return answer(q, json.text()).text();
       },
       {}},
      {"refused connection",
       [](Q) { return std::string(); },
       {SqlFault::none, ErrorCode::io, "127.0.0.1:1/"}},
  };
  return all;
}

/// One sample database with everything that answers questions about it.
struct Sample {
  std::shared_ptr<const Retriever> retriever;
  std::shared_ptr<const DatabaseSource> databases;

  explicit Sample(const std::string &name) {
    const std::string path = (sample_folder() / (name + ".sql")).string();
    retriever = std::make_shared<const Retriever>(Catalog::make(load(path)));
    databases = std::make_shared<const SourceDatabases>(std::vector{path});
  }
};

CompletionClient client_for(const Trouble &trouble, const std::string &url,
                            const std::string &cache) {
  CompletionClientOptions options = test::recorded_model(url);
  options.cache = cache;
  if (trouble.name == std::string("refused connection")) options.url = "http://127.0.0.1:1/v1";
  if (trouble.name == std::string("slow")) options.http.seconds = 0.1;
  return CompletionClient(options);
}

bool shows_key(std::string_view text) {
  return test::contains(text, "0123456789") || test::contains(text, "sk-proj");
}

}  // namespace

TEST_CASE("fifty questions over a troubled endpoint each end in rows or one clear error") {
  const std::vector<SampleQuestion> questions = sample_questions();
  REQUIRE(questions.size() == 50);
  REQUIRE(troubles().size() == 25);
  std::string recording;
  for (std::size_t q = 0; q < questions.size(); ++q)
    recording += troubles()[q % troubles().size()].lines(questions[q]);
  const cli::ReplayServer server(RecordedCompletions::parse(recording, "recording"), 0);
  const test::TemporaryDirectory folder;
  const std::string cache = (folder.path() / "cache").string();
  std::map<std::string, Sample> samples;
  std::map<std::string, std::string> answered;  // question, SQL
  for (std::size_t q = 0; q < questions.size(); ++q) {
    const SampleQuestion &question = questions[q];
    const Trouble &trouble = troubles()[q % troubles().size()];
    CAPTURE(question.text);
    CAPTURE(std::string(trouble.name));
    const auto sample = samples.try_emplace(question.database, question.database).first;
    const Answerer answerer({.retriever = sample->second.retriever,
                             .completer = client_for(trouble, server.url(), cache),
                             .databases = sample->second.databases});
    AnswerOptions options;
    options.ask.budget = 30;
    options.execute = true;
    QuestionAnswer answer;
    const auto error =
        test::error_if_any([&] { return answer = answerer.answer(question.text, options), 0; });
    if (trouble.expected.error) {
      REQUIRE(error);
      CHECK(std::string(name_of(error->code())) == std::string(name_of(*trouble.expected.error)));
      CAPTURE(std::string(error->what()));
      CHECK(test::contains(error->what(), trouble.expected.says));
      CHECK(!shows_key(error->what()));
      continue;
    }
    CHECK(test::what_of([&] { return error ? throw Error(*error) : 0; }) == "(no error)");
    const SqlCheck &check = answer.generated.check;
    CHECK(std::string(name_of(check.fault)) == std::string(name_of(trouble.expected.fault)));
    CHECK(test::contains(check.message, trouble.expected.says));
    CHECK(!shows_key(check.message));
    CHECK(answer.database.has_value() == check.passed());
    CHECK(test::contains(answer.prompt, "CREATE TABLE "));
    if (!check.passed()) continue;
    CHECK(answer.generated.sql == question.sql);
    CHECK(answer.rows.rows() > 0);
    answered[question.text] = answer.generated.sql;
  }
  CHECK(answered.size() == 22);  // of the eleven troubles that end well
  for (const auto &entry : std::filesystem::directory_iterator(folder.path()))
    CHECK(!shows_key(test::bytes_of(entry.path().string())));

  // Good answers are cached, so the server is not asked again.
  const std::size_t asked = server.requests();
  CompletionClientOptions unreachable = test::recorded_model("http://127.0.0.1:1/v1");
  unreachable.cache = cache;
  std::size_t again = 0;
  for (const SampleQuestion &question : questions) {
    if (answered.count(question.text) == 0) continue;
    const Sample &sample = samples.at(question.database);
    AnswerOptions options;
    options.ask.budget = 30;
    const QuestionAnswer answer =
        Answerer({sample.retriever, CompletionClient(unreachable), sample.databases})
            .answer(question.text, options);
    again += answer.generated.sql == question.sql ? 1 : 0;
    CHECK(answer.rows.rows() == 0);  // not executed
  }
  CHECK(again == answered.size());
  CHECK(server.requests() == asked);
}

}  // namespace sluice
