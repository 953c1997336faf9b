#ifndef SLUICE_SRC_CLI_SERVE_REPLAY_SERVER_HPP
#define SLUICE_SRC_CLI_SERVE_REPLAY_SERVER_HPP

/// A local chat-completion endpoint that replays recorded answers.

#include <cstddef>
#include <memory>
#include <string>

#include "sluice/llm/recorded_completions.hpp"

namespace sluice::cli {

/// From construction to destruction, answers POST requests to any path that ends in
/// /chat/completions, concurrently. Thread-safe.
class ReplayServer {
 public:
  /// Port 0 means any free port. Throws Error(io) if the port is not available.
  ReplayServer(RecordedCompletions recorded, int port);
  /// Ends all requests in progress, including their delays.
  ~ReplayServer();
  ReplayServer(const ReplayServer &) = delete;
  ReplayServer &operator=(const ReplayServer &) = delete;

  /// Such as "http://127.0.0.1:8080/v1".
  std::string url() const;
  std::size_t requests() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sluice::cli

#endif
