#ifndef SLUICE_SCHEMA_LOAD_HPP
#define SLUICE_SCHEMA_LOAD_HPP

/// Schemas read from where they are: SQLite and DuckDB files, PostgreSQL servers, DDL text,
/// Spider's and BIRD's tables.json, our own JSON. Files but DuckDB's may be gzipped. Malformed
/// input is one Error that names the file and the place.

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/progress.hpp"
#include "sluice/db/sqlite.hpp"
#include "sluice/schema/catalog.hpp"

namespace sluice {

struct LoadOptions {
  /// Distinct sample values kept a column, taken from the first rows; 0 reads no rows.
  std::size_t samples = 3;
  /// Longer sample values are left out (bytes).
  std::size_t max_sample_bytes = 60;
  /// How much a script or one query to a database may take.
  SqliteLimits limits = {};
};

using Databases = std::vector<std::shared_ptr<const Database>>;

/// Reads whatever `path` is: a postgres:// URI; a folder (every SQLite and DuckDB file in it
/// and in its subfolders, in the order of names; or an index folder's catalog), a SQLite or a
/// DuckDB file, a .sql script, tables.json, our JSON, or a list of `database.table.column` lines.
/// Told apart by content, not by name. Throws Error: not_found, malformed, unsupported (recognized
/// as nothing), limit_exceeded, io.
Databases load(const std::string &path, const LoadOptions &options = {},
               const Progress &progress = {});

/// A SQLite file and the name that its database goes by.
struct DatabaseFile {
  std::string name;
  std::string path;
};
/// What `load` reads of a file that is text, where the text comes from elsewhere; `source` names it
/// in errors and, without its extensions, the database of a script.
Databases load_text(std::string_view text, const std::string &source,
                    const LoadOptions &options = {});

/// The SQLite files that `load` would read at `path`, gzipped or not; none if it is something else.
/// Throws Error: not_found, io.
std::vector<DatabaseFile> find_databases(const std::string &path);

/// One SQLite database; named after the file without its extensions. Virtual tables and what they
/// keep their data in are left out; so are views, unless there is nothing else. A foreign key to
/// what is not there is dropped. Nothing that the file defines is evaluated: no view, no generated
/// column.
std::shared_ptr<const Database> load_sqlite(const std::string &path,
                                            const LoadOptions &options = {});

/// One DuckDB database, read through DuckDB's own library, 1.2 or newer, which is loaded when it is
/// first needed: libduckdb.so, or what the environment's SLUICE_DUCKDB_LIBRARY names. Named after
/// the file; a table of another schema than main is named "schema.table". Comments are
/// descriptions; views are left out, unless there is nothing else; BLOBs, nested and computed
/// columns have no samples. What a log beside the file holds is read too. Of the limits, `seconds`
/// bound each query, but not the opening of the file, and `bytes` DuckDB's buffers.
///
/// The file is opened for reading only, with external access and extensions off, in this process:
/// damage is found by checksums, but a file that was forged to attack DuckDB is DuckDB's to
/// withstand. Leave the library away, or load in a process of its own, where such files may come.
/// While a file is read, no other process can open it for writing; a process that has it open for
/// writing with a DuckDB of its own loses its lock by this, as by any other opening of the file.
/// Throws Error: unsupported (no such library), io (a process writes to the file), malformed,
/// limit_exceeded.
std::shared_ptr<const Database> load_duckdb(const std::string &path,
                                            const LoadOptions &options = {});

/// One PostgreSQL database; `connection` is what libpq takes. Read are tables, partitioned and
/// foreign ones included, or, if there are none, views; of these what the role may select from, and
/// columns that it may not are left out. A table that the search path does not reach is named
/// "schema.table". Comments are descriptions. Sample values come from the first rows of tables
/// within a few seconds each. Throws what PostgresSession throws, and Error: malformed (nothing
/// readable), limit_exceeded, io.
std::shared_ptr<const Database> load_postgres(const std::string &connection,
                                              const LoadOptions &options = {});

/// A script that defines tables and may fill them, executed in an in-memory SQLite under an
/// authorizer: see SqliteConnection::scratch. `source` names the script in errors.
std::shared_ptr<const Database> load_ddl(std::string_view sql, std::string name,
                                         const std::string &source,
                                         const LoadOptions &options = {});

/// Spider's format, BIRD's variation included: a list of columns, or several columns of one table,
/// among the primary keys are a composite key. `source` names the text in errors.
Databases load_tables_json(std::string_view json, const std::string &source);

/// Our own format, see `to_json`: an object with "databases".
Databases load_catalog_json(std::string_view json, const std::string &source);
std::string to_json(const Catalog &catalog);

/// `database.table.column` a line, split at the first two dots (CRUSH4SQL's collections).
Databases load_elements(std::string_view text, const std::string &source);

/// BIRD's descriptions: JSON lines with db_id, table, column and meaning, put into the definitions
/// of databases that have such a column; others are passed over.
Databases describe(const Databases &databases, std::string_view json_lines,
                   const std::string &source);

}  // namespace sluice

#endif
