#ifndef SLUICE_SRC_SCHEMA_COLUMN_PATHS_HPP
#define SLUICE_SRC_SCHEMA_COLUMN_PATHS_HPP

/// Nested fields: which column each is in, and the steps to it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sluice/schema/database.hpp"

namespace sluice::inline v0::schema_detail {

/// By column: the column that a nested field is directly in. O(size of the names).
std::vector<std::optional<std::uint32_t>> column_parents(const Table &table);

/// By column: what `path_of` returns. O(size of the paths).
std::vector<std::string> column_paths(const Table &table);

}  // namespace sluice::inline v0::schema_detail

#endif
