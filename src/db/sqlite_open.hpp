#ifndef SLUICE_SRC_DB_SQLITE_OPEN_HPP
#define SLUICE_SRC_DB_SQLITE_OPEN_HPP

#include <memory>
#include <string>
#include <string_view>

#include <sqlite3.h>

#include "sluice/core/error.hpp"
#include "sqlite_reader.hpp"

namespace sluice::inline v0::db_detail {

struct SqliteClose {
  std::shared_ptr<const SqliteReader> reader;  // set if a connection reads a file through it

  void operator()(sqlite3 *database) const noexcept { sqlite3_close_v2(database); }
};
using SqliteDatabase = std::unique_ptr<sqlite3, SqliteClose>;

/// Converts a result code of SQLite and the connection's last message to an Error.
Error sqlite_error(sqlite3 *database, int status, Place where);

/// A thread for reading a whole database. Work on it opens, queries and closes the database,
/// without calling back into the host.
detail::FileThread reading_thread();

/// Does not affect the host's locks (see SqliteReader).
SqliteDatabase open_for_reading(const std::string &path);
SqliteDatabase open_for_writing(const std::string &path);
SqliteDatabase open_in_memory(const std::string &source);
/// Reads `bytes` in place; they must outlive the connection, and their header must not indicate a
/// log. Other files, such as temporary ones, are handled by `file_system`.
SqliteDatabase open_image(std::string_view bytes, const std::string &source,
                          const char *file_system = nullptr);

/// The bytes of a database file after replaying the log next to it; unpacked if gzipped. Throws the
/// errors of open_for_reading and read_file.
std::string read_image(const std::string &path);

/// The database file as bytes, in its current state. Throws Error(limit_exceeded) if there is not
/// enough memory.
std::string serialized(sqlite3 *database, const Place &where);

/// Changes a file's header to indicate that there is no log.
void forget_log(char *bytes, std::size_t size) noexcept;

}  // namespace sluice::inline v0::db_detail

#endif
