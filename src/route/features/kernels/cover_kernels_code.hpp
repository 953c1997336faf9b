// Included once by each unit of an instruction set, which defines SLUICE_KERNEL_SET.
// Nothing but the language and intrinsics: no inline function of one set may be merged with that of
// another.

#include <cstddef>
#include <cstdint>

#include "eight_floats_code.hpp"
#include "ranker_kernels.hpp"

namespace sluice::inline v0::detail::SLUICE_KERNEL_SET {
namespace {

constexpr std::size_t beside = 8;
constexpr float something = RankerKernels::nothing / 10;

inline void raise_to(float &value, float at_least) { value = value < at_least ? at_least : value; }

/// The sum of the first Number of eight lanes, two by two.
template <std::size_t Number, std::size_t First = 0, std::size_t Size = beside, class Lane>
inline Eight sum_of_lanes(Lane lane) {
  if constexpr (Size == 1) {
    return lane(First);
  } else if constexpr (First + Size / 2 >= Number) {
    return sum_of_lanes<Number, First, Size / 2>(lane);
  } else {
    return plus(sum_of_lanes<Number, First, Size / 2>(lane),
                sum_of_lanes<Number, First + Size / 2, Size / 2>(lane));
  }
}

/// What the words come to in each database and table. Words, if below nine, else 0.
template <std::size_t Words>
void fill_tables(const CoverWords &of, const CoverSums &sums) {
  constexpr std::size_t lanes = Words == 0 ? beside : Words;
  const std::size_t words = Words == 0 ? of.words : Words;
  const std::size_t stride = CoverWords::cells_of(of.tables, of.databases);
  const float *in_names = of.cells, *in_tables = in_names + of.tables;
  const float *in_databases = in_tables + of.tables;
  const Eight least = all(CoverWords::least);
  Eight shares[CoverWords::most];
  for (std::size_t d = 0; d < of.databases; d += beside) {
    const std::size_t first = of.first_row[d / beside] * beside;
    const std::size_t end = of.first_row[d / beside + 1] * beside;
    Eight covered[lanes], counted[lanes], named[lanes], own[lanes];
    for (std::size_t lane = 0; lane < lanes; ++lane)
      covered[lane] = counted[lane] = named[lane] = own[lane] = none();
    for (std::size_t w = 0; w < words; ++w) {
      const float *whole_at = in_tables + w * stride, *name_at = in_names + w * stride;
      Eight of_whole = none(), of_name = none(), of_sum = none();
      for (std::size_t t = first; t < end; t += beside) {
        const Eight whole = load(whole_at + t);
        of_whole = greater(of_whole, whole);
        of_sum = plus(of_sum, whole);
        of_name = greater(of_name, load(name_at + t));
      }
      // A word's part in a table counts less where others of the database have it too.
      const Eight weight = all(of.weights[w]);
      shares[w] = over(weight, greater(greater(weight, of_sum), least));
      const Eight own_name = load(in_databases + w * stride + d);
      const Eight in_all = greater(of_whole, own_name);
      const std::size_t lane = w % beside;
      covered[lane] = plus(covered[lane], in_all);
      counted[lane] = plus(counted[lane], times(in_all, all(of.counted[w])));
      named[lane] = plus(named[lane], of_name);
      own[lane] = plus(own[lane], own_name);
    }
    const auto sum_of = [](const Eight *parts) {
      return sum_of_lanes<lanes>([=](std::size_t lane) { return parts[lane]; });
    };
    store(sums.covered + d, sum_of(covered));
    store(sums.uncovered + d, sum_of(counted));
    store(sums.table_names + d, sum_of(named));
    store(sums.database_name + d, sum_of(own));
    Eight best = none();
    for (std::size_t t = first; t < end; t += beside) {
      const auto sum_at = [=](const float *cells) {
        return sum_of_lanes<lanes>([=](std::size_t lane) {
          Eight sum = load(cells + lane * stride + t);
          for (std::size_t w = lane + beside; w < words; w += beside)
            sum = plus(sum, load(cells + w * stride + t));
          return sum;
        });
      };
      const Eight whole = sum_at(in_tables);
      store(sums.table + t, whole);
      store(sums.pair + t, whole);
      store(sums.name + t, sum_at(in_names));
      store(sums.unique + t, sum_of_lanes<lanes>([&](std::size_t lane) {
              Eight sum = times(load(in_tables + lane * stride + t), shares[lane]);
              for (std::size_t w = lane + beside; w < words; w += beside)
                sum = plus(sum, times(load(in_tables + w * stride + t), shares[w]));
              return sum;
            }));
      best = greater(best, whole);
    }
    store(sums.best_table + d, best);
  }
}

/// Raises what is said of pairs of joined tables, eight at a time.
template <std::size_t Words>
void fill_pairs(const CoverWords &of, const CoverSums &sums) {
  constexpr std::size_t lanes = Words == 0 ? beside : Words;
  const std::size_t words = Words == 0 ? of.words : Words;
  const std::size_t stride = CoverWords::cells_of(of.tables, of.databases);
  for (const JoinedRows &joined : of.joined) {
    const std::size_t a = joined.first * beside, b = joined.second * beside;
    const auto both_of = [&](std::size_t w) {
      const float *cells = of.cells + of.tables + w * stride;
      return greater(load(cells + a), load(cells + b));
    };
    const Eight sum = sum_of_lanes<lanes>([&](std::size_t lane) {
      Eight both = both_of(lane);
      for (std::size_t w = lane + beside; w < words; w += beside) both = plus(both, both_of(w));
      return both;
    });
    const Eight of_joined = lesser(sum, load(joined.bounds));
    store(sums.pair + a, greater(load(sums.pair + a), of_joined));
    store(sums.pair + b, greater(load(sums.pair + b), of_joined));
  }
  for (std::size_t d = 0; d < of.databases; d += beside) {
    Eight best = none();
    for (std::size_t row = of.first_row[d / beside]; row < of.first_row[d / beside + 1]; ++row)
      best = greater(best, load(sums.pair + row * beside));
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

void take(float *mine, float *others, const float *anew, std::size_t count) {
  for (std::size_t i = 0; i < count; i += beside) {
    store(mine + i, greater(load(mine + i), load(others + i)));
    store(others + i, load(anew + i));
  }
}

void best_two(const TableSignal &of, float *best, float *both) {
  for (std::size_t d = 0; d < of.databases; d += beside) {
    Eight first = all(RankerKernels::nothing), second = first;
    for (std::size_t row = of.first_row[d / beside]; row < of.first_row[d / beside + 1]; ++row) {
      const Eight value = lesser(load(of.values + row * beside), load(of.bounds + row * beside));
      second = greater(second, lesser(first, value));
      first = greater(first, value);
    }
    const Eight floor = all(something);
    store(best + d, only_where(first, first, floor));
    if (both != nullptr)
      store(both + d, only_where(plus(first, greater(second, none())), first, floor));
  }
}

void fuse(const float *signals, std::size_t places, const float *weights, std::size_t count,
          float bias, float *sums) {
  for (std::size_t at = 0; at < places; at += beside) {
    Eight sum = all(bias);
    for (std::size_t s = 0; s < count; ++s)
      sum = plus(sum, times(all(weights[s]), load(signals + s * places + at)));
    store(sums + at, sum);
  }
}

void five_best(const float *values, std::span<const std::uint32_t> first_row, std::size_t databases,
               float *best) {
  constexpr std::size_t ranks = 5;
  constexpr float lowest = -2;
  for (std::size_t d = 0; d < databases; d += beside) {
    Eight held[ranks];
    for (Eight &of_rank : held) of_rank = all(lowest);
    for (std::size_t row = first_row[d / beside]; row < first_row[d / beside + 1]; ++row) {
      const Eight value = load(values + row * beside);
      // No step waits for another.
      for (std::size_t rank = ranks - 1; rank > 0; --rank)
        held[rank] = greater(held[rank], lesser(held[rank - 1], value));
      held[0] = greater(held[0], value);
    }
    for (std::size_t rank = 0; rank < ranks; ++rank) store(best + rank * databases + d, held[rank]);
  }
}

void best_of_runs(const float *values, std::span<const std::uint32_t> first, float lowest,
                  float *best) {
  constexpr float no = RankerKernels::nothing, any = -no;
  // Read from place 8 - n on, they let n values through.
  constexpr float bounds[2 * beside] = {any, any, any, any, any, any, any, any,
                                        no,  no,  no,  no,  no,  no,  no,  no};
  for (std::size_t run = 0; run + 1 < first.size(); ++run) {
    Eight of_run = all(lowest);
    for (std::size_t i = first[run]; i < first[run + 1]; i += beside) {
      const std::size_t left = first[run + 1] - i;
      const Eight bound = load(bounds + beside - (left < beside ? left : beside));
      of_run = greater(of_run, lesser(load(values + i), bound));
    }
    best[run] = greatest_of(of_run);
  }
}

void settle(double *ratios, float *sums, std::size_t count, double scale) {
  for (std::size_t i = 0; i < count; ++i) {
    ratios[i] *= 1 + double{sums[i]} * scale;
    sums[i] = 0;
  }
}

void logarithms(const double *ratios, std::size_t count, float share, float *logs) {
  // A ratio is m·2^e, and m as near to 1 as can be. The logarithm of m is 2·artanh(f), f = (m - 1)
  // / (m + 1), so |f| < 0.172: what its series lacks is below what a double keeps.
  constexpr std::uint64_t root_of_half = 0x3FE6A09E667F3BCD, fraction_bits = 52;
  constexpr std::uint64_t two_to_52 = 0x4330000000000000;
  constexpr double log_2 = 0.6931471805599453;
  for (std::size_t i = 0; i < count; i += beside) {
    for (std::size_t k = i; k < i + beside; ++k) {
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
  const Eight of_floor = all(floor);
  std::uint32_t *next = found;
  std::uint32_t i = 0;
  for (; i + beside <= count; i += beside) {
    for (unsigned bits = bits_above(load(values + i), of_floor); bits != 0; bits &= bits - 1)
      *next++ = i + static_cast<std::uint32_t>(__builtin_ctz(bits));
  }
  for (; i < count; ++i) {
    if (values[i] > floor) *next++ = i;
  }
  return static_cast<std::size_t>(next - found);
}

void compare_databases(float *signal, const float *bounds, std::size_t count, float *gaps) {
  Eight first = all(RankerKernels::nothing), second = first;
  for (std::size_t d = 0; d < count; d += beside) {
    const Eight value = lesser(load(signal + d), load(bounds + d));
    store(signal + d, value);
    second = greater(second, lesser(first, value));
    first = greater(first, value);
  }
  float firsts[beside], seconds[beside];
  store(firsts, first);
  store(seconds, second);
  float best = RankerKernels::nothing, next = best;
  for (std::size_t lane = 0; lane < beside; ++lane) {
    const float lower = firsts[lane] < best ? firsts[lane] : best;
    raise_to(next, lower);
    raise_to(next, seconds[lane]);
    raise_to(best, firsts[lane]);
  }
  const Eight of_best = all(best);
  for (std::size_t d = 0; d < count; d += beside) store(gaps + d, minus(load(signal + d), of_best));
  if (!(best > something)) return;
  std::size_t leader = 0;
  unsigned leads = 0;
  while ((leads = bits_equal(load(signal + leader), of_best)) == 0) leader += beside;
  leader += static_cast<std::size_t>(__builtin_ctz(leads));
  gaps[leader] = next > something ? best - next : 0.0F;
}

}  // namespace
}  // namespace sluice::inline v0::detail::SLUICE_KERNEL_SET
