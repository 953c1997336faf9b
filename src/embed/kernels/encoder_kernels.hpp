#ifndef SLUICE_SRC_EMBED_KERNELS_ENCODER_KERNELS_HPP
#define SLUICE_SRC_EMBED_KERNELS_ENCODER_KERNELS_HPP

/// The arithmetic of a transformer's encoder, compiled once an instruction set.

#include <cstddef>
#include <cstdint>
#include <span>

namespace sluice::detail {

/// y = x Wᵀ + b in 32-bit floats. `weight` is packed: blocks of 16 outputs, in each for every input
/// 16 numbers, padded with zeros.
struct FloatLinear {
  const float *weight = nullptr;
  const float *bias = nullptr;
  std::size_t in = 0;
  std::size_t out = 0;

  static constexpr std::size_t block = 16;
};

/// The same with weights of 8 bits, one scale a row of W. `weight` is packed: blocks of 16 outputs,
/// in each for every 4 inputs 16 × 4 numbers, padded with zeros. `offsets` is 128 × the row's sum.
struct Int8Linear {
  const std::int8_t *weight = nullptr;
  const float *scales = nullptr;
  const std::int32_t *offsets = nullptr;
  const float *bias = nullptr;
  std::size_t in = 0;  ///< A multiple of 4.
  std::size_t out = 0;

  static constexpr std::size_t block = 16;
  static constexpr std::size_t group = 4;
};

/// What is added to the product of a query and a key by how far apart they stand: in head h, of a
/// key d rows behind the query (before it, if negative), numbers[h × stride + middle + d]. For d of
/// a text's rows, and 15 further ones that may hold anything.
struct DistanceBias {
  const float *numbers = nullptr;  ///< Null: nothing is added.
  std::size_t stride = 0;
  std::size_t middle = 0;
};

/// One instruction set's functions. Matrices are row-major; rows are tokens.
struct EncoderKernels {
  const char *name;
  /// Bytes of a quantized number, as this set's quantize writes and its linear_int8 reads them.
  std::size_t code_size;
  void (*linear)(const FloatLinear &layer, const float *x, std::size_t rows, float *y);
  /// `x`: rows × in codes. The sums are exact: all sets agree on them.
  void (*linear_int8)(const Int8Linear &layer, const void *x, const float *scales, std::size_t rows,
                      float *y);
  /// Each row by a scale of its own: round(x / scale), plus 128 where the set wants no sign.
  void (*quantize)(const float *x, std::size_t rows, std::size_t width, void *quantized,
                   float *scales);
  /// x = layer_norm(x + residual) × weight + bias; without a residual: layer_norm(x).
  void (*add_norm)(float *x, const float *residual, std::size_t rows, std::size_t width,
                   const float *weight, const float *bias, float epsilon);
  /// x = x Φ(x), with the error function itself (absolute error below 2e-7).
  void (*gelu)(float *x, std::size_t size);
  /// Softmax attention inside each text. `qkv`: rows of queries, keys and values side by side, each
  /// heads × head_width; text i has the rows [starts[i], starts[i + 1]).
  void (*attend)(const float *qkv, std::span<const std::size_t> starts, std::size_t heads,
                 std::size_t head_width, const DistanceBias &bias, float *out);
};

/// The best that this processor runs. The same for the whole run of a program.
const EncoderKernels &encoder_kernels() noexcept;
/// All that this processor runs, the plain ones first.
std::span<const EncoderKernels *const> runnable_encoder_kernels() noexcept;

}  // namespace sluice::detail

#endif
