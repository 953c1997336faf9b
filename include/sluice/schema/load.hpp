#ifndef SLUICE_SCHEMA_LOAD_HPP
#define SLUICE_SCHEMA_LOAD_HPP

/// Loads schemas from SQLite and DuckDB files, PostgreSQL, MySQL and MariaDB servers, DDL text,
/// Spider's and BIRD's tables.json, and our own JSON. All files except DuckDB's may be gzipped.
/// Malformed input is reported as one Error that names the file and the place.

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/progress.hpp"
#include "sluice/db/sqlite.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/schema/skipped_item.hpp"
#include "sluice/sql/dialect.hpp"

namespace sluice::inline v0 {

struct LoadOptions {
  /// Distinct sample values kept per column, from the first rows; 0 reads no rows.
  std::size_t samples = 3;
  /// Longer sample values are skipped (bytes).
  std::size_t max_sample_bytes = 60;
  /// Limits for each query to a database.
  SqliteLimits limits = {};
  /// The dialect of scripts; nullopt: found by `sql::detect_dialect`.
  std::optional<sql::Dialect> dialect = std::nullopt;
  /// If set, receives what was skipped.
  std::vector<SkippedItem> *skipped = nullptr;
};

using Databases = std::vector<std::shared_ptr<const Database>>;

/// Loads `path`, which may be: a postgres://, mysql:// or mariadb:// URI; a folder (every SQLite
/// and DuckDB file in it and its subfolders, ordered by name; or the catalog of an index folder); a
/// SQLite or DuckDB file; a .sql script; tables.json; our JSON; or a list of
/// `database.table.column` lines. Detected by content, not by name. Throws Error: not_found,
/// malformed, unsupported (unknown format), limit_exceeded, io.
Databases load(const std::string &path, const LoadOptions &options = {},
               const Progress &progress = {});

/// A SQLite file and the name of its database.
struct DatabaseFile {
  std::string name;
  std::string path;
};
/// Like `load` for a text file whose content is `text`. `source` names the text in errors; without
/// its extensions, it also names the database of a script.
Databases load_text(std::string_view text, const std::string &source,
                    const LoadOptions &options = {});

/// The SQLite files that `load` would read at `path`, gzipped or not; empty if `path` is something
/// else. Throws Error: not_found, io.
std::vector<DatabaseFile> find_databases(const std::string &path);

/// Loads one SQLite database, named after the file without its extensions: tables, virtual tables
/// and views, but not the tables that virtual tables use for themselves. Drops foreign keys to
/// tables or columns that do not exist. Evaluates nothing that the file defines, neither views nor
/// generated columns.
std::shared_ptr<const Database> load_sqlite(const std::string &path,
                                            const LoadOptions &options = {});

/// Loads one DuckDB database, named after the file. Uses DuckDB's own library, 1.2 or newer, which
/// is loaded on first use: libduckdb.so, or the file that the environment variable
/// SLUICE_DUCKDB_LIBRARY names. Tables outside schema main are named "schema.table". Comments
/// become descriptions. BLOBs, nested and computed
/// columns have no samples. A WAL file next to the database is read too. Of the limits, `seconds`
/// applies to each query, but not to opening the file, and `bytes` to DuckDB's buffers.
///
/// The file is opened read-only in this process, with external access and extensions disabled.
/// Checksums detect damage, but only DuckDB itself defends against files crafted to attack it. If
/// such files are possible, do not install the library, or load in a separate process. While the
/// file is open, no other process can open it for writing. If this process itself has the file open
/// for writing with another copy of DuckDB, that copy loses its lock, as after any other opening of
/// the file. Throws Error: unsupported (library not found), io (another process writes to the
/// file), malformed, limit_exceeded.
std::shared_ptr<const Database> load_duckdb(const std::string &path,
                                            const LoadOptions &options = {});

/// Loads one PostgreSQL database; `connection` is a libpq connection string. Loads the tables,
/// including partitioned and foreign ones, and the views. Omits tables and
/// columns that the role may not select from. Tables outside the search path are named
/// "schema.table". Comments become descriptions. Sample values come from the first rows, within a
/// few seconds per table. Throws the errors of PostgresSession, and Error: malformed (nothing
/// readable), limit_exceeded, io.
std::shared_ptr<const Database> load_postgres(const std::string &connection,
                                              const LoadOptions &options = {});

/// Loads the databases of a MySQL or MariaDB server that this user may select from: the one that
/// the URI names, or each one that is not the server's own. `connection` is
/// `mysql://user@host:port/database?name=value&…` (or mariadb://; all but the host may be left
/// out), where name is:
/// - sslmode: disable, prefer (the default), require, verify-ca or verify-full, as in PostgreSQL's
///   URIs; sslrootcert, sslcert, sslkey: files in PEM format
/// - socket: the path of a unix socket, instead of host and port
/// - password_file: a file whose first line is the password, which only its owner may be able to
///   read. A password may also be in the URI (`user:password@`, with @, / and : as %40, %2F and
///   %3A) or in the environment variable MYSQL_PWD.
/// - connect_timeout: seconds, 10 by default
///
/// Loads tables and views; columns with their types, comments and the values that ENUM, SET or a
/// CHECK allows; keys. Tables of other databases that keys refer to are included, and named
/// "database.table". Omits tables and columns that the user may not select from; the queries of
/// views are read only with the right SHOW VIEW. Sample values come from the first rows, within a
/// few seconds per table. Every query is a read-only transaction of its own with a timeout.
///
/// Uses MariaDB Connector/C, 3.3 or newer, which is loaded on first use: libmariadb.so.3, or the
/// file that the environment variable SLUICE_MARIADB_LIBRARY names. Reads no option files. The
/// server cannot ask for local files, nor, without TLS, for the password in plain text. Tested with
/// MariaDB 10.11 and MySQL 9.7; MySQL 5.7 and MariaDB 10.3 should work, too. Throws Error:
/// unsupported (library not found or too old), invalid_argument (not such a URI), not_found (no
/// such database), malformed (nothing readable), limit_exceeded (a timeout), io. Messages never
/// contain the password.
Databases load_mysql(const std::string &connection, const LoadOptions &options = {});

/// Loads a script that defines tables, in any dialect: a dump, an export, an installation script.
/// Nothing in it is executed. Keys, comments and values may come later than the tables that they
/// belong to; rows of INSERT and COPY give sample values. What cannot be read is skipped, each with
/// its line. Partitions are one table with their parent. A join that a view states between a
/// column and a key becomes a foreign key of KeyEvidence::view. `source` names the script. Throws
/// Error(malformed) if it defines no table or view. O(size).
std::shared_ptr<const Database> load_ddl(std::string_view sql, std::string name,
                                         const std::string &source,
                                         const LoadOptions &options = {});

/// Loads Spider's format, including BIRD's variant: a list of columns, or several columns of one
/// table, in "primary_keys" is a composite key. `source` names the text in errors.
Databases load_tables_json(std::string_view json, const std::string &source);

/// Loads our own format, as written by `to_json`: an object with "databases".
Databases load_catalog_json(std::string_view json, const std::string &source);
std::string to_json(const Catalog &catalog);

/// Loads lines of `database.table.column`, split at the first two dots (CRUSH4SQL's collections).
Databases load_elements(std::string_view text, const std::string &source);

/// Adds BIRD's descriptions: JSON lines with db_id, table, column and meaning. Skips lines whose
/// column none of the databases has.
Databases describe(const Databases &databases, std::string_view json_lines,
                   const std::string &source);

}  // namespace sluice::inline v0

#endif
