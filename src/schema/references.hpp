#ifndef SLUICE_SRC_SCHEMA_REFERENCES_HPP
#define SLUICE_SRC_SCHEMA_REFERENCES_HPP

#include <vector>

#include "sluice/schema/schema_graph.hpp"

namespace sluice::inline v0::schema_detail {

/// A visible reference: columns of one table that refer to columns of another table, in the order
/// of the latter.
struct Reference {
  TableId from;
  TableId to;
  std::vector<ColumnId> from_columns;
  std::vector<ColumnId> to_columns;
  bool inferred = false;
};

/// The foreign keys whose columns are all visible; then, if `infer_keys` or `model_keys` is set,
/// inferred references (see SchemaGraphOptions). A column never refers to itself.
std::vector<Reference> visible_references(const Catalog &catalog, DatabaseId database,
                                          const Mask *mask, const SchemaGraphOptions &options);

}  // namespace sluice::inline v0::schema_detail

#endif
