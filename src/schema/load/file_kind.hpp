#ifndef SLUICE_SRC_SCHEMA_LOAD_FILE_KIND_HPP
#define SLUICE_SRC_SCHEMA_LOAD_FILE_KIND_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sluice::inline v0::schema_detail {

/// SQLite's application_id of our catalog files: "SLUI".
constexpr std::uint32_t catalog_application_id = 0x534C5549;

/// The first bytes of a file, enough to detect its kind; fewer if the file is shorter. Throws
/// Error: not_found, io, invalid_argument (not a regular file).
std::string first_bytes(const std::string &path);

bool is_gzip(std::string_view bytes) noexcept;
bool is_sqlite(std::string_view bytes) noexcept;
/// Whether a SQLite file is a catalog written by this library.
bool is_catalog(std::string_view bytes) noexcept;

/// Whether a file is a DuckDB database.
bool is_duckdb(std::string_view bytes) noexcept;

/// The parts of a database file that contain change counters: SQLite's header, or DuckDB's three
/// headers. Throws the errors of first_bytes.
std::string counted_bytes(const std::string &path);

/// The file's name without folders, ".gz" and a known database extension.
std::string database_name_of(const std::string &path);

}  // namespace sluice::inline v0::schema_detail

#endif
