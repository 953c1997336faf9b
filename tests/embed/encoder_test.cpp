#include "sluice/embed/encoder.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/file.hpp"
#include "sluice/core/json.hpp"
#include "support/error_of.hpp"
#include "support/support.hpp"
#include "tiny_encoder.hpp"

namespace sluice {
namespace {

using test::Architecture;

std::vector<float> embed(const Encoder &encoder, const std::vector<std::string> &texts) {
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  std::vector<float> vectors(texts.size() * encoder.dimensions());
  encoder.embed(views, vectors);
  return vectors;
}

double cosine(const float *a, const float *b, std::size_t size) {
  double product = 0;
  for (std::size_t i = 0; i < size; ++i) product += double{a[i]} * b[i];
  return product;
}

const std::vector<std::string> questions = {
    "how many singers are there",
    "name",
    "the name of the oldest singer in the stadium and the year",
    "",
    "age ? age ? age",
    "stadium name stadium name stadium name stadium name stadium name",
    "how many singers of the year are there in the oldest stadium and how many names of singers are "
    "there in the year of the oldest stadium"};

TEST_CASE("a small network gives the result of a simple implementation") {
  for (const auto architecture : {Architecture::bert, Architecture::mpnet}) {
    const test::TinyEncoder tiny(7, architecture);
    const Encoder encoder = Encoder::load(tiny.folder());
    std::vector<std::vector<float>> expected;
    for (const std::string &question : questions)
      expected.push_back(tiny.embed(encoder.tokenizer(), question));
    for (const std::string_view kernels : tiny.runnable()) {
      CAPTURE(kernels);
      const std::vector<float> found = embed(encoder.on(kernels), questions);
      for (std::size_t i = 0; i < questions.size(); ++i) {
        CAPTURE(questions[i]);
        CHECK(cosine(&found[i * encoder.dimensions()], expected[i].data(), expected[i].size()) >
              0.999999);
      }
    }
  }
}

TEST_CASE("a vector is bit-identical alone and in a batch, in both precisions, on every set") {
  for (const auto architecture : {Architecture::bert, Architecture::mpnet}) {
    const test::TinyEncoder tiny(11, architecture);
    for (const auto precision : {EncoderPrecision::float32, EncoderPrecision::int8}) {
      for (const std::string_view kernels : tiny.runnable()) {
        CAPTURE(kernels);
        const Encoder encoder = Encoder::load(tiny.folder(), precision).on(kernels);
        const std::vector<float> together = embed(encoder, questions);
        for (std::size_t i = 0; i < questions.size(); ++i) {
          CAPTURE(questions[i]);
          const std::vector<float> alone = embed(encoder, {questions[i]});
          CHECK(std::memcmp(alone.data(), &together[i * encoder.dimensions()],
                            alone.size() * sizeof(float)) == 0);
        }
      }
    }
  }
}

TEST_CASE("an int8 encoder is close to the original, and unchanged after storing and opening") {
  for (const auto architecture : {Architecture::bert, Architecture::mpnet}) {
    const test::TinyEncoder tiny(13, architecture);
    const Encoder full = Encoder::load(tiny.folder());
    const Encoder rounded = Encoder::load(tiny.folder(), EncoderPrecision::int8);
    CHECK(full.fingerprint() != rounded.fingerprint());
    const std::vector<float> exact = embed(full, questions), near = embed(rounded, questions);
    for (std::size_t i = 0; i < questions.size(); ++i) {
      CHECK(cosine(&exact[i * full.dimensions()], &near[i * full.dimensions()], full.dimensions()) >
            0.97);
    }
    const std::string path = (std::filesystem::path(tiny.folder()) / "tiny.int8").string();
    rounded.store(path);
    const Encoder opened = Encoder::open(path);
    CHECK(opened.fingerprint() == rounded.fingerprint());
    CHECK(embed(opened, questions) == near);
    test::check_code(ErrorCode::invalid_argument, [&] {
      full.store(path);
      return 0;
    });
  }
}

TEST_CASE("states have one row per token, and invalid token lists are rejected") {
  const test::TinyEncoder tiny(17);
  const Encoder encoder = Encoder::load(tiny.folder());
  const std::vector<std::vector<std::uint32_t>> texts = {{2, 4, 3}, {2, 3}, {5}};
  std::size_t seen = 0;
  encoder.states(texts, [&](std::size_t text, std::span<const float> states) {
    CHECK(states.size() == texts[text].size() * encoder.dimensions());
    ++seen;
  });
  CHECK(seen == 3);
  const auto refuse = [&](std::vector<std::uint32_t> ids) {
    const std::vector<std::vector<std::uint32_t>> one = {std::move(ids)};
    test::check_code(ErrorCode::invalid_argument, [&] {
      encoder.states(one, [](std::size_t, std::span<const float>) {});
      return 0;
    });
  };
  refuse({});
  refuse({1'000'000});
  refuse(std::vector<std::uint32_t>(encoder.max_tokens() + 1, 4));
  // A long text is cut.
  std::string longest;
  for (int i = 0; i < 1000; ++i) longest += "name ";
  std::vector<std::uint32_t> framed(encoder.max_tokens(), 4);
  framed.front() = 2;
  framed.back() = 3;
  CHECK(encoder.tokens(longest) == framed);
  CHECK(encoder.tokens("name") == texts[0]);
  CHECK(std::abs(cosine(embed(encoder, {longest}).data(), embed(encoder, {longest}).data(),
                        encoder.dimensions()) -
                 1) < 1e-5);
}

TEST_CASE("vectors are those of the reference implementation") {
  const auto recorded = test::data_directory() / "encoder_reference/minilm.jsonl.gz";
  if (!std::filesystem::exists(recorded))
    return test::skip("no encoder_reference under SLUICE_DATA");
  if (!std::filesystem::exists(test::encoder_directory() / "model.safetensors")) {
    return test::skip("no encoder; cmake/encoder_weights.sh fetches it");
  }
  std::vector<std::string> texts;
  std::vector<std::vector<float>> expected;
  each_json_line(read_file(recorded.string()), "reference", [&](JsonValue line) {
    texts.emplace_back(line.at("text").as_string());
    std::vector<float> &vector = expected.emplace_back();
    for (const JsonValue number : line.at("vector"))
      vector.push_back(static_cast<float>(number.as_number()));
  });
  for (const auto precision : {EncoderPrecision::float32, EncoderPrecision::int8}) {
    const double least = precision == EncoderPrecision::float32 ? 0.99999 : 0.99;
    const Encoder loaded = Encoder::load(test::encoder_directory().string(), precision);
    for (const char *kernels : {"plain", "avx2", "avx512"}) {
      try {
        const Encoder encoder = loaded.on(kernels);
        const std::vector<float> found = embed(encoder, texts);
        for (std::size_t i = 0; i < texts.size(); ++i) {
          CAPTURE(kernels);
          CAPTURE(texts[i]);
          CHECK(cosine(&found[i * 384], expected[i].data(), 384) >= least);
        }
      } catch (const Error &error) {
        CHECK(error.code() == ErrorCode::unsupported);  // not supported by this processor
      }
    }
  }
  CHECK(texts.size() == 38);
}

}  // namespace
}  // namespace sluice
