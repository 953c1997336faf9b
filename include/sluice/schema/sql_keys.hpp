#ifndef SLUICE_SCHEMA_SQL_KEYS_HPP
#define SLUICE_SCHEMA_SQL_KEYS_HPP

/// What a database's keys promise to rewrite rules.

#include <cstdint>

#include "sluice/db/sqlite.hpp"
#include "sluice/schema/database.hpp"
#include "sluice/sql/key_facts.hpp"

namespace sluice {

/// How a foreign key is read whose column may hold NULL by its definition.
enum class ForeignKeyReading : std::uint8_t {
  nullable,  ///< As SQL does: NULL refers to nothing.
  total,     ///< Every row refers to a row, as in databases that are made for tests.
};

/// Primary keys are unique and never NULL (as SQL has it; SQLite lets NULL into some); foreign keys
/// of one column hold values of the column they name, where that is such a key. O(keys).
sql::KeyFacts sql_keys(const Database &database,
                       ForeignKeyReading reading = ForeignKeyReading::nullable);

/// Leaves out what the rows of a database do not keep, and adds columns that it declares NOT NULL.
/// `connection` holds the database whose schema made the facts. Throws what its queries throw.
sql::KeyFacts kept_keys(const sql::KeyFacts &facts, const Database &database,
                        SqliteConnection &connection);

}  // namespace sluice

#endif
