#ifndef SLUICE_MCP_SESSION_HPP
#define SLUICE_MCP_SESSION_HPP

/// One session of the Model Context Protocol, on the server's side. It maps lines to lines,
/// independent of the transport. Source: the protocol's specification, versions 2024-11-05,
/// 2025-03-26, 2025-06-18, 2025-11-25 (which begin with `initialize`) and 2026-07-28 (where each
/// request names its version).

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "sluice/mcp/message.hpp"
#include "sluice/mcp/tool.hpp"

namespace sluice::inline v0::mcp {

struct SessionOptions {
  std::string name = "sluice";
  std::string title = "sluice";
  std::string version;       ///< Version of the server, not of the protocol.
  std::string instructions;  ///< How to use the tools; may be empty.
  MessageLimits limits;
  double seconds = 10;                              ///< Deadline of a tool call; 0 means no limit.
  std::size_t answer_bytes = std::size_t{4} << 20;  ///< Maximum size of a tool's answer.
};

/// Answers lines in the order of the calls. Not thread-safe.
class Session {
 public:
  /// `tools` must be used by this session only. Throws Error(invalid_argument) if it is null.
  Session(std::shared_ptr<Tools> tools, SessionOptions options);
  ~Session();
  Session(Session &&) noexcept;
  Session &operator=(Session &&) noexcept;

  /// Returns the answer without a line break; empty if there is none. The content of a line never
  /// causes an exception, only an error response. If a tool throws, the message of the exception is
  /// the result, with `isError`. Messages whose token is cancelled, before or during the call, are
  /// not answered.
  std::string answer(const Line &line);
  std::string answer(std::string_view text);

  const SessionOptions &options() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Returns the answer to a line that is a single `ping` without a version; empty for any other
/// line. It needs no session, so that a ping is answered while the session is busy.
std::string answer_to_ping(const Line &line);

/// Returns the id of the request that the message cancels; monostate if it cancels none.
RequestId cancelled_by(const Message &message);

}  // namespace sluice::inline v0::mcp

#endif
