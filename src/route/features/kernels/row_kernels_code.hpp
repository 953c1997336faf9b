// Included once by the translation unit of each instruction set, which defines SLUICE_KERNEL_SET.
// Uses only the language and intrinsics, because the linker could merge inline functions of
// different sets.

#include <cstddef>
#include <cstdint>

#include "eight_floats_code.hpp"
#include "ranker_kernels.hpp"

namespace sluice::inline v0::route_detail::SLUICE_KERNEL_SET {
namespace {

inline Eight cut(Eight values, Eight limit) {
  return min_of(max_of(values, subtract(zeros(), limit)), limit);
}

inline float cut(float value, float limit) {
  return value < -limit ? -limit : value > limit ? limit : value;
}

void add_gaps(float *rows, std::size_t count, std::size_t width, std::size_t signals,
              const std::uint8_t *visible, float *best) {
  constexpr std::size_t step = 8;
  const Eight lowest_gap = broadcast(RankerKernels::min_gap);
  const auto each_eight = [=](auto visit) {
    for (std::size_t i = 0; i + step <= signals; i += step) visit(i);
    if (signals % step != 0) visit(signals - step);  // overlaps the step before
  };
  each_eight([=](std::size_t i) { store(best + i, broadcast(RankerKernels::no_signal)); });
  for (std::size_t r = 0; r < count; ++r) {
    if (visible[r] == 0) continue;
    const float *row = rows + r * width;
    each_eight([=](std::size_t i) { store(best + i, max_of(load(best + i), load(row + i))); });
  }
  for (std::size_t r = 0; r < count; ++r) {
    const float *row = rows + r * width;
    float *gaps = rows + r * width + signals;
    each_eight([=](std::size_t i) {
      store(gaps + i, max_of(subtract(load(row + i), load(best + i)), lowest_gap));
    });
  }
}

void read_name(const NameStems &stems, float *row) {
  constexpr std::size_t step = 8;
  Eight mass = zeros(), own = zeros(), whole = zeros(), strongest = zeros();
  const auto numbers_of = [&](std::uint32_t stem) {
    return stems.numbers + stems.slots[stem] * stems.stride;
  };
  const std::uint8_t *of_table = stems.of_table;
  for (const std::uint32_t stem : stems.name) {
    const float *numbers = numbers_of(stem);
    const Eight strengths = load(numbers), weights = load(numbers + step);
    mass = add(mass, weights);
    if (*of_table++ == 0) own = add(own, weights);
    whole = add(whole, strengths);
    strongest = max_of(strongest, strengths);
  }
  for (const std::uint32_t stem : stems.extras)
    strongest = max_of(strongest, load(numbers_of(stem)));
  if (!stems.name.empty()) whole = divide(whole, broadcast(static_cast<float>(stems.name.size())));
  store_interleaved(row, mass, own, whole, strongest);
}

void score_databases(const LinearRow &model, const float *features, std::size_t databases,
                     float *scores) {
  constexpr std::size_t step = 8;
  const Eight limit = broadcast(model.limit);
  std::size_t d = 0;
  for (; d + step <= databases; d += step) {
    Eight sums = broadcast(model.bias);
    for (std::size_t f = 0; f < model.columns; ++f) {
      const Eight plain =
          multiply(subtract(load(features + f * databases + d), broadcast(model.means[f])),
                   broadcast(model.inverses[f]));
      sums = add(sums, multiply(broadcast(model.weights[f]), cut(plain, limit)));
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
}  // namespace sluice::inline v0::route_detail::SLUICE_KERNEL_SET
