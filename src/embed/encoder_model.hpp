#ifndef SLUICE_SRC_EMBED_ENCODER_MODEL_HPP
#define SLUICE_SRC_EMBED_ENCODER_MODEL_HPP

/// The weights of an encoder, in any representation.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "embed/kernels/encoder_kernels.hpp"
#include "sluice/core/segment_file.hpp"
#include "sluice/embed/encoder.hpp"
#include "sluice/embed/wordpiece.hpp"

namespace sluice::inline v0::embed_detail {

enum class Activation : std::uint32_t { gelu, relu };

/// The relevant part of config.json. Also a record of our own file format.
struct EncoderConfig {
  std::uint32_t width = 0;
  std::uint32_t layers = 0;
  std::uint32_t heads = 0;
  std::uint32_t inner = 0;
  std::uint32_t positions = 0;
  std::uint32_t vocabulary = 0;
  std::uint32_t types = 0;
  Activation activation = Activation::gelu;
  float epsilon = 0;
  /// Number of buckets of token distances (MPNet); 0: distances do not matter.
  std::uint32_t buckets = 0;

  std::size_t head_width() const noexcept { return width / heads; }
};

/// Throws Error(malformed or unsupported) with location `source` if such a network is not possible.
void check_config(const EncoderConfig &config, const std::string &source);

/// One matrix in either precision, with its bias.
struct Linear {
  std::size_t in = 0;
  std::size_t out = 0;
  const float *weight = nullptr;          ///< See FloatLinear; null in int8.
  const std::int8_t *packed = nullptr;    ///< See Int8Linear; null in float32.
  const float *scales = nullptr;          ///< Per output.
  const std::int32_t *offsets = nullptr;  ///< Per output.
  const float *bias = nullptr;

  std::size_t packed_size() const noexcept;
};

struct Norm {
  const float *gain = nullptr;
  const float *shift = nullptr;
};

struct EncoderLayer {
  Linear qkv;
  Linear mixed;  ///< After the attention.
  Norm mixed_norm;
  Linear inner;
  Linear outer;
  Norm outer_norm;
};

struct EncoderModel {
  EncoderModel(EncoderConfig config, WordPiece tokenizer, EncoderPrecision precision);
  EncoderModel(const EncoderModel &) = delete;
  EncoderModel &operator=(const EncoderModel &) = delete;

  EncoderConfig config;
  WordPiece tokenizer;
  EncoderPrecision precision;
  std::uint64_t fingerprint = 0;

  const float *words = nullptr;         ///< vocabulary × width; null in int8.
  const std::int8_t *words8 = nullptr;  ///< The same in 8 bits.
  const float *word_scales = nullptr;   ///< Per piece.
  /// positions × width, including the vector of the first token type.
  const float *positions = nullptr;
  /// buckets × heads; added to the attention products in all layers.
  const float *buckets = nullptr;
  Norm embedding_norm;
  std::vector<EncoderLayer> layers;
  std::vector<float> distances;  ///< The same per head and distance, see DistanceBias.

  // The numbers are stored either in these, or in the file.
  std::deque<std::vector<float>> floats;
  std::deque<std::vector<std::int8_t>> bytes;
  std::deque<std::vector<std::int32_t>> integers;
  std::optional<SegmentFile> file;

  const float *keep(std::vector<float> numbers) {
    return floats.emplace_back(std::move(numbers)).data();
  }
  const std::int8_t *keep(std::vector<std::int8_t> numbers) {
    return bytes.emplace_back(std::move(numbers)).data();
  }

  /// Calls `numbers(pointer, count)` for every array of floats and `packed(pointer, count)` for
  /// every array of bytes of an int8 model, in the order of our file format.
  template <class Numbers, class Packed>
  void each_array(Numbers numbers, Packed packed) {
    const std::size_t width = config.width;
    packed(words8, std::size_t{config.vocabulary} * width);
    numbers(word_scales, config.vocabulary);
    numbers(positions, std::size_t{config.positions} * width);
    if (config.buckets > 0) numbers(buckets, std::size_t{config.buckets} * config.heads);
    each_norm(embedding_norm, width, numbers);
    for (EncoderLayer &layer : layers) {
      each_linear(layer.qkv, numbers, packed);
      each_linear(layer.mixed, numbers, packed);
      each_norm(layer.mixed_norm, width, numbers);
      each_linear(layer.inner, numbers, packed);
      each_linear(layer.outer, numbers, packed);
      each_norm(layer.outer_norm, width, numbers);
    }
  }

  /// Computes `offsets` and `distances` from the other members.
  void complete();
  DistanceBias distance_bias() const noexcept;

 private:
  void sum_rows();
  void spread_buckets();
  template <class Numbers>
  static void each_norm(Norm &norm, std::size_t width, Numbers &numbers) {
    numbers(norm.gain, width);
    numbers(norm.shift, width);
  }
  template <class Numbers, class Packed>
  static void each_linear(Linear &linear, Numbers &numbers, Packed &packed) {
    packed(linear.packed, linear.packed_size());
    numbers(linear.scales, linear.out);
    numbers(linear.bias, linear.out);
  }
};

/// Reads the folder of a published model. Throws as Encoder::load does.
std::shared_ptr<const EncoderModel> load_encoder_model(const std::string &folder,
                                                       EncoderPrecision precision,
                                                       const LowRankUpdate *update);
/// Read and write our own file format. Throw as Encoder::open and Encoder::store do.
std::shared_ptr<const EncoderModel> open_encoder_model(const std::string &path);
void store_encoder_model(const EncoderModel &model, const std::string &path);

}  // namespace sluice::inline v0::embed_detail

#endif
