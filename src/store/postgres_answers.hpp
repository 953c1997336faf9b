#ifndef SLUICE_SRC_STORE_POSTGRES_ANSWERS_HPP
#define SLUICE_SRC_STORE_POSTGRES_ANSWERS_HPP

/// What the statements of a store's queries share: texts of parameters, and columns of answers. The
/// first column of each answer is the store's version.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "postgres_servers.hpp"

namespace sluice::inline v0::store_detail {

inline std::uint64_t unsigned_at(const db_detail::PostgresRows &rows, std::size_t row, int column) {
  return static_cast<std::uint64_t>(rows.integer(row, column));
}

/// A row with only the version has a null second column.
inline bool is_empty(const db_detail::PostgresRows &rows, std::size_t row) {
  return rows.is_null(row, 1);
}

/// The version of each server. Throws Error(malformed) if one reports none.
StoreVersion version_of(std::span<const db_detail::PostgresRows> servers);

/// A vector as pgvector reads it.
std::string vector_text(std::span<const float> vector);

std::vector<std::int64_t> stored_hashes_of(std::span<const std::string> terms);

/// Parses each probe once: without OFFSET, the text would be parsed again for every row.
constexpr std::string_view probes_text =
    "(SELECT t.probe::vector FROM unnest($1::text[]) AS t(probe) OFFSET 0)";

/// An index can only order by the plain distance; adding a term prevents its use.
inline std::string_view order_of(SearchMode mode) {
  return mode == SearchMode::exact ? " + 0.0, database, ordinal" : "";
}

}  // namespace sluice::inline v0::store_detail

#endif
