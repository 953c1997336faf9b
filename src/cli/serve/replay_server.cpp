#include "replay_server.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <utility>

#include <httplib.h>

#include "sluice/core/error.hpp"

namespace sluice::cli {

struct ReplayServer::State {
  explicit State(RecordedCompletions with) : recorded(std::move(with)) {}

  void handle(const httplib::Request &request, httplib::Response &response) {
    ++requests;
    const RecordedAnswer answer = recorded.answer(request.body);
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(answer.delay));
    while (!stopping && Clock::now() < end)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    response.status = answer.status;
    for (const auto &header : answer.headers) response.set_header(header.first, header.second);
    if (!answer.cut || *answer.cut >= answer.body.size()) {
      response.set_content(answer.body, "application/json");
      return;
    }
    // The headers announce the whole body, but only a part is sent.
    response.set_content_provider(answer.body.size(), "application/json",
                                  [part = answer.body.substr(0, *answer.cut)](
                                      std::size_t offset, std::size_t, httplib::DataSink &sink) {
                                    if (offset != 0 || part.empty()) return false;
                                    sink.write(part.data(), part.size());
                                    return true;
                                  });
  }

  RecordedCompletions recorded;
  httplib::Server server;
  int port = 0;
  std::thread thread;
  std::atomic<bool> stopping = false;
  std::atomic<std::size_t> requests = 0;
};

ReplayServer::ReplayServer(RecordedCompletions recorded, int port)
    : state_(std::make_unique<State>(std::move(recorded))) {
  State *state = state_.get();
  httplib::Server &server = state->server;
  server.Post(".*/chat/completions",
              [state](const httplib::Request &request, httplib::Response &response) {
                state->handle(request, response);
              });
  constexpr std::size_t largest_request = std::size_t{64} << 20;
  server.set_payload_max_length(largest_request);
  server.set_keep_alive_timeout(1);
  constexpr const char *host = "127.0.0.1";
  if (port == 0) {
    state->port = server.bind_to_any_port(host);
  } else if (server.bind_to_port(host, port)) {
    state->port = port;
  }
  if (state->port <= 0)
    throw Error(ErrorCode::io, "port " + std::to_string(port) + " is not available");
  state->thread = std::thread([state] { state->server.listen_after_bind(); });
  while (!server.is_running()) std::this_thread::yield();
}

ReplayServer::~ReplayServer() {
  state_->stopping = true;
  state_->server.stop();
  state_->thread.join();
}

std::string ReplayServer::url() const {
  return "http://127.0.0.1:" + std::to_string(state_->port) + "/v1";
}

std::size_t ReplayServer::requests() const noexcept { return state_->requests; }

}  // namespace sluice::cli
