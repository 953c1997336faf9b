#ifndef SLUICE_SRC_SCHEMA_TABULAR_EXPORT_KIND_HPP
#define SLUICE_SRC_SCHEMA_TABULAR_EXPORT_KIND_HPP

#include <optional>
#include <string>

#include "export_row.hpp"
#include "sluice/schema/definition.hpp"

namespace sluice::inline v0::schema_detail {

struct ExportKind {
  TableKind kind = TableKind::table;
  bool is_left_out = false;  ///< No table at all: a sequence, an index or the like.
};

/// The kind of table that a row states, in the words of any engine; nullopt if it states none.
std::optional<ExportKind> export_kind(const ExportRow &row);

/// What a row says about its table; may be empty.
std::string export_table_comment(const ExportRow &row);

}  // namespace sluice::inline v0::schema_detail

#endif
