#ifndef SLUICE_SRC_ROUTE_FEATURES_KERNELS_RANKER_KERNELS_HPP
#define SLUICE_SRC_ROUTE_FEATURES_KERNELS_RANKER_KERNELS_HPP

/// The arithmetic of the ranker, compiled once per instruction set. All sets give the same bits.

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace sluice::inline v0::route_detail {

/// Two rows of the grid that contain joined tables of at least one database.
struct JoinedRows {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  float bounds[8] = {};  ///< By database: 0 if they are not joined, otherwise far above any signal.
};

/// How strongly the words of a question match each object: strength times weight of the word. The
/// cells of a word are by place (see DatabaseGrid): first tables by their names alone, then tables
/// by names and columns, then databases by their names.
struct CoverWords {
  static constexpr std::size_t max_words = 64;
  static constexpr float min_weight = 1e-30F;  ///< Above 0 and below any weight.

  std::size_t words = 0;           ///< At most `max_words`.
  std::size_t tables = 0;          ///< Number of places.
  std::size_t databases = 0;       ///< Number of places.
  const float *weights = nullptr;  ///< By word.
  /// By word: its counted part (see WordWeights) over its weight; 0 if that is 0.
  const float *counted = nullptr;
  const float *cells = nullptr;              ///< By word.
  std::span<const std::uint32_t> first_row;  ///< See DatabaseGrid.
  std::span<const JoinedRows> joined;

  static constexpr std::size_t cells_of(std::size_t tables, std::size_t databases) noexcept {
    return 2 * tables + databases;
  }
};

/// Outputs, by place.
struct CoverSums {
  float *covered, *uncovered, *table_names, *database_name, *best_table, *best_pair;  // by database
  float *table, *name, *unique, *pair;                                                // by table
};

/// A signal of tables by place.
struct TableSignal {
  const float *values = nullptr;
  /// Far above any value if the table is visible, otherwise far below.
  const float *bounds = nullptr;
  std::span<const std::uint32_t> first_row;  ///< See DatabaseGrid.
  std::size_t databases = 0;                 ///< Number of places.
};

/// A non-owning view of a LinearModel.
struct LinearRow {
  std::size_t columns = 0;
  const float *weights = nullptr;
  const float *means = nullptr;
  const float *inverses = nullptr;
  float limit = 0;
  float bias = 0;
};

/// The stems of a column's readable name, and the further ones of its original name.
struct NameStems {
  std::span<const std::uint32_t> name, extras;
  const std::uint8_t *of_table = nullptr;  ///< By stem of `name`: is it in the table's name, too?
  const std::uint32_t *slots = nullptr;    ///< By stem: the index of its row in `numbers`.
  const float *numbers = nullptr;          ///< Rows of 8 strengths by channel, then 8 weights.
  std::size_t stride = 0;                  ///< From one row to the next.
};

struct RankerKernels {
  static constexpr float min_gap = -1e3F;
  static constexpr float no_signal = -1e30F;  ///< Below every signal.

  const char *name;
  /// Fills all sums. `uncovered` gets the counted part that *is* covered.
  void (*fill)(const CoverWords &words, const CoverSums &sums);
  /// `target` becomes the maximum of both, `others` a copy of `initial`. `count` is a multiple of
  /// eight.
  void (*merge_and_reset)(float *target, float *others, const float *initial, std::size_t count);
  /// By database: the greatest value of its visible tables, and the sum of that and the second
  /// greatest if positive; 0 without visible tables. `both` may be nullptr.
  void (*best_two)(const TableSignal &signal, float *best, float *both);
  /// By place: the bias plus the weighted sum of `count` signals, which are stored consecutively.
  /// `places` is a multiple of eight.
  void (*fuse)(const float *signals, std::size_t places, const float *weights, std::size_t count,
               float bias, float *sums);
  /// Lowers the values to their bounds (see TableSignal). `gaps` becomes each value minus the best
  /// one, and for the best one its distance to the second. `count` is a multiple of eight.
  void (*compare_databases)(float *signal, const float *bounds, std::size_t count, float *gaps);
  /// By rank, then database: the five greatest values of its parts, in descending order; -2 if
  /// there are fewer. Parts to ignore have the value -2.
  void (*five_best)(const float *values, std::span<const std::uint32_t> first_row,
                    std::size_t databases, float *best);
  /// The greatest value of each run, at least `lowest`. `first`: by run, plus the end. Up to seven
  /// values after the last may be read but do not affect the result.
  void (*best_of_runs)(const float *values, std::span<const std::uint32_t> first, float lowest,
                       float *best);
  /// Multiplies each ratio by 1 + sum × scale and sets the sums to 0.
  void (*scale_ratios)(double *ratios, float *sums, std::size_t count, double scale);
  /// `share` × natural logarithm of each ratio, which must be finite and at least 1. `count` is a
  /// multiple of eight.
  void (*logarithms)(const double *ratios, std::size_t count, float share, float *logs);
  /// Writes the ascending positions of the values above the floor to `found`, which has space for
  /// all. Returns their number.
  std::size_t (*above)(const float *values, std::size_t count, float floor, std::uint32_t *found);
  /// Appends to the signals (at least 8) of each row their differences to the best visible row, at
  /// least `min_gap`. `best` is scratch space for the signals.
  void (*add_gaps)(float *rows, std::size_t count, std::size_t width, std::size_t signals,
                   const std::uint8_t *visible, float *best);
  /// Writes four numbers per channel, 32 in all: mass, own, whole, strongest.
  void (*read_name)(const NameStems &stems, float *row);
  /// Scores by database. `features`: by feature, then database.
  void (*score_databases)(const LinearRow &model, const float *features, std::size_t databases,
                          float *scores);
};

/// The fastest set that this processor can run.
const RankerKernels &ranker_kernels() noexcept;
/// All sets that this processor can run, the plain one first.
std::span<const RankerKernels *const> runnable_ranker_kernels() noexcept;

}  // namespace sluice::inline v0::route_detail

#endif
