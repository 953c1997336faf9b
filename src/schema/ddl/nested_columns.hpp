#ifndef SLUICE_SRC_SCHEMA_DDL_NESTED_COLUMNS_HPP
#define SLUICE_SRC_SCHEMA_DDL_NESTED_COLUMNS_HPP

/// The fields of nested types as columns of their own.

#include <vector>

#include "sluice/schema/definition.hpp"
#include "sluice/sql/ddl.hpp"

namespace sluice::inline v0::schema_detail {

/// Adds the fields of the type, which is that of the last column, behind it. Moves out of the type.
void add_nested(sql::DdlType &type, std::vector<ColumnDefinition> &columns);

}  // namespace sluice::inline v0::schema_detail

#endif
