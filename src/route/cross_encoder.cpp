#include "sluice/route/cross_encoder.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/shipped_file.hpp"
#include "embed/safetensors.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/core/segment_file.hpp"

namespace sluice::inline v0 {
namespace {

constexpr FourCc kind{'X', 'E', 'N', 'C'};
constexpr FourCc about{'A', 'B', 'O', 'U'};
constexpr FourCc update_section{'U', 'P', 'D', 'T'};
constexpr FourCc head_section{'H', 'E', 'A', 'D'};
constexpr FourCc weight_section{'W', 'E', 'I', 'G'};

/// Fingerprints of all-mpnet-base-v2 with the changes of the shipped model, mpnet.cross: with
/// 32-bit floats and with 8 bits. training/README.md says how it was trained.
constexpr std::array<std::uint64_t, 2> changed_encoders{0xBF69F77C99B7DE49, 0x198EE398375993D8};

}  // namespace

CrossEncoderModel CrossEncoderModel::load(const std::string &path, std::string trained_on) {
  const Safetensors file(path);
  const auto head = std::ranges::find(file.tensors(), "head", &Tensor::name);
  if (head == file.tensors().end())
    throw Error(ErrorCode::malformed, "has no tensor `head`", {path, 0, 0});
  return {std::move(trained_on), LowRankUpdate::load(path), file.floats("head", head->shape),
          file.floats("weight", std::array<std::size_t, 1>{1})[0]};
}

std::string CrossEncoderModel::bytes() const {
  SegmentWriter writer(kind, Fingerprint().add(update.fingerprint()).add(trained_on).value());
  writer.add(about, trained_on);
  writer.add(update_section, update.bytes());
  writer.add(head_section, std::span<const float>(head));
  writer.add(weight_section, std::span(&weight, 1));
  return writer.bytes();
}

std::shared_ptr<const CrossEncoderModel> CrossEncoderModel::parse(std::string_view bytes,
                                                                  const std::string &name) {
  return read(SegmentFile(bytes, name, kind));
}

std::shared_ptr<const CrossEncoderModel> CrossEncoderModel::read(const SegmentFile &file) {
  auto model = std::make_shared<CrossEncoderModel>();
  model->trained_on = std::string(file.section(about));
  try {
    model->update = LowRankUpdate::parse(file.section(update_section));
  } catch (const Error &error) {
    file.fail(error.message());
  }
  const auto head = file.records<float>(head_section);
  const auto weight = file.records<float>(weight_section);
  constexpr float largest = 1e6F;
  const auto is_small = [](float x) { return std::abs(x) < largest; };
  if (head.empty() || weight.size() != 1 || !std::ranges::all_of(head, is_small) ||
      !(weight[0] > 0 && is_small(weight[0])))
    file.fail("has broken numbers");
  model->head.assign(head.begin(), head.end());
  model->weight = weight[0];
  return model;
}

std::shared_ptr<const CrossEncoderModel> CrossEncoderModel::shipped() {
  constexpr const char *name = "mpnet.cross";
  if (const std::string_view bytes = detail::shipped_bytes(name); !bytes.empty())
    return read(SegmentFile(bytes, name, kind));
  const std::string path = detail::shipped_file(name);
  return path.empty() ? nullptr : read(SegmentFile(path, kind));
}

std::shared_ptr<const CrossEncoderModel> CrossEncoderModel::shipped(std::uint64_t encoder) {
  return std::ranges::find(changed_encoders, encoder) == changed_encoders.end() ? nullptr
                                                                                : shipped();
}

CrossEncoder::CrossEncoder(Encoder encoder, std::shared_ptr<const CrossEncoderModel> model)
    : encoder_(std::move(encoder)), model_(std::move(model)) {
  if (model_->head.size() != encoder_.dimensions())
    throw Error(ErrorCode::mismatch, "the cross-encoder was trained for another encoder");
}

CrossEncoder CrossEncoder::open(const std::string &path) {
  Encoder encoder = Encoder::open(path);
  auto model = CrossEncoderModel::shipped(encoder.fingerprint());
  if (model == nullptr) {
    throw Error(ErrorCode::unsupported,
                "not the encoder of the shipped cross-encoder; `sluice train quantize "
                "--as-cross-encoder` makes it from all-mpnet-base-v2",
                {path, 0, 0});
  }
  return {std::move(encoder), std::move(model)};
}

std::vector<float> CrossEncoder::scores(std::string_view question,
                                        std::span<const std::string> schemas) const {
  const WordPiece &tokenizer = encoder_.tokenizer();
  const std::size_t max_size = std::min(max_tokens, encoder_.max_tokens());
  std::vector<std::uint32_t> prefix{tokenizer.start()};
  tokenizer.encode(question, prefix);
  if (prefix.size() > question_tokens + 1) prefix.resize(question_tokens + 1);
  prefix.push_back(tokenizer.separator());
  std::vector<std::vector<std::uint32_t>> texts(schemas.size(), prefix);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    tokenizer.encode(schemas[i], texts[i]);
    if (texts[i].size() >= max_size) texts[i].resize(max_size - 1);
    texts[i].push_back(tokenizer.separator());
  }
  std::vector<float> scores(schemas.size());
  const std::size_t width = encoder_.dimensions();
  std::vector<double> sum(width);
  encoder_.states(texts, [&](std::size_t text, std::span<const float> states) {
    std::ranges::fill(sum, 0.0);
    for (std::size_t at = 0; at < states.size(); ++at) sum[at % width] += double{states[at]};
    double length = 0, score = 0;
    for (std::size_t i = 0; i < width; ++i) {
      length += sum[i] * sum[i];
      score += sum[i] * double{model_->head[i]};
    }
    scores[text] = length > 0 ? static_cast<float>(score / std::sqrt(length)) : 0;
  });
  return scores;
}

}  // namespace sluice::inline v0
