// Included once by the translation unit of each instruction set, which defines SLUICE_KERNEL_SET.
// Uses only the language and intrinsics, because the linker could merge inline functions of
// different sets.

#include <cstddef>
#include <cstdint>

#include "eight_floats_code.hpp"
#include "ranker_kernels.hpp"

namespace sluice::inline v0::route_detail::SLUICE_KERNEL_SET {
namespace {

constexpr std::size_t lane_count = 8;
constexpr float lowest_visible = RankerKernels::no_signal / 10;

inline void raise_to(float &value, float at_least) { value = value < at_least ? at_least : value; }

/// The pairwise sum of the first Number of eight lanes.
template <std::size_t Number, std::size_t First = 0, std::size_t Size = lane_count, class Lane>
inline Eight sum_of_lanes(Lane lane) {
  if constexpr (Size == 1) {
    return lane(First);
  } else if constexpr (First + Size / 2 >= Number) {
    return sum_of_lanes<Number, First, Size / 2>(lane);
  } else {
    return add(sum_of_lanes<Number, First, Size / 2>(lane),
               sum_of_lanes<Number, First + Size / 2, Size / 2>(lane));
  }
}

/// Sums the words in each database and table. `Words`: their number if at most eight, otherwise 0.
template <std::size_t Words>
void fill_tables(const CoverWords &of, const CoverSums &sums) {
  constexpr std::size_t lanes = Words == 0 ? lane_count : Words;
  const std::size_t words = Words == 0 ? of.words : Words;
  const std::size_t stride = CoverWords::cells_of(of.tables, of.databases);
  const float *in_names = of.cells, *in_tables = in_names + of.tables;
  const float *in_databases = in_tables + of.tables;
  const Eight min_weight = broadcast(CoverWords::min_weight);
  Eight shares[CoverWords::max_words];
  for (std::size_t d = 0; d < of.databases; d += lane_count) {
    const std::size_t first = of.first_row[d / lane_count] * lane_count;
    const std::size_t end = of.first_row[d / lane_count + 1] * lane_count;
    Eight covered[lanes], counted[lanes], named[lanes], own[lanes];
    for (std::size_t lane = 0; lane < lanes; ++lane)
      covered[lane] = counted[lane] = named[lane] = own[lane] = zeros();
    for (std::size_t w = 0; w < words; ++w) {
      const float *whole_at = in_tables + w * stride, *name_at = in_names + w * stride;
      Eight of_whole = zeros(), of_name = zeros(), of_sum = zeros();
      for (std::size_t t = first; t < end; t += lane_count) {
        const Eight whole = load(whole_at + t);
        of_whole = max_of(of_whole, whole);
        of_sum = add(of_sum, whole);
        of_name = max_of(of_name, load(name_at + t));
      }
      // A word in a table counts less if other tables of the database have it, too.
      const Eight weight = broadcast(of.weights[w]);
      shares[w] = divide(weight, max_of(max_of(weight, of_sum), min_weight));
      const Eight own_name = load(in_databases + w * stride + d);
      const Eight in_all = max_of(of_whole, own_name);
      const std::size_t lane = w % lane_count;
      covered[lane] = add(covered[lane], in_all);
      counted[lane] = add(counted[lane], multiply(in_all, broadcast(of.counted[w])));
      named[lane] = add(named[lane], of_name);
      own[lane] = add(own[lane], own_name);
    }
    const auto sum_of = [](const Eight *parts) {
      return sum_of_lanes<lanes>([=](std::size_t lane) { return parts[lane]; });
    };
    store(sums.covered + d, sum_of(covered));
    store(sums.uncovered + d, sum_of(counted));
    store(sums.table_names + d, sum_of(named));
    store(sums.database_name + d, sum_of(own));
    Eight best = zeros();
    for (std::size_t t = first; t < end; t += lane_count) {
      const auto sum_at = [=](const float *cells) {
        return sum_of_lanes<lanes>([=](std::size_t lane) {
          Eight sum = load(cells + lane * stride + t);
          for (std::size_t w = lane + lane_count; w < words; w += lane_count)
            sum = add(sum, load(cells + w * stride + t));
          return sum;
        });
      };
      const Eight whole = sum_at(in_tables);
      store(sums.table + t, whole);
      store(sums.pair + t, whole);
      store(sums.name + t, sum_at(in_names));
      store(sums.unique + t, sum_of_lanes<lanes>([&](std::size_t lane) {
              Eight sum = multiply(load(in_tables + lane * stride + t), shares[lane]);
              for (std::size_t w = lane + lane_count; w < words; w += lane_count)
                sum = add(sum, multiply(load(in_tables + w * stride + t), shares[w]));
              return sum;
            }));
      best = max_of(best, whole);
    }
    store(sums.best_table + d, best);
  }
}

/// Raises the sums of pairs of joined tables, eight at a time.
template <std::size_t Words>
void fill_pairs(const CoverWords &of, const CoverSums &sums) {
  constexpr std::size_t lanes = Words == 0 ? lane_count : Words;
  const std::size_t words = Words == 0 ? of.words : Words;
  const std::size_t stride = CoverWords::cells_of(of.tables, of.databases);
  for (const JoinedRows &joined : of.joined) {
    const std::size_t a = joined.first * lane_count, b = joined.second * lane_count;
    const auto both_of = [&](std::size_t w) {
      const float *cells = of.cells + of.tables + w * stride;
      return max_of(load(cells + a), load(cells + b));
    };
    const Eight sum = sum_of_lanes<lanes>([&](std::size_t lane) {
      Eight both = both_of(lane);
      for (std::size_t w = lane + lane_count; w < words; w += lane_count)
        both = add(both, both_of(w));
      return both;
    });
    const Eight of_joined = min_of(sum, load(joined.bounds));
    store(sums.pair + a, max_of(load(sums.pair + a), of_joined));
    store(sums.pair + b, max_of(load(sums.pair + b), of_joined));
  }
  for (std::size_t d = 0; d < of.databases; d += lane_count) {
    Eight best = zeros();
    for (std::size_t row = of.first_row[d / lane_count]; row < of.first_row[d / lane_count + 1];
         ++row)
      best = max_of(best, load(sums.pair + row * lane_count));
    store(sums.best_pair + d, best);
  }
}

template <std::size_t Words>
void fill_all(const CoverWords &of, const CoverSums &sums) {
  fill_tables<Words>(of, sums);
  fill_pairs<Words>(of, sums);
}

void fill(const CoverWords &of, const CoverSums &sums) {
  switch (of.words) {
    case 1: return fill_all<1>(of, sums);
    case 2: return fill_all<2>(of, sums);
    case 3: return fill_all<3>(of, sums);
    case 4: return fill_all<4>(of, sums);
    case 5: return fill_all<5>(of, sums);
    case 6: return fill_all<6>(of, sums);
    case 7: return fill_all<7>(of, sums);
    case 8: return fill_all<8>(of, sums);
    default: return fill_all<0>(of, sums);
  }
}

void merge_and_reset(float *target, float *others, const float *initial, std::size_t count) {
  for (std::size_t i = 0; i < count; i += lane_count) {
    store(target + i, max_of(load(target + i), load(others + i)));
    store(others + i, load(initial + i));
  }
}

void best_two(const TableSignal &of, float *best, float *both) {
  for (std::size_t d = 0; d < of.databases; d += lane_count) {
    Eight first = broadcast(RankerKernels::no_signal), second = first;
    for (std::size_t row = of.first_row[d / lane_count]; row < of.first_row[d / lane_count + 1];
         ++row) {
      const Eight value =
          min_of(load(of.values + row * lane_count), load(of.bounds + row * lane_count));
      second = max_of(second, min_of(first, value));
      first = max_of(first, value);
    }
    const Eight floor = broadcast(lowest_visible);
    store(best + d, zero_where_below(first, first, floor));
    if (both != nullptr)
      store(both + d, zero_where_below(add(first, max_of(second, zeros())), first, floor));
  }
}

void fuse(const float *signals, std::size_t places, const float *weights, std::size_t count,
          float bias, float *sums) {
  for (std::size_t at = 0; at < places; at += lane_count) {
    Eight sum = broadcast(bias);
    for (std::size_t s = 0; s < count; ++s)
      sum = add(sum, multiply(broadcast(weights[s]), load(signals + s * places + at)));
    store(sums + at, sum);
  }
}

void five_best(const float *values, std::span<const std::uint32_t> first_row, std::size_t databases,
               float *best) {
  constexpr std::size_t ranks = 5;
  constexpr float lowest = -2;
  for (std::size_t d = 0; d < databases; d += lane_count) {
    Eight held[ranks];
    for (Eight &of_rank : held) of_rank = broadcast(lowest);
    for (std::size_t row = first_row[d / lane_count]; row < first_row[d / lane_count + 1]; ++row) {
      const Eight value = load(values + row * lane_count);
      // No step waits for another.
      for (std::size_t rank = ranks - 1; rank > 0; --rank)
        held[rank] = max_of(held[rank], min_of(held[rank - 1], value));
      held[0] = max_of(held[0], value);
    }
    for (std::size_t rank = 0; rank < ranks; ++rank) store(best + rank * databases + d, held[rank]);
  }
}

void best_of_runs(const float *values, std::span<const std::uint32_t> first, float lowest,
                  float *best) {
  constexpr float no = RankerKernels::no_signal, any = -no;
  // Eight bounds from index 8 - n on let n values through.
  constexpr float bounds[2 * lane_count] = {any, any, any, any, any, any, any, any,
                                            no,  no,  no,  no,  no,  no,  no,  no};
  for (std::size_t run = 0; run + 1 < first.size(); ++run) {
    Eight of_run = broadcast(lowest);
    for (std::size_t i = first[run]; i < first[run + 1]; i += lane_count) {
      const std::size_t left = first[run + 1] - i;
      const Eight bound = load(bounds + lane_count - (left < lane_count ? left : lane_count));
      of_run = max_of(of_run, min_of(load(values + i), bound));
    }
    best[run] = max_lane(of_run);
  }
}

void scale_ratios(double *ratios, float *sums, std::size_t count, double scale) {
  for (std::size_t i = 0; i < count; ++i) {
    ratios[i] *= 1 + double{sums[i]} * scale;
    sums[i] = 0;
  }
}

void logarithms(const double *ratios, std::size_t count, float share, float *logs) {
  // A ratio is m·2^e with m as near to 1 as possible. The logarithm of m is 2·artanh(f), f = (m -
  // 1) / (m + 1), so |f| < 0.172: the truncation error of the series is below the precision of a
  // double.
  constexpr std::uint64_t root_of_half = 0x3FE6A09E667F3BCD, fraction_bits = 52;
  constexpr std::uint64_t two_to_52 = 0x4330000000000000;
  constexpr double log_2 = 0.6931471805599453;
  for (std::size_t i = 0; i < count; i += lane_count) {
    for (std::size_t k = i; k < i + lane_count; ++k) {
      const auto bits = __builtin_bit_cast(std::uint64_t, ratios[k]);
      const std::uint64_t exponent = (bits - root_of_half) >> fraction_bits;
      const auto m = __builtin_bit_cast(double, bits - (exponent << fraction_bits));
      const double e = __builtin_bit_cast(double, exponent | two_to_52) - 0x1p52;
      const double f = (m - 1) / (m + 1), s = f * f;
      double series = 0;
      for (int n = 21; n > 0; n -= 2) series = series * s + 1.0 / n;
      logs[k] = share * static_cast<float>(e * log_2 + 2 * f * series);
    }
  }
}

std::size_t above(const float *values, std::size_t count, float floor, std::uint32_t *found) {
  const Eight of_floor = broadcast(floor);
  std::uint32_t *next = found;
  std::uint32_t i = 0;
  for (; i + lane_count <= count; i += lane_count) {
    for (unsigned bits = bits_above(load(values + i), of_floor); bits != 0; bits &= bits - 1)
      *next++ = i + static_cast<std::uint32_t>(__builtin_ctz(bits));
  }
  for (; i < count; ++i) {
    if (values[i] > floor) *next++ = i;
  }
  return static_cast<std::size_t>(next - found);
}

void compare_databases(float *signal, const float *bounds, std::size_t count, float *gaps) {
  Eight first = broadcast(RankerKernels::no_signal), second = first;
  for (std::size_t d = 0; d < count; d += lane_count) {
    const Eight value = min_of(load(signal + d), load(bounds + d));
    store(signal + d, value);
    second = max_of(second, min_of(first, value));
    first = max_of(first, value);
  }
  float firsts[lane_count], seconds[lane_count];
  store(firsts, first);
  store(seconds, second);
  float best = RankerKernels::no_signal, next = best;
  for (std::size_t lane = 0; lane < lane_count; ++lane) {
    const float lower = firsts[lane] < best ? firsts[lane] : best;
    raise_to(next, lower);
    raise_to(next, seconds[lane]);
    raise_to(best, firsts[lane]);
  }
  const Eight of_best = broadcast(best);
  for (std::size_t d = 0; d < count; d += lane_count)
    store(gaps + d, subtract(load(signal + d), of_best));
  if (!(best > lowest_visible)) return;
  std::size_t leader = 0;
  unsigned leads = 0;
  while ((leads = bits_equal(load(signal + leader), of_best)) == 0) leader += lane_count;
  leader += static_cast<std::size_t>(__builtin_ctz(leads));
  gaps[leader] = next > lowest_visible ? best - next : 0.0F;
}

}  // namespace
}  // namespace sluice::inline v0::route_detail::SLUICE_KERNEL_SET
