#ifndef SLUICE_MCP_TOOL_HPP
#define SLUICE_MCP_TOOL_HPP

/// Tools that a server of the Model Context Protocol offers. The parameters of a tool define its
/// JSON schema and the checks of its arguments.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/cancellation.hpp"
#include "sluice/core/json.hpp"
#include "sluice/core/json_writer.hpp"

namespace sluice::inline v0::mcp {

enum class ParameterKind : std::uint8_t { text, integer, boolean };

struct Parameter {
  std::string_view name;
  std::string_view about;
  ParameterKind kind = ParameterKind::text;
  bool is_required = false;
  std::int64_t default_value = 0;  ///< Default of an integer or a truth value.
  std::int64_t min_value = 0;      ///< Minimum of an integer.
  std::int64_t max_value = 0;      ///< Maximum of an integer; maximum bytes of a text.
  /// Allowed values of a text, the first being the default; empty means any text.
  std::span<const std::string_view> choices = {};
};

/// Holds views. All tools of this project are read-only.
struct Tool {
  std::string_view name;
  std::string_view title;
  std::string about;
  std::span<const Parameter> parameters;
  std::string_view output_schema;  ///< JSON, on one line, of an object.
};

/// Writes the JSON schema of a call's arguments.
void write_input_schema(JsonWriter &writer, std::span<const Parameter> parameters);

/// The arguments of one call, checked. A view of the JSON.
class Arguments {
 public:
  /// `given` is an object, or nullopt. Throws Error(malformed) if an argument has the wrong type,
  /// is missing or unknown, and Error(invalid_argument) if it is out of range, too long or not one
  /// of the choices.
  Arguments(std::span<const Parameter> parameters, std::optional<JsonValue> given);

  /// Empty if the argument is not given.
  std::string_view text(std::string_view name) const;
  std::int64_t integer(std::string_view name) const;
  bool boolean(std::string_view name) const { return integer(name) != 0; }

 private:
  struct Value {
    std::string_view text;
    std::int64_t number = 0;
  };
  const Value &value(std::string_view name) const;

  std::span<const Parameter> parameters_;
  std::vector<Value> values_;  // by parameter
};

/// A set of tools. Not thread-safe; may be called from different threads one after another.
class Tools {
 public:
  virtual ~Tools() = default;
  /// The same result for the lifetime of the object.
  virtual std::span<const Tool> list() const noexcept = 0;
  /// Calls `list()[tool]` and returns a JSON object on one line, as its output schema requires.
  /// Throws Error with a message for the client, and Error(cancelled) if `token` is cancelled.
  virtual std::string call(std::size_t tool, const Arguments &arguments,
                           const CancellationToken &token) = 0;
};

}  // namespace sluice::inline v0::mcp

#endif
