#ifndef SLUICE_SCHEMA_QUOTED_NAMES_HPP
#define SLUICE_SCHEMA_QUOTED_NAMES_HPP

/// The names of tables and columns as the queries of a dialect have to write them.

#include <string>

#include "sluice/schema/database.hpp"
#include "sluice/sql/dialect.hpp"

namespace sluice::inline v0 {

/// The qualifier and the name. Each part is quoted if necessary; in BigQuery all together are.
std::string quoted_table(const Table &table, sql::Dialect dialect);

/// The name, quoted if necessary; of a nested field, the steps to it, each quoted if necessary.
std::string quoted_column(const Column &column, sql::Dialect dialect);

}  // namespace sluice::inline v0

#endif
