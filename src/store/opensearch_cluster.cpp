#include "opensearch_cluster.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "core/base64.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/random.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/store/store_url.hpp"

namespace sluice::inline v0::store_detail {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int not_found = 404;

bool is_busy(int status) {
  return status == 408 || status == 429 || status == 500 || status == 502 || status == 503 ||
         status == 504;
}

std::string from_environment(const char *variable) {
  const char *value = std::getenv(variable);
  return value == nullptr ? std::string() : value;
}

double seconds_until(ClusterDeadline deadline) {
  return std::chrono::duration<double>(deadline - Clock::now()).count();
}

HttpOptions http_options(double seconds) {
  HttpOptions options;
  constexpr double longest_connect = 5;
  options.connect_seconds = std::min(seconds, longest_connect);
  // Each request has its own deadline.
  options.seconds = 24 * 3600;
  options.max_response_bytes = std::size_t{1} << 30;
  options.attempts = 1;
  return options;
}

int status_in(JsonValue answer) {
  const auto status = answer.find("status");
  return status ? static_cast<int>(status->as_integer()) : 0;
}

bool is_missing_index(JsonValue error) {
  const auto type = error.is(JsonKind::object) ? error.find("type") : std::nullopt;
  return type && type->is(JsonKind::string) && type->as_string() == "index_not_found_exception";
}

}  // namespace

ClusterDeadline cluster_deadline(double seconds) {
  return Clock::now() +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

/// The failures so far, and the time to wait before the next attempt.
struct OpenSearchCluster::Trouble {
  Trouble(ClusterDeadline until, double all_seconds)
      : deadline(until),
        seconds(all_seconds),
        jitter(static_cast<std::uint64_t>(Clock::now().time_since_epoch().count())) {}

  /// Waits, or throws the last failure if no time is left.
  void pause() {
    constexpr double longest_wait = 2;
    const double left = seconds_until(deadline);
    const double wait = next_wait * (1 - 0.5 * jitter.unit());
    if (left <= wait || is_down()) fail();
    std::this_thread::sleep_for(std::chrono::duration<double>(wait));
    next_wait = std::min(2 * next_wait, longest_wait);
  }
  /// Whether all connections have been refused for so long that no server seems to be running.
  bool is_down() const {
    constexpr double patience = 5;
    return silent_since && std::chrono::duration<double>(Clock::now() - *silent_since).count() >
                               std::min(patience, seconds / 2);
  }
  [[noreturn]] void fail() const { throw Error(code, message, {where}); }

  void note(const Error &error, std::string address) {
    if (error.code() == ErrorCode::io) {
      if (!silent_since) silent_since = Clock::now();
    } else {
      silent_since.reset();
    }
    code = error.code();
    message = code == ErrorCode::limit_exceeded ? fmt::format("no answer within {:.3g} s", seconds)
                                                : error.message();
    where = std::move(address);
  }
  void note(std::string text, std::string address) {
    silent_since.reset();
    code = ErrorCode::io;
    message = std::move(text);
    where = std::move(address);
  }

  ClusterDeadline deadline;
  double seconds;
  Random jitter;
  double next_wait = 0.05;
  std::optional<Clock::time_point> silent_since;
  ErrorCode code = ErrorCode::limit_exceeded;
  std::string message = "no time is left for an answer";
  std::string where;
};

OpenSearchCluster::OpenSearchCluster(std::vector<std::string> nodes, double seconds)
    : nodes_(std::move(nodes)), seconds_(seconds), client_(http_options(seconds)) {
  const std::string user = from_environment("SLUICE_OPENSEARCH_USER");
  password_ = from_environment("SLUICE_OPENSEARCH_PASSWORD");
  if (user.empty() != password_.empty()) {
    throw Error(ErrorCode::invalid_argument,
                "set both SLUICE_OPENSEARCH_USER and SLUICE_OPENSEARCH_PASSWORD, or neither");
  }
  if (!user.empty()) authorization_ = "Basic " + to_base64(user + ":" + password_);
}

std::string OpenSearchCluster::address() const {
  return shown_server(nodes_[current_.load() % nodes_.size()]);
}

HttpRequest OpenSearchCluster::request(std::size_t node, const std::string &method,
                                       const std::string &path, const std::string &body) const {
  HttpRequest request;
  request.url = nodes_[node] + path;
  request.method = method;
  if (!body.empty()) request.headers.push_back({"Content-Type", "application/x-ndjson"});
  if (!authorization_.empty()) request.headers.push_back({"Authorization", authorization_});
  request.body = body;
  return request;
}

std::string OpenSearchCluster::said(JsonValue error) const {
  std::string text;
  const auto add = [&](JsonValue part) {
    if (!part.is(JsonKind::string)) return;
    if (!text.empty()) text += ": ";
    text += part.as_string();
  };
  if (error.is(JsonKind::object)) {
    for (const char *key : {"type", "reason"}) {
      if (const auto part = error.find(key)) add(*part);
    }
    const auto cause = error.find("caused_by");
    const auto reason = cause && cause->is(JsonKind::object) ? cause->find("reason") : std::nullopt;
    if (reason) add(*reason);
  } else {
    add(error);
  }
  // A server may quote credentials that it refuses.
  for (const std::string &secret : {password_, authorization_}) {
    if (!secret.empty() && text.find(secret) != text.npos) return {};
  }
  constexpr std::size_t max_shown = 300;
  const std::string line = one_line(text);
  return std::string(clip_utf8(line, max_shown));
}

ClusterAnswer OpenSearchCluster::parsed(HttpResponse response, std::size_t node) const {
  const std::string shown = shown_server(nodes_[node]);
  constexpr int unauthorized = 401, forbidden = 403;
  if (response.status == unauthorized || response.status == forbidden) {
    throw Error(ErrorCode::unsupported,
                fmt::format("refuses the user (status {}); see SLUICE_OPENSEARCH_USER and "
                            "SLUICE_OPENSEARCH_PASSWORD",
                            response.status),
                {shown});
  }
  ClusterAnswer answer{response.status, JsonDocument::parse(response.body, shown)};
  if (!answer.json.root().is(JsonKind::object) && !answer.json.root().is(JsonKind::array)) {
    throw Error(ErrorCode::malformed, "answers with JSON that is not an object", {shown});
  }
  return answer;
}

ClusterAnswer OpenSearchCluster::ask_node(std::size_t node, const std::string &path,
                                          double seconds) const {
  HttpRequest asked = request(node, "GET", path, "");
  asked.seconds = seconds;
  ClusterAnswer answer = parsed(client_.post(asked), node);
  if (is_busy(answer.status)) {
    const auto error = answer.json.root().find("error");
    throw Error(ErrorCode::io,
                fmt::format("answered {}{}{}", answer.status, error ? ": " : "",
                            error ? said(*error) : std::string()),
                {shown_server(nodes_[node])});
  }
  return answer;
}

ClusterAnswer OpenSearchCluster::ask(const std::string &method, const std::string &path,
                                     const std::string &body, ClusterDeadline deadline) const {
  Trouble trouble(deadline, seconds_until(deadline));
  for (std::size_t attempt = 0;; ++attempt) {
    const std::size_t node = current_.load() % nodes_.size();
    const double left = seconds_until(deadline);
    if (left <= 0) trouble.fail();
    HttpRequest asked = request(node, method, path, body);
    // A server that hangs leaves some time for the others.
    constexpr double share = 0.6;
    asked.seconds = nodes_.size() > 1 ? std::max(left * share, 0.001) : left;
    try {
      HttpResponse response = client_.post(asked);
      if (!is_busy(response.status)) return parsed(std::move(response), node);
      std::string text = fmt::format("answered {}", response.status);
      try {
        const JsonDocument document = JsonDocument::parse(response.body);
        if (const auto error = document.root().find("error")) text += ": " + said(*error);
      } catch (const Error &) {  // perhaps a proxy's page
      }
      trouble.note(std::move(text), shown_server(nodes_[node]));
    } catch (const Error &error) {
      if (error.code() != ErrorCode::io && error.code() != ErrorCode::limit_exceeded) throw;
      trouble.note(error, shown_server(nodes_[node]));
    }
    std::size_t expected = node;
    current_.compare_exchange_strong(expected, (node + 1) % nodes_.size());
    // Try all nodes before pausing.
    if ((attempt + 1) % nodes_.size() == 0) trouble.pause();
  }
}

std::vector<JsonValue> OpenSearchCluster::search(std::span<const ClusterSearch> searches,
                                                 ClusterDeadline deadline,
                                                 std::optional<ClusterAnswer> &held) const {
  std::string body;
  for (const ClusterSearch &search : searches) {
    body += fmt::format("{{\"index\":\"{}\",\"allow_partial_search_results\":false}}\n{}\n",
                        search.index, search.body);
  }
  // Excludes response fields that we do not use, but not those that report missing shards.
  const std::string path =
      "/_msearch?max_concurrent_searches=1&filter_path=error,status,responses.error,"
      "responses.status,responses.timed_out,responses._shards,responses.hits.total,"
      "responses.hits.hits._source,responses.hits.hits._score,responses.hits.hits.fields,"
      "responses.hits.hits.sort,responses.hits.hits._id,responses.hits.hits._seq_no,"
      "responses.hits.hits._primary_term,responses.aggregations";
  Trouble trouble(deadline, seconds_until(deadline));
  for (;;) {
    held = ask("POST", path, body, deadline);
    const std::string shown = address();
    const JsonValue root = held->json.root();
    const auto refused = root.find("error");
    if (held->status != 200 || refused) {
      throw Error(ErrorCode::io,
                  fmt::format("refused a search with {}: {}", held->status,
                              refused ? said(*refused) : std::string()),
                  {shown});
    }
    std::vector<JsonValue> answers;
    for (const JsonValue answer : root.at("responses")) answers.push_back(answer);
    if (answers.size() != searches.size()) {
      root.fail(fmt::format("answers {} of {} searches", answers.size(), searches.size()));
    }
    bool whole = true;
    for (const JsonValue answer : answers) {
      if (const auto error = answer.find("error")) {
        if (is_missing_index(*error)) {
          throw Error(ErrorCode::not_found, "an index of the store is missing", {shown});
        }
        const int status = status_in(answer);
        const std::string text = fmt::format("answered {}: {}", status, said(*error));
        if (!is_busy(status)) throw Error(ErrorCode::io, text, {shown});
        trouble.note(text, shown);
        whole = false;
        break;
      }
      if (answer.at("timed_out").as_bool()) {
        throw Error(ErrorCode::limit_exceeded, "a search took too long", {shown});
      }
      const JsonValue shards = answer.at("_shards");
      const std::int64_t total = shards.at("total").as_integer();
      const std::int64_t successful = shards.at("successful").as_integer();
      if (shards.at("failed").as_integer() != 0 || successful != total) {
        trouble.note(fmt::format("only {} of {} shards answered", successful, total), shown);
        whole = false;
        break;
      }
    }
    if (whole) return answers;
    trouble.pause();
  }
}

void OpenSearchCluster::bulk(std::span<const BulkOperation> operations,
                             ClusterDeadline deadline) const {
  std::vector<const BulkOperation *> left;
  for (const BulkOperation &operation : operations) left.push_back(&operation);
  Trouble trouble(deadline, seconds_until(deadline));
  while (!left.empty()) {
    std::string body;
    for (const BulkOperation *operation : left) {
      body += operation->action;
      body += '\n';
      if (!operation->document.empty()) body.append(operation->document) += '\n';
    }
    const ClusterAnswer answer =
        ask("POST", "/_bulk?filter_path=error,status,errors,items.*.status,items.*.error", body,
            deadline);
    const std::string shown = address();
    const JsonValue root = answer.json.root();
    if (const auto error = root.find("error"); error || answer.status != 200) {
      throw Error(ErrorCode::io,
                  fmt::format("refused a bulk with {}: {}", answer.status,
                              error ? said(*error) : std::string()),
                  {shown});
    }
    const JsonValue items = root.at("items");
    if (items.size() != left.size()) {
      root.fail(fmt::format("answers {} of {} operations", items.size(), left.size()));
    }
    std::vector<const BulkOperation *> again;
    std::size_t at = 0;
    for (const JsonValue item : items) {
      const BulkOperation *operation = left[at++];
      item.each_member([&](std::string_view action, JsonValue done) {
        const int status = status_in(done);
        const bool is_gone = action == "delete" && status == not_found;
        if ((status >= 200 && status < 300) || is_gone) return;
        const auto error = done.find("error");
        const std::string text = fmt::format("refused a document with {}: {}", status,
                                             error ? said(*error) : std::string());
        if (!is_busy(status)) throw Error(ErrorCode::io, text, {shown});
        trouble.note(text, shown);
        again.push_back(operation);
      });
      if (item.size() != 1) item.fail("is not the result of one operation");
    }
    if (!again.empty()) trouble.pause();
    left = std::move(again);
  }
}

}  // namespace sluice::inline v0::store_detail
