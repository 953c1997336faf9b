// Included once by each unit of an instruction set, which defines SLUICE_KERNEL_SET, a name, and
// Eigen as a namespace of its own: no function of one set may be merged with that of another.

#include <Eigen/Core>

#include <cmath>
#include <cstring>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "encoder_kernels.hpp"

namespace sluice::detail::SLUICE_KERNEL_SET {
namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Row = Eigen::Array<float, 1, Eigen::Dynamic>;

Eigen::Index index(std::size_t n) { return static_cast<Eigen::Index>(n); }

// All but the products of whole matrices goes by 16 lanes, the last ones padded: so what happens to
// a number does not hang on where it lies, and a text gives the same vector alone and in a batch.
constexpr std::size_t lanes = 16;
using Lanes = Eigen::Array<float, lanes, 1>;

std::size_t padded(std::size_t n) { return (n + lanes - 1) / lanes * lanes; }

Lanes load(const float *from, std::size_t count) {
  if (count >= lanes) return Eigen::Map<const Lanes>(from);
  Lanes some = Lanes::Zero();
  std::memcpy(some.data(), from, count * sizeof(float));
  return some;
}

void store(const Lanes &values, float *to, std::size_t count) {
  std::memcpy(to, values.data(), (count < lanes ? count : lanes) * sizeof(float));
}

/// Adds up the lanes, always in the same order.
float total(const Lanes &values) {
  const Eigen::Array<float, 8, 1> eight = values.head<8>() + values.tail<8>();
  const Eigen::Array4f four = eight.head<4>() + eight.tail<4>();
  return (four[0] + four[2]) + (four[1] + four[3]);
}

void linear(const FloatLinear &layer, const float *x, std::size_t rows, float *y) {
  // Eigen takes four rows at a time and what is left in another order of sums: so that a row's sums
  // do not hang on how many there are, none is left.
  constexpr std::size_t together = 4;
  const std::size_t padding = (together - rows % together) % together;
  if (padding != 0) {
    Matrix input = Matrix::Zero(index(rows + padding), index(layer.in));
    Matrix output(index(rows + padding), index(layer.out));
    std::memcpy(input.data(), x, rows * layer.in * sizeof(float));
    linear(layer, input.data(), rows + padding, output.data());
    std::memcpy(y, output.data(), rows * layer.out * sizeof(float));
    return;
  }
  const Eigen::Map<const Matrix> input(x, index(rows), index(layer.in));
  const Eigen::Map<const Matrix> weight(layer.weight, index(layer.out), index(layer.in));
  const Eigen::Map<const Row> bias(layer.bias, index(layer.out));
  Eigen::Map<Matrix> output(y, index(rows), index(layer.out));
  output.noalias() = input * weight.transpose();
  output.rowwise() += bias.matrix();
}

// Exact sums of products of bytes: a tile of rows against one block of outputs.
#if defined(__AVX512VNNI__)

constexpr std::size_t tile = 14;

template <std::size_t Rows>
void dot(const std::int8_t *weight, const std::uint8_t *x, std::size_t in, std::int32_t *sums) {
  __m512i total[Rows];
  for (std::size_t r = 0; r < Rows; ++r) total[r] = _mm512_setzero_si512();
  for (std::size_t k = 0; k < in; k += Int8Linear::group) {
    const __m512i w = _mm512_loadu_si512(weight + k * Int8Linear::block);
    for (std::size_t r = 0; r < Rows; ++r) {
      std::int32_t four;
      std::memcpy(&four, x + r * in + k, sizeof four);
      total[r] = _mm512_dpbusd_epi32(total[r], _mm512_set1_epi32(four), w);
    }
  }
  for (std::size_t r = 0; r < Rows; ++r)
    _mm512_storeu_si512(sums + r * Int8Linear::block, total[r]);
}

#elif defined(__AVX2__)

constexpr std::size_t tile = 4;

// |x| × (w with the sign of x): pairs stay below 2 × 127 × 127, so the saturating sum is exact.
inline __m256i madd(__m256i total, __m256i w, __m256i x, __m256i x_abs) {
  const __m256i pairs = _mm256_maddubs_epi16(x_abs, _mm256_sign_epi8(w, x));
  return _mm256_add_epi32(total, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}

template <std::size_t Rows>
void dot(const std::int8_t *weight, const std::uint8_t *x, std::size_t in, std::int32_t *sums) {
  __m256i low[Rows], high[Rows];
  for (std::size_t r = 0; r < Rows; ++r) low[r] = high[r] = _mm256_setzero_si256();
  for (std::size_t k = 0; k < in; k += Int8Linear::group) {
    const auto *at = reinterpret_cast<const __m256i *>(weight + k * Int8Linear::block);
    const __m256i w_low = _mm256_loadu_si256(at), w_high = _mm256_loadu_si256(at + 1);
    for (std::size_t r = 0; r < Rows; ++r) {
      std::int32_t four;
      std::memcpy(&four, x + r * in + k, sizeof four);
      const __m256i value = _mm256_set1_epi32(four);
      const __m256i magnitude = _mm256_abs_epi8(value);
      low[r] = madd(low[r], w_low, value, magnitude);
      high[r] = madd(high[r], w_high, value, magnitude);
    }
  }
  for (std::size_t r = 0; r < Rows; ++r) {
    auto *out = reinterpret_cast<__m256i *>(sums + r * Int8Linear::block);
    _mm256_storeu_si256(out, low[r]);
    _mm256_storeu_si256(out + 1, high[r]);
  }
}

#else

constexpr std::size_t tile = 4;

template <std::size_t Rows>
void dot(const std::int8_t *weight, const std::uint8_t *x, std::size_t in, std::int32_t *sums) {
  for (std::size_t i = 0; i < Rows * Int8Linear::block; ++i) sums[i] = 0;
  for (std::size_t k = 0; k < in; k += Int8Linear::group) {
    const std::int8_t *w = weight + k * Int8Linear::block;
    for (std::size_t r = 0; r < Rows; ++r) {
      const std::uint8_t *four = x + r * in + k;
      std::int32_t *total = sums + r * Int8Linear::block;
      for (std::size_t o = 0; o < Int8Linear::block; ++o) {
        for (std::size_t g = 0; g < Int8Linear::group; ++g)
          total[o] += w[o * Int8Linear::group + g] * four[g];
      }
    }
  }
}

#endif

#if defined(__AVX2__) && !defined(__AVX512VNNI__)
constexpr bool sums_are_centred = true;  // x has its sign
#else
constexpr bool sums_are_centred = false;
#endif

template <std::size_t Rows>
void linear_tile(const Int8Linear &layer, const std::uint8_t *x, const float *scales, float *y) {
  std::int32_t sums[Rows * Int8Linear::block];
  for (std::size_t o = 0; o < layer.out; o += Int8Linear::block) {
    dot<Rows>(layer.weight + o * layer.in, x, layer.in, sums);
    const std::size_t outputs =
        layer.out - o < Int8Linear::block ? layer.out - o : Int8Linear::block;
    for (std::size_t r = 0; r < Rows; ++r) {
      const std::int32_t *total = sums + r * Int8Linear::block;
      float *to = y + r * layer.out + o;
      for (std::size_t i = 0; i < outputs; ++i) {
        const std::int32_t sum = sums_are_centred ? total[i] : total[i] - layer.offsets[o + i];
        to[i] = static_cast<float>(sum) * (scales[r] * layer.scales[o + i]) + layer.bias[o + i];
      }
    }
  }
}

template <std::size_t Rows>
void linear_rest(const Int8Linear &layer, const std::uint8_t *x, const float *scales,
                 std::size_t rows, float *y) {
  if constexpr (Rows > 0) {
    if (rows == Rows) return linear_tile<Rows>(layer, x, scales, y);
    linear_rest<Rows - 1>(layer, x, scales, rows, y);
  }
}

void linear_int8(const Int8Linear &layer, const std::uint8_t *x, const float *scales,
                 std::size_t rows, float *y) {
  for (; rows >= tile; rows -= tile) {
    linear_tile<tile>(layer, x, scales, y);
    x += tile * layer.in;
    scales += tile;
    y += tile * layer.out;
  }
  linear_rest<tile - 1>(layer, x, scales, rows, y);
}

void quantise(const float *x, std::size_t rows, std::size_t width, std::uint8_t *quantised,
              float *scales) {
  for (std::size_t r = 0; r < rows; ++r, x += width, quantised += width) {
    const float largest = Eigen::Map<const Row>(x, index(width)).abs().maxCoeff();
    const float scale = largest > 0 ? largest / 127 : 1;
    scales[r] = scale;
    const float inverse = 1 / scale;
    for (std::size_t i = 0; i < width; ++i) {
      const auto shifted =
          static_cast<std::int32_t>(x[i] * inverse + 128.5F);  // rounds by truncation
      quantised[i] = static_cast<std::uint8_t>(sums_are_centred ? shifted - 128 : shifted);
    }
  }
}

void add_norm(float *x, const float *residual, std::size_t rows, std::size_t width,
              const float *weight, const float *bias, float epsilon) {
  const float share = 1 / static_cast<float>(width);
  for (std::size_t r = 0; r < rows; ++r, x += width) {
    Lanes sums = Lanes::Zero();
    for (std::size_t i = 0; i < width; i += lanes) {
      Lanes values = load(x + i, width - i);
      if (residual != nullptr) values += load(residual + r * width + i, width - i);
      store(values, x + i, width - i);
      sums += values;
    }
    const float mean = total(sums) * share;
    Lanes squares = Lanes::Zero();
    for (std::size_t i = 0; i < width; i += lanes) {
      Lanes values = load(x + i, width - i) - mean;
      if (width - i < lanes) values.tail(index(lanes - (width - i))) = 0;
      squares += values.square();
    }
    const float scale = 1 / std::sqrt(total(squares) * share + epsilon);
    for (std::size_t i = 0; i < width; i += lanes) {
      const Lanes values = (load(x + i, width - i) - mean) * scale;
      store(values * load(weight + i, width - i) + load(bias + i, width - i), x + i, width - i);
    }
  }
}

// Abramowitz and Stegun 7.1.26.
void gelu(float *x, std::size_t size) {
  for (std::size_t i = 0; i < size; i += lanes) {
    const Lanes value = load(x + i, size - i);
    const Lanes z = value.abs() * 0.70710678F;
    const Lanes t = 1 / (1 + 0.3275911F * z);
    const Lanes tail =
        ((((1.061405429F * t - 1.453152027F) * t + 1.421413741F) * t - 0.284496736F) * t +
         0.254829592F) *
        t * (-z * z).exp();
    // The distribution function is 1 - tail / 2 right of zero and tail / 2 left of it.
    store(value * (value > 0).select(1 - 0.5F * tail, 0.5F * tail), x + i, size - i);
  }
}

/// One head of one text.
class Head {
 public:
  Head(const float *qkv, std::size_t rows, std::size_t width, std::size_t head_width)
      : qkv_(qkv),
        rows_(rows),
        width_(width),
        head_width_(head_width),
        keys_(index(head_width * padded(rows))),
        shares_(index(padded(rows))) {
    keys_.setZero();
    for (std::size_t j = 0; j < rows; ++j) {
      const float *key = qkv + j * 3 * width + width;
      for (std::size_t d = 0; d < head_width; ++d) keys_[index(d * padded(rows) + j)] = key[d];
    }
  }

  void attend(std::size_t row, float *out) {
    share_out(qkv_ + row * 3 * width_);
    for (std::size_t d = 0; d < head_width_; d += lanes) {
      Lanes mixed = Lanes::Zero();
      const float *value = qkv_ + 2 * width_ + d;
      for (std::size_t j = 0; j < rows_; ++j) {
        mixed += shares_[index(j)] * load(value + j * 3 * width_, head_width_ - d);
      }
      store(mixed, out + d, head_width_ - d);
    }
  }

 private:
  /// How much of each row's value goes into the row: softmax of the products of query and keys.
  void share_out(const float *query) {
    const std::size_t columns = padded(rows_);
    const float scale = 1 / std::sqrt(static_cast<float>(head_width_));
    for (std::size_t j = 0; j < columns; j += lanes) {
      Lanes products = Lanes::Zero();
      for (std::size_t d = 0; d < head_width_; ++d) {
        products += query[d] * load(keys_.data() + d * columns + j, lanes);
      }
      store(products * scale, shares_.data() + j, lanes);
    }
    float largest = shares_[0];
    for (std::size_t j = 1; j < rows_; ++j)
      largest = shares_[index(j)] > largest ? shares_[index(j)] : largest;
    Lanes sums = Lanes::Zero();
    for (std::size_t j = 0; j < columns; j += lanes) {
      Lanes weights = (load(shares_.data() + j, lanes) - largest).exp();
      if (rows_ - j < lanes) weights.tail(index(lanes - (rows_ - j))) = 0;
      sums += weights;
      store(weights, shares_.data() + j, lanes);
    }
    const float whole = 1 / total(sums);
    for (std::size_t j = 0; j < columns; j += lanes) {
      store(load(shares_.data() + j, lanes) * whole, shares_.data() + j, lanes);
    }
  }

  const float *qkv_;
  std::size_t rows_, width_, head_width_;
  Eigen::ArrayXf keys_;    // transposed: by dimension, then by row
  Eigen::ArrayXf shares_;  // by row
};

void attend(const float *qkv, std::span<const std::size_t> starts, std::size_t heads,
            std::size_t head_width, float *out) {
  const std::size_t width = heads * head_width;
  for (std::size_t text = 0; text + 1 < starts.size(); ++text) {
    const std::size_t rows = starts[text + 1] - starts[text];
    for (std::size_t h = 0; h < heads; ++h) {
      Head head(qkv + starts[text] * 3 * width + h * head_width, rows, width, head_width);
      for (std::size_t r = 0; r < rows; ++r)
        head.attend(r, out + (starts[text] + r) * width + h * head_width);
    }
  }
}

}  // namespace

extern const EncoderKernels kernels;
const EncoderKernels kernels = {SLUICE_KERNEL_NAME, linear, linear_int8, quantise,
                                add_norm,           gelu,   attend};

}  // namespace sluice::detail::SLUICE_KERNEL_SET
