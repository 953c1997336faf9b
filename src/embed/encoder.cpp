#include "sluice/embed/encoder.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "embed/kernels/encoder_kernels.hpp"
#include "encoder_model.hpp"
#include "sluice/core/error.hpp"
#include "unit_vector.hpp"

namespace sluice::inline v0 {
namespace {

using embed_detail::EncoderConfig;
using embed_detail::EncoderKernels;
using embed_detail::EncoderModel;
using embed_detail::Int8Linear;
using embed_detail::Linear;

/// Enough tokens to amortize reading the weights, few enough that the states stay in the cache.
constexpr std::size_t batch_tokens = 64;

using Texts = std::span<const std::vector<std::uint32_t>>;

/// The states of one batch while they pass through the layers.
class Forward {
 public:
  Forward(const EncoderModel &model, const EncoderKernels &kernels)
      : model_(model), kernels_(kernels) {}

  /// The rows of all texts of the batch, concatenated; valid until the next call.
  const std::vector<float> &run(Texts texts, std::span<const std::size_t> batch) {
    place(texts, batch);
    embed(texts, batch);
    const EncoderConfig &config = model_.config;
    for (const embed_detail::EncoderLayer &layer : model_.layers) {
      apply(layer.qkv, states_, wide_);
      mixed_.resize(states_.size());
      kernels_.attend(wide_.data(), starts_, config.heads, config.head_width(),
                      model_.distance_bias(), mixed_.data());
      apply(layer.mixed, mixed_, other_);
      add_norm(layer.mixed_norm);
      apply(layer.inner, states_, wide_);
      if (config.activation == embed_detail::Activation::gelu) {
        kernels_.gelu(wide_.data(), wide_.size());
      } else {
        for (float &x : wide_) x = std::max(x, 0.0F);
      }
      apply(layer.outer, wide_, other_);
      add_norm(layer.outer_norm);
    }
    return states_;
  }

  /// The first row of each text of the batch, with an end entry.
  std::span<const std::size_t> starts() const noexcept { return starts_; }

 private:
  void place(Texts texts, std::span<const std::size_t> batch) {
    starts_.assign(1, 0);
    for (const std::size_t text : batch) starts_.push_back(starts_.back() + texts[text].size());
    rows_ = starts_.back();
  }

  void embed(Texts texts, std::span<const std::size_t> batch) {
    const std::size_t width = model_.config.width;
    states_.resize(rows_ * width);
    float *to = states_.data();
    for (const std::size_t text : batch) {
      const float *position = model_.positions;
      for (const std::uint32_t id : texts[text]) {
        if (model_.words != nullptr) {
          const float *word = model_.words + id * width;
          for (std::size_t i = 0; i < width; ++i) to[i] = word[i] + position[i];
        } else {
          const std::int8_t *word = model_.words8 + id * width;
          const float scale = model_.word_scales[id];
          for (std::size_t i = 0; i < width; ++i) to[i] = scale * word[i] + position[i];
        }
        to += width;
        position += width;
      }
    }
    kernels_.add_norm(states_.data(), nullptr, rows_, width, model_.embedding_norm.gain,
                      model_.embedding_norm.shift, model_.config.epsilon);
  }

  void apply(const Linear &linear, const std::vector<float> &x, std::vector<float> &y) {
    y.resize(rows_ * linear.out);
    if (linear.weight != nullptr) {
      kernels_.linear({linear.weight, linear.bias, linear.in, linear.out}, x.data(), rows_,
                      y.data());
      return;
    }
    quantized_.resize(rows_ * linear.in * kernels_.code_size);
    scales_.resize(rows_);
    kernels_.quantize(x.data(), rows_, linear.in, quantized_.data(), scales_.data());
    const Int8Linear layer{linear.packed, linear.scales, linear.offsets,
                           linear.bias,   linear.in,     linear.out};
    kernels_.linear_int8(layer, quantized_.data(), scales_.data(), rows_, y.data());
  }

  void add_norm(const embed_detail::Norm &norm) {
    kernels_.add_norm(states_.data(), other_.data(), rows_, model_.config.width, norm.gain,
                      norm.shift, model_.config.epsilon);
  }

  const EncoderModel &model_;
  const EncoderKernels &kernels_;
  std::size_t rows_ = 0;
  std::vector<std::size_t> starts_;
  std::vector<float> states_, wide_, mixed_, other_, scales_;
  std::vector<std::byte> quantized_;
};

/// Positions of the texts, shortest first, so that the texts of a batch have similar lengths.
std::vector<std::size_t> by_length(Texts texts) {
  std::vector<std::size_t> order(texts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t text) { return texts[text].size(); });
  return order;
}

void check_texts(Texts texts, const EncoderConfig &config) {
  for (const std::vector<std::uint32_t> &text : texts) {
    if (text.empty() || text.size() > config.positions) {
      throw Error(ErrorCode::invalid_argument,
                  "a text must have 1 to " + std::to_string(config.positions) + " tokens");
    }
    if (std::ranges::any_of(text, [&](std::uint32_t id) { return id >= config.vocabulary; })) {
      throw Error(ErrorCode::invalid_argument, "a token is not in the vocabulary");
    }
  }
}

/// Finite weights may still produce numbers that are not finite.
void require_finite(bool finite) {
  if (!finite) {
    throw Error(ErrorCode::malformed, "the encoder's weights give numbers that are not finite");
  }
}

}  // namespace

Encoder Encoder::load(const std::string &folder, EncoderPrecision precision,
                      const LowRankUpdate *update) {
  return {embed_detail::load_encoder_model(folder, precision, update),
          embed_detail::encoder_kernels()};
}

Encoder Encoder::open(const std::string &path) {
  return {embed_detail::open_encoder_model(path), embed_detail::encoder_kernels()};
}

void Encoder::store(const std::string &path) const {
  embed_detail::store_encoder_model(*model_, path);
}

std::size_t Encoder::dimensions() const noexcept { return model_->config.width; }
std::uint64_t Encoder::fingerprint() const noexcept { return model_->fingerprint; }
const WordPiece &Encoder::tokenizer() const noexcept { return model_->tokenizer; }
std::size_t Encoder::max_tokens() const noexcept { return model_->config.positions; }
std::string_view Encoder::kernels() const noexcept { return kernels_->name; }

Encoder Encoder::on(std::string_view kernels) const {
  for (const EncoderKernels *set : embed_detail::runnable_encoder_kernels()) {
    if (kernels == set->name) return {model_, *set};
  }
  throw Error(ErrorCode::unsupported, "this processor does not run " + std::string(kernels));
}

void Encoder::states(
    Texts texts, function_ref<void(std::size_t text, std::span<const float> states)> visit) const {
  check_texts(texts, model_->config);
  const std::vector<std::size_t> order = by_length(texts);
  const std::size_t width = model_->config.width;
  Forward forward(*model_, *kernels_);
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first, tokens = 0;
    do tokens += texts[order[last++]].size();
    while (last < order.size() && tokens + texts[order[last]].size() <= batch_tokens);
    const std::span<const std::size_t> batch(order.data() + first, last - first);
    const std::vector<float> &states = forward.run(texts, batch);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const std::size_t from = forward.starts()[i] * width, to = forward.starts()[i + 1] * width;
      const std::span<const float> rows = std::span<const float>(states).subspan(from, to - from);
      require_finite(std::ranges::all_of(rows, [](float x) { return std::isfinite(x); }));
      visit(batch[i], rows);
    }
    first = last;
  }
}

std::vector<std::uint32_t> Encoder::tokens(std::string_view text) const {
  std::vector<std::uint32_t> ids;
  tokenizer().encode(text, ids, true);
  if (ids.size() > max_tokens()) {
    ids.resize(max_tokens());
    ids.back() = tokenizer().separator();
  }
  return ids;
}

void Encoder::embed(std::span<const std::string_view> texts, std::span<float> vectors) const {
  const std::size_t width = dimensions();
  if (vectors.size() != texts.size() * width) {
    throw Error(ErrorCode::invalid_argument, "the vectors need texts × dimensions numbers");
  }
  std::vector<std::vector<std::uint32_t>> ids;
  for (const std::string_view text : texts) ids.push_back(tokens(text));
  states(ids, [&](std::size_t text, std::span<const float> rows) {
    const std::span<float> vector = vectors.subspan(text * width, width);
    std::ranges::fill(vector, 0.0F);
    require_finite(embed_detail::unit_mean(rows, vector));
  });
}

}  // namespace sluice::inline v0
