#ifndef SLUICE_SRC_EMBED_ENCODER_MODEL_HPP
#define SLUICE_SRC_EMBED_ENCODER_MODEL_HPP

/// The weights of an encoder, however they are held.

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

namespace sluice::detail {

enum class Activation : std::uint32_t { gelu, relu };

/// What config.json says, as far as it matters. Also a record of our own file.
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
  std::uint32_t buckets = 0;  ///< Of distances between tokens (MPNet); 0: those count nothing.

  std::size_t head_width() const noexcept { return width / heads; }
};

/// Throws Error(malformed or unsupported), at `source`, where no such network can be.
void check_config(const EncoderConfig &config, const std::string &source);

/// One matrix in either form, with its bias.
struct Linear {
  std::size_t in = 0;
  std::size_t out = 0;
  const float *weight = nullptr;          ///< See FloatLinear; null in int8.
  const std::int8_t *packed = nullptr;    ///< See Int8Linear; null in float32.
  const float *scales = nullptr;          ///< By output.
  const std::int32_t *offsets = nullptr;  ///< By output.
  const float *bias = nullptr;

  std::size_t packed_size() const noexcept;
};

struct Norm {
  const float *gain = nullptr;
  const float *shift = nullptr;
};

struct EncoderLayer {
  Linear qkv;
  Linear mixed;  ///< Behind the attention.
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
  const float *word_scales = nullptr;   ///< By piece.
  const float *positions = nullptr;     ///< positions × width, the first type's vector added.
  const float *buckets = nullptr;       ///< buckets × heads: added to products in all layers.
  Norm embedding_norm;
  std::vector<EncoderLayer> layers;
  std::vector<float> distances;  ///< The same by head and distance, see DistanceBias.

  // Where the numbers lie: in these, or in the file.
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
  /// every array of bytes of an int8 model, in the order of our file.
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

  /// Fills in `offsets` and `distances`, which follow from the rest.
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
/// Our own file. Throw as Encoder::open and Encoder::store do.
std::shared_ptr<const EncoderModel> open_encoder_model(const std::string &path);
void store_encoder_model(const EncoderModel &model, const std::string &path);

}  // namespace sluice::detail

#endif
