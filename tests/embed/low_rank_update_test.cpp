#include "sluice/embed/low_rank_update.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/file.hpp"
#include "sluice/core/random.hpp"
#include "sluice/embed/encoder.hpp"
#include "support/error_of.hpp"
#include "support/support.hpp"
#include "tiny_encoder.hpp"

namespace sluice {
namespace {

constexpr std::size_t width = 40, inner = 72, rank = 2;

/// For TinyEncoder's two layers. Multiples of 1/127, which 8 bits represent exactly.
std::vector<test::NamedTensor> tensors_of_change() {
  Random random(3);
  std::vector<test::NamedTensor> tensors;
  const auto add = [&](const std::string &name, std::size_t rows, std::size_t columns) {
    test::NamedTensor &tensor = tensors.emplace_back(test::NamedTensor{name, {rows, columns}, {}});
    for (std::size_t i = 0; i < rows * columns; ++i) {
      const auto whole = static_cast<float>(random.below(255)) - 127;
      tensor.numbers.push_back(i % columns == 0 ? 0.25F : 0.25F * whole / 127);
    }
  };
  for (const std::string layer : {"0.", "1."}) {
    const auto matrix = [&](const std::string &name, std::size_t in, std::size_t out) {
      add(layer + name + ".down", rank, in);
      add(layer + name + ".up", out, rank);
    };
    matrix("qkv", width, 3 * width);
    matrix("mixed", width, width);
    matrix("inner", width, inner);
    matrix("outer", inner, width);
  }
  return tensors;
}

std::string written(const test::TemporaryDirectory &folder, const std::string &bytes) {
  const std::string path = (folder.path() / "learned.safetensors").string();
  write_file(path, bytes);
  return path;
}

/// The product up × down.
std::vector<float> product(const test::NamedTensor &down, const test::NamedTensor &up) {
  const std::size_t in = down.shape[1], out = up.shape[0];
  std::vector<float> made(out * in);
  for (std::size_t o = 0; o < out; ++o) {
    for (std::size_t r = 0; r < rank; ++r) {
      for (std::size_t i = 0; i < in; ++i)
        made[o * in + i] += up.numbers[o * rank + r] * down.numbers[r * in + i];
    }
  }
  return made;
}

std::vector<float> vector_of(const Encoder &encoder, std::string_view text) {
  std::vector<float> vector(encoder.dimensions());
  encoder.embed(std::array{text}, vector);
  return vector;
}

TEST_CASE("loading an update adds its products to the matrices of the encoder") {
  const auto tensors = tensors_of_change();
  const test::TemporaryDirectory folder;
  const LowRankUpdate update = LowRankUpdate::load(written(folder, test::safetensors_of(tensors)));
  CHECK(update.layers() == 2);
  test::TinyEncoder tiny(5, test::Architecture::mpnet);
  const Encoder plain = Encoder::load(tiny.folder());
  const Encoder updated = Encoder::load(tiny.folder(), EncoderPrecision::float32, &update);
  constexpr std::string_view text = "how many singers are there in the stadium";
  const std::array<std::vector<std::string>, 4> names{
      {{"attention.attn.q", "attention.attn.k", "attention.attn.v"},
       {"attention.attn.o"},
       {"intermediate.dense"},
       {"output.dense"}}};
  for (std::size_t m = 0; m < 8; ++m) {
    const std::vector<float> change = product(tensors[2 * m], tensors[2 * m + 1]);
    std::span<const float> rest(change);
    for (const std::string &name : names[m % 4]) {
      rest = rest.subspan(
          tiny.change("encoder.layer." + std::to_string(m / 4) + '.' + name + ".weight", rest));
    }
    CHECK(rest.empty());
  }
  const std::vector<float> found = vector_of(updated, text),
                           expected = vector_of(Encoder::load(tiny.folder()), text),
                           before = vector_of(plain, text);
  double off = 0, moved = 0;
  for (std::size_t i = 0; i < width; ++i) {
    off = std::max(off, std::abs(double{found[i]} - expected[i]));
    moved = std::max(moved, std::abs(double{found[i]} - before[i]));
  }
  CHECK(off < 1e-4);
  CHECK(moved > 1e-2);
  CHECK(updated.fingerprint() != plain.fingerprint());
  CHECK(updated.fingerprint() ==
        Encoder::load(test::TinyEncoder(5, test::Architecture::mpnet).folder(),
                      EncoderPrecision::float32, &update)
            .fingerprint());
}

TEST_CASE("an update is unchanged after serialization, and parts of its bytes are rejected") {
  const test::TemporaryDirectory folder;
  const LowRankUpdate update =
      LowRankUpdate::load(written(folder, test::safetensors_of(tensors_of_change())));
  const std::string bytes = update.bytes();
  CHECK(LowRankUpdate::parse(bytes).bytes() == bytes);
  CHECK(LowRankUpdate::parse(bytes).fingerprint() == update.fingerprint());
  for (std::size_t size = 0; size < bytes.size(); size += size < 200 ? 1 : 97) {
    CAPTURE(size);
    test::check_code(ErrorCode::malformed,
                     [&] { LowRankUpdate::parse(std::string_view(bytes).substr(0, size)); });
  }
  test::check_code(ErrorCode::malformed, [&] { LowRankUpdate::parse(bytes + 'x'); });
  for (const std::size_t place : {0U, 4U, 8U, 12U}) {
    std::string broken = bytes;
    broken[place + 3] = '\x7F';
    CAPTURE(place);
    test::check_code(ErrorCode::malformed, [&] { LowRankUpdate::parse(broken); });
  }
}

TEST_CASE("tensors that are not an update are rejected, and so is an update of another size") {
  const test::TemporaryDirectory folder;
  auto tensors = tensors_of_change();
  tensors.pop_back();
  const std::string path = written(folder, test::safetensors_of(tensors));
  CHECK(test::contains(test::what_of([&] { LowRankUpdate::load(path); }), "no matrix 1.outer.up"));
  tensors = tensors_of_change();
  tensors[0].shape = {1, 2 * width};
  written(folder, test::safetensors_of(tensors));
  CHECK(test::contains(test::what_of([&] { LowRankUpdate::load(path); }), "different ranks"));

  tensors = tensors_of_change();
  tensors.resize(8);  // one layer
  written(folder, test::safetensors_of(tensors));
  const LowRankUpdate update = LowRankUpdate::load(path);
  const test::TinyEncoder tiny(5);
  test::check_code(ErrorCode::mismatch,
                   [&] { Encoder::load(tiny.folder(), EncoderPrecision::float32, &update); });
  std::vector<float> weight(width * width);
  test::check_code(ErrorCode::mismatch, [&] { update.add_to(0, width, weight); });
  update.add_to(1, width, weight);
  test::check_code(ErrorCode::mismatch, [&] { update.add_to(4, width, weight); });
}

}  // namespace
}  // namespace sluice
