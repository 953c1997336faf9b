#ifndef SLUICE_SRC_SCHEMA_JSON_FIELDS_HPP
#define SLUICE_SRC_SCHEMA_JSON_FIELDS_HPP

#include <cstddef>
#include <string_view>

#include "sluice/core/json.hpp"

namespace sluice::detail {

// Values read with errors that say what they are for, what they are, and what they should be:
// `tables.json:41:17: the type of column "price" is 7, expected a string`. `what` begins these.

std::string_view text_of(JsonValue value, std::string_view what);

/// A position in something that has `size` members.
std::size_t position_of(JsonValue value, std::size_t size, std::string_view what);

/// Fails unless the value is an array; returns it.
JsonValue array_of(JsonValue value, std::string_view what);
/// Likewise an array of `size` members.
JsonValue array_of(JsonValue value, std::size_t size, std::string_view what);

/// Fails unless the value is an object that has the member; returns the member.
JsonValue member_of(JsonValue value, std::string_view key, std::string_view what);

}  // namespace sluice::detail

#endif
