#ifndef SLUICE_SRC_SCHEMA_LOAD_JSON_FIELDS_HPP
#define SLUICE_SRC_SCHEMA_LOAD_JSON_FIELDS_HPP

#include <cstddef>
#include <string_view>

#include "sluice/core/json.hpp"

namespace sluice::inline v0::schema_detail {

// Readers of JSON values whose errors say what the value is for, what it is and what was expected:
// `tables.json:41:17: the type of column "price" is 7, expected a string`. The message starts with
// `what`.

std::string_view text_of(JsonValue value, std::string_view what);

/// A position in a list of `size` elements.
std::size_t position_of(JsonValue value, std::size_t size, std::string_view what);

/// The value, which must be an array.
JsonValue array_of(JsonValue value, std::string_view what);
/// The value, which must be an array of `size` elements.
JsonValue array_of(JsonValue value, std::size_t size, std::string_view what);

/// The member `key` of the value, which must be an object.
JsonValue member_of(JsonValue value, std::string_view key, std::string_view what);

}  // namespace sluice::inline v0::schema_detail

#endif
