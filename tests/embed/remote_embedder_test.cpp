#include "sluice/embed/remote_embedder.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/json.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/db/sqlite.hpp"
#include "sluice/embed/embedder.hpp"
#include "sluice/embed/hashed_embedder.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "support/error_of.hpp"
#include "support/http_server.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

using test::Answer;
using test::Asked;
using test::HttpServer;

static_assert(Embedder<RemoteEmbedder>);

constexpr std::size_t width = 16;
constexpr const char *key = "sk-proj-0123456789abcdef";

std::vector<std::string> texts_of(const Asked &asked) {
  const JsonDocument document = JsonDocument::parse(asked.body);
  std::vector<std::string> texts;
  for (const JsonValue text : document.root().at("input")) texts.emplace_back(text.as_string());
  return texts;
}

/// Answers like a server with this model, with vectors twice as long as they should be.
Answer good(const Asked &asked) {
  JsonWriter writer;
  writer.begin_object().key("data").begin_array();
  std::size_t index = 0;
  for (const std::string &text : texts_of(asked)) {
    const std::string_view view = text;
    std::vector<float> vector(width);
    HashedEmbedder(width).embed({&view, 1}, vector);
    writer.begin_object().member("index", index++).key("embedding").begin_array();
    for (const float x : vector) writer.value(2 * x);
    writer.end_array().end_object();
  }
  Answer answer;
  answer.body = writer.end_array().end_object().take();
  return answer;
}

Answer status(int code, std::string body = "") {
  Answer answer;
  answer.status = code;
  answer.body = std::move(body);
  return answer;
}

RemoteEmbedderOptions options_for(const HttpServer &server) {
  RemoteEmbedderOptions options;
  options.url = server.url() + "/v1/";
  options.model = "hashed";
  options.dimensions = width;
  options.http.first_wait_seconds = 0.001;
  options.http.max_wait_seconds = 0.01;
  return options;
}

std::vector<float> embed(const RemoteEmbedder &model, const std::vector<std::string_view> &texts) {
  std::vector<float> vectors(texts.size() * model.dimensions(), 7.0F);
  model.embed(texts, vectors);
  return vectors;
}

void check_expected(const std::vector<std::string_view> &texts, const std::vector<float> &vectors) {
  std::vector<float> expected(texts.size() * width);
  HashedEmbedder(width).embed(texts, expected);
  REQUIRE(vectors.size() == expected.size());
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    CHECK(vectors[i] == doctest::Approx(expected[i]));
  }
}

TEST_CASE("texts are sent in batches, each text once, and blank texts are not sent") {
  const HttpServer server([](const Asked &asked, std::size_t) { return good(asked); });
  RemoteEmbedderOptions options = options_for(server);
  options.batch = 3;
  const RemoteEmbedder model(options);
  CHECK(model.dimensions() == width);
  CHECK(server.asked().empty());
  const std::vector<std::string_view> texts = {"one", "two", "",   "one",  " \n",
                                               "six", "six", "se", "eight"};
  check_expected(texts, embed(model, texts));
  const std::vector<Asked> asked = server.asked();
  REQUIRE(asked.size() == 2);
  CHECK(asked[0].path == "/v1/embeddings");
  CHECK(asked[0].content_type == "application/json");
  CHECK(asked[0].authorization.empty());
  CHECK(texts_of(asked[0]) == std::vector<std::string>{"one", "two", "six"});
  CHECK(texts_of(asked[1]) == std::vector<std::string>{"se", "eight"});
  CHECK(embed(model, {}).empty());
  CHECK(server.asked().size() == 2);
  std::vector<float> short_of(1);
  test::check_code(ErrorCode::invalid_argument, [&] {
    model.embed(texts, short_of);
    return 0;
  });
}

TEST_CASE("the dimensions come from the server if they are not known otherwise") {
  const HttpServer server([](const Asked &asked, std::size_t) { return good(asked); });
  RemoteEmbedderOptions options = options_for(server);
  options.dimensions = 0;
  CHECK(RemoteEmbedder(options).dimensions() == width);
  CHECK(server.asked().size() == 1);
  CHECK(RemoteEmbedder(options).fingerprint() == RemoteEmbedder(options_for(server)).fingerprint());
  options = options_for(server);
  options.dimensions = width + 1;
  const RemoteEmbedder wrong(options);
  const Error error = test::error_of([&] { return embed(wrong, {"one"}); });
  CHECK(error.code() == ErrorCode::mismatch);
  CHECK(test::contains(error.what(), "vectors of 16 numbers, expected 17"));
}

TEST_CASE("requests to a busy server are repeated, and a lasting error has its message") {
  const HttpServer busy([](const Asked &asked, std::size_t number) {
    return number < 2 ? status(429) : good(asked);
  });
  check_expected({"one"}, embed(RemoteEmbedder(options_for(busy)), {"one"}));
  CHECK(busy.asked().size() == 3);

  const HttpServer broken([](const Asked &, std::size_t) {
    return status(500, R"({"error":{"message":"out of\nmemory"}})");
  });
  const Error error =
      test::error_of([&] { return embed(RemoteEmbedder(options_for(broken)), {"one"}); });
  CHECK(error.code() == ErrorCode::io);
  CHECK(test::contains(error.what(), "/v1/embeddings: answered 500: out of memory"));
  CHECK(broken.asked().size() == 4);

  for (const char *body : {"", "<html>", "{}", "[]", R"({"error":7})", R"({"message":[]})"}) {
    const HttpServer silent([&](const Asked &, std::size_t) { return status(404, body); });
    CHECK(test::what_of([&] {
            return embed(RemoteEmbedder(options_for(silent)), {"one"});
          }).ends_with("/v1/embeddings: answered 404"));
    CHECK(silent.asked().size() == 1);
  }
}

TEST_CASE("responses that are late, too large, cut or invalid give one clear error each") {
  const auto code_of = [](Answer answer, auto change) {
    const HttpServer server([&](const Asked &, std::size_t) { return answer; });
    RemoteEmbedderOptions options = options_for(server);
    change(options);
    return test::error_of([&] { return embed(RemoteEmbedder(options), {"one"}); }).code();
  };
  const auto as_is = [](RemoteEmbedderOptions &) {};
  Answer slow;
  slow.seconds = 30;
  CHECK(code_of(slow, [](RemoteEmbedderOptions &options) { options.http.seconds = 0.05; }) ==
        ErrorCode::limit_exceeded);
  CHECK(code_of(status(200, std::string(5000, ' ')), [](RemoteEmbedderOptions &options) {
          options.http.max_response_bytes = 4999;
        }) == ErrorCode::limit_exceeded);
  Answer cut = status(200, R"({"data":[{"embedding":[)");
  CHECK(code_of(cut, as_is) == ErrorCode::malformed);
  cut.missing = 10;
  CHECK(code_of(cut, as_is) == ErrorCode::io);
  CHECK(code_of(status(200, "no JSON"), as_is) == ErrorCode::malformed);
  CHECK(code_of(status(200, R"({"data":[]})"), as_is) == ErrorCode::malformed);
  CHECK(code_of(status(200, R"({"data":[{"embedding":[NaN]}]})"), as_is) == ErrorCode::malformed);
  CHECK(code_of(status(200, R"({"data":[{"embedding":[1e99]}]})"), as_is) == ErrorCode::malformed);
}

TEST_CASE("the key is only sent to the server, and is in no error and no file") {
  ::setenv("SLUICE_TEST_KEY", key, 1);
  const test::TemporaryDirectory folder;
  const std::string cache = (folder.path() / "cache").string();
  const std::string part = std::string(key).substr(0, 11) + "*****" + std::string(key).substr(18);
  const std::vector<Answer> answers = {
      status(401, R"({"error":{"message":"wrong key )" + std::string(key) + "\"}}"),
      status(401, R"({"error":{"message":"wrong key )" + part + "\"}}"),
      status(200, key),
      status(200, R"({"data":")" + std::string(key) + "\"}"),
      status(200, R"({"data":[{")" + std::string(key) + "\":1}]}"),
      status(200, R"({"data":[{"index":")" + std::string(key) + R"(","embedding":[1]}]})"),
  };
  for (const Answer &answer : answers) {
    const HttpServer server([&](const Asked &, std::size_t) { return answer; });
    RemoteEmbedderOptions options = options_for(server);
    options.key_variable = "SLUICE_TEST_KEY";
    options.cache = cache;
    const Error error = test::error_of([&] { return embed(RemoteEmbedder(options), {"one"}); });
    CHECK(!test::contains(error.what(), "012345"));
    CHECK(!test::contains(error.what(), "abcdef"));
    REQUIRE(server.asked().size() == 1);
    CHECK(server.asked()[0].authorization == "Bearer " + std::string(key));
  }
  const HttpServer server([](const Asked &asked, std::size_t) { return good(asked); });
  RemoteEmbedderOptions options = options_for(server);
  options.key_variable = "SLUICE_TEST_KEY";
  options.cache = cache;
  embed(RemoteEmbedder(options), {"one"});
  for (const auto &entry : std::filesystem::directory_iterator(folder.path())) {
    CHECK(!test::contains(read_file(entry.path().string()), key));
  }

  ::setenv("SLUICE_TEST_KEY", (std::string(key) + "\r\nX: y").c_str(), 1);
  CHECK(!test::contains(test::what_of([&] { return embed(RemoteEmbedder(options), {"two"}); }),
                        "012345"));
  ::unsetenv("SLUICE_TEST_KEY");
  const Error error = test::error_of([&] { return RemoteEmbedder(options); });
  CHECK(error.code() == ErrorCode::not_found);
  CHECK(test::contains(error.what(), "SLUICE_TEST_KEY is not set"));
}

TEST_CASE("vectors are requested only once, in this process and the next") {
  const test::TemporaryDirectory folder;
  const HttpServer server([](const Asked &asked, std::size_t) { return good(asked); });
  RemoteEmbedderOptions options = options_for(server);
  options.cache = (folder.path() / "cache").string();
  const std::string odd("with \0 and \xFF", 12);
  const std::vector<std::string_view> texts = {"one", "two", odd};
  std::vector<float> first;
  {
    const RemoteEmbedder model(options);
    first = embed(model, texts);
    CHECK(server.asked().size() == 1);
    CHECK(embed(model, texts) == first);
    CHECK(server.asked().size() == 1);
  }
  options.url = "http://127.0.0.1:1/v1";  // no server there
  options.dimensions = 0;
  const RemoteEmbedder later(options);
  CHECK(later.dimensions() == width);
  CHECK(embed(later, texts) == first);
  options = options_for(server);
  options.cache = (folder.path() / "cache").string();
  embed(RemoteEmbedder(options), {"two", "three"});
  REQUIRE(server.asked().size() == 2);
  CHECK(texts_of(server.asked()[1]) == std::vector<std::string>{"three"});
  options.model = "another";
  embed(RemoteEmbedder(options), {"two"});
  CHECK(server.asked().size() == 3);
}

TEST_CASE("vectors received before an error stay in the cache") {
  const test::TemporaryDirectory folder;
  std::atomic<bool> broken = true;
  const HttpServer server([&](const Asked &asked, std::size_t number) {
    return broken && number > 0 ? status(400) : good(asked);
  });
  RemoteEmbedderOptions options = options_for(server);
  options.cache = (folder.path() / "cache").string();
  options.batch = 1;
  const RemoteEmbedder model(options);
  test::check_code(ErrorCode::io, [&] { return embed(model, {"one", "two"}); });
  broken = false;
  check_expected({"one", "two"}, embed(model, {"one", "two"}));
  CHECK(server.asked().size() == 3);
}

TEST_CASE("a file that is not a cache is rejected, and the error for a damaged one names it") {
  const test::TemporaryDirectory folder;
  const HttpServer server([](const Asked &asked, std::size_t) { return good(asked); });
  RemoteEmbedderOptions options = options_for(server);
  options.cache = (folder.path() / "cache").string();
  write_file(options.cache, "this is a text of somebody, and no database at all");
  const Error text = test::error_of([&] { return RemoteEmbedder(options); });
  CHECK(text.code() == ErrorCode::malformed);
  CHECK(test::contains(text.what(), options.cache));
  CHECK(read_file(options.cache).starts_with("this is a text"));
  options.cache = (folder.path() / "other").string();
  SqliteConnection(options.cache, SqliteConnection::Access::write).run("CREATE TABLE t(a)");
  test::check_code(ErrorCode::mismatch, [&] { return RemoteEmbedder(options); });
  options.cache = (folder.path() / "no/such/folder/cache").string();
  test::check_code(ErrorCode::io, [&] { return RemoteEmbedder(options); });
}

TEST_CASE("invalid vectors in a cache are requested again") {
  const test::TemporaryDirectory folder;
  const HttpServer server([](const Asked &asked, std::size_t) { return good(asked); });
  RemoteEmbedderOptions options = options_for(server);
  options.cache = (folder.path() / "cache").string();
  embed(RemoteEmbedder(options), {"one"});
  for (const char *vector : {"x''", "x'0000c07f'", "zeroblob(60)",
                             "cast(replace(hex(zeroblob(32)), '0', 'A') as blob)"}) {
    SqliteConnection(options.cache, SqliteConnection::Access::write)
        .run("UPDATE vectors SET vector = " + std::string(vector));
    check_expected({"one"}, embed(RemoteEmbedder(options), {"one"}));
  }
  CHECK(server.asked().size() == 5);
}

TEST_CASE("several embedders with several threads share a cache") {
  const test::TemporaryDirectory folder;
  const HttpServer server([](const Asked &asked, std::size_t) { return good(asked); });
  RemoteEmbedderOptions options = options_for(server);
  options.cache = (folder.path() / "cache").string();
  const std::vector<std::string_view> texts = {"one", "two", "three", "four", "five"};
  std::vector<std::vector<float>> vectors(4);
  std::vector<std::thread> threads;
  for (std::vector<float> &mine : vectors) {
    threads.emplace_back([&] {
      const RemoteEmbedder model(options);
      for (int i = 0; i < 3; ++i) mine = embed(model, texts);
    });
  }
  for (std::thread &thread : threads) thread.join();
  for (const std::vector<float> &mine : vectors) check_expected(texts, mine);
  CHECK(server.asked().size() <= 4);
}

TEST_CASE("a call can be cancelled") {
  const HttpServer server([](const Asked &, std::size_t) {
    Answer answer;
    answer.seconds = 30;
    return answer;
  });
  const RemoteEmbedderOptions options = options_for(server);
  const RemoteEmbedder model(options);
  std::thread canceller([&] {
    while (server.asked().empty()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    options.token.cancel();
  });
  test::check_code(ErrorCode::cancelled, [&] { return embed(model, {"one"}); });
  canceller.join();
}

TEST_CASE("an endpoint is opened by its URL and model") {
  const HttpServer server([](const Asked &asked, std::size_t) { return good(asked); });
  const test::TemporaryDirectory folder;
  ::setenv("SLUICE_EMBEDDINGS_KEY", key, 1);
  ::setenv("SLUICE_EMBEDDINGS_CACHE", (folder.path() / "cache").c_str(), 1);
  const AnyEmbedder model = open_embedder(server.url() + "/v1#hashed");
  CHECK(model.dimensions() == width);
  REQUIRE(server.asked().size() == 1);
  CHECK(server.asked()[0].authorization == "Bearer " + std::string(key));
  CHECK(open_embedder(server.url() + "/v1#hashed").fingerprint() == model.fingerprint());
  CHECK(server.asked().size() == 1);
  ::unsetenv("SLUICE_EMBEDDINGS_KEY");
  ::unsetenv("SLUICE_EMBEDDINGS_CACHE");
  for (const char *name : {"http://127.0.0.1:1/v1", "https://127.0.0.1:1/v1#"}) {
    test::check_code(ErrorCode::invalid_argument, [&] { return open_embedder(name); });
  }
}

TEST_CASE("invalid options are rejected before anything is sent") {
  const HttpServer server([](const Asked &asked, std::size_t) { return good(asked); });
  RemoteEmbedderOptions options = options_for(server);
  options.model.clear();
  test::check_code(ErrorCode::invalid_argument, [&] { return RemoteEmbedder(options); });
  options = options_for(server);
  options.batch = 0;
  test::check_code(ErrorCode::invalid_argument, [&] { return RemoteEmbedder(options); });
  for (const std::string part : {"?key=", "#", "@", "/v1?a="}) {
    options = options_for(server);
    options.url += part + key;
    const Error error = test::error_of([&] { return RemoteEmbedder(options); });
    CHECK(error.code() == ErrorCode::invalid_argument);
    CHECK(!test::contains(error.what(), key));
  }
  CHECK(server.asked().empty());
}

}  // namespace
}  // namespace sluice
