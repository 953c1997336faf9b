#ifndef SLUICE_SRC_ROUTE_TABLE_GRID_HPP
#define SLUICE_SRC_ROUTE_TABLE_GRID_HPP

/// Where databases and tables stand in arrays of signals, so that what is said of eight databases
/// is put together of their tables eight at a time.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sluice::detail {

/// Databases are placed by falling number of tables, eight beside each other. Of each eight, the
/// first tables stand in a row, then the second ones, and so on: the k-th table of the database at
/// place d of its eight stands at place d of the eight's k-th row.
struct TableGrid {
  static constexpr std::size_t beside = 8;
  static constexpr std::uint32_t none = UINT32_MAX;

  TableGrid() = default;
  /// `first_table`: by database, and behind the last.
  explicit TableGrid(std::span<const std::uint32_t> first_table);

  std::vector<std::uint32_t> place_of_database;  ///< By id.
  std::vector<std::uint32_t> place_of_table;     ///< By id.
  std::vector<std::uint32_t> table_at;           ///< By place; `none` where a database has no more.
  std::vector<std::uint32_t> first_row;          ///< By eight databases, and behind the last.
  /// Places, a multiple of eight.
  std::size_t databases() const noexcept { return (first_row.size() - 1) * beside; }
  std::size_t tables() const noexcept { return table_at.size(); }
};

}  // namespace sluice::detail

#endif
