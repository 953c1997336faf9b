#ifndef SLUICE_SRC_SCHEMA_DBT_DBT_MANIFEST_HPP
#define SLUICE_SRC_SCHEMA_DBT_DBT_MANIFEST_HPP

/// The files that dbt writes about a project: manifest.json and catalog.json.

#include <string>

#include "dbt_project.hpp"
#include "sluice/core/json.hpp"

namespace sluice::inline v0::schema_detail {

/// Adds what a manifest, of any version, says. Its catalog has to be read before. `path` is for
/// messages.
void read_dbt_manifest(JsonValue manifest, const std::string &path, DbtProject &project);

/// Adds the tables, views and columns that a catalog lists.
void read_dbt_catalog(JsonValue catalog, const std::string &path, DbtProject &project);

}  // namespace sluice::inline v0::schema_detail

#endif
