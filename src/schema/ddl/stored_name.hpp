#ifndef SLUICE_SRC_SCHEMA_DDL_STORED_NAME_HPP
#define SLUICE_SRC_SCHEMA_DDL_STORED_NAME_HPP

#include <string>

#include "sluice/sql/ddl.hpp"
#include "sluice/sql/dialect.hpp"

namespace sluice::inline v0::schema_detail {

/// What an engine of the dialect makes of a name in a definition: without quotes, PostgreSQL stores
/// it in lower case, Oracle in upper case. ASCII only.
std::string stored_name(const sql::NamePart &written, sql::Dialect dialect);

}  // namespace sluice::inline v0::schema_detail

#endif
