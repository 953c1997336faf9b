#ifndef SLUICE_SUITE_EMPTY_DATABASE_HPP
#define SLUICE_SUITE_EMPTY_DATABASE_HPP

/// Databases without rows, which show whether a query runs.

#include <memory>
#include <string>

#include "sluice/db/sqlite_session.hpp"
#include "sluice/schema/database.hpp"

namespace sluice::inline v0 {

/// The tables, indexes and views of a SQLite file, without rows. Omits what is unsafe to run from
/// an untrusted file: virtual tables, and everything that depends on them. Throws Error: not_found,
/// io, malformed, limit_exceeded.
std::shared_ptr<const SqliteImage> empty_database(const std::string &path);

/// The tables of a schema: names, declared types and primary keys. Throws Error(unsupported) for a
/// schema that SQLite cannot represent, such as a table without columns.
std::shared_ptr<const SqliteImage> empty_database(const Database &database);

}  // namespace sluice::inline v0

#endif
