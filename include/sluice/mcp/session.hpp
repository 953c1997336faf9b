#ifndef SLUICE_MCP_SESSION_HPP
#define SLUICE_MCP_SESSION_HPP

/// One conversation of the Model Context Protocol, from the server's side: lines in, lines out,
/// whatever carries them.
/// Source: the protocol's specification, versions 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25
/// (which begin with `initialize`) and 2026-07-28 (where each request names its version).

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "sluice/mcp/message.hpp"
#include "sluice/mcp/tool.hpp"

namespace sluice::mcp {

struct SessionOptions {
  std::string name = "sluice";
  std::string title = "sluice";
  std::string version;       ///< Of the server, not of the protocol.
  std::string instructions;  ///< What to use the tools for; may be empty.
  MessageLimits limits;
  double seconds = 10;                              ///< For one call of a tool; 0: no bound.
  std::size_t answer_bytes = std::size_t{4} << 20;  ///< Of a tool's answer.
};

/// Answers in the order of what it is given; one thread at a time.
class Session {
 public:
  /// `tools` is used by this session alone. Throws Error(invalid_argument) if it is null.
  Session(std::shared_ptr<Tools> tools, SessionOptions options);
  ~Session();
  Session(Session &&) noexcept;
  Session &operator=(Session &&) noexcept;

  /// The answer, without a line's end; empty if there is none. Whatever a line says, it is answered
  /// by a result or an error, never by an exception. What a call throws is its result: one line, as
  /// an answer with `isError`. Messages whose token is cancelled, before or meanwhile, are not
  /// answered.
  std::string answer(const Line &line);
  std::string answer(std::string_view text);

  const SessionOptions &options() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The answer to a line that is one `ping` and names no version, which needs no session: whoever
/// asks wants to know now whether anybody is there. Empty for any other line.
std::string answer_to_ping(const Line &line);

/// If the message asks to stop another: which.
RequestId cancelled_by(const Message &message);

}  // namespace sluice::mcp

#endif
