#ifndef SLUICE_SRC_ROUTE_FEATURES_KERNELS_RANKER_KERNELS_HPP
#define SLUICE_SRC_ROUTE_FEATURES_KERNELS_RANKER_KERNELS_HPP

/// The arithmetic of the ranker, compiled once an instruction set; all sets round alike.

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace sluice::inline v0::detail {

/// Two rows of the grid, of which at least one database joins its two tables.
struct JoinedRows {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  float bounds[8] = {};  ///< By database: 0 where they are not joined, else far above any signal.
};

/// How strongly each of a question's words stands where: its strength times its weight. A word's
/// cells are those of tables' names alone, by place (see DatabaseGrid), then of tables, name and
/// columns, then of databases' names.
struct CoverWords {
  static constexpr std::size_t most = 64;
  static constexpr float least = 1e-30F;  ///< Above 0, and below any weight.

  std::size_t words = 0;                     ///< At most `most`.
  std::size_t tables = 0;                    ///< Places.
  std::size_t databases = 0;                 ///< Places.
  const float *weights = nullptr;            ///< By word.
  const float *counted = nullptr;            ///< By word: over its weight; 0 where that is 0.
  const float *cells = nullptr;              ///< By word.
  std::span<const std::uint32_t> first_row;  ///< As the grid has it.
  std::span<const JoinedRows> joined;

  static constexpr std::size_t cells_of(std::size_t tables, std::size_t databases) noexcept {
    return 2 * tables + databases;
  }
};

/// To be filled, by place.
struct CoverSums {
  float *covered, *uncovered, *table_names, *database_name, *best_table, *best_pair;  // by database
  float *table, *name, *unique, *pair;                                                // by table
};

/// A signal of tables, by place.
struct TableSignal {
  const float *values = nullptr;
  const float *bounds = nullptr;  ///< Far above any value where a table is visible, else far below.
  std::span<const std::uint32_t> first_row;  ///< As the grid has it.
  std::size_t databases = 0;                 ///< Places.
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
  static constexpr float min_gap = -1e3F;
  static constexpr float nothing = -1e30F;  ///< Below every signal.

  const char *name;
  /// `uncovered`: the counted part that is covered.
  void (*fill)(const CoverWords &words, const CoverSums &sums);
  /// The greater of both, everywhere; the others begin anew. `count` is a multiple of eight.
  void (*take)(float *mine, float *others, const float *anew, std::size_t count);
  /// By database: the greatest value of its visible tables, and the sum of that and the second one
  /// where it is above 0; 0 without visible tables. `both` may be null.
  void (*best_two)(const TableSignal &signal, float *best, float *both);
  /// By place: the bias, and each of `count` signals of tables, one behind the other, times its
  /// weight. `places` is a multiple of eight.
  void (*fuse)(const float *signals, std::size_t places, const float *weights, std::size_t count,
               float bias, float *sums);
  /// Values of hidden databases fall to their bounds, as TableSignal's; `gaps` are from the best
  /// value, and the best one's own from the next one. `count` is a multiple of eight.
  void (*compare_databases)(float *signal, const float *bounds, std::size_t count, float *gaps);
  /// By database: the five greatest values of its parts, falling, each behind `databases` others
  /// of its rank; -2 where there are fewer, and for parts that are not to be counted.
  void (*five_best)(const float *values, std::span<const std::uint32_t> first_row,
                    std::size_t databases, float *best);
  /// The greatest value of each run, at least `lowest`. `first`: by run, and behind the last. Seven
  /// more values than there are may be read, and are not heard.
  void (*best_of_runs)(const float *values, std::span<const std::uint32_t> first, float lowest,
                       float *best);
  /// ratio × (1 + sum × scale) of each; the sums become 0.
  void (*settle)(double *ratios, float *sums, std::size_t count, double scale);
  /// `share` of the natural logarithm of each, which is 1 or more, but finite. `count` is a
  /// multiple of eight.
  void (*logarithms)(const double *ratios, std::size_t count, float share, float *logs);
  /// Places of the values above the floor, rising, in `found`, which has room for all. Returns
  /// their number.
  std::size_t (*above)(const float *values, std::size_t count, float floor, std::uint32_t *found);
  /// Behind each row's signals, 8 or more: how far each is behind the best among visible rows, at
  /// most `min_gap`. `best` is room for the signals.
  void (*add_gaps)(float *rows, std::size_t count, std::size_t width, std::size_t signals,
                   const std::uint8_t *visible, float *best);
  /// Four numbers by channel, 32 in all: mass, own, whole, strongest.
  void (*read_name)(const NameStems &stems, float *row);
  /// By database, of features in rows of `databases`.
  void (*score_databases)(const LinearRow &model, const float *features, std::size_t databases,
                          float *scores);
};

/// The best that this processor runs.
const RankerKernels &ranker_kernels() noexcept;
/// All that this processor runs, the plain ones first.
std::span<const RankerKernels *const> runnable_ranker_kernels() noexcept;

}  // namespace sluice::inline v0::detail

#endif
