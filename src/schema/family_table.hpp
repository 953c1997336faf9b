#ifndef SLUICE_SRC_SCHEMA_FAMILY_TABLE_HPP
#define SLUICE_SRC_SCHEMA_FAMILY_TABLE_HPP

/// Makes one table of several.

#include <cstddef>
#include <string>
#include <vector>

#include "sluice/schema/definition.hpp"

namespace sluice::inline v0::schema_detail {

struct Family {
  std::string name;
  std::vector<std::size_t> tables;  ///< Positions of its members, the newest first.
};

/// Replaces the members of each family by one table, where the first of them was, and everything
/// that refers to them. No table may be a member of two families. O(tables + columns + keys).
void join_families(DatabaseDefinition &database, const std::vector<Family> &families);

}  // namespace sluice::inline v0::schema_detail

#endif
