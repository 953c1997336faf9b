#include "sluice/net/http.hpp"

#include "sluice/core/error.hpp"

#if defined(SLUICE_WITH_HTTP)

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <new>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "curl_session.hpp"
#include "http_request.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/core/random.hpp"
#include "sluice/core/version.hpp"

namespace sluice::inline v0 {
namespace {

using net_detail::CurlSession;

bool is_worth_another_try(int status) {
  switch (status) {
    case 408:
    case 429:
    case 500:
    case 502:
    case 503:
    case 504: return true;
    default: return false;
  }
}

bool is_worth_another_try(CURLcode code) {
  return code == CURLE_SEND_ERROR || code == CURLE_RECV_ERROR || code == CURLE_GOT_NOTHING ||
         code == CURLE_PARTIAL_FILE || code == CURLE_HTTP2_STREAM;
}

void start_curl() {
  static const CURLcode started = curl_global_init(CURL_GLOBAL_DEFAULT);
  if (started != CURLE_OK) throw Error(ErrorCode::internal, "cannot start libcurl");
}

long milliseconds_of(double seconds) {
  constexpr double longest = 1e9;
  return static_cast<long>(std::ceil(std::min(seconds * 1000, longest)));
}

void wait(double seconds, const CancellationToken &token) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                      std::chrono::duration<double>(seconds));
  constexpr std::chrono::milliseconds slice(20);
  for (auto now = Clock::now(); now < end; now = Clock::now()) {
    token.check();
    std::this_thread::sleep_for(std::min<Clock::duration>(slice, end - now));
  }
  token.check();
}

Random jitter_for(const HttpRequest &request, const HttpOptions &options) {
  if (options.jitter_seed) return Random(hash64(request.body, *options.jitter_seed));
  static const char any = 0;
  return Random(
      static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count()) ^
      reinterpret_cast<std::uintptr_t>(&any));
}

/// The outcome of one attempt.
struct Attempt {
  CURLcode code = CURLE_OK;
  HttpResponse response;
  double asked_to_wait = 0;
  std::string trouble;  // curl's error message
  bool too_large = false;
};

}  // namespace

struct HttpClient::Sessions {
  explicit Sessions(const HttpOptions &with) : options(with) {}

  std::unique_ptr<CurlSession> take() {
    const std::lock_guard lock(mutex);
    if (idle.empty()) return std::make_unique<CurlSession>();
    std::unique_ptr<CurlSession> session = std::move(idle.back());
    idle.pop_back();
    return session;
  }
  void give_back(std::unique_ptr<CurlSession> session) {
    constexpr std::size_t max_idle = 8;
    const std::lock_guard lock(mutex);
    if (idle.size() < max_idle) idle.push_back(std::move(session));
  }

  Attempt attempt(const HttpRequest &request, const CancellationToken &token);

  const HttpOptions options;
  std::mutex mutex;
  std::vector<std::unique_ptr<CurlSession>> idle;
};

Attempt HttpClient::Sessions::attempt(const HttpRequest &request, const CancellationToken &token) {
  std::unique_ptr<CurlSession> session = take();
  CURL *easy = session->easy;
  net_detail::CurlHeaders headers;
  headers.add("Expect:");  // avoids a round trip before the body
  for (const HttpHeader &header : request.headers) {
    // The semicolon makes curl send a header without a value.
    headers.add(header.value.empty() ? header.name + ';' : header.name + ": " + header.value);
  }
  net_detail::CurlSink sink{{}, options.max_response_bytes};
  char trouble[CURL_ERROR_SIZE] = {};

  curl_easy_reset(easy);
  curl_easy_setopt(easy, CURLOPT_URL, request.url.c_str());
#if LIBCURL_VERSION_NUM >= 0x075500
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS, static_cast<long>(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
  if (request.method != "POST")
    curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, request.method.c_str());
  if (request.method == "POST" || request.method == "PUT" || !request.body.empty()) {
    curl_easy_setopt(easy, CURLOPT_POST, 1L);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDS, request.body.data());
    curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE,
                     static_cast<curl_off_t>(request.body.size()));
  }
  curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers.list);
  curl_easy_setopt(easy, CURLOPT_USERAGENT, ("sluice/" + std::string(version)).c_str());
  curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");  // every encoding that curl supports
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, &net_detail::open_curl_socket);
  curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, milliseconds_of(options.connect_seconds));
  const double seconds =
      request.seconds > 0 ? std::min(request.seconds, options.seconds) : options.seconds;
  curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, milliseconds_of(seconds));
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &net_detail::CurlSink::write);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, &sink);
  curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, trouble);
  if (!options.authorities.empty()) {
    curl_easy_setopt(easy, CURLOPT_CAINFO, options.authorities.c_str());
  }

  Attempt attempt;
  attempt.code = session->run(token);
  if (sink.out_of_memory) throw std::bad_alloc();
  attempt.too_large = sink.is_full;
  if (attempt.code != CURLE_OK) {
    attempt.trouble = trouble[0] != '\0' ? trouble : curl_easy_strerror(attempt.code);
    return attempt;  // the session is not reused
  }
  long status = 0;
  curl_off_t asked_to_wait = 0;
  curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
  curl_easy_getinfo(easy, CURLINFO_RETRY_AFTER, &asked_to_wait);
  attempt.response = {static_cast<int>(status), std::move(sink.body)};
  attempt.asked_to_wait = static_cast<double>(asked_to_wait);
  curl_easy_reset(easy);  // it refers to objects that are destroyed here
  give_back(std::move(session));
  return attempt;
}

namespace {

[[noreturn]] void fail(const Attempt &attempt, const HttpOptions &options, const std::string &url) {
  const Place where{net_detail::shown_url(url)};
  if (attempt.too_large) {
    throw Error(ErrorCode::limit_exceeded,
                fmt::format("the answer is larger than {} bytes", options.max_response_bytes),
                where);
  }
  switch (attempt.code) {
    case CURLE_OPERATION_TIMEDOUT:
      throw Error(ErrorCode::limit_exceeded, "no answer in time: " + attempt.trouble, where);
    case CURLE_PARTIAL_FILE: throw Error(ErrorCode::io, "the answer was cut short", where);
    case CURLE_URL_MALFORMAT: throw Error(ErrorCode::invalid_argument, "is not a URL", where);
    case CURLE_UNSUPPORTED_PROTOCOL:
      throw Error(ErrorCode::unsupported, "libcurl was built without this protocol", where);
    case CURLE_OUT_OF_MEMORY: throw std::bad_alloc();
    default: throw Error(ErrorCode::io, attempt.trouble, where);
  }
}

}  // namespace

bool HttpClient::is_built_in() noexcept { return true; }

HttpClient::HttpClient(const HttpOptions &options) {
  for (const double seconds : {options.connect_seconds, options.seconds, options.first_wait_seconds,
                               options.max_wait_seconds}) {
    if (!(seconds > 0) || !std::isfinite(seconds)) {
      throw Error(ErrorCode::invalid_argument, "times for HTTP must be greater than 0");
    }
  }
  if (options.attempts < 1 || options.max_response_bytes == 0) {
    throw Error(ErrorCode::invalid_argument, "HTTP needs at least 1 attempt and 1 byte");
  }
  start_curl();
  HttpOptions kept = options;
  if (const char *named = std::getenv("SSL_CERT_FILE");
      named != nullptr && kept.authorities.empty())
    kept.authorities = named;
  // The file is read for each connection, when the current folder may have changed.
  if (!kept.authorities.empty()) {
    std::error_code failed;
    const auto absolute = std::filesystem::absolute(kept.authorities, failed);
    if (!failed) kept.authorities = absolute.string();
  }
  sessions_ = std::make_shared<Sessions>(kept);
}

HttpResponse HttpClient::post(const HttpRequest &request, const CancellationToken &token) const {
  net_detail::check_request(request);
  const HttpOptions &options = sessions_->options;
  double next_wait = options.first_wait_seconds;
  Random jitter = jitter_for(request, options);
  for (int left = options.attempts - 1;; --left) {
    Attempt attempt = sessions_->attempt(request, token);
    const bool answered = attempt.code == CURLE_OK;
    const bool again = answered ? is_worth_another_try(attempt.response.status)
                                : !attempt.too_large && is_worth_another_try(attempt.code);
    if (!again || left == 0 || attempt.asked_to_wait > options.max_wait_seconds) {
      if (!answered) fail(attempt, options, request.url);
      return std::move(attempt.response);
    }
    const double own = std::min(next_wait, options.max_wait_seconds) * (1 - 0.5 * jitter.unit());
    wait(std::max(own, attempt.asked_to_wait), token);
    next_wait = std::min(2 * next_wait, options.max_wait_seconds);
  }
}

}  // namespace sluice::inline v0

#else

namespace sluice::inline v0 {

struct HttpClient::Sessions {};

bool HttpClient::is_built_in() noexcept { return false; }

HttpClient::HttpClient(const HttpOptions &) {
  throw Error(ErrorCode::unsupported,
              "this build has no HTTP; build with SLUICE_WITH_HTTP=ON, which needs libcurl");
}

HttpResponse HttpClient::post(const HttpRequest &, const CancellationToken &) const { return {}; }

}  // namespace sluice::inline v0

#endif
