// Included once by each unit of an instruction set, which defines SLUICE_KERNEL_SET.
// Nothing but the language and intrinsics: no inline function of one set may be merged with that of
// another.

#include <cstddef>
#include <cstdint>

#include "eight_floats_code.hpp"
#include "ranker_kernels.hpp"

namespace sluice::detail::SLUICE_KERNEL_SET {
namespace {

inline void raise_to(float &value, float at_least) { value = value < at_least ? at_least : value; }

/// The words' sum of the greater of two rows.
template <std::size_t Steps>
inline Eight joined_row(const float *a, const float *b, std::size_t stride) {
  Eight sum = greater(load(a), load(b));
  for (std::size_t w = CoverRows::step; w < stride; w += CoverRows::step)
    sum = plus(sum, greater(load(a + w), load(b + w)));
  return sum;
}

template <std::size_t Steps>
void fill_database(const CoverRows &rows, const CoverSums &sums, std::size_t d,
                   const std::uint32_t *touched, std::size_t count) {
  const std::size_t stride = Steps == 0 ? rows.stride : Steps * CoverRows::step;
  const Eight least = load(rows.weights + stride);  // behind the weights: above 0, below any
  float shares[CoverRows::most];
  Eight covered = none(), counted = none(), named = none(), own = none();
  for (std::size_t w = 0; w < stride; w += CoverRows::step) {
    Eight of_whole = none(), of_name = none(), of_sum = none();
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t at = touched[i] * stride + w;
      const Eight whole = load(rows.tables + at);
      of_whole = greater(of_whole, whole);
      of_sum = plus(of_sum, whole);
      of_name = greater(of_name, load(rows.names + at));
    }
    // A word's part in a table counts less where others of the database have it too.
    const Eight weight = load(rows.weights + w);
    store(shares + w, over(weight, greater(greater(weight, of_sum), least)));
    const Eight own_name = load(rows.databases + d * stride + w);
    const Eight in_all = greater(of_whole, own_name);
    covered = plus(covered, in_all);
    counted = plus(counted, times(in_all, load(rows.counted + w)));
    named = plus(named, of_name);
    own = plus(own, own_name);
  }
  Four(covered, counted, named, own)
      .take(sums.covered[d], sums.uncovered[d], sums.table_names[d], sums.database_name[d]);
  float best = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t t = touched[i];
    Eight whole = none(), name = none(), alone = none();
    for (std::size_t w = 0; w < stride; w += CoverRows::step) {
      const Eight of_row = load(rows.tables + t * stride + w);
      whole = plus(whole, of_row);
      name = plus(name, load(rows.names + t * stride + w));
      alone = plus(alone, times(of_row, load(shares + w)));
    }
    float unused = 0;
    Four(whole, name, alone, alone).take(sums.table[t], sums.name[t], sums.unique[t], unused);
    sums.pair[t] = sums.table[t];
    raise_to(best, sums.table[t]);
  }
  sums.best_table[d] = sums.best_pair[d] = best;
}

/// Of four pairs of joined tables, all with words.
template <std::size_t Steps>
void fill_pairs(const CoverRows &rows, const CoverSums &sums, const std::uint32_t *at) {
  const std::size_t stride = Steps == 0 ? rows.stride : Steps * CoverRows::step;
  float both[4];
  Eight row[4];
  for (std::size_t i = 0; i < 4; ++i) {
    const auto &[a, b] = rows.joined[at[i]];
    row[i] = joined_row<Steps>(rows.tables + a * stride, rows.tables + b * stride, stride);
  }
  Four(row[0], row[1], row[2], row[3]).take(both[0], both[1], both[2], both[3]);
  for (std::size_t i = 0; i < 4; ++i) {
    const auto &[a, b] = rows.joined[at[i]];
    raise_to(sums.pair[a], both[i]);
    raise_to(sums.pair[b], both[i]);
    raise_to(sums.best_pair[rows.owner[a]], both[i]);
  }
}

template <std::size_t Steps>
void fill_all(const CoverRows &rows, const CoverSums &sums) {
  for (std::size_t d = 0; d + 1 < rows.first_table.size(); ++d) {
    std::size_t count = 0;
    for (std::uint32_t t = rows.first_table[d]; t < rows.first_table[d + 1]; ++t) {
      sums.room[count] = t;
      count += rows.touched[t];
    }
    if (count > 0 || rows.touched_database[d] != 0)
      fill_database<Steps>(rows, sums, d, sums.room, count);
  }
  // Four at once, the last ones again where there are fewer.
  std::uint32_t waiting[4];
  std::size_t number = 0;
  for (std::size_t p = 0; p < rows.joined.size(); ++p) {
    const auto &[a, b] = rows.joined[p];
    if ((rows.touched[a] & rows.touched[b]) != 0) {
      waiting[number++] = static_cast<std::uint32_t>(p);
      if (number == 4) {
        fill_pairs<Steps>(rows, sums, waiting);
        number = 0;
      }
    } else if ((rows.touched[a] | rows.touched[b]) != 0) {
      // Both together are what the one is.
      const float one = rows.touched[a] != 0 ? sums.table[a] : sums.table[b];
      raise_to(sums.pair[a], one);
      raise_to(sums.pair[b], one);
    }
  }
  if (number > 0) {
    for (std::size_t i = number; i < 4; ++i) waiting[i] = waiting[number - 1];
    fill_pairs<Steps>(rows, sums, waiting);
  }
}

void fill(const CoverRows &rows, const CoverSums &sums) {
  switch (rows.stride / CoverRows::step) {
    case 1: fill_all<1>(rows, sums); break;
    case 2: fill_all<2>(rows, sums); break;
    default: fill_all<0>(rows, sums);
  }
}

void take(float *rows, float *others, const std::uint8_t *touched, std::size_t count,
          std::size_t width) {
  for (std::size_t t = 0; t < count; ++t) {
    if (touched[t] == 0) continue;
    for (std::size_t i = t * width; i < (t + 1) * width; i += CoverRows::step) {
      store(rows + i, greater(load(rows + i), load(others + i)));
      store(others + i, none());
    }
  }
}

}  // namespace
}  // namespace sluice::detail::SLUICE_KERNEL_SET
