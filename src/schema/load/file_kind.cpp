#include "file_kind.hpp"

#include <filesystem>

#include "schema/names.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t header_size = 100;  // SQLite's header; DuckDB uses only the first bytes of
                                          // each of its headers

/// Offsets of DuckDB's two versioned headers, which it writes alternately.
constexpr std::size_t duckdb_header_places[] = {4096, 8192};
constexpr std::size_t counted_size = 8192 + header_size;

bool drop_suffix(std::string &name, std::string_view suffix) {
  if (name.size() <= suffix.size()) return false;
  const std::string_view end = std::string_view(name).substr(name.size() - suffix.size());
  if (!same_name(end, suffix)) return false;
  name.resize(name.size() - suffix.size());
  return true;
}

/// Opening a pipe could block forever.
void require_regular_file(const std::string &path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) {
    throw Error(ErrorCode::not_found, "no such file or folder", {path});
  }
  if (error) throw Error(ErrorCode::io, "cannot open: " + error.message(), {path});
  if (status.type() != fs::file_type::regular) {
    throw Error(ErrorCode::invalid_argument, "is not a regular file", {path});
  }
}

}  // namespace

std::string first_bytes(const std::string &path) {
  require_regular_file(path);
  return read_part(path, 0, header_size);
}

std::string counted_bytes(const std::string &path) {
  require_regular_file(path);
  const std::string start = read_part(path, 0, counted_size);
  std::string bytes = start.substr(0, header_size);
  if (is_duckdb(bytes)) {
    for (const std::size_t place : duckdb_header_places)
      if (place < start.size()) bytes += start.substr(place, header_size);
  }
  return bytes;
}

bool is_gzip(std::string_view bytes) noexcept { return bytes.starts_with("\x1f\x8b"); }

bool is_sqlite(std::string_view bytes) noexcept {
  constexpr std::string_view magic("SQLite format 3\0", 16);
  return bytes.starts_with(magic);
}

bool is_duckdb(std::string_view bytes) noexcept {
  constexpr std::size_t magic_at = 8;  // after a checksum
  return bytes.size() > magic_at && bytes.substr(magic_at).starts_with("DUCK");
}

bool is_catalog(std::string_view bytes) noexcept {
  constexpr std::size_t application_id_at = 68;  // four bytes, big endian
  if (!is_sqlite(bytes) || bytes.size() < header_size) return false;
  std::uint32_t id = 0;
  for (const char byte : bytes.substr(application_id_at, 4)) {
    id = id << 8 | static_cast<unsigned char>(byte);
  }
  return id == catalog_application_id;
}

std::string database_name_of(const std::string &path) {
  std::string name = fs::path(path).filename().string();
  drop_suffix(name, ".gz");
  for (const std::string_view extension :
       {".sqlite", ".sqlite3", ".db", ".db3", ".s3db", ".duckdb", ".sql", ".ddl"}) {
    if (drop_suffix(name, extension)) break;
  }
  return name;
}

}  // namespace sluice::inline v0::schema_detail
