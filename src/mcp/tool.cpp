#include "sluice/mcp/tool.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sluice/core/error.hpp"
#include "sluice/core/utf8.hpp"

namespace sluice::inline v0::mcp {
namespace {

constexpr std::size_t shown_bytes = 80;  // of the caller's text, in messages

std::string shown(std::string_view text) { return one_line(clip_utf8(text, shown_bytes)); }

void write_schema(JsonWriter &writer, const Parameter &parameter) {
  writer.key(parameter.name).begin_object();
  switch (parameter.kind) {
    case ParameterKind::text:
      writer.member("type", "string");
      if (parameter.is_required) writer.member("minLength", 1);
      if (parameter.choices.empty()) {
        writer.member("maxLength", parameter.max_value);
      } else {
        writer.key("enum").begin_array();
        for (const std::string_view choice : parameter.choices) writer.value(choice);
        writer.end_array().member("default", parameter.choices.front());
      }
      break;
    case ParameterKind::integer:
      writer.member("type", "integer")
          .member("minimum", parameter.min_value)
          .member("maximum", parameter.max_value)
          .member("default", parameter.default_value);
      break;
    case ParameterKind::boolean:
      writer.member("type", "boolean").member("default", parameter.default_value != 0);
      break;
  }
  writer.member("description", parameter.about).end_object();
}

[[noreturn]] void refuse(const Parameter &parameter, const std::string &why) {
  throw Error(ErrorCode::invalid_argument, fmt::format("{}: {}", parameter.name, why));
}

void check_text(const Parameter &parameter, std::string_view text) {
  if (parameter.is_required && text.empty()) refuse(parameter, "is empty");
  if (!parameter.choices.empty()) {
    if (std::ranges::find(parameter.choices, text) == parameter.choices.end()) {
      refuse(parameter, fmt::format("is \"{}\", expected one of {}", shown(text),
                                    fmt::join(parameter.choices, ", ")));
    }
  } else if (text.size() > static_cast<std::size_t>(parameter.max_value)) {
    refuse(parameter,
           fmt::format("has {} bytes, expected at most {}", text.size(), parameter.max_value));
  }
}

void check_names(std::span<const Parameter> parameters, JsonValue given) {
  given.each_member([&](std::string_view key, JsonValue) {
    if (std::ranges::find(parameters, key, &Parameter::name) != parameters.end()) return;
    std::string known;
    for (const Parameter &parameter : parameters)
      known += fmt::format("{}{}", known.empty() ? "" : ", ", parameter.name);
    throw Error(ErrorCode::malformed,
                fmt::format("unknown argument \"{}\", expected some of {}", shown(key), known));
  });
}

std::int64_t integer_of(const Parameter &parameter, JsonValue given) {
  const std::int64_t whole = given.as_integer();
  if (whole < parameter.min_value || whole > parameter.max_value) {
    refuse(parameter, fmt::format("is {}, expected {} to {}", whole, parameter.min_value,
                                  parameter.max_value));
  }
  return whole;
}

}  // namespace

void write_input_schema(JsonWriter &writer, std::span<const Parameter> parameters) {
  writer.begin_object().member("type", "object").key("properties").begin_object();
  for (const Parameter &parameter : parameters) write_schema(writer, parameter);
  writer.end_object().key("required").begin_array();
  for (const Parameter &parameter : parameters) {
    if (parameter.is_required) writer.value(parameter.name);
  }
  writer.end_array().member("additionalProperties", false).end_object();
}

Arguments::Arguments(std::span<const Parameter> parameters, std::optional<JsonValue> given)
    : parameters_(parameters), values_(parameters.size()) {
  if (given) check_names(parameters, *given);
  for (std::size_t p = 0; p < parameters.size(); ++p) {
    const Parameter &parameter = parameters[p];
    Value &value = values_[p];
    value.number = parameter.default_value;
    if (!parameter.choices.empty()) value.text = parameter.choices.front();
    const std::optional<JsonValue> argument = given ? given->find(parameter.name) : std::nullopt;
    if (!argument) {
      if (!parameter.is_required) continue;
      throw Error(ErrorCode::malformed,
                  fmt::format("the argument \"{}\" is missing", parameter.name));
    }
    switch (parameter.kind) {
      case ParameterKind::text:
        value.text = argument->as_string();
        check_text(parameter, value.text);
        break;
      case ParameterKind::integer: value.number = integer_of(parameter, *argument); break;
      case ParameterKind::boolean: value.number = argument->as_bool() ? 1 : 0; break;
    }
  }
}

const Arguments::Value &Arguments::value(std::string_view name) const {
  const auto found = std::ranges::find(parameters_, name, &Parameter::name);
  if (found == parameters_.end())
    throw Error(ErrorCode::internal, fmt::format("no tool declares an argument \"{}\"", name));
  return values_[static_cast<std::size_t>(found - parameters_.begin())];
}

std::string_view Arguments::text(std::string_view name) const { return value(name).text; }
std::int64_t Arguments::integer(std::string_view name) const { return value(name).number; }

}  // namespace sluice::inline v0::mcp
