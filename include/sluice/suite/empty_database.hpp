#ifndef SLUICE_SUITE_EMPTY_DATABASE_HPP
#define SLUICE_SUITE_EMPTY_DATABASE_HPP

/// Databases without rows, on which a query shows whether it runs.

#include <memory>
#include <string>

#include "sluice/db/sqlite_session.hpp"
#include "sluice/schema/database.hpp"

namespace sluice {

/// The tables, indexes and views of a SQLite file, without rows. What may not be run from an
/// unknown file is left out: virtual tables, and what is built on them. Throws Error: not_found,
/// io, malformed, limit_exceeded.
std::shared_ptr<const SqliteImage> empty_database(const std::string &path);

/// The tables of a schema: names, declared types and primary keys. Throws Error(unsupported) for a
/// schema that SQLite cannot hold, such as a table without columns.
std::shared_ptr<const SqliteImage> empty_database(const Database &database);

}  // namespace sluice

#endif
