#ifndef SLUICE_SRC_SCHEMA_SQL_KEYS_HPP
#define SLUICE_SRC_SCHEMA_SQL_KEYS_HPP

/// The guarantees that a database's keys give to rewrite rules.

#include <cstdint>

#include "sluice/db/sqlite.hpp"
#include "sluice/schema/database.hpp"
#include "sluice/sql/key_facts.hpp"

namespace sluice::inline v0 {

/// How to treat foreign keys whose columns are nullable.
enum class ForeignKeyReading : std::uint8_t {
  nullable,  ///< NULL refers to nothing, as in SQL.
  total,     ///< Every row refers to a row, as in generated test databases.
};

/// Primary keys are unique and never NULL (as in standard SQL; SQLite allows NULL in some). A
/// single-column foreign key contains only values of the referenced column, if that is such a key.
/// O(keys).
sql::KeyFacts sql_keys(const Database &database,
                       ForeignKeyReading reading = ForeignKeyReading::nullable);

/// Removes facts that do not hold for the rows of the database, and adds columns declared NOT NULL.
/// `connection` must be open on the database whose schema gave the facts. Throws the errors of its
/// queries.
sql::KeyFacts kept_keys(const sql::KeyFacts &facts, const Database &database,
                        SqliteConnection &connection);

}  // namespace sluice::inline v0

#endif
