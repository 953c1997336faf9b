#ifndef SLUICE_MCP_SERVER_HPP
#define SLUICE_MCP_SERVER_HPP

/// A session over two streams of lines, such as standard input and output: one thread reads, so
/// that it sees what is to be stopped, and one answers.

#include <cstddef>
#include <string_view>

#include "sluice/core/function_ref.hpp"
#include "sluice/mcp/session.hpp"

namespace sluice::mcp {

/// Fills at most `size` bytes and says how many, waiting for the first of them; 0: there are no
/// more. Called from the thread of `serve`.
using ByteSource = function_ref<std::size_t(char *buffer, std::size_t size)>;
/// Writes one line, whose end is not in it, at once; false if nobody reads any more. Throws
/// nothing. Called from either thread, one at a time.
using LineSink = function_ref<bool(std::string_view line)>;

/// Answers what `read` gives, in its order but for pings, which wait for nothing, until that ends
/// and all is answered, or `write` fails. A request that a `notifications/cancelled` names, waiting
/// or running, is stopped and not answered. Holds at most MessageLimits::bytes of a line and 64
/// lines that wait; what writes faster waits. A line that is too long is read away and answered by
/// an error. What `read` throws passes through, once all that came before it is answered. Throws
/// Error(limit_exceeded) if the system starts no thread.
void serve(Session &session, ByteSource read, LineSink write);

}  // namespace sluice::mcp

#endif
