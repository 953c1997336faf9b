// Included once by each unit of an instruction set, which defines SLUICE_KERNEL_SET and a name.
// Nothing but the language and intrinsics: no inline function of one set may be merged with that of
// another.

#include <cstddef>
#include <cstdint>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "cover_kernels.hpp"

namespace sluice::detail::SLUICE_KERNEL_SET {
namespace {

// Eight words at once.
#if defined(__AVX2__)

using Eight = __m256;

inline Eight none() { return _mm256_setzero_ps(); }
inline Eight load(const float *from) { return _mm256_loadu_ps(from); }
inline void store(float *to, Eight values) { _mm256_storeu_ps(to, values); }
inline Eight plus(Eight a, Eight b) { return _mm256_add_ps(a, b); }
inline Eight times(Eight a, Eight b) { return _mm256_mul_ps(a, b); }
inline Eight greater(Eight a, Eight b) { return _mm256_max_ps(a, b); }
inline Eight over(Eight a, Eight b) { return _mm256_div_ps(a, b); }

/// The sum of each.
struct Four {
  __m128 sums;
  Four(Eight a, Eight b, Eight c, Eight d) {
    const Eight all = _mm256_hadd_ps(_mm256_hadd_ps(a, b), _mm256_hadd_ps(c, d));
    sums = _mm_add_ps(_mm256_castps256_ps128(all), _mm256_extractf128_ps(all, 1));
  }
  void take(float &a, float &b, float &c, float &d) const {
    float all[4];
    _mm_storeu_ps(all, sums);
    a = all[0];
    b = all[1];
    c = all[2];
    d = all[3];
  }
};

#else

struct Eight {
  float at[8];
};

inline Eight none() { return {}; }
inline Eight load(const float *from) {
  Eight values;
  for (std::size_t i = 0; i < 8; ++i) values.at[i] = from[i];
  return values;
}
inline void store(float *to, const Eight &values) {
  for (std::size_t i = 0; i < 8; ++i) to[i] = values.at[i];
}
inline Eight plus(Eight a, const Eight &b) {
  for (std::size_t i = 0; i < 8; ++i) a.at[i] += b.at[i];
  return a;
}
inline Eight times(Eight a, const Eight &b) {
  for (std::size_t i = 0; i < 8; ++i) a.at[i] *= b.at[i];
  return a;
}
inline Eight greater(Eight a, const Eight &b) {
  for (std::size_t i = 0; i < 8; ++i) a.at[i] = a.at[i] > b.at[i] ? a.at[i] : b.at[i];
  return a;
}
inline Eight over(Eight a, const Eight &b) {
  for (std::size_t i = 0; i < 8; ++i) a.at[i] /= b.at[i];
  return a;
}

struct Four {
  float sums[4];
  Four(const Eight &a, const Eight &b, const Eight &c, const Eight &d)
      : sums{sum(a), sum(b), sum(c), sum(d)} {}
  static float sum(const Eight &of) {
    return ((of.at[0] + of.at[1]) + (of.at[2] + of.at[3])) +
           ((of.at[4] + of.at[5]) + (of.at[6] + of.at[7]));
  }
  void take(float &a, float &b, float &c, float &d) const {
    a = sums[0];
    b = sums[1];
    c = sums[2];
    d = sums[3];
  }
};

#endif

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
void fill_databases(const CoverRows &rows, const CoverSums &sums) {
  const std::size_t stride = Steps == 0 ? rows.stride : Steps * CoverRows::step;
  const Eight least = load(rows.weights + stride);  // behind the weights: above 0, below any
  for (std::size_t d = 0; d + 1 < rows.first_table.size(); ++d) {
    const std::size_t first = rows.first_table[d], end = rows.first_table[d + 1];
    bool any = rows.touched_database[d] != 0;
    for (std::size_t t = first; t < end; ++t) any = any || rows.touched[t] != 0;
    if (!any) continue;
    float shares[CoverRows::most];
    Eight covered = none(), counted = none(), named = none(), own = none();
    for (std::size_t w = 0; w < stride; w += CoverRows::step) {
      Eight of_whole = none(), of_name = none(), of_sum = none();
      for (std::size_t t = first; t < end; ++t) {
        const float *row = rows.tables + t * 2 * stride + w;
        const Eight whole = load(row);
        of_whole = greater(of_whole, whole);
        of_sum = plus(of_sum, whole);
        of_name = greater(of_name, load(row + stride));
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
    for (std::size_t t = first; t < end; ++t) {
      if (rows.touched[t] == 0) continue;
      Eight whole = none(), name = none(), alone = none();
      for (std::size_t w = 0; w < stride; w += CoverRows::step) {
        const float *row = rows.tables + t * 2 * stride + w;
        const Eight of_row = load(row);
        whole = plus(whole, of_row);
        name = plus(name, load(row + stride));
        alone = plus(alone, times(of_row, load(shares + w)));
      }
      float unused = 0;
      Four(whole, name, alone, alone).take(sums.table[t], sums.name[t], sums.unique[t], unused);
      sums.pair[t] = sums.table[t];
      raise_to(best, sums.table[t]);
    }
    sums.best_table[d] = sums.best_pair[d] = best;
  }
  for (std::size_t p = 0; p < rows.joined.size();) {
    // Four at once, the last ones again where there are fewer.
    float both[4];
    std::size_t at[4];
    Eight row[4];
    for (std::size_t i = 0; i < 4; ++i) {
      at[i] = p + i < rows.joined.size() ? p + i : rows.joined.size() - 1;
      const auto &[a, b] = rows.joined[at[i]];
      row[i] =
          joined_row<Steps>(rows.tables + a * 2 * stride, rows.tables + b * 2 * stride, stride);
    }
    Four(row[0], row[1], row[2], row[3]).take(both[0], both[1], both[2], both[3]);
    for (std::size_t i = 0; i < 4; ++i) {
      const auto &[a, b] = rows.joined[at[i]];
      raise_to(sums.pair[a], both[i]);
      raise_to(sums.pair[b], both[i]);
      raise_to(sums.best_pair[rows.owner[a]], both[i]);
    }
    p += 4;
  }
}

void fill(const CoverRows &rows, const CoverSums &sums) {
  switch (rows.stride / CoverRows::step) {
    case 1: fill_databases<1>(rows, sums); break;
    case 2: fill_databases<2>(rows, sums); break;
    default: fill_databases<0>(rows, sums);
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

extern const CoverKernels kernels;
const CoverKernels kernels{SLUICE_KERNEL_NAME, fill, take};

}  // namespace sluice::detail::SLUICE_KERNEL_SET
