#ifndef SLUICE_SRC_SCHEMA_DEFAULT_SCHEMA_HPP
#define SLUICE_SRC_SCHEMA_DEFAULT_SCHEMA_HPP

#include <string_view>

#include "sluice/sql/dialect.hpp"

namespace sluice::inline v0::schema_detail {

/// The schema that tables belong to when none is named; empty if the engine has none.
constexpr std::string_view default_schema(sql::Dialect dialect) noexcept {
  switch (dialect) {
    case sql::Dialect::postgresql:
    case sql::Dialect::redshift:
    case sql::Dialect::snowflake: return "public";
    case sql::Dialect::sqlserver: return "dbo";
    case sql::Dialect::sqlite:
    case sql::Dialect::duckdb: return "main";
    case sql::Dialect::clickhouse:
    case sql::Dialect::spark: return "default";
    default: return {};
  }
}

}  // namespace sluice::inline v0::schema_detail

#endif
