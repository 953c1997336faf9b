#ifndef SLUICE_SCHEMA_EXPORT_HPP
#define SLUICE_SCHEMA_EXPORT_HPP

/// Writes a schema for other programs: as a script for a database engine, and as a drawing.

#include <string>

#include "sluice/schema/database.hpp"
#include "sluice/sql/dialect.hpp"

namespace sluice::inline v0 {

/// A script that creates the schema in an engine of the dialect. Types of the database's own
/// dialect stay as they are; for another, those of a known meaning are translated. Names are always
/// quoted. What the dialect has no words for is a comment: keys that were inferred, for example.
/// Views have their columns but no rows, because their queries are not kept; families are one
/// table. Samples are not exported. `load_ddl` reads the script again. O(size of the schema).
std::string export_ddl(const Database &database, sql::Dialect dialect);

/// The tables, their columns and their joins as an entity-relationship diagram of Mermaid. O(size
/// of the schema).
std::string export_mermaid(const Database &database);

/// A drawing of the tables and their joins: one SVG file that fetches nothing and contains no
/// scripts. Shows the keys and the first columns of each table. Throws Error(limit_exceeded) for
/// more than 5,000 tables. O(tables × log tables + columns + keys).
std::string export_svg(const Database &database);

}  // namespace sluice::inline v0

#endif
