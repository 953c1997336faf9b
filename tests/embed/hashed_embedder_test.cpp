#include "sluice/embed/hashed_embedder.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "sluice/core/error.hpp"
#include "sluice/embed/embedder.hpp"

namespace sluice {
namespace {

static_assert(Embedder<HashedEmbedder>);

std::vector<float> embed(const HashedEmbedder &model, std::string_view text) {
  std::vector<float> vector(model.dimensions());
  model.embed(std::array{text}, vector);
  return vector;
}

double dot(const std::vector<float> &a, const std::vector<float> &b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += double{a[i]} * b[i];
  return sum;
}

}  // namespace

TEST_CASE("vectors have unit length, or are zero for a text without words") {
  const HashedEmbedder model;
  for (const char *text : {"a", "singer", "custAddr", "Größe der Stadt", "第一", "x1 y2"}) {
    CAPTURE(text);
    const auto vector = embed(model, text);
    CHECK(std::sqrt(dot(vector, vector)) == doctest::Approx(1));
  }
  for (const char *text : {"", "  ,.-", "\xff\xfe"}) {
    const auto vector = embed(model, text);
    CHECK(dot(vector, vector) == 0);
  }
}

TEST_CASE("a text has the same vector alone and in a batch") {
  const HashedEmbedder model(64);
  const std::array<std::string_view, 3> texts{"first name", "", "year of birth"};
  std::vector<float> batch(texts.size() * model.dimensions(), 9.0F);
  model.embed(texts, batch);
  for (std::size_t t = 0; t < texts.size(); ++t) {
    const auto alone = embed(model, texts[t]);
    for (std::size_t i = 0; i < alone.size(); ++i) CHECK(batch[t * 64 + i] == alone[i]);
  }
}

TEST_CASE("words with similar spelling are closer than others") {
  const HashedEmbedder model;
  const auto near = dot(embed(model, "singers"), embed(model, "singer"));
  CHECK(near > 0.4);
  CHECK(near > dot(embed(model, "singers"), embed(model, "concert")));
  CHECK(embed(model, "FirstName") == embed(model, "first_name"));
}

TEST_CASE("fingerprints depend on the dimensions, and 0 dimensions are rejected") {
  CHECK(HashedEmbedder(64).fingerprint() != HashedEmbedder(65).fingerprint());
  CHECK_THROWS_AS(HashedEmbedder(0), Error);
}

}  // namespace sluice
