#include "sluice/llm/completion_client.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "llm/completion_protocol.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/json.hpp"
#include "sluice/db/sqlite.hpp"
#include "sluice/llm/recorded_completions.hpp"
#include "support/error_of.hpp"
#include "support/http_server.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

using test::Answer;
using test::Asked;
using test::HttpServer;

static_assert(Completer<CompletionClient>);

constexpr const char *key = "sk-proj-0123456789abcdef";

Answer said(const std::string &text, int status = 200) {
  Completion completion;
  completion.text = text;
  completion.prompt_tokens = 10;
  completion.answer_tokens = 3;
  Answer answer;
  answer.status = status;
  answer.body = completion_answer(completion);
  return answer;
}

Answer raw(const std::string &body, int status = 200) {
  Answer answer;
  answer.status = status;
  answer.body = body;
  return answer;
}

CompletionClientOptions options_for(const HttpServer &server) {
  CompletionClientOptions options;
  options.url = server.url() + "/v1/";
  options.model = "m";
  options.key = key;
  options.http.first_wait_seconds = 0.001;
  options.http.max_wait_seconds = 0.01;
  options.http.jitter_seed = 1;
  return options;
}

CompletionRequest request_of(const std::string &text) {
  CompletionRequest request;
  request.messages.push_back({ChatRole::user, text});
  return request;
}

TEST_CASE("a request is sent according to the protocol, and the answer is parsed") {
  const HttpServer server([](const Asked &, std::size_t) { return said("SELECT 1"); });
  const CompletionClient client(options_for(server));
  CompletionRequest request = request_of("q\xFF");
  request.messages.insert(request.messages.begin(), {ChatRole::system, "be brief"});
  request.messages.push_back({ChatRole::assistant, "a"});
  request.temperature = 0.5;
  request.stop = {";"};
  request.seed = 7;
  const Completion completion = client.complete(request);
  CHECK(completion.text == "SELECT 1");
  CHECK(completion.end == CompletionEnd::finished);
  CHECK(!completion.is_cached);
  const std::vector<Asked> asked = server.asked();
  REQUIRE(asked.size() == 1);
  CHECK(asked[0].path == "/v1/chat/completions");
  CHECK(asked[0].authorization == "Bearer " + std::string(key));
  CHECK(asked[0].body == "{\"model\":\"m\",\"messages\":[{\"role\":\"system\",\"content\":\"be "
                         "brief\"},{\"role\":\"user\",\"content\":\"q\xEF\xBF\xBD\"},{\"role\":"
                         "\"assistant\",\"content\":\"a\"}],\"temperature\":0.5,\"max_tokens\":"
                         "1000,\"stop\":[\";\"],\"seed\":7}");
  client.complete(request_of("again"));
  CHECK(client.counts() == CompletionCounts{2, 0, 0, 20, 6});
  CHECK(cost(client.counts(), {50, 100}) == doctest::Approx(20 * 50e-6 + 6 * 100e-6));
}

TEST_CASE("answers of all kinds of servers are parsed, and broken ones are rejected") {
  const auto read = [](const std::string &choice, const std::string &more = "") {
    return parse_completion("{\"choices\":[" + choice + "]" + more + "}", "s");
  };
  CHECK(read(R"({"text":"a"})").text == "a");
  CHECK(read(R"({"message":{"content":"a","refusal":null},"finish_reason":null})").text == "a");
  CHECK(read(R"({"message":{"content":[{"type":"text","text":"a"},{"x":1},{"text":"b"}]}})").text ==
        "ab");
  CHECK(read(R"({"message":{"content":"a"},"finish_reason":"length"})").end == CompletionEnd::cut);
  const Completion refused = read(R"({"message":{"content":null,"refusal":"no"}})");
  CHECK(refused.end == CompletionEnd::refused);
  CHECK(refused.text == "no");
  CHECK(read(R"({"message":{},"finish_reason":"content_filter"})").end == CompletionEnd::refused);
  const Completion counted =
      read(R"({"text":"a"})", R"(,"usage":{"prompt_tokens":5,"completion_tokens":-1})");
  CHECK(counted.prompt_tokens == 5U);
  CHECK(!counted.answer_tokens);
  for (const std::string broken :
       {"", "{", "[]", "{\"choices\":[]}", "{\"choices\":{}}", "{\"choices\":[7]}",
        "{\"choices\":[{\"message\":{\"content\":null}}]}", "{\"choices\":[{\"message\":7}]}"}) {
    CAPTURE(broken);
    test::check_code(ErrorCode::malformed, [&] { return parse_completion(broken, "s"); });
  }
  for (const auto end : {CompletionEnd::finished, CompletionEnd::cut, CompletionEnd::refused}) {
    Completion completion;
    completion.text = "x\n\"y\"";
    completion.end = end;
    const Completion back = parse_completion(completion_answer(completion), "s");
    CHECK(back.text == completion.text);
    CHECK(back.end == end);
  }
}

TEST_CASE("the API key is in no error, no answer and no cache") {
  const test::TemporaryDirectory folder;
  const std::string cache = (folder.path() / "cache").string();
  const std::string k = key;
  const std::vector<Answer> answers = {
      raw(R"({"error":{"message":"wrong key )" + k + "\"}}", 401),
      raw(R"({"error":{"message":"wrong key sk-p*****456789ab"}})", 403),
      raw(R"({"error":{"message":"wrong key )" + k + "\"}}"),
      raw(k),
      raw("{\"choices\":\"" + k + "\"}"),
      raw("{\"choices\":[{\"" + k + "\":1}]}"),
      said("the key is " + k),
  };
  for (const Answer &answer : answers) {
    const HttpServer server([&](const Asked &, std::size_t) { return answer; });
    CompletionClientOptions options = options_for(server);
    options.cache = cache;
    const std::string what =
        test::what_of([&] { return CompletionClient(options).complete(request_of("q")); });
    CHECK(what != "(no error)");
    CHECK(!test::contains(what, "012345"));
    CHECK(!test::contains(what, "456789"));
    CHECK(test::contains(what, "/v1/chat/completions"));
  }
  for (const auto &entry : std::filesystem::directory_iterator(folder.path())) {
    CHECK(!test::contains(read_file(entry.path().string()), "012345"));
  }
  CompletionClientOptions options;
  options.url = "http://127.0.0.1:1/v1";
  options.model = "m";
  options.key_variable = "SLUICE_TEST_LLM_KEY";
  test::check_code(ErrorCode::not_found, [&] { return CompletionClient(options); });
  ::setenv("SLUICE_TEST_LLM_KEY", (k + "\r\nX: y").c_str(), 1);
  CHECK(!test::contains(
      test::what_of([&] { return CompletionClient(options).complete(request_of("q")); }),
      "012345"));
  ::unsetenv("SLUICE_TEST_LLM_KEY");
  options.key_variable.clear();
  options.url += "?key=" + k;
  const Error error = test::error_of([&] { return CompletionClient(options); });
  CHECK(error.code() == ErrorCode::invalid_argument);
  CHECK(!test::contains(error.what(), "012345"));
}

TEST_CASE("a cached request is not sent again by any client or thread") {
  const test::TemporaryDirectory folder;
  const HttpServer server(
      [](const Asked &, std::size_t number) { return said("answer " + std::to_string(number)); });
  CompletionClientOptions options = options_for(server);
  options.cache = (folder.path() / "cache").string();
  const CompletionClient first(options);
  CHECK(first.complete(request_of("q")).text == "answer 0");
  const Completion again = first.complete(request_of("q"));
  CHECK(again.text == "answer 0");
  CHECK(again.is_cached);
  CHECK(first.counts() == CompletionCounts{2, 1, 0, 10, 3});

  CompletionClientOptions elsewhere = options;
  elsewhere.url = "http://127.0.0.1:1/v1";  // no server there, and another key
  elsewhere.key = "other";
  CHECK(CompletionClient(elsewhere).complete(request_of("q")).text == "answer 0");
  CompletionRequest other = request_of("q");
  other.seed = 1;
  CHECK(first.complete(other).text == "answer 1");
  elsewhere = options;
  elsewhere.model = "n";
  CHECK(CompletionClient(elsewhere).complete(request_of("q")).text == "answer 2");

  std::vector<std::string> wrong(4);
  std::vector<std::thread> threads;
  for (std::string &mine : wrong) {
    threads.emplace_back([&] {
      const CompletionClient own(options);
      for (int i = 0; i < 5; ++i) {
        const std::string text = own.complete(request_of("t" + std::to_string(i))).text;
        if (text != own.complete(request_of("t" + std::to_string(i))).text) mine = text;
      }
    });
  }
  for (std::thread &thread : threads) thread.join();
  CHECK(std::ranges::all_of(wrong, &std::string::empty));
}

TEST_CASE("a damaged cache entry is requested again, and a file of another kind is rejected") {
  const test::TemporaryDirectory folder;
  const HttpServer server([](const Asked &, std::size_t) { return said("good"); });
  CompletionClientOptions options = options_for(server);
  options.cache = (folder.path() / "cache").string();
  CompletionClient(options).complete(request_of("q"));
  for (const std::string change :
       {"answer = replace(answer, 'good', 'evil')", "checksum = checksum + 1", "answer = ''"}) {
    SqliteConnection(options.cache, SqliteConnection::Access::write)
        .run("UPDATE completions SET " + std::string(change));
    const Completion completion = CompletionClient(options).complete(request_of("q"));
    CHECK(completion.text == "good");
    CHECK(!completion.is_cached);
  }
  CHECK(server.asked().size() == 4);
  options.cache = (folder.path() / "other").string();
  SqliteConnection(options.cache, SqliteConnection::Access::write).run("CREATE TABLE t(a)");
  test::check_code(ErrorCode::mismatch, [&] { return CompletionClient(options); });
}

TEST_CASE("the number of concurrent requests is limited, and waiting ones can be cancelled") {
  std::atomic<int> now = 0;
  const HttpServer server([&](const Asked &, std::size_t) {
    ++now;
    Answer answer = said("late");
    answer.seconds = 30;
    return answer;
  });
  CompletionClientOptions options = options_for(server);
  options.concurrency = 1;
  const CompletionClient client(options);
  const CancellationToken token;
  std::vector<std::thread> threads;
  std::atomic<int> cancelled = 0;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      try {
        client.complete(request_of("q"), token);
      } catch (const Error &error) {
        cancelled += error.code() == ErrorCode::cancelled ? 1 : 0;
      }
    });
  }
  while (now == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  token.cancel();
  for (std::thread &thread : threads) thread.join();
  CHECK(cancelled == 3);
  CHECK(now == 1);
  test::check_code(ErrorCode::cancelled, [&] { return client.complete(request_of("q"), token); });
}

TEST_CASE("invalid options are rejected") {
  CompletionClientOptions options;
  options.url = "http://127.0.0.1:1";
  test::check_code(ErrorCode::invalid_argument, [&] { return CompletionClient(options); });
  options.model = "m";
  options.concurrency = 0;
  test::check_code(ErrorCode::invalid_argument, [&] { return CompletionClient(options); });
}

TEST_CASE("recorded answers are returned in order, each as often as it may be used") {
  const std::string hash = request_hash("exactly this");
  const RecordedCompletions recorded = RecordedCompletions::parse(
      R"({"match":"wine","status":429,"headers":{"Retry-After":"0"},"times":2})"
      "\n"
      R"({"match":["wine","red"],"answer":"SELECT 1","usage":{"prompt_tokens":2,"completion_tokens":1}})"
      "\n\n"
      R"({"match":"wine","body":"{\"cho","cut":3,"delay":0.5,"finish_reason":"length"})"
      "\n{\"hash\":\"" +
          hash + "\",\"answer\":\"by hash\"}",
      "rec");
  CHECK(recorded.size() == 4);
  const std::string red = completion_request("m", request_of("which red wine"));
  CHECK(recorded.answer(red).status == 429);
  CHECK(recorded.answer(red).headers.size() == 1);
  const RecordedAnswer third = recorded.answer(red);
  CHECK(parse_completion(third.body, "s").text == "SELECT 1");
  CHECK(parse_completion(third.body, "s").prompt_tokens == 2U);
  for (int i = 0; i < 3; ++i) {
    const RecordedAnswer last = recorded.answer(red);
    CHECK(last.body == "{\"cho");
    CHECK(last.cut == 3U);
    CHECK(last.delay == 0.5);
  }
  CHECK(recorded.answer("grape").status == 404);
  CHECK(parse_completion(recorded.answer("exactly this").body, "s").text == "by hash");
  for (const std::string broken :
       {"7", "{\"mach\":1}", "{\"status\":7}", "{\"status\":600}", "{\"delay\":-1}", "{\"cut\":-1}",
        "{\"times\":0}", "{\"answer\":\"a\",\"body\":\"b\"}", "{\"finish_reason\":\"x\"}",
        "{\"usage\":{}}", "{\"headers\":[]}", "{"}) {
    CAPTURE(broken);
    const Error error = test::error_of(
        [&] { return RecordedCompletions::parse("\n" + std::string(broken), "rec"); });
    CHECK(error.code() == ErrorCode::malformed);
    CHECK(test::contains(error.what(), "rec:2"));
  }
}

}  // namespace
}  // namespace sluice
