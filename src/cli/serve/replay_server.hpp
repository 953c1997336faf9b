#ifndef SLUICE_SRC_CLI_SERVE_REPLAY_SERVER_HPP
#define SLUICE_SRC_CLI_SERVE_REPLAY_SERVER_HPP

/// A chat-completion endpoint on this machine that answers with what was recorded.

#include <cstddef>
#include <memory>
#include <string>

#include "sluice/llm/recorded_completions.hpp"

namespace sluice::cli {

/// Answers POST requests to any path ending in /chat/completions, several at once, from its start
/// until it ends.
class ReplayServer {
 public:
  /// Port 0: any that is free. Throws Error(io) if the port cannot be had.
  ReplayServer(RecordedCompletions recorded, int port);
  /// Ends what is under way, delays among it.
  ~ReplayServer();
  ReplayServer(const ReplayServer &) = delete;
  ReplayServer &operator=(const ReplayServer &) = delete;

  /// "http://127.0.0.1:8080/v1"
  std::string url() const;
  std::size_t requests() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sluice::cli

#endif
