#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

#include "sluice/core/error.hpp"
#include "sluice/net/http.hpp"
#include "support/error_of.hpp"
#include "support/tls_server.hpp"

namespace sluice {
namespace {

using test::contains;

HttpRequest request_to(const std::string &host, const test::TlsServer &server) {
  HttpRequest request;
  request.url = "https://" + host + ":" + std::to_string(server.port()) + "/?q=x";
  request.headers = {{"Authorization", "Basic s3cret"}};
  request.method = "GET";
  return request;
}

}  // namespace

TEST_CASE("a certificate is trusted if a configured authority signed it for that host") {
  const auto certificate = test::TlsCertificate::make();
  if (!certificate) return test::skip("the program openssl is not installed");
  const test::TlsServer server(*certificate);
  HttpOptions options;
  options.attempts = 1;

  const Error stranger =
      test::error_of([&] { return HttpClient(options).post(request_to("localhost", server)); });
  CHECK(stranger.code() == ErrorCode::io);
  CHECK(contains(stranger.what(), "certificate"));
  CHECK(contains(stranger.what(), "localhost"));
  CHECK_FALSE(contains(stranger.what(), "s3cret"));

  options.authorities = certificate->certificate().string();
  const HttpResponse answer = HttpClient(options).post(request_to("localhost", server));
  CHECK(answer.status == 200);
  CHECK(contains(answer.body, "s_server"));

  const Error elsewhere =
      test::error_of([&] { return HttpClient(options).post(request_to("127.0.0.1", server)); });
  CHECK(elsewhere.code() == ErrorCode::io);
  CHECK_FALSE(contains(elsewhere.what(), "s3cret"));

  options.authorities = certificate->key().string();  // a file without a certificate
  CHECK(test::error_of([&] {
          return HttpClient(options).post(request_to("localhost", server));
        }).code() == ErrorCode::io);
}

TEST_CASE("authorities may be set by an environment variable, as for other programs") {
  const auto certificate = test::TlsCertificate::make();
  if (!certificate) return test::skip("the program openssl is not installed");
  const test::TlsServer server(*certificate);
  ::setenv("SSL_CERT_FILE", certificate->certificate().c_str(), 1);
  const HttpClient client;
  ::unsetenv("SSL_CERT_FILE");
  CHECK(client.post(request_to("localhost", server)).status == 200);
}

}  // namespace sluice
