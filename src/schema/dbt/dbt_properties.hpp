#ifndef SLUICE_SRC_SCHEMA_DBT_DBT_PROPERTIES_HPP
#define SLUICE_SRC_SCHEMA_DBT_DBT_PROPERTIES_HPP

/// The files in which a dbt project describes its models, seeds, snapshots and sources.

#include <string>

#include "dbt_project.hpp"
#include "yaml_tree.hpp"

namespace sluice::inline v0::schema_detail {

/// Adds what a properties file says. If a manifest was read before, the file adds only to what that
/// lists. `path` is for messages.
///
/// In the warehouse, a model may have another schema than the file says, because projects compute
/// it; so models have no schema here. Sources have the one that is written, or the default in it.
void read_dbt_properties(const YamlText &text, const std::string &path, bool has_manifest,
                         DbtProject &project);

}  // namespace sluice::inline v0::schema_detail

#endif
