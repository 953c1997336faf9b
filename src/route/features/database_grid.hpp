#ifndef SLUICE_SRC_ROUTE_FEATURES_DATABASE_GRID_HPP
#define SLUICE_SRC_ROUTE_FEATURES_DATABASE_GRID_HPP

/// Where databases and their tables (or columns) stand in arrays of signals, so that what is said
/// of eight databases is put together of their parts eight at a time.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sluice::inline v0::detail {

/// Databases are placed by falling number of parts, eight beside each other. Of each eight, the
/// first parts stand in a row, then the second ones, and so on: the k-th part of the d-th of eight
/// databases stands at place d of their k-th row.
struct DatabaseGrid {
  static constexpr std::size_t beside = 8;
  static constexpr std::uint32_t none = UINT32_MAX;

  DatabaseGrid() = default;
  /// `first_part`: by database, and behind the last.
  explicit DatabaseGrid(std::span<const std::uint32_t> first_part);

  std::vector<std::uint32_t> place_of_database;  ///< By id.
  std::vector<std::uint32_t> place_of;           ///< By part's id.
  std::vector<std::uint32_t> at;         ///< By place, a part; `none` where a database has no more.
  std::vector<std::uint32_t> first_row;  ///< By eight databases, and behind the last.
  /// Places of databases, a multiple of eight.
  std::size_t databases() const noexcept { return (first_row.size() - 1) * beside; }
  /// Places of parts, a multiple of eight.
  std::size_t size() const noexcept { return at.size(); }
};

}  // namespace sluice::inline v0::detail

#endif
