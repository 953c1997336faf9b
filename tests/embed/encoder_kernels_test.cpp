/// The encoder's arithmetic on each instruction set that this processor supports, compared with
/// simple sums.

#include "embed/kernels/encoder_kernels.hpp"

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

using embed_detail::EncoderKernels;
using embed_detail::FloatLinear;
using embed_detail::Int8Linear;

constexpr std::size_t block = 16;

std::size_t padded(std::size_t outputs) { return (outputs + block - 1) / block * block; }

std::vector<float> random_floats(Random &random, std::size_t count) {
  std::vector<float> numbers(count);
  for (float &x : numbers) x = static_cast<float>(random.unit() - 0.5);
  return numbers;
}

/// More rows than any set processes at once, and fewer; outputs that fill blocks, and outputs that
/// do not.
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
    // Integers with 127 in each row: the scale is 1, so the codes equal the numbers.
    std::vector<float> x(shape.rows * shape.in);
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] = i % shape.in == 0 ? 127 : static_cast<float>(random.below(255)) - 127;
    }
    const std::vector<float> ones(shape.out, 1), zeros(shape.out);
    const Int8Linear layer{packed.data(), ones.data(), offsets.data(),
                           zeros.data(),  shape.in,    shape.out};
    for (const EncoderKernels *kernels : embed_detail::runnable_encoder_kernels()) {
      CAPTURE(std::string(kernels->name));
      CAPTURE(shape.rows);
      std::vector<std::byte> codes(x.size() * kernels->code_size);
      std::vector<float> scales(shape.rows), y(shape.rows * shape.out);
      kernels->quantize(x.data(), shape.rows, shape.in, codes.data(), scales.data());
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

TEST_CASE("float products are accurate, and a row's do not depend on the other rows") {
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
    std::vector<float> fused;  // the result that all sets with fused multiply-add agree on
    for (const EncoderKernels *kernels : embed_detail::runnable_encoder_kernels()) {
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

double plain_gelu(double x) { return x / 2 * (1 + std::erf(x / std::sqrt(2.0))); }

/// Softmax attention of one text and head: the output of row `r`.
std::vector<double> plain_attention(const std::vector<float> &qkv, std::size_t rows,
                                    std::size_t width, std::size_t r) {
  std::vector<double> shares(rows), mixed(width);
  double sum = 0;
  for (std::size_t j = 0; j < rows; ++j) {
    double product = 0;
    for (std::size_t d = 0; d < width; ++d)
      product += double{qkv[r * 3 * width + d]} * qkv[j * 3 * width + width + d];
    sum += shares[j] = std::exp(product / std::sqrt(static_cast<double>(width)));
  }
  for (std::size_t j = 0; j < rows; ++j) {
    for (std::size_t d = 0; d < width; ++d)
      mixed[d] += shares[j] / sum * qkv[j * 3 * width + 2 * width + d];
  }
  return mixed;
}

double largest_difference(const std::vector<float> &a, const std::vector<double> &b) {
  double furthest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) furthest = std::max(furthest, std::abs(a[i] - b[i]));
  return furthest;
}

TEST_CASE("norms, activations and attention are accurate, and bit-identical on every set") {
  Random random(7);
  for (const std::size_t width : {5U, 16U, 52U}) {
    for (const std::size_t rows : {1U, 3U, 37U}) {
      CAPTURE(width);
      CAPTURE(rows);
      std::vector<float> numbers = random_floats(random, rows * width);
      for (float &x : numbers) x *= 24;  // down to a share of almost zero, exp(-144)
      const std::vector<float> residual = random_floats(random, numbers.size()),
                               weight = random_floats(random, width),
                               bias = random_floats(random, width),
                               qkv = random_floats(random, rows * 3 * width);
      std::vector<double> activated, normed, attended;
      for (const float x : numbers) activated.push_back(plain_gelu(x));
      for (std::size_t r = 0; r < rows; ++r) {
        double mean = 0, variance = 0;
        const auto at = [&](std::size_t i) {
          return double{numbers[r * width + i]} + residual[r * width + i];
        };
        for (std::size_t i = 0; i < width; ++i) mean += at(i) / static_cast<double>(width);
        for (std::size_t i = 0; i < width; ++i)
          variance += (at(i) - mean) * (at(i) - mean) / static_cast<double>(width);
        for (std::size_t i = 0; i < width; ++i)
          normed.push_back((at(i) - mean) / std::sqrt(variance + 1e-12) * weight[i] + bias[i]);
        const std::vector<double> row = plain_attention(qkv, rows, width, r);
        attended.insert(attended.end(), row.begin(), row.end());
      }
      std::vector<std::vector<float>> first;
      for (const EncoderKernels *kernels : embed_detail::runnable_encoder_kernels()) {
        CAPTURE(std::string(kernels->name));
        std::vector<float> gelu = numbers, norm = numbers, mixed(numbers.size());
        kernels->gelu(gelu.data(), gelu.size());
        kernels->add_norm(norm.data(), residual.data(), rows, width, weight.data(), bias.data(),
                          1e-12F);
        const std::vector<std::size_t> starts{0, rows};
        kernels->attend(qkv.data(), starts, 1, width, {}, mixed.data());
        CHECK(largest_difference(gelu, activated) < 2e-6);
        CHECK(largest_difference(norm, normed) < 2e-6);
        CHECK(largest_difference(mixed, attended) < 1e-6);
        if (first.empty()) first = {gelu, norm, mixed};
        CHECK(first == std::vector<std::vector<float>>{gelu, norm, mixed});
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
  for (const EncoderKernels *kernels : embed_detail::runnable_encoder_kernels()) {
    CAPTURE(std::string(kernels->name));
    std::vector<std::byte> codes(8 * kernels->code_size);
    float scale = 0, y = 0;
    kernels->quantize(x.data(), 1, 8, codes.data(), &scale);
    scale = 1;
    kernels->linear_int8(layer, codes.data(), &scale, 1, &y);
    CHECK(std::abs(y) <= 8 * 127 * 127);
  }
}

}  // namespace
}  // namespace sluice
