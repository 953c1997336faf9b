#ifndef SLUICE_MCP_SERVER_HPP
#define SLUICE_MCP_SERVER_HPP

/// Runs a session over two streams of lines, such as standard input and output. One thread reads,
/// so that it sees cancellations at once, and another answers.

#include <cstddef>
#include <string_view>

#include "sluice/core/function_ref.hpp"
#include "sluice/mcp/session.hpp"

namespace sluice::inline v0::mcp {

/// Reads at most `size` bytes, waiting for at least one, and returns their number; 0 means end of
/// input. Called from the thread of `serve`.
using ByteSource = function_ref<std::size_t(char *buffer, std::size_t size)>;
/// Writes and flushes one line, passed without its line break; returns false if the reader has
/// closed the stream. Must not throw. Called from either thread, never concurrently.
using LineSink = function_ref<bool(std::string_view line)>;

/// Answers the lines that `read` returns, in order, until the input has ended and everything is
/// answered, or `write` fails. Pings are answered immediately. A request named by
/// `notifications/cancelled`, waiting or running, is stopped and not answered. Holds at most
/// MessageLimits::bytes of a line and 64 waiting lines; then reading pauses. A line that is too
/// long is skipped and answered with an error. Exceptions of `read` are rethrown after everything
/// read before is answered. Throws Error(limit_exceeded) if the system cannot start a thread.
void serve(Session &session, ByteSource read, LineSink write);

}  // namespace sluice::inline v0::mcp

#endif
