#include "sqlite_open.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "core/host_file.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/file.hpp"
#include "sqlite_header.hpp"
#include "sqlite_library.hpp"

namespace sluice::inline v0::db_detail {
namespace {

namespace fs = std::filesystem;

void require_file(const std::string &path) {
  if (path.find('\0') != path.npos) {
    throw Error(ErrorCode::invalid_argument, "a path with a NUL byte", {path.c_str()});
  }
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) {
    throw Error(ErrorCode::not_found, "no such file", {path});
  }
  if (error) throw Error(ErrorCode::io, "cannot open: " + error.message(), {path});
  if (status.type() == fs::file_type::directory) {
    throw Error(ErrorCode::invalid_argument, "is a directory, expected a file", {path});
  }
  // Opening a pipe could block forever.
  if (status.type() != fs::file_type::regular) {
    throw Error(ErrorCode::invalid_argument, "is not a regular file", {path});
  }
}

/// SQLite interprets paths that begin with "file:" or are ":memory:", so always pass a URI.
std::string uri_of(const std::string &path, std::string_view parameters) {
  std::string uri = path.starts_with('/') ? "file://" : "file:./";
  for (const char byte : path) {
    const bool plain =
        is_ascii_letter(byte) || is_ascii_digit(byte) || std::strchr("/._-", byte) != nullptr;
    if (plain) {
      uri += byte;
    } else {
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(byte));
    }
  }
  return uri += parameters;
}

/// Opens the file and reads enough to tell whether SQLite can use it. Runs the statement `first`
/// before reading.
int try_open(const std::string &uri, int flags, SqliteDatabase &database,
             const char *file_system = nullptr, const char *first = nullptr) {
  start_sqlite();
  sqlite3 *opened = nullptr;
  const int status = sqlite3_open_v2(uri.c_str(), &opened,
                                     flags | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, file_system);
  database.reset(opened);
  if (status != SQLITE_OK) return status;
  sqlite3_extended_result_codes(opened, 1);
  sqlite3_busy_timeout(opened, 5000);
  if (first != nullptr) sqlite3_exec(opened, first, nullptr, nullptr, nullptr);
  return sqlite3_exec(opened, "PRAGMA schema_version", nullptr, nullptr, nullptr);
}

SqliteDatabase open_with(std::shared_ptr<const SqliteReader> reader, const std::string &path) {
  const char *const exclusive =
      reader->is_in_wal_mode() ? "PRAGMA locking_mode = EXCLUSIVE" : nullptr;
  const char *const name = reader->name();
  SqliteDatabase database(nullptr, {std::move(reader)});
  const int status = try_open(uri_of(path, ""), SQLITE_OPEN_READONLY, database, name, exclusive);
  if (status != SQLITE_OK) throw sqlite_error(database.get(), status, {path});
  return database;
}

/// Opens with the default file system.
SqliteDatabase open_directly(const std::string &path) {
  SqliteDatabase database;
  int status = SQLITE_CANTOPEN;
  const bool wal = is_in_wal_mode(read_part(path, versions_at, versions_size));
  // Even a reader of a WAL database creates files next to it, unless it is opened as immutable. If
  // the database is in use, these files exist already.
  if (!wal || detail::has_bytes(path + "-wal") || detail::has_bytes(path + "-shm")) {
    status = try_open(uri_of(path, ""), SQLITE_OPEN_READONLY, database);
  }
  const int code = status & 0xFF;
  if (wal && (code == SQLITE_CANTOPEN || code == SQLITE_READONLY)) {
    status = try_open(uri_of(path, "?immutable=1"), SQLITE_OPEN_READONLY, database);
  }
  if (status != SQLITE_OK) throw sqlite_error(database.get(), status, {path});
  return database;
}

ErrorCode code_of(int status) {
  switch (status & 0xFF) {
    case SQLITE_AUTH: return ErrorCode::unsupported;
    case SQLITE_TOOBIG:
    case SQLITE_INTERRUPT:
    case SQLITE_NOMEM: return ErrorCode::limit_exceeded;
    case SQLITE_PERM:
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_READONLY:
    case SQLITE_IOERR:
    case SQLITE_FULL:
    case SQLITE_CANTOPEN:
    case SQLITE_PROTOCOL: return ErrorCode::io;
    case SQLITE_MISUSE:
    case SQLITE_RANGE: return ErrorCode::internal;
    default: return ErrorCode::malformed;
  }
}

}  // namespace

Error sqlite_error(sqlite3 *database, int status, Place where) {
  if (status == SQLITE_READONLY_ROLLBACK || status == SQLITE_READONLY_RECOVERY) {
    return {ErrorCode::io,
            "has an unfinished transaction, which a program with write access must roll back first",
            std::move(where)};
  }
  const char *message = database != nullptr ? sqlite3_errmsg(database) : sqlite3_errstr(status);
  return {code_of(status), message, std::move(where)};
}

detail::FileThread reading_thread() {
  constexpr std::size_t stack_bytes = std::size_t{2} << 20;
  start_sqlite();
  // With another default file system, the host's files may be open on its own threads.
  return SqliteReader::is_usable() ? detail::FileThread(stack_bytes)
                                   : detail::FileThread(detail::FileThread::None{});
}

SqliteDatabase open_for_reading(const std::string &path) {
  require_file(path);
  start_sqlite();
  if (SqliteReader::is_usable()) {
    auto reader = std::make_shared<SqliteReader>(path);
    // Without isolation, only the copy of SQLite that holds the host's locks can preserve them.
    if (reader->is_isolated() || sqlite_is_private) return open_with(std::move(reader), path);
  }
  return open_directly(path);
}

SqliteDatabase open_for_writing(const std::string &path) {
  SqliteDatabase database;
  const int status =
      try_open(uri_of(path, ""), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, database);
  if (status != SQLITE_OK) throw sqlite_error(database.get(), status, {path});
  sqlite3_db_config(database.get(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(database.get(), SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  return database;
}

SqliteDatabase open_in_memory(const std::string &source) {
  SqliteDatabase database;
  const int status = try_open(":memory:", SQLITE_OPEN_READWRITE, database);
  if (status != SQLITE_OK) throw sqlite_error(database.get(), status, {source});
  return database;
}

SqliteDatabase open_image(std::string_view bytes, const std::string &source,
                          const char *file_system) {
  SqliteDatabase database;
  int status = try_open(":memory:", SQLITE_OPEN_READWRITE, database, file_system);
  if (status != SQLITE_OK) throw sqlite_error(database.get(), status, {source});
  if (bytes.empty()) return database;
  // SQLite's API takes a non-const pointer, but READONLY guarantees that it does not write.
  auto *data = reinterpret_cast<unsigned char *>(const_cast<char *>(bytes.data()));
  const auto size = static_cast<sqlite3_int64>(bytes.size());
  status =
      sqlite3_deserialize(database.get(), "main", data, size, size, SQLITE_DESERIALIZE_READONLY);
  if (status != SQLITE_OK) throw sqlite_error(database.get(), status, {source});
  return database;
}

std::string serialized(sqlite3 *database, const Place &where) {
  struct Free {
    void operator()(unsigned char *bytes) const noexcept { sqlite3_free(bytes); }
  };
  sqlite3_int64 size = 0;
  const std::unique_ptr<unsigned char, Free> bytes(sqlite3_serialize(database, "main", &size, 0));
  if (bytes == nullptr && size > 0) {
    throw Error(ErrorCode::limit_exceeded, "is too large to hold in memory", where);
  }
  if (bytes == nullptr && size < 0) {
    throw Error(ErrorCode::io, "is changed by another program while it is read", where);
  }
  if (bytes == nullptr) return {};
  return {reinterpret_cast<const char *>(bytes.get()), static_cast<std::size_t>(size)};
}

void forget_log(char *bytes, std::size_t size) noexcept {
  if (size < sqlite_header_size) return;
  char *const versions = bytes + versions_at;
  if (versions[0] == version_with_journal || versions[0] == version_with_log)
    std::fill_n(versions, versions_size, version_with_journal);
}

namespace {

std::string image_of(const std::string &path) {
  constexpr std::uint64_t max_bytes = std::uint64_t{1} << 30;
  if (SqliteReader::is_usable()) {
    const SqliteReader reader(path);
    if (reader.is_isolated() || sqlite_is_private) {
      if (auto bytes = reader.read_alone(max_bytes)) {
        return bytes->starts_with("\x1f\x8b") ? read_file(path, max_bytes) : std::move(*bytes);
      }
    }
  }
  if (!read_part(path, 0, 16).starts_with("SQLite format 3")) return read_file(path, max_bytes);
  const SqliteDatabase database = open_for_reading(path);
  std::string bytes = serialized(database.get(), {path});
  const auto &reader = database.get_deleter().reader;
  if (reader != nullptr && reader->has_failed())
    throw Error(ErrorCode::io, "is changed by another program while it is read", {path});
  return bytes;
}

}  // namespace

std::string read_image(const std::string &path) {
  std::string bytes;
  reading_thread().call([&] { bytes = image_of(path); });
  return bytes;
}

}  // namespace sluice::inline v0::db_detail
