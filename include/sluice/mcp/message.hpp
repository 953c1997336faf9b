#ifndef SLUICE_MCP_MESSAGE_HPP
#define SLUICE_MCP_MESSAGE_HPP

/// Messages of JSON-RPC 2.0, as they come in: one a line, or several in an array.
/// Source: the JSON-RPC 2.0 specification, sections 4 to 6.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sluice/core/cancellation.hpp"
#include "sluice/core/json.hpp"
#include "sluice/core/json_writer.hpp"

namespace sluice::mcp {

/// Codes of errors; fixed by JSON-RPC, the last one by the Model Context Protocol.
enum class RpcCode : std::int32_t {
  parse_error = -32700,
  invalid_request = -32600,
  method_not_found = -32601,
  invalid_params = -32602,
  internal_error = -32603,
  unsupported_version = -32022,
};

/// Monostate: none, written as null.
using RequestId = std::variant<std::monostate, std::int64_t, std::string>;

/// Of an id that is a string, in bytes.
inline constexpr std::size_t longest_id = 256;

/// Monostate for what can be no id: a fraction, more than 64 bits, a longer string, anything else.
RequestId read_id(JsonValue value);

void write_id(JsonWriter &writer, const RequestId &id);

/// An answer that is an error, on one line. `data`: JSON, or nothing.
std::string error_line(const RequestId &id, RpcCode code, std::string_view message,
                       std::string_view data = {});

/// One message. What cannot be understood holds the error that answers it.
struct Message {
  RequestId id;                     ///< Monostate: a notification, or it could not be read.
  std::string_view method;          ///< Empty for an answer to a request of ours: there are none.
  std::optional<JsonValue> params;  ///< An object.
  std::optional<RpcCode> fault;
  std::string problem;      ///< Of a fault; one line.
  CancellationToken token;  ///< Cancelled where the other side no longer wants an answer.

  bool is_request() const noexcept { return !fault && !method.empty() && id.index() != 0; }
  bool is_notification() const noexcept { return !fault && !method.empty() && id.index() == 0; }
};

struct MessageLimits {
  std::size_t bytes = std::size_t{1} << 20;  ///< Of a line.
  std::size_t nesting = 64;                  ///< Arrays and objects within each other.
  std::size_t batch = 100;                   ///< Messages of one line.
};

/// One line: its messages, which view its JSON. Move only in spirit: copies share tokens.
struct Line {
  std::optional<JsonDocument> json;
  std::vector<Message> messages;
  bool is_batch = false;
};

/// Never throws because of the text: what cannot be read is a message with a fault. O(size).
Line read_line(std::string_view text, const MessageLimits &limits);

/// A line that was too long to be kept.
Line too_long_line(const MessageLimits &limits);

}  // namespace sluice::mcp

#endif
