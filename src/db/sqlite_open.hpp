#ifndef SLUICE_SRC_DB_SQLITE_OPEN_HPP
#define SLUICE_SRC_DB_SQLITE_OPEN_HPP

#include <memory>
#include <string>
#include <string_view>

#include <sqlite3.h>

#include "sluice/core/error.hpp"
#include "sqlite_reader.hpp"

namespace sluice::detail {

struct SqliteClose {
  std::shared_ptr<const SqliteReader> reader;  // that a connection to a file reads through

  void operator()(sqlite3 *database) const noexcept { sqlite3_close_v2(database); }
};
using SqliteDatabase = std::unique_ptr<sqlite3, SqliteClose>;

/// The Error for a result code of SQLite and the connection's last message.
Error sqlite_error(sqlite3 *database, int status, Place where);

/// A thread for reading a database as a whole: what opens it, asks and closes it, and calls nothing
/// of the host's meanwhile.
FileThread reading_thread();

/// Takes and drops no lock of the host's (SqliteReader).
SqliteDatabase open_for_reading(const std::string &path);
SqliteDatabase open_for_writing(const std::string &path);
SqliteDatabase open_in_memory(const std::string &source);
/// Reads `bytes` in place: they must outlive the connection and not say that there is a log. What
/// is not in them, temporary files say, is `file_system`'s.
SqliteDatabase open_image(std::string_view bytes, const std::string &source,
                          const char *file_system = nullptr);

/// The bytes of a database file with the log beside it played back; unpacked if they are gzip.
/// Throws Error as open_for_reading and read_file.
std::string read_image(const std::string &path);

/// The bytes of the database's file as it is now. Throws Error(limit_exceeded) without memory for
/// them.
std::string serialized(sqlite3 *database, const Place &where);

/// A file's header, changed to say that the file has no log beside it.
void forget_log(char *bytes, std::size_t size) noexcept;

}  // namespace sluice::detail

#endif
