#include "json_fields.hpp"

#include <string>

#include <fmt/format.h>

#include "schema/names.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

std::string shown(JsonValue value) {
  switch (value.kind()) {
    case JsonKind::null: return "null";
    case JsonKind::boolean: return value.as_bool() ? "true" : "false";
    case JsonKind::number: return fmt::format("{}", value.as_number());
    case JsonKind::string: return quote_name(value.as_string());
    case JsonKind::array: return fmt::format("an array of {}", value.size());
    case JsonKind::object: return "an object";
  }
  return {};
}

[[noreturn]] void fail(JsonValue value, std::string_view what, std::string_view expected) {
  value.fail(fmt::format("{} is {}, expected {}", what, shown(value), expected));
}

}  // namespace

std::string_view text_of(JsonValue value, std::string_view what) {
  if (!value.is(JsonKind::string)) fail(value, what, "a string");
  return value.as_string();
}

std::size_t position_of(JsonValue value, std::size_t size, std::string_view what) {
  const double number = value.is(JsonKind::number) ? value.as_number() : -1;
  const auto limit = static_cast<double>(size);
  if (!(number >= 0 && number < limit) ||
      static_cast<double>(static_cast<std::size_t>(number)) != number) {
    if (size == 0) fail(value, what, "no value, since there is nothing to refer to");
    fail(value, what, fmt::format("a whole number from 0 to {}", size - 1));
  }
  return static_cast<std::size_t>(number);
}

JsonValue array_of(JsonValue value, std::string_view what) {
  if (!value.is(JsonKind::array)) fail(value, what, "an array");
  return value;
}

JsonValue array_of(JsonValue value, std::size_t size, std::string_view what) {
  if (!value.is(JsonKind::array) || value.size() != size) {
    fail(value, what, fmt::format("an array of {}", size));
  }
  return value;
}

JsonValue member_of(JsonValue value, std::string_view key, std::string_view what) {
  if (!value.is(JsonKind::object)) fail(value, what, "an object");
  if (const auto member = value.find(key)) return *member;
  value.fail(fmt::format("{} has no \"{}\"", what, key));
}

}  // namespace sluice::inline v0::schema_detail
