#ifndef SLUICE_SRC_SCHEMA_COLUMN_PARENTS_HPP
#define SLUICE_SRC_SCHEMA_COLUMN_PARENTS_HPP

/// Which column a nested field is in.

#include <cstdint>
#include <optional>
#include <vector>

#include "sluice/schema/database.hpp"

namespace sluice::inline v0::schema_detail {

/// By column: the column that a nested field is directly in. O(size of the names).
std::vector<std::optional<std::uint32_t>> column_parents(const Table &table);

}  // namespace sluice::inline v0::schema_detail

#endif
