#include "file_kind.hpp"

#include <filesystem>
#include <fstream>

#include "names.hpp"
#include "sluice/core/error.hpp"

namespace sluice::detail {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t sqlite_header_size = 100;

bool drop_suffix(std::string &name, std::string_view suffix) {
  if (name.size() <= suffix.size()) return false;
  const std::string_view end = std::string_view(name).substr(name.size() - suffix.size());
  if (!same_name(end, suffix)) return false;
  name.resize(name.size() - suffix.size());
  return true;
}

}  // namespace

std::string first_bytes(const std::string &path) {
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
  std::string bytes(sqlite_header_size, '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  return bytes;
}

bool is_gzip(std::string_view bytes) noexcept { return bytes.starts_with("\x1f\x8b"); }

bool is_sqlite(std::string_view bytes) noexcept {
  constexpr std::string_view magic("SQLite format 3\0", 16);
  return bytes.starts_with(magic);
}

bool is_catalog(std::string_view bytes) noexcept {
  constexpr std::size_t application_id_at = 68;  // four bytes, big endian
  if (!is_sqlite(bytes) || bytes.size() < sqlite_header_size) return false;
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
       {".sqlite", ".sqlite3", ".db", ".db3", ".s3db", ".sql", ".ddl"}) {
    if (drop_suffix(name, extension)) break;
  }
  return name;
}

}  // namespace sluice::detail
