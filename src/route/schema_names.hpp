#ifndef SLUICE_SRC_ROUTE_SCHEMA_NAMES_HPP
#define SLUICE_SRC_ROUTE_SCHEMA_NAMES_HPP

/// Names as people read them, in words.

#include <string>
#include <string_view>
#include <vector>

#include "sluice/schema/catalog.hpp"
#include "sluice/text/identifier.hpp"

namespace sluice::detail {

/// The title where there is one, else the name.
template <class Object>
std::string_view readable_name(const Object &object) {
  return object.title.empty() ? object.name : object.title;
}

/// Folded words of the readable name.
template <class Object>
std::vector<std::string> name_words(const Object &object) {
  return split_identifier(readable_name(object));
}

}  // namespace sluice::detail

#endif
