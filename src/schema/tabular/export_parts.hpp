#ifndef SLUICE_SRC_SCHEMA_TABULAR_EXPORT_PARTS_HPP
#define SLUICE_SRC_SCHEMA_TABULAR_EXPORT_PARTS_HPP

/// The lists of rows in a file: one in CSV or in lines of JSON, possibly several in a JSON object.

#include <functional>
#include <string_view>
#include <vector>

#include "export_fields.hpp"
#include "export_problems.hpp"
#include "export_row.hpp"
#include "schema/load/text_kind.hpp"
#include "sluice/core/function_ref.hpp"

namespace sluice::inline v0::schema_detail {

using ExportVisitor = function_ref<void(const ExportRow &row)>;

/// One list of rows. Refers to the file that it was read from.
struct ExportPart {
  std::string_view source;
  ExportHeader header;
  /// Visits each row; what cannot be read goes into the problems.
  std::function<void(ExportVisitor visit, ExportProblems &problems)> read;
};

/// Whether the text begins with an export of a system catalog. O(1): only the start is read.
bool begins_export(std::string_view text);

/// The exports in a file. Throws Error(malformed) if the file is not valid JSON. O(size).
std::vector<ExportPart> export_parts(const SourceText &file);

/// The same for a file of JSON.
bool begins_json_export(std::string_view text);
std::vector<ExportPart> json_export_parts(const SourceText &file);

}  // namespace sluice::inline v0::schema_detail

#endif
