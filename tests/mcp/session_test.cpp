/// The protocol, by handwritten lines, with tools for these tests.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "sluice/core/error.hpp"
#include "sluice/mcp/server.hpp"
#include "sluice/mcp/session.hpp"
#include "support/error_of.hpp"

using namespace sluice;
using mcp::Session;
using test::contains;

namespace {

constexpr std::array<std::string_view, 2> manners{"plain", "loud"};
constexpr std::array parameters{
    mcp::Parameter{"text", "What to say", mcp::ParameterKind::text, true, 0, 0, 20},
    mcp::Parameter{"times", "How often", mcp::ParameterKind::integer, false, 1, 0, 1000},
    mcp::Parameter{"backwards", "Or not", mcp::ParameterKind::boolean, false, 0},
    mcp::Parameter{"manner", "How", mcp::ParameterKind::text, false, 0, 0, 0, manners},
};

/// Tool 0 repeats its argument, tool 1 fails, tool 2 waits until it is cancelled.
class Echo final : public mcp::Tools {
 public:
  std::span<const mcp::Tool> list() const noexcept override { return tools_; }
  std::string call(std::size_t tool, const mcp::Arguments &arguments,
                   const CancellationToken &token) override {
    ++calls;
    if (tool == 1) throw Error(ErrorCode::not_found, "two\nlines", {"here"});
    if (tool == 3) throw std::bad_alloc();
    while (tool == 2) {
      is_waiting = true;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      token.check();
    }
    std::string said;
    for (std::int64_t i = 0; i < arguments.integer("times"); ++i) said += arguments.text("text");
    if (arguments.boolean("backwards")) std::reverse(said.begin(), said.end());
    if (arguments.text("manner") == "loud") said += '!';
    JsonWriter writer;
    return writer.begin_object().member("said", std::string_view(said)).end_object().take();
  }

  std::atomic<bool> is_waiting = false;
  std::atomic<int> calls = 0;

 private:
  std::array<mcp::Tool, 4> tools_{
      mcp::Tool{"echo", "Echo", "Says it again", parameters, R"({"type":"object"})"},
      mcp::Tool{"fail", "Fail", "Fails", {}, R"({"type":"object"})"},
      mcp::Tool{"wait", "Wait", "Waits", {}, R"({"type":"object"})"},
      mcp::Tool{"burst", "Burst", "Takes all memory", {}, R"({"type":"object"})"}};
};

constexpr std::string_view newest = "2025-11-25";

std::string initialize(std::string_view version = newest) {
  return R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":")" +
         std::string(version) + R"(","capabilities":{}}})";
}

std::string call(std::string_view tool, std::string_view arguments, int id = 7) {
  return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) +
         R"(,"method":"tools/call","params":{"name":")" + std::string(tool) + R"(","arguments":)" +
         std::string(arguments) + "}}";
}

Session session_of(const std::shared_ptr<Echo> &tools, mcp::SessionOptions options = {}) {
  options.version = "1.2.3";
  return {tools, options};
}

Session begun(std::string_view version = newest, mcp::SessionOptions options = {}) {
  Session session = session_of(std::make_shared<Echo>(), options);
  session.answer(initialize(version));
  return session;
}

std::string error(int code, const std::string &id = "7") {
  return R"({"jsonrpc":"2.0","id":)" + id + R"(,"error":{"code":)" + std::to_string(code) + ",";
}

}  // namespace

TEST_CASE("a known version is accepted, else the newest is offered") {
  for (const std::string_view version : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}) {
    Session session = session_of(std::make_shared<Echo>());
    const std::string answer = session.answer(initialize(version));
    CAPTURE(answer);
    CHECK(contains(answer, R"("protocolVersion":")" + std::string(version) + '"'));
    CHECK(contains(answer, R"("capabilities":{"tools":{}})"));
    CHECK(contains(answer, R"("version":"1.2.3")"));
    const std::string list = session.answer(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})");
    CHECK(contains(list, "\"inputSchema\""));
    CHECK(contains(list, "\"readOnlyHint\":true") == (version >= "2025-03-26"));
    CHECK(contains(list, "\"outputSchema\"") == (version >= "2025-06-18"));
    CHECK(contains(session.answer(call("echo", R"({"text":"a"})")), "structuredContent") ==
          (version >= "2025-06-18"));
  }
  Session session = session_of(std::make_shared<Echo>());
  CHECK(contains(session.answer(initialize("2099-01-01")), R"("protocolVersion":"2025-11-25")"));
}

TEST_CASE("a request of the newest protocol needs no handshake, and names its version") {
  Session session = session_of(std::make_shared<Echo>());
  const auto ask = [&](const std::string &method, const std::string &version,
                       const std::string &more = "") {
    return session.answer(R"({"jsonrpc":"2.0","id":7,"method":")" + method +
                          R"(","params":{"_meta":{"io.modelcontextprotocol/clientCapabilities":{},)"
                          R"("io.modelcontextprotocol/protocolVersion":)" +
                          version + "}" + more + "}}");
  };
  CHECK(
      contains(ask("server/discover", "\"2026-07-28\""), R"("supportedVersions":["2024-11-05",)"));
  const std::string list = ask("tools/list", "\"2026-07-28\"");
  CHECK(contains(list, R"("resultType":"complete")"));
  CHECK(contains(list, R"("cacheScope":"private")"));
  CHECK(contains(ask("tools/call", "\"2026-07-28\"", R"(,"name":"echo","arguments":{"text":"a"})"),
                 R"("structuredContent":{"said":"a"})"));
  CHECK(ask("ping", "\"2026-07-28\"").starts_with(error(-32601)));
  CHECK(ask("initialize", "\"2026-07-28\"").starts_with(error(-32601)));
  CHECK(contains(ask("tools/list", "\"2031-01-01\""), R"("data":{"supported":["2024)"));
  CHECK(ask("tools/list", "\"2031-01-01\"").starts_with(error(-32022)));
  CHECK(ask("tools/list", "5").starts_with(error(-32602)));
}

TEST_CASE("invalid lines are answered with the right error") {
  const std::string deep = std::string(65, '[') + std::string(65, ']');
  struct Case {
    std::string line;
    std::string begin;
  };
  const std::vector<Case> cases{
      {"nonsense", error(-32700, "null")},
      {"{\"jsonrpc\":\"2.0\",", error(-32700, "null")},
      {"{} {}", error(-32700, "null")},
      {"\xff", error(-32700, "null")},
      {deep, error(-32600, "null")},
      {"7", error(-32600, "null")},
      {"[]", error(-32600, "null")},
      {"{}", error(-32600, "null")},
      {R"({"id":7,"method":"ping"})", error(-32600)},
      {R"({"jsonrpc":"1.0","id":7,"method":"ping"})", error(-32600)},
      {R"({"jsonrpc":"2.0","id":7})", error(-32600)},
      {R"({"jsonrpc":"2.0","id":7,"method":5})", error(-32600)},
      {R"({"jsonrpc":"2.0","id":null,"method":"ping"})", error(-32600, "null")},
      {R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})", error(-32600, "null")},
      {R"({"jsonrpc":"2.0","id":[1],"method":"ping"})", error(-32600, "null")},
      {R"({"jsonrpc":"2.0","id":123456789012345678901234567890,"method":"ping"})",
       error(-32600, "null")},
      {R"({"jsonrpc":"2.0","id":")" + std::string(257, 'x') + R"(","method":"ping"})",
       error(-32600, "null")},
      {R"({"jsonrpc":"2.0","id":7,"method":"ping","params":[1]})", error(-32602)},
      {R"({"jsonrpc":"2.0","id":7,"method":"resources/list"})", error(-32601)},
      {R"({"jsonrpc":"2.0","id":7,"method":"server/discover"})", error(-32601)},
      {initialize(), error(-32600, "0")},
      {R"({"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"cursor":"x"}})", error(-32602)},
      {R"({"jsonrpc":"2.0","id":7,"method":"tools/call"})", error(-32602)},
      {R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":3}})", error(-32602)},
      {call("eco", "{}"), error(-32602)},
      {call("echo", "{}"), error(-32602)},
      {call("echo", "[]"), error(-32602)},
      {call("echo", R"({"text":5})"), error(-32602)},
      {call("echo", R"({"text":"a","times":"b"})"), error(-32602)},
      {call("echo", R"({"text":"a","times":1.5})"), error(-32602)},
      {call("echo", R"({"text":"a","backwards":1})"), error(-32602)},
      {call("echo", R"({"text":"a","txt":"b"})"), error(-32602)},
      {call("burst", "{}"), error(-32603)},
  };
  Session session = begun();
  for (const Case &of : cases) {
    const std::string answer = session.answer(of.line);
    CAPTURE(of.line);
    CAPTURE(answer);
    CHECK(answer.starts_with(of.begin));
    CHECK(answer.find('\n') == std::string::npos);
    static_cast<void>(JsonDocument::parse(answer));
  }
  // The largest valid ids.
  CHECK(session.answer(R"({"jsonrpc":"2.0","id":-9223372036854775808,"method":"ping"})") ==
        R"({"jsonrpc":"2.0","id":-9223372036854775808,"result":{}})");
  CHECK(session.answer(R"({"jsonrpc":"2.0","id":"é\n","method":"ping"})") ==
        R"({"jsonrpc":"2.0","id":"é\n","result":{}})");
}

TEST_CASE("an error of a tool is a result for the model, on one line") {
  Session session = begun();
  const auto is_error = [&](const std::string &line, std::string_view saying) {
    const std::string answer = session.answer(line);
    CAPTURE(answer);
    CHECK(contains(answer, R"("isError":true)"));
    CHECK_FALSE(contains(answer, "structuredContent"));
    CHECK(contains(answer, saying));
  };
  is_error(call("fail", "{}"), "here: two lines");
  is_error(call("echo", R"({"text":""})"), "text: is empty");
  is_error(call("echo", R"({"text":"123456789012345678901"})"),
           "text: has 21 bytes, expected at most 20");
  is_error(call("echo", R"({"text":"a","times":1001})"), "times: is 1001, expected 0 to 1000");
  is_error(call("echo", R"({"text":"a","manner":"shy"})"), "expected one of plain, loud");
  CHECK(contains(
      session.answer(call("echo", R"({"text":"ab","times":2.0,"backwards":true,"manner":"loud"})")),
      R"("structuredContent":{"said":"baba!"},"isError":false)"));
  mcp::SessionOptions small;
  small.answer_bytes = 100;
  Session bounded = begun(newest, small);
  CHECK(contains(bounded.answer(call("echo", R"({"text":"a","times":1000})")),
                 "the answer has 1011 bytes, more than the limit of 100"));
}

TEST_CASE("notifications, responses and blank lines get no answer, also before the handshake") {
  Session session = session_of(std::make_shared<Echo>());
  CHECK(session.answer(R"({"jsonrpc":"2.0","id":7,"method":"ping"})") ==
        R"({"jsonrpc":"2.0","id":7,"result":{}})");
  CHECK(session.answer(R"({"jsonrpc":"2.0","id":7,"method":"tools/list"})")
            .starts_with(error(-32600)));
  session.answer(initialize());
  for (const char *line : {R"({"jsonrpc":"2.0","method":"notifications/initialized"})",
                           R"({"jsonrpc":"2.0","method":"tools/call","params":{"name":"fail"}})",
                           R"({"jsonrpc":"2.0","method":"ping","params":[]})",
                           R"({"jsonrpc":"2.0","id":1,"result":{}})",
                           R"({"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}})"}) {
    CAPTURE(line);
    const std::string answer = session.answer(line);
    // An id of null is invalid; anything else gets no answer.
    CHECK((answer.empty() || contains(line, "null")));
  }
}

TEST_CASE("batches are accepted only by the version that has them") {
  const std::string batch = "[" + call("echo", R"({"text":"a"})", 1) +
                            R"(,{"jsonrpc":"2.0","method":"notifications/initialized"},5,)" +
                            initialize() + "]";
  Session session = begun("2025-03-26");
  const std::string answer = session.answer(batch);
  const JsonDocument document = JsonDocument::parse(answer);
  CHECK(document.root().size() == 3);
  CHECK(contains(answer, R"("id":null,"error":{"code":-32600)"));
  CHECK(contains(answer, R"("id":0,"error":{"code":-32600,"message":"\"initialize\" cannot)"));
  CHECK(session.answer(R"([{"jsonrpc":"2.0","method":"x"}])").empty());
  std::string many = "[1";
  for (int i = 0; i < 100; ++i) many += ",1";
  CHECK(session.answer(many + "]").starts_with(error(-32600, "null")));
  for (const char *version : {"2024-11-05", "2025-06-18", "2025-11-25"})
    CHECK(begun(version).answer(batch).starts_with(error(-32600, "null")));
}

TEST_CASE("a call that takes too long is stopped, and the answer says so") {
  mcp::SessionOptions options;
  options.seconds = 0.02;
  Session session = begun(newest, options);
  const std::string answer = session.answer(call("wait", "{}"));
  CHECK(contains(answer, "took longer than the limit of 0.02 s"));
  CHECK(contains(answer, R"("isError":true)"));
  CHECK(contains(session.answer(call("echo", R"({"text":"a"})")), R"({"said":"a"})"));
}

namespace {

/// Returns the answers of `serve` to a sequence of texts. If `is_waiting` is given, it waits before
/// each text except the first until a tool is waiting.
std::vector<std::string> served(Session &session, const std::vector<std::string> &texts,
                                std::atomic<bool> *is_waiting = nullptr) {
  std::vector<std::string> answers;
  std::size_t text = 0, at = 0;
  const auto read = [&](char *buffer, std::size_t size) -> std::size_t {
    while (text < texts.size() && at == texts[text].size()) {
      ++text;
      at = 0;
      while (text < texts.size() && is_waiting != nullptr && !*is_waiting)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    if (text == texts.size()) return 0;
    const std::size_t count = std::min(size, texts[text].size() - at);
    std::copy_n(texts[text].data() + at, count, buffer);
    at += count;
    return count;
  };
  const auto write = [&](std::string_view line) {
    answers.emplace_back(line);
    return true;
  };
  mcp::serve(session, read, write);
  return answers;
}

}  // namespace

TEST_CASE("a request that is cancelled, running or waiting, is stopped and not answered") {
  const auto tools = std::make_shared<Echo>();
  Session session = session_of(tools);
  const auto answers = served(
      session,
      {initialize() + "\n" + call("wait", "{}", 1) + "\n" + call("echo", R"({"text":"a"})", 2) +
           "\n" + call("echo", R"({"text":"b"})", 3) + "\n",
       R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}})"
       "\n"
       R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}})"
       "\n"
       R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})"
       "\n"},
      &tools->is_waiting);
  REQUIRE(answers.size() == 2);
  CHECK(contains(answers[1], R"("id":3)"));
  CHECK(tools->calls == 2);
}

TEST_CASE("a ping does not wait for running calls") {
  const auto tools = std::make_shared<Echo>();
  Session session = session_of(tools);
  const auto answers = served(session,
                              {initialize() + "\n" + call("wait", "{}", 1) + "\n",
                               R"({"jsonrpc":"2.0","id":2,"method":"ping"})"
                               "\n",
                               R"({"jsonrpc":"2.0","method":"notifications/cancelled",)"
                               R"("params":{"requestId":1}})"
                               "\n"},
                              &tools->is_waiting);
  REQUIRE(answers.size() == 2);
  CHECK(answers[1] == R"({"jsonrpc":"2.0","id":2,"result":{}})");
}

TEST_CASE("lines are read in pieces, with any line ending, and long ones are not kept") {
  mcp::SessionOptions options;
  options.limits.bytes = 200;
  Session session = begun(newest, options);
  const std::string ping = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
  std::vector<std::string> texts{"\n \r\n", ping.substr(0, 9), ping.substr(9) + "\r\n"};
  texts.push_back(std::string(std::size_t{1} << 20, '['));
  texts.push_back("]\n" + ping + "\n" + ping);  // the last line has no line ending
  const auto answers = served(session, texts);
  REQUIRE(answers.size() == 4);
  const std::string pong = session.answer(ping);
  CHECK(std::ranges::count(answers, pong) == 3);
  const auto refused = std::ranges::find_if(answers, [&](auto &line) { return line != pong; });
  CHECK(refused->starts_with(error(-32600, "null")));
  CHECK(contains(*refused, "longer than the limit of 200 bytes"));
}

TEST_CASE("serving ends if the reader has closed the stream") {
  Session session = begun();
  const std::string ping = R"({"jsonrpc":"2.0","id":1,"method":"ping"})"
                           "\n";
  const auto read = [&](char *buffer, std::size_t size) -> std::size_t {
    return ping.copy(buffer, size);  // endless input
  };
  int lines = 0;
  mcp::serve(session, read, [&](std::string_view) { return ++lines < 3; });
  CHECK(lines == 3);
}
