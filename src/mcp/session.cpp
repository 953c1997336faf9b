#include "sluice/mcp/session.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "deadline.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/utf8.hpp"

namespace sluice::inline v0::mcp {
namespace {

/// Versions of the protocol, oldest first.
enum class Version : std::uint8_t { v2024_11, v2025_03, v2025_06, v2025_11, v2026_07 };
constexpr std::array<std::string_view, 5> version_names{"2024-11-05", "2025-03-26", "2025-06-18",
                                                        "2025-11-25", "2026-07-28"};
/// The newest version in which a session begins with `initialize`.
constexpr Version newest_by_handshake = Version::v2025_11;
constexpr Version batched = Version::v2025_03;  // the only version with batches

constexpr std::string_view name_of(Version version) noexcept {
  return version_names[static_cast<std::size_t>(version)];
}

constexpr std::string_view version_key = "io.modelcontextprotocol/protocolVersion";
constexpr std::string_view capabilities_key = "io.modelcontextprotocol/clientCapabilities";
constexpr std::string_view server_key = "io.modelcontextprotocol/serverInfo";

/// How long a client may cache the list of tools, which never changes while the server runs.
constexpr int list_milliseconds = 3'600'000;

/// Thrown to answer with an error.
struct Refusal {
  RpcCode code;
  std::string message;
  std::string data = {};
};

std::string shown_name(std::string_view text) { return one_line(clip_utf8(text, 80)); }

/// Returns a member of the parameters that must be a string.
std::string_view text_in(const std::optional<JsonValue> &params, std::string_view key) {
  const auto value = params ? params->find(key) : std::nullopt;
  if (!value || !value->is(JsonKind::string))
    throw Refusal{RpcCode::invalid_params, fmt::format("\"params\" needs a string \"{}\"", key)};
  return value->as_string();
}

/// {"supported":[…],"requested":"…"}
std::string versions_json(std::string_view requested) {
  JsonWriter writer;
  writer.begin_object().key("supported").begin_array();
  for (const std::string_view name : version_names) writer.value(name);
  writer.end_array().member("requested", requested).end_object();
  return writer.take();
}

std::string pong(const RequestId &id) {
  JsonWriter writer;
  writer.begin_object().member("jsonrpc", "2.0");
  write_id(writer, id);
  writer.key("result").begin_object().end_object().end_object();
  return writer.take();
}

/// Returns the version that the request names, as in newer clients; nullopt: use that of the
/// session.
std::optional<Version> version_named_by(const Message &message) {
  const auto meta = message.params ? message.params->find("_meta") : std::nullopt;
  const auto named = meta ? meta->find(version_key) : std::nullopt;
  if (!named) return std::nullopt;
  if (!named->is(JsonKind::string))
    throw Refusal{RpcCode::invalid_params, fmt::format("{} must be a string", version_key)};
  if (named->as_string() != name_of(Version::v2026_07)) {
    throw Refusal{RpcCode::unsupported_version, "unsupported protocol version",
                  versions_json(named->as_string())};
  }
  if (!meta->find(capabilities_key))
    throw Refusal{RpcCode::invalid_params, fmt::format("\"_meta\" needs {}", capabilities_key)};
  return Version::v2026_07;
}

}  // namespace

struct Session::State {
  State(std::shared_ptr<Tools> given, SessionOptions chosen)
      : tools(std::move(given)), options(std::move(chosen)) {
    if (options.seconds > 0) deadline.emplace();
  }

  std::string answer(const Message &message, bool is_in_batch);
  std::string result(const Message &message, bool is_in_batch);

  void write_server(JsonWriter &writer, Version version) const;
  void begin_result(JsonWriter &writer, const Message &message, Version version) const;
  void write_capabilities(JsonWriter &writer) const;

  std::string initialize(const Message &message);
  std::string discover(const Message &message) const;
  std::string list(const Message &message, Version version) const;
  std::string call(const Message &message, Version version);
  std::string run(std::size_t tool, const Arguments &arguments, const CancellationToken &token);
  std::string called(const Message &message, Version version, std::string_view text,
                     bool is_error) const;

  std::shared_ptr<Tools> tools;
  SessionOptions options;
  std::optional<detail::Deadline> deadline;
  std::optional<Version> version;  // set by `initialize`
};

void Session::State::write_server(JsonWriter &writer, Version of) const {
  writer.begin_object().member("name", std::string_view(options.name));
  if (of >= Version::v2025_06) writer.member("title", std::string_view(options.title));
  writer.member("version", std::string_view(options.version)).end_object();
}

void Session::State::begin_result(JsonWriter &writer, const Message &message, Version of) const {
  writer.begin_object().member("jsonrpc", "2.0");
  write_id(writer, message.id);
  writer.key("result").begin_object();
  if (of < Version::v2026_07) return;
  writer.member("resultType", "complete").key("_meta").begin_object().key(server_key);
  write_server(writer, of);
  writer.end_object();
}

void Session::State::write_capabilities(JsonWriter &writer) const {
  writer.key("capabilities").begin_object().key("tools").begin_object().end_object().end_object();
  if (!options.instructions.empty())
    writer.member("instructions", std::string_view(options.instructions));
}

std::string Session::State::initialize(const Message &message) {
  if (version) throw Refusal{RpcCode::invalid_request, "the session is initialized already"};
  const std::string_view asked = text_in(message.params, "protocolVersion");
  version = newest_by_handshake;
  for (std::size_t v = 0; v <= static_cast<std::size_t>(newest_by_handshake); ++v) {
    if (version_names[v] == asked) version = static_cast<Version>(v);
  }
  JsonWriter writer;
  begin_result(writer, message, *version);
  writer.member("protocolVersion", name_of(*version));
  write_capabilities(writer);
  writer.key("serverInfo");
  write_server(writer, *version);
  writer.end_object().end_object();
  return writer.take();
}

std::string Session::State::discover(const Message &message) const {
  JsonWriter writer;
  begin_result(writer, message, Version::v2026_07);
  writer.key("supportedVersions").begin_array();
  for (const std::string_view name : version_names) writer.value(name);
  writer.end_array();
  write_capabilities(writer);
  writer.member("ttlMs", list_milliseconds).member("cacheScope", "private");
  writer.end_object().end_object();
  return writer.take();
}

std::string Session::State::list(const Message &message, Version of) const {
  if (message.params && message.params->find("cursor"))
    throw Refusal{RpcCode::invalid_params, "unknown cursor: there is only one page of tools"};
  JsonWriter writer;
  begin_result(writer, message, of);
  writer.key("tools").begin_array();
  for (const Tool &tool : tools->list()) {
    writer.begin_object().member("name", tool.name);
    if (of >= Version::v2025_06) writer.member("title", tool.title);
    writer.member("description", std::string_view(tool.about)).key("inputSchema");
    write_input_schema(writer, tool.parameters);
    if (of >= Version::v2025_06) writer.key("outputSchema").json(tool.output_schema);
    if (of >= Version::v2025_03) {
      writer.key("annotations")
          .begin_object()
          .member("title", tool.title)
          .member("readOnlyHint", true)
          .member("destructiveHint", false)
          .member("idempotentHint", true)
          .member("openWorldHint", false)
          .end_object();
    }
    writer.end_object();
  }
  writer.end_array();
  if (of >= Version::v2026_07)
    writer.member("ttlMs", list_milliseconds).member("cacheScope", "private");
  writer.end_object().end_object();
  return writer.take();
}

std::string Session::State::called(const Message &message, Version of, std::string_view text,
                                   bool is_error) const {
  JsonWriter writer;
  begin_result(writer, message, of);
  writer.key("content").begin_array().begin_object().member("type", "text").member("text", text);
  writer.end_object().end_array();
  if (of >= Version::v2025_06 && !is_error) writer.key("structuredContent").json(text);
  writer.member("isError", is_error).end_object().end_object();
  return writer.take();
}

/// Calls the tool, within the session's limits.
std::string Session::State::run(std::size_t tool, const Arguments &arguments,
                                const CancellationToken &token) {
  if (deadline) deadline->start(token, options.seconds);
  std::string answer;
  std::exception_ptr thrown;
  try {
    answer = tools->call(tool, arguments, token);
  } catch (...) {
    thrown = std::current_exception();
  }
  if (deadline && deadline->stop()) {
    throw Error(ErrorCode::limit_exceeded,
                fmt::format("took longer than the limit of {:g} s", options.seconds));
  }
  if (thrown) std::rethrow_exception(thrown);
  if (answer.size() > options.answer_bytes) {
    throw Error(ErrorCode::limit_exceeded,
                fmt::format("the answer has {} bytes, more than the limit of {}: ask for "
                            "less",
                            answer.size(), options.answer_bytes));
  }
  return answer;
}

std::string Session::State::call(const Message &message, Version of) {
  const std::string_view name = text_in(message.params, "name");
  const auto all = tools->list();
  const auto tool = std::ranges::find(all, name, &Tool::name);
  if (tool == all.end())
    throw Refusal{RpcCode::invalid_params,
                  fmt::format("there is no tool \"{}\"", shown_name(name))};
  std::optional<JsonValue> given = message.params->find("arguments");
  if (given && given->is(JsonKind::null)) given.reset();
  try {
    const Arguments arguments = [&] {
      try {
        return Arguments(tool->parameters, given);
      } catch (const Error &error) {
        if (error.code() != ErrorCode::malformed) throw;
        throw Refusal{RpcCode::invalid_params, error.what()};
      }
    }();
    const auto position = static_cast<std::size_t>(tool - all.begin());
    return called(message, of, run(position, arguments, message.token), false);
  } catch (const Error &error) {
    if (error.code() == ErrorCode::internal) throw;
    if (error.code() == ErrorCode::cancelled)
      return {};  // by the client, which does not expect an answer
    return called(message, of, error.what(), true);
  }
}

std::string Session::State::result(const Message &message, bool is_in_batch) {
  if (const std::optional<Version> named = version_named_by(message)) {
    if (message.method == "server/discover") return discover(message);
    if (message.method == "tools/list") return list(message, *named);
    if (message.method == "tools/call") return call(message, *named);
  } else if (message.method == "ping") {
    return pong(message.id);
  } else if (message.method == "initialize") {
    if (is_in_batch)
      throw Refusal{RpcCode::invalid_request, "\"initialize\" cannot be part of a batch"};
    return initialize(message);
  } else if (message.method == "tools/list" || message.method == "tools/call") {
    if (!version) throw Refusal{RpcCode::invalid_request, "\"initialize\" must come first"};
    return message.method == "tools/list" ? list(message, *version) : call(message, *version);
  }
  throw Refusal{RpcCode::method_not_found,
                fmt::format("there is no method \"{}\"", shown_name(message.method))};
}

std::string Session::State::answer(const Message &message, bool is_in_batch) {
  if (message.fault) return error_line(message.id, *message.fault, message.problem);
  if (!message.is_request() || message.token.cancelled()) return {};
  std::string line;
  try {
    line = result(message, is_in_batch);
  } catch (const Refusal &refusal) {
    line = error_line(message.id, refusal.code, refusal.message, refusal.data);
  } catch (const std::exception &error) {
    line = error_line(message.id, RpcCode::internal_error, one_line(error.what()));
  }
  return line;
}

Session::Session(std::shared_ptr<Tools> tools, SessionOptions options) {
  if (tools == nullptr) throw Error(ErrorCode::invalid_argument, "a session needs tools");
  state_ = std::make_unique<State>(std::move(tools), std::move(options));
}
Session::~Session() = default;
Session::Session(Session &&) noexcept = default;
Session &Session::operator=(Session &&) noexcept = default;

const SessionOptions &Session::options() const noexcept { return state_->options; }

std::string Session::answer(const Line &line) {
  if (!line.is_batch)
    return line.messages.empty() ? "" : state_->answer(line.messages.front(), false);
  if (state_->version != batched) {
    return error_line({}, RpcCode::invalid_request,
                      fmt::format("only version {} of the protocol has batches", name_of(batched)));
  }
  std::string answers;
  for (const Message &message : line.messages) {
    const std::string answer = state_->answer(message, true);
    if (answer.empty()) continue;
    answers += answers.empty() ? '[' : ',';
    answers += answer;
  }
  if (!answers.empty()) answers += ']';
  return answers;
}

std::string Session::answer(std::string_view text) {
  return answer(read_line(text, state_->options.limits));
}

std::string answer_to_ping(const Line &line) {
  if (line.is_batch || line.messages.size() != 1) return {};
  const Message &message = line.messages.front();
  if (!message.is_request() || message.method != "ping") return {};
  if (message.params && message.params->find("_meta")) return {};
  return pong(message.id);
}

RequestId cancelled_by(const Message &message) {
  if (!message.is_notification() || message.method != "notifications/cancelled") return {};
  const auto id = message.params ? message.params->find("requestId") : std::nullopt;
  return id ? read_id(*id) : RequestId();
}

}  // namespace sluice::inline v0::mcp
