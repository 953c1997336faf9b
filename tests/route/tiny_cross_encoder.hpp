#ifndef SLUICE_TESTS_ROUTE_TINY_CROSS_ENCODER_HPP
#define SLUICE_TESTS_ROUTE_TINY_CROSS_ENCODER_HPP

/// A cross-encoder with a few thousand weights.

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "embed/tiny_encoder.hpp"
#include "sluice/core/file.hpp"
#include "sluice/route/cross_encoder.hpp"
#include "support/support.hpp"

namespace sluice::test {

struct TinyCrossEncoder {
  static constexpr std::size_t width = 40;

  /// Tensors such as training would write.
  static std::vector<NamedTensor> learned() {
    std::vector<NamedTensor> tensors;
    for (const std::string layer : {"0.", "1."}) {
      const auto add = [&](const std::string &name, std::size_t in, std::size_t out) {
        tensors.push_back({layer + name + ".down", {1, in}, std::vector<float>(in, 0.1F)});
        tensors.push_back({layer + name + ".up", {out, 1}, std::vector<float>(out, 0.1F)});
      };
      add("qkv", width, 3 * width);
      add("mixed", width, width);
      add("inner", width, 72);
      add("outer", 72, width);
    }
    NamedTensor head{"head", {width}, {}};
    for (std::size_t i = 0; i < width; ++i) head.numbers.push_back(i % 3 == 0 ? 2.0F : -1.0F);
    tensors.push_back(std::move(head));
    tensors.push_back({"weight", {1}, {0.5F}});
    return tensors;
  }

  static CrossEncoderModel model_of(const std::vector<NamedTensor> &tensors) {
    const TemporaryDirectory folder;
    const std::string path = (folder.path() / "learned.safetensors").string();
    write_file(path, safetensors_of(tensors));
    return CrossEncoderModel::load(path, "a few numbers");
  }

  TinyEncoder tiny{7, Architecture::mpnet};
  std::shared_ptr<const CrossEncoderModel> model =
      std::make_shared<const CrossEncoderModel>(model_of(learned()));
  Encoder encoder = Encoder::load(tiny.folder(), EncoderPrecision::float32, &model->update);
  CrossEncoder cross_encoder{encoder, model};
};

}  // namespace sluice::test

#endif
