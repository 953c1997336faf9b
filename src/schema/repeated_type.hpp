#ifndef SLUICE_SRC_SCHEMA_REPEATED_TYPE_HPP
#define SLUICE_SRC_SCHEMA_REPEATED_TYPE_HPP

/// Recognizes types of lists by their text.

#include <string_view>

#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::schema_detail {

/// Whether a value of the type is a list of elements.
inline bool is_repeated(std::string_view type) noexcept {
  const auto begins = [&](std::string_view word) {
    return type.size() > word.size() && same_name(type.substr(0, word.size()), word) &&
           (type[word.size()] == '<' || type[word.size()] == '(');
  };
  return type.ends_with(']') || begins("array") || begins("list") || begins("nested") ||
         same_name(type, "array") || same_name(type, "repeated");
}

}  // namespace sluice::inline v0::schema_detail

#endif
