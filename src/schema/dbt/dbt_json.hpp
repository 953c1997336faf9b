#ifndef SLUICE_SRC_SCHEMA_DBT_DBT_JSON_HPP
#define SLUICE_SRC_SCHEMA_DBT_DBT_JSON_HPP

/// Reads members that may be absent, null or of another type than expected: these count as absent.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/json.hpp"

namespace sluice::inline v0::schema_detail {

inline std::optional<JsonValue> typed_member(JsonValue object, std::string_view key,
                                             JsonKind kind) {
  const auto member = object.find(key);
  return member && member->is(kind) ? member : std::nullopt;
}

inline std::string_view member_text(JsonValue object, std::string_view key) {
  const auto member = typed_member(object, key, JsonKind::string);
  return member ? member->as_string() : std::string_view();
}

/// A string, a number or a boolean as text, as dbt writes it in SQL; empty for others.
std::string scalar_text(JsonValue value);

/// The scalars of a list, or of one value.
std::vector<std::string> scalar_texts(JsonValue value);

}  // namespace sluice::inline v0::schema_detail

#endif
