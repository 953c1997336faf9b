/// The encoder's arithmetic on each instruction set that this processor has, against plain sums.

#include "../../src/embed/kernels/encoder_kernels.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "sluice/core/random.hpp"

namespace sluice {
namespace {

using detail::EncoderKernels;
using detail::FloatLinear;
using detail::Int8Linear;

constexpr std::size_t block = 16;

std::size_t padded(std::size_t outputs) { return (outputs + block - 1) / block * block; }

std::vector<float> random_floats(Random &random, std::size_t count) {
  std::vector<float> numbers(count);
  for (float &x : numbers) x = static_cast<float>(random.unit() - 0.5);
  return numbers;
}

/// More rows than any set takes at once, and fewer; outputs that fill blocks, and do not.
struct Shape {
  std::size_t rows, in, out;
};
std::vector<Shape> shapes() {
  std::vector<Shape> all;
  for (std::size_t rows = 1; rows <= 32; ++rows) all.push_back({rows, 20, 37});
  all.push_back({14, 384, 384});
  all.push_back({17, 1000, 16});
  all.push_back({1, 4, 1});
  return all;
}

TEST_CASE("sums of 8-bit products are exact, and so the same on every instruction set") {
  Random random(5);
  for (const Shape &shape : shapes()) {
    std::vector<std::int8_t> weight(shape.out * shape.in), packed(padded(shape.out) * shape.in);
    std::vector<std::int32_t> offsets(shape.out);
    for (std::size_t o = 0; o < shape.out; ++o) {
      for (std::size_t i = 0; i < shape.in; ++i) {
        const auto w = static_cast<std::int8_t>(static_cast<int>(random.below(255)) - 127);
        weight[o * shape.in + i] = w;
        packed[o / block * block * shape.in + i / 4 * block * 4 + o % block * 4 + i % 4] = w;
        offsets[o] += 128 * w;
      }
    }
    // Whole numbers with 127 in each row: their scale is 1, and so are the codes the numbers.
    std::vector<float> x(shape.rows * shape.in);
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] = i % shape.in == 0 ? 127 : static_cast<float>(random.below(255)) - 127;
    }
    const std::vector<float> ones(shape.out, 1), zeros(shape.out);
    const Int8Linear layer{packed.data(), ones.data(), offsets.data(),
                           zeros.data(),  shape.in,    shape.out};
    for (const EncoderKernels *kernels : detail::runnable_encoder_kernels()) {
      CAPTURE(std::string(kernels->name));
      CAPTURE(shape.rows);
      std::vector<std::byte> codes(x.size() * kernels->code_size);
      std::vector<float> scales(shape.rows), y(shape.rows * shape.out);
      kernels->quantise(x.data(), shape.rows, shape.in, codes.data(), scales.data());
      kernels->linear_int8(layer, codes.data(), scales.data(), shape.rows, y.data());
      std::size_t wrong = 0;
      for (std::size_t r = 0; r < shape.rows; ++r) {
        for (std::size_t o = 0; o < shape.out; ++o) {
          std::int64_t sum = 0;
          for (std::size_t i = 0; i < shape.in; ++i) {
            sum += weight[o * shape.in + i] * static_cast<std::int64_t>(x[r * shape.in + i]);
          }
          wrong += static_cast<std::int64_t>(y[r * shape.out + o]) != sum ? 1U : 0U;
        }
      }
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("products in floats are near, a row's the same bits whatever rows are beside it") {
  Random random(6);
  for (const Shape &shape : shapes()) {
    const std::vector<float> x = random_floats(random, shape.rows * shape.in),
                             weight = random_floats(random, shape.out * shape.in),
                             bias = random_floats(random, shape.out);
    std::vector<float> packed(padded(shape.out) * shape.in);
    for (std::size_t o = 0; o < shape.out; ++o) {
      for (std::size_t i = 0; i < shape.in; ++i)
        packed[o / block * block * shape.in + i * block + o % block] = weight[o * shape.in + i];
    }
    const FloatLinear layer{packed.data(), bias.data(), shape.in, shape.out};
    std::vector<float> fused;  // what the sets with fused multiply-add agree on
    for (const EncoderKernels *kernels : detail::runnable_encoder_kernels()) {
      const std::string name = kernels->name;
      CAPTURE(name);
      CAPTURE(shape.rows);
      std::vector<float> y(shape.rows * shape.out), alone(shape.out);
      kernels->linear(layer, x.data(), shape.rows, y.data());
      double furthest = 0;
      bool same = true;
      for (std::size_t r = 0; r < shape.rows; ++r) {
        kernels->linear(layer, x.data() + r * shape.in, 1, alone.data());
        same = same && std::equal(alone.begin(), alone.end(), y.data() + r * shape.out);
        for (std::size_t o = 0; o < shape.out; ++o) {
          double sum = bias[o];
          for (std::size_t i = 0; i < shape.in; ++i)
            sum += double{weight[o * shape.in + i]} * x[r * shape.in + i];
          furthest = std::max(furthest, std::abs(sum - y[r * shape.out + o]));
        }
      }
      CHECK(same);
      CHECK(furthest < 1e-4);
      if (name != "plain") {
        if (!fused.empty()) CHECK(fused == y);
        fused = y;
      }
    }
  }
}

TEST_CASE("numbers that are not finite still become codes in range") {
  const std::vector<float> x = {INFINITY, -INFINITY, NAN, 1, -NAN, 3e38F, -3e38F, 0};
  const std::vector<std::int8_t> packed(16 * 8, 127);
  const std::vector<std::int32_t> offsets(1, 128 * 8 * 127);
  const std::vector<float> one(1, 1), zero(1);
  const Int8Linear layer{packed.data(), one.data(), offsets.data(), zero.data(), 8, 1};
  for (const EncoderKernels *kernels : detail::runnable_encoder_kernels()) {
    CAPTURE(std::string(kernels->name));
    std::vector<std::byte> codes(8 * kernels->code_size);
    float scale = 0, y = 0;
    kernels->quantise(x.data(), 1, 8, codes.data(), &scale);
    scale = 1;
    kernels->linear_int8(layer, codes.data(), &scale, 1, &y);
    CHECK(std::abs(y) <= 8 * 127 * 127);
  }
}

}  // namespace
}  // namespace sluice
