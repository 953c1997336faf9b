/// A store with servers that are busy, broken or lie; the test simulates them.

#include "store/opensearch_store.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "core/base64.hpp"
#include "sluice/store/database_document.hpp"
#include "support/error_of.hpp"
#include "support/http_server.hpp"
#include "support/tls_server.hpp"

namespace sluice {
namespace {

using test::Answer;
using test::Asked;
using test::check_code;
using test::contains;
using test::error_of;
using test::HttpServer;

constexpr const char *meta_source =
    R"("_seq_no":4,"_primary_term":1,"_source":{"layout":2,"version":7,"loaded":3,"next":8,)"
    R"("writer":0,"hidden":[5],"retired":["6.2"],"analyses":[11],"embedder":0,"dimensions":0})";
constexpr const char *whole =
    R"("timed_out":false,"_shards":{"total":3,"successful":3,"failed":0})";

std::string hit_of(const std::string &content) {
  return std::string("{") + whole + R"(,"hits":{"total":{"value":1,"relation":"eq"},"hits":[{)" +
         content + "}]}}";
}

/// An answer to a search for one term, followed by the state of the store.
std::string postings_answer(const std::string &block, const std::string &meta = meta_source) {
  return R"({"responses":[)" +
         hit_of(R"("sort":["x",1],"fields":{"term":["x"],"database":[1],"block":[")" + block +
                R"("]})") +
         "," + hit_of(meta) + "]}";
}

std::string good_answer() { return postings_answer(""); }

Answer said(int status, std::string body) {
  Answer answer;
  answer.status = status;
  answer.body = std::move(body);
  return answer;
}

/// Answers requests for the state of the store; others with `answer`, which receives their number
/// from 0.
std::function<Answer(const Asked &, std::size_t)> store_that(
    std::function<Answer(std::size_t)> answer) {
  return [answer = std::move(answer), count = std::size_t{0}](const Asked &asked,
                                                              std::size_t) mutable {
    if (asked.method == "GET") return said(200, std::string("{") + meta_source + "}");
    return answer(count++);
  };
}

StoreUrl url_of(const HttpServer &server) { return parse_store_url("opensearch+" + server.url()); }

StoreOptions hurried() { return {.seconds = 0.3, .write_seconds = 0.6}; }

StoreVersion ask(const HttpServer &server, double seconds) {
  StoreOptions options;
  options.seconds = seconds;
  std::vector<FoundBlock> blocks;
  const std::vector<std::string> terms{"a"};
  return OpenSearchStore(url_of(server), options).postings({}, terms, blocks);
}

/// Increasing deadlines, for slow machines.
constexpr double tries[] = {0.2, 2.0, 20.0};

/// Returns the error of a store whose server always gives `answer`.
Error error_of_failing_store(const Answer &answer) {
  const HttpServer server(store_that([&](std::size_t) { return answer; }));
  for (const double seconds : tries) {
    const Error error = error_of([&] { return ask(server, seconds); });
    const bool is_answered = error.code() != ErrorCode::limit_exceeded;
    if (is_answered || answer.seconds > 0 || contains(error.message(), "a search")) return error;
  }
  return {ErrorCode::internal, "no answer in any time"};
}

}  // namespace

TEST_CASE("a cluster with an untrusted certificate receives neither questions nor the password") {
  const auto certificate = test::TlsCertificate::make();
  if (!certificate) return test::skip("there is no program openssl");
  const test::TlsServer server(*certificate);
  const StoreUrl url =
      parse_store_url("opensearch+https://localhost:" + std::to_string(server.port()) + "/x");
  ::setenv("SLUICE_OPENSEARCH_USER", "me", 1);
  ::setenv("SLUICE_OPENSEARCH_PASSWORD", "s3cret", 1);
  Error error(ErrorCode::internal, "not tried");
  for (const double seconds : tries) {
    error = error_of([&] { return open_store(url, {.seconds = seconds})->state(); });
    if (contains(error.what(), "certificate")) break;
  }
  ::setenv("SSL_CERT_FILE", certificate->certificate().c_str(), 1);
  // The server answers with a page instead of JSON, so this request has reached it.
  const Error answered = error_of([&] { return open_store(url, {.seconds = 10})->state(); });
  ::unsetenv("SSL_CERT_FILE");
  ::unsetenv("SLUICE_OPENSEARCH_USER");
  ::unsetenv("SLUICE_OPENSEARCH_PASSWORD");
  CHECK(contains(error.what(), "certificate"));
  CHECK_FALSE(contains(error.what(), "s3cret"));
  CHECK(answered.code() == ErrorCode::malformed);
  CHECK_FALSE(contains(answered.what(), "s3cret"));
}

TEST_CASE("requests to a busy cluster are repeated until it answers") {
  const std::string refused =
      R"({"error":{"type":"es_rejected","reason":"queue full"},"status":429})";
  const std::string shard_lost =
      R"({"responses":[{"error":{"type":"search_phase","reason":"no copy"},"status":503},)" +
      hit_of(meta_source) + "]}";
  const std::string part = R"({"responses":[{"timed_out":false,"_shards":{"total":3,)"
                           R"("successful":2,"failed":1},"hits":{"hits":[]}},)" +
                           hit_of(meta_source) + "]}";
  for (const Answer &trouble : {said(429, refused), said(503, refused), said(503, "<html>"),
                                said(500, ""), said(200, shard_lost), said(200, part)}) {
    const HttpServer server(store_that([&](std::size_t number) {
      return number < 2 ? trouble : said(200, postings_answer(to_base64(pack_block("a", {}))));
    }));
    CHECK_NOTHROW(ask(server, 30));
    CHECK(server.asked().size() == 4);
  }
}

TEST_CASE("a partial answer is an error, and so is one that never becomes complete") {
  const Error lost =
      error_of_failing_store(said(200, R"({"responses":[{"timed_out":false,"_shards":)"
                                       R"({"total":3,"successful":2,"failed":1}},)" +
                                           hit_of(meta_source) + "]}"));
  CHECK(lost.code() == ErrorCode::io);
  CHECK(contains(lost.what(), "2 of 3 shards"));
  const Error slow = error_of_failing_store(
      said(200, R"({"responses":[{"timed_out":true,"_shards":{"total":1,"successful":1,)"
                R"("failed":0}},)" +
                    hit_of(meta_source) + "]}"));
  CHECK(slow.code() == ErrorCode::limit_exceeded);
  const Error busy = error_of_failing_store(
      said(503, R"({"error":{"type":"cluster_block","reason":"no manager"},"status":503})"));
  CHECK(busy.code() == ErrorCode::io);
  CHECK(contains(busy.what(), "503: cluster_block: no manager"));
  // Fewer hits than reported.
  const std::string fewer = std::string(R"({"responses":[{)") + whole +
                            R"(,"hits":{"total":{"value":5,"relation":"eq"}}},)" +
                            hit_of(meta_source) + "]}";
  CHECK(error_of_failing_store(said(200, fewer)).code() == ErrorCode::malformed);
}

TEST_CASE("a server that hangs is an error at the deadline, and one that is down before it") {
  Answer late = said(200, good_answer());
  late.seconds = 20;
  CHECK(error_of_failing_store(late).code() == ErrorCode::limit_exceeded);
  StoreOptions options = hurried();
  const OpenSearchStore gone(parse_store_url("opensearch+http://127.0.0.1:1"), options);
  const Error refused = error_of([&] { return gone.state(); });
  CHECK(refused.code() == ErrorCode::io);
  CHECK(contains(refused.what(), "http://127.0.0.1:1"));
  CHECK_FALSE(gone.health().healthy());
}

TEST_CASE("if one server does not answer, the next one is used") {
  const HttpServer server(store_that(
      [](std::size_t) { return said(200, postings_answer(to_base64(pack_block("a", {})))); }));
  StoreUrl url = url_of(server);
  url.servers.insert(url.servers.begin(), "http://127.0.0.1:1");
  const OpenSearchStore store(url);
  CHECK(store.state()->version == StoreVersion{7});
  const HttpServer broken([](const Asked &, std::size_t) { return said(502, "bad gateway"); });
  url.servers.front() = broken.url();
  CHECK(OpenSearchStore(url).state()->version == StoreVersion{7});
}

TEST_CASE("answers that are truncated, damaged or hostile are errors") {
  Answer cut = said(200, good_answer().substr(0, 40));
  cut.missing = 100;
  CHECK(error_of_failing_store(cut).code() == ErrorCode::io);
  const std::string deep(100'000, '[');
  const std::string block = to_base64(pack_block("a", {}));
  for (const std::string &body :
       {std::string(), std::string("null"), std::string("[]"), std::string("{}"), deep,
        good_answer().substr(0, 90), std::string(R"({"responses":[]})"),
        std::string(R"({"responses":{}})"), std::string(R"({"responses":[1,2]})"),
        R"({"responses":[)" + hit_of(meta_source) + "]}", postings_answer("%%%%"),
        postings_answer(to_base64("\xFF\xFF\xFF\xFF\xFF\xFF")),
        postings_answer(block, R"("_seq_no":4,"_primary_term":1,"_source":{"layout":2})"),
        postings_answer(block, R"("_seq_no":"x","_primary_term":1,"_source":[])"),
        std::string(R"({"responses":[{"timed_out":"no"},{}]})")}) {
    CAPTURE(body.substr(0, 100));
    CHECK(error_of_failing_store(said(200, body)).code() == ErrorCode::malformed);
  }
  for (const int status : {400, 413, 301}) {
    CHECK(error_of_failing_store(said(status, R"({"error":"no\u0000\n such thing"})")).code() ==
          ErrorCode::io);
  }
}

TEST_CASE(
    "a request to a store that was changed or reloaded meanwhile is repeated at its new version") {
  const std::string newer =
      R"("_seq_no":5,"_primary_term":1,"_source":{"layout":2,"version":9,"loaded":9,"next":10,)"
      R"("writer":0,"hidden":[],"retired":[],"analyses":[11],"embedder":0,"dimensions":0})";
  const std::string block = to_base64(pack_block("a", {}));
  const HttpServer server(
      store_that([&](std::size_t) { return said(200, postings_answer(block, newer)); }));
  CHECK(ask(server, 30) == StoreVersion{9});
  const std::vector<Asked> asked = server.asked();
  REQUIRE(asked.size() == 3);
  // The invisible changes of the first version; the second one has other indexes.
  CHECK(contains(asked[1].body,
                 R"("index":"sluice-3-posting","allow_partial_search_results":false)"));
  CHECK(contains(asked[1].body, R"({"terms":{"since":[5]}},{"terms":{"revision":["6.2"]}})"));
  CHECK(contains(asked[2].body, R"("index":"sluice-9-posting")"));
  const HttpServer restless(store_that([&](std::size_t number) {
    std::string meta = newer;
    meta.replace(meta.find("\"version\":9"), 11, "\"version\":1" + std::to_string(number));
    return said(200, postings_answer(block, meta));
  }));
  CHECK(error_of([&] { return ask(restless, 30); }).code() == ErrorCode::mismatch);
}

TEST_CASE("only the documents that a busy cluster refused are sent again") {
  std::size_t bulks = 0;
  std::vector<std::string> sent;
  int refusal = 429;
  const auto cluster = [&](const Asked &asked, std::size_t) {
    if (asked.path != "/_bulk") {
      if (asked.method == "GET") return said(200, std::string("{") + meta_source + "}");
      return contains(asked.path, "/_msearch")
                 ? said(200, std::string(R"({"responses":[{)") + whole + "}]}")
                 : said(200, R"({"_seq_no":5,"_primary_term":1})");
    }
    sent.push_back(asked.body);
    if (++bulks > 1) return said(200, R"({"errors":false,"items":[{"index":{"status":201}}]})");
    return said(200, R"({"errors":true,"items":[{"index":{"status":201}},{"index":{"status":)" +
                         std::to_string(refusal) +
                         R"(,"error":{"type":"rejected","reason":"full"}}}]})");
  };
  const HttpServer server(cluster);
  const StoreSettings settings;
  OpenSearchStore store(url_of(server), {});
  const auto writer = store.change({7}, settings);
  writer->drop(1);
  writer->drop(2);
  CHECK(writer->commit() == StoreVersion{8});
  REQUIRE(sent.size() == 2);
  CHECK(contains(sent[0], R"("_id":"8.1")"));
  CHECK_FALSE(contains(sent[1], R"("_id":"8.1")"));
  CHECK(contains(sent[1], R"("_id":"8.2")"));
  // If a retry cannot help, the write is an error and nothing is committed.
  bulks = 0;
  refusal = 400;
  const auto other = store.change({7}, settings);
  other->drop(1);
  other->drop(2);
  CHECK(error_of([&] { return other->commit(); }).code() == ErrorCode::io);
  check_code(ErrorCode::mismatch, [&] { return store.change({6}, settings); });
}

TEST_CASE("the user from the environment is sent with each request and is in no message") {
  const HttpServer server([](const Asked &asked, std::size_t) {
    // The server quotes the header.
    return said(400, R"({"error":"not you: )" + asked.authorization + R"( tr0mbone"})");
  });
  ::setenv("SLUICE_OPENSEARCH_USER", "reader", 1);
  check_code(ErrorCode::invalid_argument, [&] { return OpenSearchStore(url_of(server)); });
  ::setenv("SLUICE_OPENSEARCH_PASSWORD", "tr0mbone", 1);
  const OpenSearchStore store(url_of(server), hurried());
  ::unsetenv("SLUICE_OPENSEARCH_USER");
  ::unsetenv("SLUICE_OPENSEARCH_PASSWORD");
  const std::string what = test::what_of([&] { return store.state(); });
  CHECK(server.asked().front().authorization == "Basic cmVhZGVyOnRyMG1ib25l");
  CHECK_FALSE(contains(what, "tr0mbone"));
  CHECK_FALSE(contains(what, "cmVhZGVyOnRyMG1ib25l"));
  for (const StoreServer &told : store.health().servers) {
    CHECK_FALSE(contains(told.error, "tr0mbone"));
  }
  const HttpServer refusing([](const Asked &, std::size_t) { return said(401, "Unauthorized"); });
  const OpenSearchStore locked(url_of(refusing), hurried());
  CHECK(error_of([&] { return locked.state(); }).code() == ErrorCode::unsupported);
}

TEST_CASE("the URL of an OpenSearch has nodes and a name, and neither user nor query") {
  const StoreUrl url = parse_store_url("opensearch+http://a:9200,b:9201,[::1]:9202/shop_2");
  CHECK(url.kind == StoreKind::opensearch);
  CHECK(url.servers ==
        std::vector<std::string>{"http://a:9200", "http://b:9201", "http://[::1]:9202"});
  CHECK(url.space == "shop_2");
  CHECK(parse_store_url("opensearch+https://a").servers.front() == "https://a");
  CHECK(parse_store_url("opensearch+https://a/").space == "sluice");
  for (const char *wrong :
       {"opensearch+http://", "opensearch+http:///x", "opensearch+http://a,/x",
        "opensearch+http://u:tr0mbone@a/x", "opensearch+http://a/x?y=1", "opensearch+http://a/X",
        "opensearch+http://a/x/y", "opensearch+http://a/_x", "opensearch+http://a/x*"}) {
    const Error error = error_of([&] { return parse_store_url(wrong); });
    CHECK(error.code() == ErrorCode::invalid_argument);
    CHECK_FALSE(contains(error.what(), "tr0mbone"));
  }
}

}  // namespace sluice
