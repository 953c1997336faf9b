#ifndef SLUICE_SRC_SCHEMA_REFERENCES_HPP
#define SLUICE_SRC_SCHEMA_REFERENCES_HPP

#include <vector>

#include "sluice/schema/mask.hpp"

namespace sluice::detail {

/// A visible key: columns of one table that refer to columns of a table, in the order of the
/// latter.
struct Reference {
  TableId from;
  TableId to;
  std::vector<ColumnId> from_columns;
  std::vector<ColumnId> to_columns;
  bool inferred = false;
};

/// The foreign keys of which all columns are visible, then, if asked for, those to be inferred from
/// the names of primary keys (see SchemaGraphOptions), declared or supposed ones. A column does not
/// refer to itself.
std::vector<Reference> visible_references(const Catalog &catalog, DatabaseId database,
                                          const Mask *mask, bool infer);

}  // namespace sluice::detail

#endif
