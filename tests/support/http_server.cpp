#include "http_server.hpp"

#include <httplib.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace sluice::test {

struct HttpServer::State {
  httplib::Server server;
  int port = 0;
  std::thread thread;
  std::atomic<bool> stopping = false;
  mutable std::mutex mutex;
  std::vector<Asked> asked;
  std::function<Answer(const Asked &, std::size_t)> answer;

  void handle(const httplib::Request &request, httplib::Response &response) {
    const Asked came{request.path, request.body, request.get_header_value("Authorization"),
                     request.get_header_value("Content-Type"), request.method};
    Answer given;
    {
      const std::lock_guard lock(mutex);
      given = answer(came, asked.size());
      asked.push_back(came);
    }
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration<double>(given.seconds);
    while (!stopping && Clock::now() < end) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    response.status = given.status;
    for (const auto &header : given.headers) response.set_header(header.first, header.second);
    if (given.missing == 0) {
      response.set_content(given.body, "application/json");
      return;
    }
    response.set_content_provider(
        given.body.size() + given.missing, "application/json",
        [body = given.body](std::size_t offset, std::size_t, httplib::DataSink &sink) {
          if (offset != 0) return false;
          sink.write(body.data(), body.size());
          return true;
        });
  }
};

HttpServer::HttpServer(std::function<Answer(const Asked &, std::size_t)> answer)
    : state_(std::make_unique<State>()) {
  state_->answer = std::move(answer);
  const auto handle = [state = state_.get()](const httplib::Request &request,
                                             httplib::Response &response) {
    state->handle(request, response);
  };
  state_->server.Post(".*", handle);
  state_->server.Put(".*", handle);
  state_->server.Get(".*", handle);
  state_->server.Delete(".*", handle);
  state_->server.set_keep_alive_timeout(1);
  state_->port = state_->server.bind_to_any_port("127.0.0.1");
  if (state_->port <= 0) throw std::runtime_error("no port for a test's server");
  state_->thread = std::thread([state = state_.get()] { state->server.listen_after_bind(); });
  while (!state_->server.is_running()) std::this_thread::yield();
}

HttpServer::~HttpServer() {
  state_->stopping = true;
  state_->server.stop();
  state_->thread.join();
}

std::string HttpServer::url() const { return "http://127.0.0.1:" + std::to_string(state_->port); }

std::vector<Asked> HttpServer::asked() const {
  const std::lock_guard lock(state_->mutex);
  return state_->asked;
}

}  // namespace sluice::test
