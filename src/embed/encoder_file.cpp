/// Our own file format of int8 encoders.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "encoder_model.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"

namespace sluice::inline v0::embed_detail {
namespace {

constexpr FourCc encoder_kind = {'E', 'N', 'C', '8'};
constexpr FourCc config_section = {'C', 'O', 'N', 'F'};
constexpr FourCc pieces_section = {'P', 'I', 'E', 'C'};
constexpr FourCc floats_section = {'F', 'L', 'O', 'A'};
constexpr FourCc bytes_section = {'B', 'Y', 'T', 'E'};

}  // namespace

void store_encoder_model(const EncoderModel &model, const std::string &path) {
  if (model.precision != EncoderPrecision::int8) {
    throw Error(ErrorCode::invalid_argument,
                "only an int8 encoder can be stored; load it with int8");
  }
  std::string pieces;
  for (std::uint32_t id = 0; id < model.tokenizer.size(); ++id) {
    pieces += model.tokenizer.piece(id);
    pieces += '\n';
  }
  std::string floats, bytes;
  const auto append = [](std::string &to, const auto *from, std::size_t count) {
    to.append(reinterpret_cast<const char *>(from), count * sizeof *from);
  };
  // each_array does not modify the model here.
  const_cast<EncoderModel &>(model).each_array(
      [&](const float *&numbers, std::size_t count) { append(floats, numbers, count); },
      [&](const std::int8_t *&numbers, std::size_t count) { append(bytes, numbers, count); });
  SegmentWriter writer(encoder_kind, model.fingerprint);
  writer.add(config_section, std::span<const EncoderConfig>(&model.config, 1));
  writer.add(pieces_section, pieces);
  writer.add(floats_section, floats);
  writer.add(bytes_section, bytes);
  write_file(path, writer.bytes());
}

std::shared_ptr<const EncoderModel> open_encoder_model(const std::string &path) {
  SegmentFile file(path, encoder_kind);
  const auto configs = file.records<EncoderConfig>(config_section);
  if (configs.size() != 1) file.fail("the configuration is broken");
  const EncoderConfig config = configs[0];
  check_config(config, path);
  WordPiece tokenizer = WordPiece::from_vocab(file.section(pieces_section), path);
  if (tokenizer.size() > config.vocabulary) file.fail("more pieces than word vectors");
  const auto model =
      std::make_shared<EncoderModel>(config, std::move(tokenizer), EncoderPrecision::int8);
  model->fingerprint = file.fingerprint();
  std::span<const float> floats = file.records<float>(floats_section);
  std::span<const std::int8_t> bytes = file.records<std::int8_t>(bytes_section);
  if (!std::ranges::all_of(floats, [](float x) { return std::isfinite(x); }))
    file.fail("a number that is not finite");
  model->layers.resize(config.layers);
  for (EncoderLayer &layer : model->layers) {
    const std::size_t width = config.width, inner = config.inner;
    const auto shape = [](Linear &linear, std::size_t in, std::size_t out) {
      linear.in = in;
      linear.out = out;
    };
    shape(layer.qkv, width, 3 * width);
    shape(layer.mixed, width, width);
    shape(layer.inner, width, inner);
    shape(layer.outer, inner, width);
  }
  const auto take = [&file](auto &from, auto *&to, std::size_t count) {
    if (count > from.size()) file.fail("fewer numbers than the configuration requires");
    to = from.data();
    from = from.subspan(count);
  };
  model->each_array([&](const float *&to, std::size_t count) { take(floats, to, count); },
                    [&](const std::int8_t *&to, std::size_t count) { take(bytes, to, count); });
  if (!floats.empty() || !bytes.empty()) file.fail("more numbers than the configuration requires");
  model->complete();
  model->file.emplace(std::move(file));
  return model;
}

}  // namespace sluice::inline v0::embed_detail
