#ifndef SLUICE_SRC_ROUTE_KERNELS_COVER_KERNELS_HPP
#define SLUICE_SRC_ROUTE_KERNELS_COVER_KERNELS_HPP

/// The arithmetic of covers, compiled once an instruction set; all sets round alike.

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace sluice::detail {

/// Of a question's words, in rows of `stride` numbers, zeros behind the last word.
struct CoverRows {
  static constexpr std::size_t step = 8;   ///< Strides are a multiple of it,
  static constexpr std::size_t most = 64;  ///< and at most this.

  std::size_t stride = 0;
  const float *weights = nullptr;  ///< By word.
  const float *counted = nullptr;  ///< By word: over its weight; 0 where that is 0.
  const float *tables = nullptr;   ///< By table: a row for name and columns, then one for its name.
  const float *databases = nullptr;                ///< By database: its name's row.
  const std::uint8_t *touched = nullptr;           ///< By table; rows of others are 0.
  const std::uint8_t *touched_database = nullptr;  ///< Likewise.
  std::span<const std::uint32_t> first_table;      ///< By database, and behind the last.
  std::span<const std::pair<std::uint32_t, std::uint32_t>> joined;
  const std::uint32_t *owner = nullptr;  ///< By table: its database.
};

/// Zeros, to be filled.
struct CoverSums {
  float *covered, *uncovered, *table_names, *database_name, *best_table, *best_pair;  // by database
  float *table, *name, *unique, *pair;                                                // by table
};

struct CoverKernels {
  const char *name;
  /// `uncovered`: the counted part that is covered.
  void (*fill)(const CoverRows &rows, const CoverSums &sums);
  /// The greater of both, in the touched rows of `width` numbers; the others' become 0.
  void (*take)(float *rows, float *others, const std::uint8_t *touched, std::size_t count,
               std::size_t width);
};

/// The best that this processor runs.
const CoverKernels &cover_kernels() noexcept;
/// All that this processor runs, the plain ones first.
std::span<const CoverKernels *const> runnable_cover_kernels() noexcept;

}  // namespace sluice::detail

#endif
