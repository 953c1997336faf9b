#ifndef SLUICE_SRC_PIPELINE_KEPT_SOURCES_HPP
#define SLUICE_SRC_PIPELINE_KEPT_SOURCES_HPP

#include <string>
#include <vector>

#include "core/kept_path.hpp"
#include "db/mysql/mysql_address.hpp"
#include "sluice/db/postgres_session.hpp"
#include "sluice/schema/sources.hpp"

namespace sluice::inline v0::pipeline_detail {

/// The sources with their relative paths resolved against `folder` by `kept_path`.
inline std::vector<SchemaSource> kept_sources(std::vector<SchemaSource> sources,
                                              const std::string &folder) {
  for (SchemaSource &source : sources) {
    if (!source.text && !is_postgres_uri(source.location) &&
        !db_detail::is_mysql_uri(source.location)) {
      source.location = detail::kept_path(source.location, folder);
    }
  }
  return sources;
}

}  // namespace sluice::inline v0::pipeline_detail

#endif
