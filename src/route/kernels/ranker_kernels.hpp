#ifndef SLUICE_SRC_ROUTE_KERNELS_RANKER_KERNELS_HPP
#define SLUICE_SRC_ROUTE_KERNELS_RANKER_KERNELS_HPP

/// The arithmetic of the ranker, compiled once an instruction set; all sets round alike.

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
  const float *weights = nullptr;                  ///< By word.
  const float *counted = nullptr;                  ///< By word: over its weight; 0 where that is 0.
  const float *tables = nullptr;                   ///< By table: a row for name and columns.
  const float *names = nullptr;                    ///< By table: a row for its name alone.
  const float *databases = nullptr;                ///< By database: its name's row.
  const std::uint8_t *touched = nullptr;           ///< By table; rows of others are 0.
  const std::uint8_t *touched_database = nullptr;  ///< Likewise.
  std::span<const std::uint32_t> first_table;      ///< By database, and behind the last.
  std::span<const std::pair<std::uint32_t, std::uint32_t>> joined;
  const std::uint32_t *owner = nullptr;  ///< By table: its database.
};

/// Zeros, to be filled; touched flags are 0 or 1.
struct CoverSums {
  float *covered, *uncovered, *table_names, *database_name, *best_table, *best_pair;  // by database
  float *table, *name, *unique, *pair;                                                // by table
  std::uint32_t *room;  // for as many numbers as a database has tables, and one more
};

/// A LinearModel, without its owner.
struct LinearRow {
  std::size_t columns = 0;
  const float *weights = nullptr;
  const float *means = nullptr;
  const float *inverses = nullptr;
  float limit = 0;
  float bias = 0;
};

/// The stems of a column's name, and of what else it spells.
struct NameStems {
  std::span<const std::uint32_t> name, extras;
  const std::uint8_t *of_table = nullptr;  ///< By stem of the name: the table's name has it too.
  const std::uint32_t *slots = nullptr;    ///< By stem: its place in `numbers`.
  const float *numbers = nullptr;          ///< Strengths by channel, then weights, 8 each.
  std::size_t stride = 0;                  ///< From a stem's numbers to the next one's.
};

struct RankerKernels {
  static constexpr float least_gap = -1e3F;

  const char *name;
  /// `uncovered`: the counted part that is covered.
  void (*fill)(const CoverRows &rows, const CoverSums &sums);
  /// The greater of both, in the touched rows of `width` numbers; the others' become 0.
  void (*take)(float *rows, float *others, const std::uint8_t *touched, std::size_t count,
               std::size_t width);
  /// LinearModel::score of `count` rows.
  void (*score)(const LinearRow &model, const float *rows, std::size_t count, float *scores);
  /// Behind each row's signals, 8 or more: how far each is behind the best among visible rows, at
  /// most `least_gap`. `best` is room for the signals.
  void (*add_gaps)(float *rows, std::size_t count, std::size_t width, std::size_t signals,
                   const std::uint8_t *visible, float *best);
  /// Four numbers by channel, 32 in all: mass, own, whole, strongest.
  void (*read_name)(const NameStems &stems, float *row);
  /// By database, of features in rows of `databases`; the second half of the model's columns takes
  /// the same features times the hardness.
  void (*score_databases)(const LinearRow &model, const float *features, std::size_t databases,
                          float hardness, float *scores);
};

/// The best that this processor runs.
const RankerKernels &ranker_kernels() noexcept;
/// All that this processor runs, the plain ones first.
std::span<const RankerKernels *const> runnable_ranker_kernels() noexcept;

}  // namespace sluice::detail

#endif
