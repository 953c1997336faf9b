#include "file_kind.hpp"

#include <filesystem>
#include <fstream>

#include "names.hpp"
#include "sluice/core/error.hpp"

namespace sluice::detail {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t header_size = 100;  // SQLite's; of DuckDB's, the first bytes are in use

/// Where DuckDB's two counted headers stand, of which it writes one and then the other.
constexpr std::streamoff duckdb_header_places[] = {4096, 8192};

bool drop_suffix(std::string &name, std::string_view suffix) {
  if (name.size() <= suffix.size()) return false;
  const std::string_view end = std::string_view(name).substr(name.size() - suffix.size());
  if (!same_name(end, suffix)) return false;
  name.resize(name.size() - suffix.size());
  return true;
}

std::ifstream open_file(const std::string &path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) {
    throw Error(ErrorCode::not_found, "no such file or folder", {path});
  }
  if (error) throw Error(ErrorCode::io, "cannot open: " + error.message(), {path});
  // Opening a pipe could wait for ever.
  if (status.type() != fs::file_type::regular) {
    throw Error(ErrorCode::invalid_argument, "is no regular file", {path});
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Error(ErrorCode::io, "cannot open", {path});
  return file;
}

std::string header_at(std::streamoff place, std::ifstream &file) {
  std::string bytes(header_size, '\0');
  file.seekg(place);
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  return bytes;
}

}  // namespace

std::string first_bytes(const std::string &path) {
  std::ifstream file = open_file(path);
  return header_at(0, file);
}

std::string counted_bytes(const std::string &path) {
  std::ifstream file = open_file(path);
  std::string bytes = header_at(0, file);
  if (is_duckdb(bytes)) {
    for (const std::streamoff place : duckdb_header_places) bytes += header_at(place, file);
  }
  return bytes;
}

bool is_gzip(std::string_view bytes) noexcept { return bytes.starts_with("\x1f\x8b"); }

bool is_sqlite(std::string_view bytes) noexcept {
  constexpr std::string_view magic("SQLite format 3\0", 16);
  return bytes.starts_with(magic);
}

bool is_duckdb(std::string_view bytes) noexcept {
  constexpr std::size_t magic_at = 8;  // behind a checksum
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

}  // namespace sluice::detail
