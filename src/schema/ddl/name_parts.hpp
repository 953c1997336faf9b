#ifndef SLUICE_SRC_SCHEMA_DDL_NAME_PARTS_HPP
#define SLUICE_SRC_SCHEMA_DDL_NAME_PARTS_HPP

/// Names of tables and types with their qualifiers.

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::schema_detail {

/// The parts of a name, as the engine stores them.
using NameParts = std::vector<std::string>;

// Among more objects of one name in different schemas, only a complete name finds one.
inline constexpr std::size_t max_candidates = 256;

/// A key for the parts of a name, which may contain dots.
inline std::string full_name(const NameParts &name) {
  std::string key;
  for (const std::string &part : name) {
    key += part;
    key += '\0';
  }
  return key;
}

/// Whether the qualifiers are the same, as far as both have one. The names must not be empty.
inline bool same_qualifier(const NameParts &a, const NameParts &b) {
  const auto parts = static_cast<std::ptrdiff_t>(std::min(a.size(), b.size()) - 1);
  return std::equal(a.end() - 1 - parts, a.end() - 1, b.end() - 1 - parts, b.end() - 1, same_name);
}

}  // namespace sluice::inline v0::schema_detail

#endif
