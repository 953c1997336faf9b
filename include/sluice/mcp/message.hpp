#ifndef SLUICE_MCP_MESSAGE_HPP
#define SLUICE_MCP_MESSAGE_HPP

/// Incoming JSON-RPC 2.0 messages: one per line, or several in an array. Source: the JSON-RPC 2.0
/// specification, sections 4 to 6.

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

namespace sluice::inline v0::mcp {

/// Codes of errors; fixed by JSON-RPC, the last one by the Model Context Protocol.
enum class RpcCode : std::int32_t {
  parse_error = -32700,
  invalid_request = -32600,
  method_not_found = -32601,
  invalid_params = -32602,
  internal_error = -32603,
  unsupported_version = -32022,
};

/// Monostate means no id, which is written as null.
using RequestId = std::variant<std::monostate, std::int64_t, std::string>;

/// Maximum length of a string id, in bytes.
inline constexpr std::size_t longest_id = 256;

/// Returns monostate if the value is not a valid id: a fraction, a number of more than 64 bits, a
/// longer string, or another type.
RequestId read_id(JsonValue value);

void write_id(JsonWriter &writer, const RequestId &id);

/// Returns an error response on one line. `data` is JSON, or empty.
std::string error_line(const RequestId &id, RpcCode code, std::string_view message,
                       std::string_view data = {});

/// One message. An invalid message has the error to answer with.
struct Message {
  RequestId id;                     ///< Monostate: a notification, or an invalid id.
  std::string_view method;          ///< Empty for a response; the server sends no requests.
  std::optional<JsonValue> params;  ///< An object.
  std::optional<RpcCode> fault;
  std::string problem;      ///< Description of the fault; one line.
  CancellationToken token;  ///< Cancelled when the client no longer wants an answer.

  bool is_request() const noexcept { return !fault && !method.empty() && id.index() != 0; }
  bool is_notification() const noexcept { return !fault && !method.empty() && id.index() == 0; }
};

struct MessageLimits {
  std::size_t bytes = std::size_t{1} << 20;  ///< Maximum size of a line.
  std::size_t nesting = 64;                  ///< Maximum nesting of arrays and objects.
  std::size_t batch = 100;                   ///< Maximum number of messages per line.
};

/// One line and its messages, which are views of its JSON. Should be moved, not copied: copies
/// share tokens.
struct Line {
  std::optional<JsonDocument> json;
  std::vector<Message> messages;
  bool is_batch = false;
};

/// Never throws because of the text: invalid text gives a message with a fault. O(size).
Line read_line(std::string_view text, const MessageLimits &limits);

/// Returns the line for text that was too long to be kept.
Line too_long_line(const MessageLimits &limits);

}  // namespace sluice::inline v0::mcp

#endif
