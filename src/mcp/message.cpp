#include "sluice/mcp/message.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "sluice/core/error.hpp"

namespace sluice::inline v0::mcp {
namespace {

Message fault(RpcCode code, std::string problem) {
  Message message;
  message.fault = code;
  message.problem = std::move(problem);
  return message;
}

/// Returns the nesting depth of arrays and objects; for invalid JSON, at least the depth that a
/// parser would reach. Only counts brackets, so that deep text is rejected before it is parsed.
std::size_t nesting_of(std::string_view text) noexcept {
  std::size_t depth = 0, deepest = 0;
  bool is_quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_quoted) {
      if (c == '\\') {
        ++i;
      } else if (c == '"') {
        is_quoted = false;
      }
    } else if (c == '"') {
      is_quoted = true;
    } else if (c == '[' || c == '{') {
      deepest = std::max(deepest, ++depth);
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return deepest;
}

Message message_of(JsonValue value) {
  if (!value.is(JsonKind::object))
    return fault(RpcCode::invalid_request, "a message must be a JSON object");
  Message message;
  if (const auto id = value.find("id")) {
    message.id = read_id(*id);
    if (message.id.index() == 0) {
      return fault(RpcCode::invalid_request,
                   fmt::format("\"id\" must be an integer of at most 64 bits, or a string of "
                               "at most {} bytes",
                               longest_id));
    }
  }
  const auto refuse = [&message](RpcCode code, const char *problem) {
    message.fault = code;
    message.problem = problem;
    return message;
  };
  const auto version = value.find("jsonrpc");
  if (!version || !version->is(JsonKind::string) || version->as_string() != "2.0")
    return refuse(RpcCode::invalid_request, "\"jsonrpc\" must be \"2.0\"");
  const auto method = value.find("method");
  if (!method) {
    if (value.find("result") || value.find("error")) return message;
    return refuse(RpcCode::invalid_request, "\"method\" is missing");
  }
  if (!method->is(JsonKind::string) || method->as_string().empty())
    return refuse(RpcCode::invalid_request, "\"method\" must be a string");
  if (const auto params = value.find("params")) {
    if (!params->is(JsonKind::object) && message.id.index() == 0) return message;  // not answered
    if (!params->is(JsonKind::object))
      return refuse(RpcCode::invalid_params, "\"params\" must be an object");
    message.params = *params;
  }
  message.method = method->as_string();
  return message;
}

}  // namespace

RequestId read_id(JsonValue value) {
  if (value.is(JsonKind::string)) {
    const std::string_view text = value.as_string();
    return text.size() <= longest_id ? RequestId(std::string(text)) : RequestId();
  }
  if (!value.is(JsonKind::number)) return {};
  try {
    return value.as_integer();
  } catch (const Error &) {  // a fraction, or beyond 64 bits
    return {};
  }
}

void write_id(JsonWriter &writer, const RequestId &id) {
  writer.key("id");
  if (const auto *number = std::get_if<std::int64_t>(&id)) {
    writer.value(*number);
  } else if (const auto *text = std::get_if<std::string>(&id)) {
    writer.value(std::string_view(*text));
  } else {
    writer.null();
  }
}

std::string error_line(const RequestId &id, RpcCode code, std::string_view message,
                       std::string_view data) {
  JsonWriter writer;
  writer.begin_object().member("jsonrpc", "2.0");
  write_id(writer, id);
  writer.key("error")
      .begin_object()
      .member("code", static_cast<std::int32_t>(code))
      .member("message", message);
  if (!data.empty()) writer.key("data").json(data);
  writer.end_object().end_object();
  return writer.take();
}

Line read_line(std::string_view text, const MessageLimits &limits) {
  if (text.size() > limits.bytes) return too_long_line(limits);
  Line line;
  if (nesting_of(text) > limits.nesting) {
    line.messages.push_back(fault(RpcCode::invalid_request,
                                  fmt::format("nested deeper than {} levels", limits.nesting)));
    return line;
  }
  try {
    line.json = JsonDocument::parse(text, "request");
  } catch (const Error &error) {
    line.messages.push_back(fault(RpcCode::parse_error, error.what()));
    return line;
  }
  const JsonValue root = line.json->root();
  if (!root.is(JsonKind::array)) {
    line.messages.push_back(message_of(root));
    return line;
  }
  if (root.size() == 0 || root.size() > limits.batch) {
    line.messages.push_back(
        fault(RpcCode::invalid_request,
              fmt::format("a batch has {} messages, expected 1 to {}", root.size(), limits.batch)));
    return line;
  }
  line.is_batch = true;
  for (const JsonValue value : root) line.messages.push_back(message_of(value));
  return line;
}

Line too_long_line(const MessageLimits &limits) {
  Line line;
  line.messages.push_back(
      fault(RpcCode::invalid_request,
            fmt::format("the line is longer than the limit of {} bytes", limits.bytes)));
  return line;
}

}  // namespace sluice::inline v0::mcp
