#include "encoder_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <utility>

#include "embed/kernels/encoder_kernels.hpp"
#include "embed/safetensors.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/core/json.hpp"

namespace sluice::inline v0::embed_detail {
namespace {

std::uint32_t number_of(const JsonValue &config, std::string_view key) {
  const JsonValue value = config.at(key);
  const std::int64_t number = value.as_integer();
  if (number < 1 || number > (std::int64_t{1} << 24)) {
    throw Error(ErrorCode::malformed, std::string(key) + " must be 1 to 16,777,216", value.place());
  }
  return static_cast<std::uint32_t>(number);
}

/// MPNet's positions start after the padding position.
constexpr std::uint32_t mpnet_first_position = 2;

EncoderConfig read_config(const std::string &path) {
  const JsonDocument document = JsonDocument::parse(read_file(path, std::size_t{1} << 20), path);
  const JsonValue root = document.root();
  const JsonValue kind = root.at("model_type");
  const bool is_mpnet = kind.as_string() == "mpnet";
  if (!is_mpnet && kind.as_string() != "bert") {
    throw Error(ErrorCode::unsupported,
                "model_type is \"" + std::string(kind.as_string()) +
                    "\", expected \"bert\" or \"mpnet\"",
                kind.place());
  }
  EncoderConfig config;
  config.width = number_of(root, "hidden_size");
  config.layers = number_of(root, "num_hidden_layers");
  config.heads = number_of(root, "num_attention_heads");
  config.inner = number_of(root, "intermediate_size");
  config.positions = number_of(root, "max_position_embeddings");
  config.vocabulary = number_of(root, "vocab_size");
  if (is_mpnet) {
    config.buckets = number_of(root, "relative_attention_num_buckets");
    if (config.positions <= mpnet_first_position) {
      throw Error(ErrorCode::malformed, "max_position_embeddings must be above 2", root.place());
    }
    config.positions -= mpnet_first_position;
  } else {
    config.types = number_of(root, "type_vocab_size");
  }
  config.epsilon = static_cast<float>(root.at("layer_norm_eps").as_number());
  const JsonValue activation = root.at("hidden_act");
  if (activation.as_string() == "relu") {
    config.activation = Activation::relu;
  } else if (activation.as_string() != "gelu") {
    throw Error(ErrorCode::unsupported,
                "hidden_act is \"" + std::string(activation.as_string()) +
                    "\", expected \"gelu\" or \"relu\"",
                activation.place());
  }
  check_config(config, path);
  return config;
}

static_assert(FloatLinear::block == Int8Linear::block);

std::size_t padded(std::size_t outputs) {
  return (outputs + Int8Linear::block - 1) / Int8Linear::block * Int8Linear::block;
}

/// The bucket of a key at this distance after its query, as in T5: half of the buckets are for keys
/// before the query, half for keys after it. In each half, small distances have their own buckets
/// and larger ones share logarithmic buckets. Source: Raffel et al. 2020, section 2.1.
std::size_t bucket_of(std::ptrdiff_t distance, std::size_t buckets) {
  constexpr double furthest = 128;
  const std::size_t half = buckets / 2, near = half / 2;
  const auto away = static_cast<std::size_t>(std::abs(distance));
  const std::size_t first = distance > 0 ? half : 0;
  if (away < near) return first + away;
  const double share = std::log(static_cast<double>(away) / static_cast<double>(near)) /
                       std::log(furthest / static_cast<double>(near));
  constexpr double rounding = 1e-6;  // so that powers of two are exact
  const double beyond = share * static_cast<double>(half - near) + rounding;
  return first + std::min(half - 1, near + static_cast<std::size_t>(beyond));
}

/// Rounds a row to 8 bits; returns its scale.
float quantize_row(const float *row, std::size_t size, std::int8_t *quantized) {
  float largest = 0;
  for (std::size_t i = 0; i < size; ++i) largest = std::max(largest, std::abs(row[i]));
  const float scale = largest > 0 ? largest / 127 : 1;
  for (std::size_t i = 0; i < size; ++i) {
    quantized[i] = static_cast<std::int8_t>(std::clamp(std::lround(row[i] / scale), -127L, 127L));
  }
  return scale;
}

/// Packs a weight matrix as FloatLinear requires.
std::vector<float> packed(const std::vector<float> &weight, std::size_t in, std::size_t out) {
  constexpr std::size_t block = FloatLinear::block;
  std::vector<float> numbers(padded(out) * in);
  for (std::size_t o = 0; o < out; ++o) {
    float *to = numbers.data() + o / block * block * in + o % block;
    for (std::size_t i = 0; i < in; ++i) to[i * block] = weight[o * in + i];
  }
  return numbers;
}

std::size_t packed_position(std::size_t output, std::size_t input, std::size_t in) {
  const std::size_t block = output / Int8Linear::block, lane = output % Int8Linear::block;
  return block * Int8Linear::block * in +
         (input / Int8Linear::group) * Int8Linear::block * Int8Linear::group +
         lane * Int8Linear::group + input % Int8Linear::group;
}

/// The names of the attention tensors in an architecture.
struct AttentionNames {
  std::array<std::string_view, 3> qkv;
  std::string_view mixed, norm;
};
constexpr AttentionNames bert_names{
    {"attention.self.query", "attention.self.key", "attention.self.value"},
    "attention.output.dense",
    "attention.output.LayerNorm"};
constexpr AttentionNames mpnet_names{{"attention.attn.q", "attention.attn.k", "attention.attn.v"},
                                     "attention.attn.o",
                                     "attention.LayerNorm"};

/// Builds a model from a file of tensors.
class ModelReader {
 public:
  ModelReader(EncoderModel &model, const Safetensors &tensors, const LowRankUpdate *update)
      : model_(model),
        tensors_(tensors),
        update_(update),
        is_mpnet_(model.config.buckets > 0),
        names_(is_mpnet_ ? mpnet_names : bert_names),
        prefix_(tensors.has("embeddings.word_embeddings.weight") ? ""
                : is_mpnet_                                      ? "mpnet."
                                                                 : "bert.") {}

  void read() {
    const EncoderConfig &config = model_.config;
    const std::size_t width = config.width;
    std::vector<float> words =
        floats("embeddings.word_embeddings.weight", {config.vocabulary, width});
    const std::size_t before = is_mpnet_ ? mpnet_first_position : 0;
    std::vector<float> positions =
        floats("embeddings.position_embeddings.weight", {before + config.positions, width});
    positions.erase(positions.begin(),
                    positions.begin() + static_cast<std::ptrdiff_t>(before * width));
    if (is_mpnet_) {
      model_.buckets = model_.keep(
          floats("encoder.relative_attention_bias.weight", {config.buckets, config.heads}));
    } else {
      const std::vector<float> types =
          floats("embeddings.token_type_embeddings.weight", {config.types, width});
      for (std::size_t i = 0; i < positions.size(); ++i) positions[i] += types[i % width];
    }
    model_.positions = model_.keep(std::move(positions));
    model_.embedding_norm = norm("embeddings.LayerNorm");
    set_words(std::move(words));
    for (std::size_t i = 0; i < config.layers; ++i)
      read_layer("encoder.layer." + std::to_string(i) + '.');
    if (update_ != nullptr) {
      if (update_->layers() != config.layers)
        throw Error(ErrorCode::mismatch, "the update is for an encoder of another size");
      model_.fingerprint =
          Fingerprint().add(model_.fingerprint).add(update_->fingerprint()).value();
    }
    model_.complete();
  }

 private:
  std::vector<float> floats(const std::string &name, const std::vector<std::size_t> &shape) {
    std::vector<float> numbers = tensors_.floats(prefix_ + name, shape);
    fingerprint_of(numbers);
    return numbers;
  }
  void fingerprint_of(const std::vector<float> &numbers) {
    const std::string_view bytes(reinterpret_cast<const char *>(numbers.data()),
                                 numbers.size() * sizeof(float));
    model_.fingerprint = hash64(bytes, model_.fingerprint);
  }

  Norm norm(const std::string &name) {
    return {model_.keep(floats(name + ".weight", {model_.config.width})),
            model_.keep(floats(name + ".bias", {model_.config.width}))};
  }

  void set_words(std::vector<float> words) {
    if (model_.precision == EncoderPrecision::float32) {
      model_.words = model_.keep(std::move(words));
      return;
    }
    const std::size_t width = model_.config.width;
    std::vector<std::int8_t> quantized(words.size());
    std::vector<float> scales(model_.config.vocabulary);
    for (std::size_t piece = 0; piece < scales.size(); ++piece) {
      scales[piece] =
          quantize_row(words.data() + piece * width, width, quantized.data() + piece * width);
    }
    model_.words8 = model_.keep(std::move(quantized));
    model_.word_scales = model_.keep(std::move(scales));
  }

  void set_linear(Linear &linear, std::size_t in, std::size_t out, std::vector<float> weight,
                  std::vector<float> bias) {
    if (update_ != nullptr) update_->add_to(matrix_++, in, weight);
    linear.in = in;
    linear.out = out;
    linear.bias = model_.keep(std::move(bias));
    if (model_.precision == EncoderPrecision::float32) {
      linear.weight = model_.keep(packed(weight, in, out));
      return;
    }
    std::vector<std::int8_t> packed(linear.packed_size());
    std::vector<float> scales(out);
    std::vector<std::int8_t> row(in);
    for (std::size_t o = 0; o < out; ++o) {
      scales[o] = quantize_row(weight.data() + o * in, in, row.data());
      for (std::size_t i = 0; i < in; ++i) packed[packed_position(o, i, in)] = row[i];
    }
    linear.packed = model_.keep(std::move(packed));
    linear.scales = model_.keep(std::move(scales));
  }

  void read_linear(Linear &linear, const std::string &name, std::size_t in, std::size_t out) {
    // Read separately, because the order of reading determines the fingerprint and compilers
    // evaluate arguments in different orders.
    std::vector<float> bias = floats(name + ".bias", {out});
    std::vector<float> weight = floats(name + ".weight", {out, in});
    set_linear(linear, in, out, std::move(weight), std::move(bias));
  }

  void read_layer(const std::string &name) {
    const std::size_t width = model_.config.width, inner = model_.config.inner;
    EncoderLayer &layer = model_.layers.emplace_back();
    std::vector<float> weight, bias;
    for (const std::string_view part : names_.qkv) {
      const std::string at = name + std::string(part);
      const std::vector<float> more = floats(at + ".weight", {width, width});
      const std::vector<float> more_bias = floats(at + ".bias", {width});
      weight.insert(weight.end(), more.begin(), more.end());
      bias.insert(bias.end(), more_bias.begin(), more_bias.end());
    }
    set_linear(layer.qkv, width, 3 * width, std::move(weight), std::move(bias));
    read_linear(layer.mixed, name + std::string(names_.mixed), width, width);
    layer.mixed_norm = norm(name + std::string(names_.norm));
    read_linear(layer.inner, name + "intermediate.dense", width, inner);
    read_linear(layer.outer, name + "output.dense", inner, width);
    layer.outer_norm = norm(name + "output.LayerNorm");
  }

  EncoderModel &model_;
  const Safetensors &tensors_;
  const LowRankUpdate *update_;
  std::size_t matrix_ = 0;  // number of matrices read so far
  bool is_mpnet_;
  const AttentionNames &names_;
  std::string prefix_;
};

}  // namespace

void check_config(const EncoderConfig &config, const std::string &source) {
  const auto refuse = [&](ErrorCode code, std::string_view why) {
    throw Error(code, why, {source, 0, 0});
  };
  if (config.heads == 0 || config.width % config.heads != 0) {
    refuse(ErrorCode::malformed, "the width is not a multiple of the number of heads");
  }
  if (config.width % Int8Linear::group != 0 || config.inner % Int8Linear::group != 0) {
    refuse(ErrorCode::unsupported, "a width that is not a multiple of 4");
  }
  if (config.width > 8192 || config.inner > 65536 || config.layers > 256 ||
      config.positions > 65536 || config.width == 0 || config.inner == 0 || config.positions < 2) {
    refuse(ErrorCode::unsupported, "a network that is too large");
  }
  constexpr std::uint32_t max_buckets = 256, max_distances = 1U << 20;
  if (config.buckets % 4 != 0 || config.buckets > max_buckets ||
      (config.buckets > 0 && config.heads * config.positions > max_distances)) {
    refuse(ErrorCode::unsupported, "relative positions that differ from MPNet's");
  }
  if (!(config.epsilon >= 0 && config.epsilon < 1))
    refuse(ErrorCode::malformed, "layer_norm_eps must be in [0, 1)");
  if (config.activation != Activation::gelu && config.activation != Activation::relu) {
    refuse(ErrorCode::malformed, "an unknown activation");
  }
}

std::size_t Linear::packed_size() const noexcept { return padded(out) * in; }

EncoderModel::EncoderModel(EncoderConfig with, WordPiece pieces, EncoderPrecision held)
    : config(with), tokenizer(std::move(pieces)), precision(held) {}

void EncoderModel::complete() {
  sum_rows();
  spread_buckets();
}

DistanceBias EncoderModel::distance_bias() const noexcept {
  if (distances.empty()) return {};
  return {distances.data(), distances.size() / config.heads, config.positions - 1U};
}

void EncoderModel::spread_buckets() {
  if (config.buckets == 0) return;
  constexpr std::size_t readable = 15;  // entries readable past the last one, see DistanceBias
  const auto furthest = static_cast<std::ptrdiff_t>(config.positions) - 1;
  for (std::size_t head = 0; head < config.heads; ++head) {
    for (std::ptrdiff_t distance = -furthest; distance <= furthest; ++distance)
      distances.push_back(buckets[bucket_of(distance, config.buckets) * config.heads + head]);
    distances.insert(distances.end(), readable, 0.0F);
  }
}

void EncoderModel::sum_rows() {
  for (EncoderLayer &layer : layers) {
    for (Linear *linear : {&layer.qkv, &layer.mixed, &layer.inner, &layer.outer}) {
      if (linear->packed == nullptr) continue;
      std::vector<std::int32_t> sums(linear->out);
      for (std::size_t o = 0; o < linear->out; ++o) {
        std::int32_t sum = 0;
        for (std::size_t i = 0; i < linear->in; ++i)
          sum += linear->packed[packed_position(o, i, linear->in)];
        sums[o] = 128 * sum;
      }
      linear->offsets = integers.emplace_back(std::move(sums)).data();
    }
  }
}

std::shared_ptr<const EncoderModel> load_encoder_model(const std::string &folder,
                                                       EncoderPrecision precision,
                                                       const LowRankUpdate *update) {
  const std::filesystem::path root(folder);
  const EncoderConfig config = read_config((root / "config.json").string());
  WordPiece tokenizer = WordPiece::load(folder);
  if (tokenizer.size() > config.vocabulary) {
    throw Error(ErrorCode::mismatch, "the tokenizer has more pieces than config.json says",
                {folder, 0, 0});
  }
  const auto model = std::make_shared<EncoderModel>(config, std::move(tokenizer), precision);
  const Safetensors tensors((root / "model.safetensors").string());
  ModelReader(*model, tensors, update).read();
  model->fingerprint = Fingerprint()
                           .add(model->fingerprint)
                           .add(model->tokenizer.fingerprint())
                           .add(precision == EncoderPrecision::int8 ? "int8" : "float32")
                           .value();
  return model;
}

}  // namespace sluice::inline v0::embed_detail
