#include "sluice/train/distill.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "embed/tiny_encoder.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/random.hpp"
#include "sluice/embed/any_embedder.hpp"
#include "sluice/embed/encoder.hpp"
#include "sluice/embed/static_embedder.hpp"
#include "support/error_of.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

/// Correlation between two models of the cosines of all pairs of texts.
double agreement(const AnyEmbedder &table, const AnyEmbedder &encoder,
                 const std::vector<std::string> &texts) {
  const auto vectors_of = [&](const AnyEmbedder &model) {
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    std::vector<float> vectors(texts.size() * model.dimensions());
    model.embed(views, vectors);
    return vectors;
  };
  // Subtract the mean and normalize.
  const auto cosines_of = [&](const AnyEmbedder &model) {
    const std::vector<float> vectors = vectors_of(model);
    const std::size_t width = model.dimensions();
    std::vector<double> cosines;
    for (std::size_t a = 0; a < texts.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        double sum = 0;
        for (std::size_t i = 0; i < width; ++i)
          sum += double{vectors[a * width + i]} * vectors[b * width + i];
        cosines.push_back(sum);
      }
    }
    const double mean =
        std::accumulate(cosines.begin(), cosines.end(), 0.0) / static_cast<double>(cosines.size());
    double squares = 0;
    for (double &cosine : cosines) {
      cosine -= mean;
      squares += cosine * cosine;
    }
    for (double &cosine : cosines) cosine /= std::sqrt(squares);
    return cosines;
  };
  const std::vector<double> by_table = cosines_of(table), by_encoder = cosines_of(encoder);
  return std::inner_product(by_table.begin(), by_table.end(), by_encoder.begin(), 0.0);
}

TEST_CASE("distilling again gives a table with the same bytes") {
  const test::TinyEncoder tiny(5);
  const std::filesystem::path folder(tiny.folder());
  const Encoder encoder = Encoder::load(tiny.folder());
  distill(encoder, (folder / "a").string(), {.dimensions = 12});
  distill(encoder, (folder / "b").string(), {.dimensions = 12});
  CHECK(read_file((folder / "a").string()) == read_file((folder / "b").string()));
  test::check_code(ErrorCode::invalid_argument, [&] {
    distill(encoder, "x", {.dimensions = 4, .threads = 0});
    return 0;
  });
  test::check_code(ErrorCode::invalid_argument, [&] {
    distill(encoder, "x", {.dimensions = 41});
    return 0;
  });
  test::check_code(ErrorCode::invalid_argument, [&] {
    distill(encoder, "x", {.dimensions = 0});
    return 0;
  });
  test::check_code(ErrorCode::invalid_argument, [&] {
    distill(encoder, "x", {.smoothing = 0});
    return 0;
  });
  test::check_code(ErrorCode::io, [&] {
    distill(encoder, "/no/such/folder/x", {.dimensions = 4});
    return 0;
  });
}

TEST_CASE(
    "rows fitted to texts agree more with the encoder on other texts, with any number of threads") {
  const test::TinyEncoder tiny(5);
  const std::filesystem::path folder(tiny.folder());
  const Encoder encoder = Encoder::load(tiny.folder());
  std::vector<std::string> words;
  for (std::uint32_t id = 0; id < encoder.tokenizer().size(); ++id) {
    const std::string_view piece = encoder.tokenizer().piece(id);
    if (piece.find_first_not_of("abcdefghijklmnopqrstuvwxyz") == piece.npos)
      words.emplace_back(piece);
  }
  REQUIRE(words.size() > 8);
  Random random(7);
  const auto text = [&] {
    std::string made;
    for (int i = 0; i < 4; ++i) made += words[random.below(words.size())] + ' ';
    return made;
  };
  EncoderDistillOptions options{
      .dimensions = 8};  // with twenty pieces, further components are rounding errors
  std::vector<std::string> others;
  for (int i = 0; i < 60; ++i) others.push_back(text());
  const std::string plain = (folder / "plain").string(), fitted = (folder / "fitted").string(),
                    by_two = (folder / "two").string();
  distill(encoder, plain, options);
  for (int i = 0; i < 6000; ++i) options.texts.push_back(text());
  options.texts.emplace_back("!");  // has no row
  distill(encoder, fitted, options);
  const AnyEmbedder by(encoder);
  const double before = agreement(StaticEmbedder::open(plain), by, others);
  const double after = agreement(StaticEmbedder::open(fitted), by, others);
  CAPTURE(before);
  CAPTURE(after);
  CHECK(after > before);
  options.threads = 3;
  distill(encoder, by_two, options);
  CHECK(read_file(fitted) == read_file(by_two));
}

TEST_CASE("a word of several pieces gets its own row, centered among words") {
  const test::TinyEncoder tiny(5);
  const std::filesystem::path folder(tiny.folder());
  const Encoder encoder = Encoder::load(tiny.folder());
  const std::string in_pieces = (folder / "pieces").string(), whole = (folder / "whole").string();
  EncoderDistillOptions options{.dimensions = 8};
  distill(encoder, in_pieces, options);
  const std::vector<std::string> words{"stadiums", "singers"};
  options.words = {words[0], "singer", words[1],
                   words[0]};  // includes a whole piece and a duplicate
  distill(encoder, whole, options);
  const StaticEmbedder table = StaticEmbedder::open(whole);
  CHECK(table.tokenizer().size() == StaticEmbedder::open(in_pieces).tokenizer().size() + 2);
  for (const std::string &word : words) {
    std::vector<std::uint32_t> ids;
    encoder.tokenizer().encode_word(word, ids);
    CHECK(ids.size() > 1);
    ids.clear();
    table.tokenizer().encode_word(word, ids);
    CHECK(ids.size() == 1);
  }
  const std::vector<std::string_view> views(words.begin(), words.end());
  std::vector<float> vectors(2 * table.dimensions());
  table.embed(views, vectors);
  const auto middle = vectors.begin() + 8;  // the mean of two words is between them
  CHECK(std::inner_product(vectors.begin(), middle, middle, 0.0F) < -0.999F);
  options.words = {"in voice"};
  test::check_code(ErrorCode::invalid_argument, [&] {
    distill(encoder, whole, options);
    return 0;
  });
}

}  // namespace
}  // namespace sluice
