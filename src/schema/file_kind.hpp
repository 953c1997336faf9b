#ifndef SLUICE_SRC_SCHEMA_FILE_KIND_HPP
#define SLUICE_SRC_SCHEMA_FILE_KIND_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sluice::detail {

/// SQLite's application_id of our catalog files: "SLUI".
constexpr std::uint32_t catalog_application_id = 0x534C5549;

/// As many bytes as tell what kind of file it is; fewer if the file is shorter.
/// Throws Error: not_found, io, invalid_argument (no regular file).
std::string first_bytes(const std::string &path);

bool is_gzip(std::string_view bytes) noexcept;
bool is_sqlite(std::string_view bytes) noexcept;
/// Whether SQLite file bytes are those of a catalog that this library wrote.
bool is_catalog(std::string_view bytes) noexcept;

/// Whether file bytes are those of a DuckDB database.
bool is_duckdb(std::string_view bytes) noexcept;

/// The part of a database file in which those who write to it count: SQLite's header, or DuckDB's
/// three. Throws as first_bytes.
std::string counted_bytes(const std::string &path);

/// The file's name without folders, ".gz" and one of the extensions that database files have.
std::string database_name_of(const std::string &path);

}  // namespace sluice::detail

#endif
