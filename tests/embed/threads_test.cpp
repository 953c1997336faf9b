/// Models are shared: what several threads make of one is what one thread makes of it.

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "sluice/embed/any_embedder.hpp"
#include "sluice/embed/cached_embedder.hpp"
#include "sluice/embed/encoder.hpp"
#include "sluice/embed/hashed_embedder.hpp"
#include "sluice/embed/static_embedder.hpp"
#include "tiny_encoder.hpp"

namespace sluice {
namespace {

std::vector<std::string> texts() {
  std::vector<std::string> made;
  const std::vector<std::string> words = {"name", "singer", "Москва", "how many", "stadium", "x_1"};
  for (std::size_t i = 0; i < 96; ++i) {
    std::string text;
    for (std::size_t word = 0; word <= i % 7; ++word) text += words[(i * 5 + word) % 6] + ' ';
    made.push_back(text);
  }
  return made;
}

/// The texts dealt out to so many threads, each with its share in one call.
template <class Model>
std::vector<float> embed(const Model &model, std::size_t threads) {
  const std::vector<std::string> made = texts();
  const std::vector<std::string_view> views(made.begin(), made.end());
  std::vector<float> vectors(views.size() * model.dimensions());
  const std::size_t share = views.size() / threads;
  std::vector<std::jthread> running;
  for (std::size_t t = 0; t < threads; ++t) {
    running.emplace_back([&, t] {
      model.embed(
          std::span(views).subspan(t * share, share),
          std::span(vectors).subspan(t * share * model.dimensions(), share * model.dimensions()));
    });
  }
  running.clear();
  return vectors;
}

template <class Model>
void check_same(const Model &model) {
  const std::vector<float> one = embed(model, 1);
  CHECK(embed(model, 8) == one);
  CHECK(embed(model, 3) == one);
}

TEST_CASE("an encoder gives the same bits on one thread and on eight") {
  const test::TinyEncoder tiny(23);
  for (const auto precision : {EncoderPrecision::float32, EncoderPrecision::int8}) {
    check_same(Encoder::load(tiny.folder(), precision));
  }
}

TEST_CASE("tables give the same bits on one thread and on eight") {
  if (!StaticEmbedder::is_shipped()) return test::skip("built without the static table");
  check_same(StaticEmbedder::shipped());
  check_same(HashedEmbedder());
  check_same(CachedEmbedder(HashedEmbedder(), 3));
}

}  // namespace
}  // namespace sluice
