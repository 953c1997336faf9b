#ifndef SLUICE_SRC_SCHEMA_DBT_DBT_TEXT_HPP
#define SLUICE_SRC_SCHEMA_DBT_DBT_TEXT_HPP

/// dbt projects, as a kind of text.

#include <span>
#include <vector>

#include "schema/load/text_kind.hpp"

namespace sluice::inline v0::schema_detail {

/// Whether this is a file of a dbt project: manifest.json or catalog.json under any name, a file of
/// properties (YAML with a list of models, seeds, snapshots or sources), or a Markdown file with
/// docs blocks. O(size).
bool is_dbt(const SourceText &file);

/// Reads the files of one project. Its tables are the models, seeds, snapshots and sources that are
/// in the warehouse, so not the ephemeral models; several of these may be one table. One database
/// per database that the project names; tables whose database is unknown belong to one that is
/// named after the project, or else the file or folder.
///
/// The columns are those of the catalog, if there is one, or else those that the project describes
/// and tests. A table's qualifier is its schema, unless that is the engine's default. Tests give
/// primary keys (unique and not null), foreign keys of KeyEvidence::tested, and the values that a
/// column may have. Descriptions of the project precede the warehouse's comments. With a manifest,
/// properties files add only to what that lists.
std::vector<DatabaseDefinition> read_dbt(std::span<const SourceText> files,
                                         const LoadOptions &options);

}  // namespace sluice::inline v0::schema_detail

#endif
