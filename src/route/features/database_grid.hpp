#ifndef SLUICE_SRC_ROUTE_FEATURES_DATABASE_GRID_HPP
#define SLUICE_SRC_ROUTE_FEATURES_DATABASE_GRID_HPP

/// The order of databases and their tables (or columns) in arrays of signals, chosen so that SIMD
/// code combines the parts of eight databases at a time.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sluice::inline v0::route_detail {

/// Databases are sorted by descending number of parts and grouped by eight. A group is a sequence
/// of rows of eight places: the k-th part of the d-th database of a group is at place d of its k-th
/// row.
struct DatabaseGrid {
  static constexpr std::size_t databases_per_row = 8;
  static constexpr std::uint32_t none = UINT32_MAX;

  DatabaseGrid() = default;
  /// `first_part`: by database, plus the end.
  explicit DatabaseGrid(std::span<const std::uint32_t> first_part);

  std::vector<std::uint32_t> place_of_database;  ///< By id.
  std::vector<std::uint32_t> database_at;        ///< By place, the database; `none` if unused.
  std::vector<std::uint32_t> place_of;           ///< By id of the part.
  std::vector<std::uint32_t> at;  ///< By place, the part; `none` if the database has no such part.
  std::vector<std::uint32_t> first_row;  ///< By group of eight databases, plus the end.
  /// Number of places of databases, a multiple of eight.
  std::size_t databases() const noexcept { return (first_row.size() - 1) * databases_per_row; }
  /// Number of places of parts, a multiple of eight.
  std::size_t size() const noexcept { return at.size(); }
};

}  // namespace sluice::inline v0::route_detail

#endif
