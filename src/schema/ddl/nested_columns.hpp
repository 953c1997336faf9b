#ifndef SLUICE_SRC_SCHEMA_DDL_NESTED_COLUMNS_HPP
#define SLUICE_SRC_SCHEMA_DDL_NESTED_COLUMNS_HPP

/// The fields of nested types as columns of their own.

#include <string>
#include <string_view>
#include <vector>

#include "sluice/schema/definition.hpp"
#include "sluice/sql/ddl.hpp"

namespace sluice::inline v0::schema_detail {

/// Adds the fields of the type, which is that of the last column, behind it. Moves out of the type.
void add_nested(sql::DdlType &type, std::vector<ColumnDefinition> &columns);

/// The fields of a type, as written in SQL or in the catalog of an engine, for a column of that
/// name. Empty if it has none.
std::vector<ColumnDefinition> fields_of_type(std::string_view column, std::string_view type);

/// "[].a[].b" is the field "a.b"; which steps repeat is known from their types.
std::string without_array_marks(std::string_view path);

}  // namespace sluice::inline v0::schema_detail

#endif
