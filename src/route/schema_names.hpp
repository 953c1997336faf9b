#ifndef SLUICE_SRC_ROUTE_SCHEMA_NAMES_HPP
#define SLUICE_SRC_ROUTE_SCHEMA_NAMES_HPP

/// Names as people read them, in words.

#include <string>
#include <vector>

#include "sluice/schema/catalog.hpp"
#include "sluice/text/identifier.hpp"

namespace sluice::detail {

/// Folded words of the readable name.
template <class Object>
std::vector<std::string> name_words(const Object &object) {
  return split_identifier(object.readable_name());
}

}  // namespace sluice::detail

#endif
