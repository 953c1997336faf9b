#ifndef SLUICE_SRC_SCHEMA_LOAD_CHECK_VALUES_HPP
#define SLUICE_SRC_SCHEMA_LOAD_CHECK_VALUES_HPP

/// Values that the condition of a constraint allows.

#include <string_view>
#include <vector>

#include "sluice/sql/ddl.hpp"

namespace sluice::inline v0::schema_detail {

/// For each column that the condition, in SQL, limits to a list of values: `status IN ('a', 'b')`.
/// Empty for other conditions. O(size).
std::vector<sql::DdlAllowedValues> values_of_check(std::string_view condition,
                                                   sql::Dialect dialect);

}  // namespace sluice::inline v0::schema_detail

#endif
