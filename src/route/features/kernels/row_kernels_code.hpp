// Included once by each unit of an instruction set, which defines SLUICE_KERNEL_SET.
// Nothing but the language and intrinsics: no inline function of one set may be merged with that of
// another.

#include <cstddef>
#include <cstdint>

#include "eight_floats_code.hpp"
#include "ranker_kernels.hpp"

namespace sluice::inline v0::detail::SLUICE_KERNEL_SET {
namespace {

inline Eight cut(Eight values, Eight limit) {
  return lesser(greater(values, minus(none(), limit)), limit);
}

inline float cut(float value, float limit) {
  return value < -limit ? -limit : value > limit ? limit : value;
}

void add_gaps(float *rows, std::size_t count, std::size_t width, std::size_t signals,
              const std::uint8_t *visible, float *best) {
  constexpr std::size_t step = 8;
  const Eight least = all(RankerKernels::min_gap);
  const auto each_eight = [=](auto visit) {
    for (std::size_t i = 0; i + step <= signals; i += step) visit(i);
    if (signals % step != 0) visit(signals - step);  // some of them again
  };
  each_eight([=](std::size_t i) { store(best + i, all(RankerKernels::nothing)); });
  for (std::size_t r = 0; r < count; ++r) {
    if (visible[r] == 0) continue;
    const float *row = rows + r * width;
    each_eight([=](std::size_t i) { store(best + i, greater(load(best + i), load(row + i))); });
  }
  for (std::size_t r = 0; r < count; ++r) {
    const float *row = rows + r * width;
    float *gaps = rows + r * width + signals;
    each_eight([=](std::size_t i) {
      store(gaps + i, greater(minus(load(row + i), load(best + i)), least));
    });
  }
}

void read_name(const NameStems &stems, float *row) {
  constexpr std::size_t step = 8;
  Eight mass = none(), own = none(), whole = none(), strongest = none();
  const auto numbers_of = [&](std::uint32_t stem) {
    return stems.numbers + stems.slots[stem] * stems.stride;
  };
  const std::uint8_t *of_table = stems.of_table;
  for (const std::uint32_t stem : stems.name) {
    const float *numbers = numbers_of(stem);
    const Eight strengths = load(numbers), weights = load(numbers + step);
    mass = plus(mass, weights);
    if (*of_table++ == 0) own = plus(own, weights);
    whole = plus(whole, strengths);
    strongest = greater(strongest, strengths);
  }
  for (const std::uint32_t stem : stems.extras)
    strongest = greater(strongest, load(numbers_of(stem)));
  if (!stems.name.empty()) whole = over(whole, all(static_cast<float>(stems.name.size())));
  store_mixed(row, mass, own, whole, strongest);
}

void score_databases(const LinearRow &model, const float *features, std::size_t databases,
                     float *scores) {
  constexpr std::size_t step = 8;
  const Eight limit = all(model.limit);
  std::size_t d = 0;
  for (; d + step <= databases; d += step) {
    Eight sums = all(model.bias);
    for (std::size_t f = 0; f < model.columns; ++f) {
      const Eight plain = times(minus(load(features + f * databases + d), all(model.means[f])),
                                all(model.inverses[f]));
      sums = plus(sums, times(all(model.weights[f]), cut(plain, limit)));
    }
    store(scores + d, sums);
  }
  for (; d < databases; ++d) {
    float sum = model.bias;
    for (std::size_t f = 0; f < model.columns; ++f) {
      const float plain = (features[f * databases + d] - model.means[f]) * model.inverses[f];
      sum += model.weights[f] * cut(plain, model.limit);
    }
    scores[d] = sum;
  }
}

}  // namespace
}  // namespace sluice::inline v0::detail::SLUICE_KERNEL_SET
