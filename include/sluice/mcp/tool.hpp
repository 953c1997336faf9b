#ifndef SLUICE_MCP_TOOL_HPP
#define SLUICE_MCP_TOOL_HPP

/// What a server of the Model Context Protocol offers: tools, each with the parameters that it
/// takes, from which its JSON schema is written and its arguments are checked.

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

namespace sluice::mcp {

enum class ParameterKind : std::uint8_t { text, integer, truth };

struct Parameter {
  std::string_view name;
  std::string_view about;
  ParameterKind kind = ParameterKind::text;
  bool is_required = false;
  std::int64_t usual = 0;  ///< Of an integer or a truth that is not given.
  std::int64_t least = 0;  ///< Of an integer.
  std::int64_t most = 0;   ///< Of an integer; of a text, the bytes.
  /// Of a text, if there are any: what it may be; the first where it is not given.
  std::span<const std::string_view> choices = {};
};

/// Views; all tools of this project only read.
struct Tool {
  std::string_view name;
  std::string_view title;
  std::string about;
  std::span<const Parameter> parameters;
  std::string_view output_schema;  ///< JSON, on one line, of an object.
};

/// The parameters as a JSON schema of the object that a call's arguments are.
void write_input_schema(JsonWriter &writer, std::span<const Parameter> parameters);

/// The arguments of one call, checked. A view of the JSON.
class Arguments {
 public:
  /// `given`: an object, or nothing. Throws Error: malformed (an argument is of another type,
  /// missing or unknown), invalid_argument (out of range, too long, none of the choices).
  Arguments(std::span<const Parameter> parameters, std::optional<JsonValue> given);

  /// Empty if it is not given.
  std::string_view text(std::string_view name) const;
  std::int64_t integer(std::string_view name) const;
  bool truth(std::string_view name) const { return integer(name) != 0; }

 private:
  struct Value {
    std::string_view text;
    std::int64_t number = 0;
  };
  const Value &value(std::string_view name) const;

  std::span<const Parameter> parameters_;
  std::vector<Value> values_;  // by parameter
};

/// What tools there are, and what they do. Any thread, one at a time.
class Tools {
 public:
  virtual ~Tools() = default;
  /// The same for the life of the object.
  virtual std::span<const Tool> list() const noexcept = 0;
  /// The answer to a call of `list()[tool]`: a JSON object on one line, as its output schema says.
  /// Throws Error for what the caller should know, Error(cancelled) as `token` says.
  virtual std::string call(std::size_t tool, const Arguments &arguments,
                           const CancellationToken &token) = 0;
};

}  // namespace sluice::mcp

#endif
