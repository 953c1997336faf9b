#include "sluice/net/http.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "sluice/core/error.hpp"
#include "support/error_of.hpp"
#include "support/http_server.hpp"

namespace sluice {
namespace {

using test::Answer;
using test::Asked;
using test::HttpServer;

constexpr double soon = 0.001;

HttpOptions quick() {
  HttpOptions options;
  options.first_wait_seconds = soon;
  options.max_wait_seconds = 0.01;
  return options;
}

TEST_CASE("a request and its answer arrive unchanged") {
  const HttpServer server([](const Asked &asked, std::size_t) {
    Answer answer;
    answer.status = 201;
    answer.body = "[" + asked.body + "]";
    return answer;
  });
  const HttpClient client;
  const std::string body = std::string("{\"a\": 1}\0 and more", 18) + std::string(100'000, 'x');
  for (int i = 0; i < 3; ++i) {
    const HttpResponse response =
        client.post({server.url() + "/v1/x?y=1",
                     {{"Content-Type", "application/json"}, {"Authorization", "Bearer abc"}},
                     body});
    CHECK(response.status == 201);
    CHECK(response.body == "[" + body + "]");
  }
  const std::vector<Asked> asked = server.asked();
  REQUIRE(asked.size() == 3);
  CHECK(asked[0].path == "/v1/x");
  CHECK(asked[0].content_type == "application/json");
  CHECK(asked[0].authorization == "Bearer abc");
}

TEST_CASE(
    "methods other than POST arrive, with and without a body, and invalid methods are refused") {
  const HttpServer server([](const Asked &asked, std::size_t) {
    Answer answer;
    answer.body = asked.method + asked.body;
    return answer;
  });
  const HttpClient client;
  for (const char *method : {"PUT", "GET", "DELETE", "POST", "PUT", "GET"}) {
    for (const char *body : {"", "{}"}) {
      HttpRequest request{server.url(), {}, body};
      request.method = method;
      // This server accepts no body with GET.
      const bool is_read = std::string(method) != "GET";
      CHECK(client.post(request).body == std::string(method) + (is_read ? body : ""));
    }
  }
  for (const char *method : {"", "HEAD", "get", "GET /x", "A\nB"}) {
    HttpRequest request{server.url(), {}, ""};
    request.method = method;
    CHECK(test::error_of([&] { return client.post(request); }).code() ==
          ErrorCode::invalid_argument);
  }
}

TEST_CASE("temporary failures are retried, permanent ones are not") {
  for (const int passing : {408, 429, 500, 502, 503, 504}) {
    const HttpServer server([&](const Asked &, std::size_t number) {
      Answer answer;
      answer.status = number < 2 ? passing : 200;
      return answer;
    });
    CHECK(HttpClient(quick()).post({server.url(), {}, ""}).status == 200);
    CHECK(server.asked().size() == 3);
  }
  for (const int staying : {301, 400, 401, 404, 501}) {
    const HttpServer server([&](const Asked &, std::size_t) {
      Answer answer;
      answer.status = staying;
      answer.headers = {{"Location", "http://127.0.0.1:1/"}};
      return answer;
    });
    CHECK(HttpClient(quick()).post({server.url(), {}, ""}).status == staying);
    CHECK(server.asked().size() == 1);
  }
}

TEST_CASE("a server that never recovers is asked only the maximum number of times") {
  const HttpServer server([](const Asked &, std::size_t) {
    Answer answer;
    answer.status = 500;
    return answer;
  });
  HttpOptions options = quick();
  options.attempts = 5;
  CHECK(HttpClient(options).post({server.url(), {}, ""}).status == 500);
  CHECK(server.asked().size() == 5);
}

TEST_CASE("a server that asks for a long wait is not asked again, for a short one it is") {
  const auto busy_for = [](std::string wait) {
    return [wait = std::move(wait)](const Asked &, std::size_t number) {
      Answer answer;
      answer.status = number == 0 ? 429 : 200;
      answer.headers = {{"Retry-After", wait}};
      return answer;
    };
  };
  const HttpServer patient(busy_for("3600"));
  CHECK(HttpClient(quick()).post({patient.url(), {}, ""}).status == 429);
  CHECK(patient.asked().size() == 1);
  const HttpServer dated(busy_for("Fri, 01 Jan 2100 00:00:00 GMT"));
  CHECK(HttpClient(quick()).post({dated.url(), {}, ""}).status == 429);
  CHECK(dated.asked().size() == 1);
  for (const char *now : {"0", "soon", "Fri, 01 Jan 2010 00:00:00 GMT", "-5"}) {
    const HttpServer server(busy_for(now));
    CHECK(HttpClient(quick()).post({server.url(), {}, ""}).status == 200);
    CHECK(server.asked().size() == 2);
  }
}

TEST_CASE("an answer that is late, too large or truncated is an error") {
  const HttpServer slow([](const Asked &, std::size_t) {
    Answer answer;
    answer.seconds = 30;
    return answer;
  });
  HttpOptions options = quick();
  options.seconds = 0.05;
  const Error late = test::error_of([&] { return HttpClient(options).post({slow.url(), {}, ""}); });
  CHECK(late.code() == ErrorCode::limit_exceeded);
  CHECK(test::contains(late.what(), "no answer in time: "));
  CHECK(slow.asked().size() == 1);
  HttpRequest hurried{slow.url(), {}, ""};
  hurried.seconds = 0.05;
  CHECK(test::error_of([&] { return HttpClient(quick()).post(hurried); }).code() ==
        ErrorCode::limit_exceeded);

  const HttpServer large([](const Asked &, std::size_t) {
    Answer answer;
    answer.body = std::string(1001, 'x');
    return answer;
  });
  options = quick();
  options.max_response_bytes = 1000;
  const Error too_large = test::error_of([&] {
    return HttpClient(options).post({large.url(), {}, ""});
  });
  CHECK(too_large.code() == ErrorCode::limit_exceeded);
  CHECK(test::contains(too_large.what(), "larger than 1000 bytes"));
  CHECK(large.asked().size() == 1);
  options.max_response_bytes = 1001;
  CHECK(HttpClient(options).post({large.url(), {}, ""}).body.size() == 1001);

  const HttpServer cut([](const Asked &, std::size_t) {
    Answer answer;
    answer.body = "half";
    answer.missing = 4;
    return answer;
  });
  const Error half = test::error_of([&] { return HttpClient(quick()).post({cut.url(), {}, ""}); });
  CHECK(half.code() == ErrorCode::io);
  CHECK(test::contains(half.what(), "cut short"));
  CHECK(cut.asked().size() == 4);
}

TEST_CASE("a request can be cancelled, while it waits for the answer and between attempts") {
  HttpOptions options;
  options.first_wait_seconds = 20;
  for (const int status : {200, 503}) {
    const HttpServer server([status](const Asked &, std::size_t) {
      Answer answer;
      answer.status = status;
      answer.seconds = status == 200 ? 30 : 0;
      return answer;
    });
    const CancellationToken token;
    std::thread canceller([&] {
      while (server.asked().empty()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
      token.cancel();
    });
    test::check_code(ErrorCode::cancelled, [&] {
      return HttpClient(options).post({server.url(), {}, ""}, token);
    });
    canceller.join();
    CHECK(server.asked().size() == 1);
    test::check_code(ErrorCode::cancelled, [&] {
      return HttpClient(options).post({server.url(), {}, ""}, token);
    });
    CHECK(server.asked().size() == 1);
  }
}

TEST_CASE("errors show neither headers nor queries, and no secret in a URL") {
  const HttpClient client(quick());
  const std::string secret = "sk-0123456789";
  const auto what = [&](const std::string &url, const std::vector<HttpHeader> &headers) {
    const std::string said = test::what_of([&] { return client.post({url, headers, secret}); });
    CHECK(said != "(no error)");
    CHECK(!test::contains(said, secret));
    return said;
  };
  what("http://127.0.0.1:1/x?key=" + secret, {{"Authorization", secret}});
  what("http://user:" + secret + "@127.0.0.1:1/", {});
  what("ftp://127.0.0.1/?" + secret, {});
  what("http://?" + secret, {});
  what("http://127.0.0.1:1/\n" + secret, {});
  CHECK(test::contains(what("http://127.0.0.1:1/", {{"Authorization", secret + "\r\nX: y"}}),
                       "Authorization has a control character"));
  what("http://127.0.0.1:1/", {{"Bad name", secret}});
  what("http://127.0.0.1:1/", {{"", secret}});
  what("http://127.0.0.1:99999/", {{"A", secret}});
}

TEST_CASE("invalid options are refused") {
  const auto refused = [](auto change) {
    HttpOptions options;
    change(options);
    test::check_code(ErrorCode::invalid_argument, [&] { return HttpClient(options); });
  };
  refused([](HttpOptions &options) { options.seconds = 0; });
  refused([](HttpOptions &options) { options.connect_seconds = -1; });
  refused([](HttpOptions &options) {
    options.max_wait_seconds = std::numeric_limits<double>::quiet_NaN();
  });
  refused([](HttpOptions &options) {
    options.first_wait_seconds = std::numeric_limits<double>::infinity();
  });
  refused([](HttpOptions &options) { options.attempts = 0; });
  refused([](HttpOptions &options) { options.max_response_bytes = 0; });
}

TEST_CASE("one client serves many threads") {
  const HttpServer server([](const Asked &asked, std::size_t) {
    Answer answer;
    answer.body = asked.body;
    return answer;
  });
  const HttpClient client;
  std::vector<int> wrong(4);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < wrong.size(); ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 20; ++i) {
        const std::string body = std::to_string(t) + "/" + std::to_string(i);
        wrong[t] += client.post({server.url(), {}, body}).body == body ? 0 : 1;
      }
    });
  }
  for (std::thread &thread : threads) thread.join();
  CHECK(wrong == std::vector<int>(4));
}

}  // namespace
}  // namespace sluice
