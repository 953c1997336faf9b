#ifndef SLUICE_SRC_SCHEMA_TABULAR_NESTED_FIELDS_HPP
#define SLUICE_SRC_SCHEMA_TABULAR_NESTED_FIELDS_HPP

#include <vector>

#include "export_type.hpp"

namespace sluice::inline v0::schema_detail {

/// The fields of a column that its type lists, completed by those that rows of an export list: each
/// path once, and each field before those inside it. Rows add descriptions to the fields of types.
/// O(size of the paths · steps).
std::vector<ExportNestedField> merged_fields(std::vector<ExportNestedField> of_type,
                                             std::vector<ExportNestedField> of_rows);

}  // namespace sluice::inline v0::schema_detail

#endif
