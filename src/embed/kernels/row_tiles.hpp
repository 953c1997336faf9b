#ifndef SLUICE_SRC_EMBED_KERNELS_ROW_TILES_HPP
#define SLUICE_SRC_EMBED_KERNELS_ROW_TILES_HPP

/// Splits rows into tiles of as many rows as there are registers for.

#include <cstddef>

namespace sluice::inline v0::embed_detail::SLUICE_KERNEL_SET {
namespace {

template <std::size_t Rows>
struct Tile {
  static constexpr std::size_t rows = Rows;
};

template <std::size_t Most, class Run>
void run_tile(std::size_t rows, std::size_t first, const Run &run) {
  if (rows == Most) {
    run(Tile<Most>(), first);
  } else if constexpr (Most > 1) {
    run_tile<Most - 1>(rows, first, run);
  }
}

/// Calls `run(Tile<n>(), first)` for tiles of at most `Most` rows, all of similar size.
template <std::size_t Most, class Run>
void each_tile(std::size_t rows, const Run &run) {
  for (std::size_t first = 0, tiles = (rows + Most - 1) / Most; tiles > 0; --tiles) {
    const std::size_t size = (rows - first + tiles - 1) / tiles;
    run_tile<Most>(size, first, run);
    first += size;
  }
}

}  // namespace
}  // namespace sluice::inline v0::embed_detail::SLUICE_KERNEL_SET

#endif
