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
inline std::vector<AnySource> kept_sources(std::vector<AnySource> sources,
                                           const std::string &folder) {
  for (AnySource &source : sources) {
    const auto *path = source.as<PathSource>();
    if (path != nullptr && !is_postgres_uri(path->location()) &&
        !db_detail::is_mysql_uri(path->location())) {
      source = PathSource(detail::kept_path(path->location(), folder));
    }
  }
  return sources;
}

}  // namespace sluice::inline v0::pipeline_detail

#endif
