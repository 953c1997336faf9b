#include "sluice/embed/static_embedder.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/error.hpp"
#include "sluice/embed/embedder.hpp"
#include "support/error_of.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

static_assert(Embedder<StaticEmbedder>);

/// The table inside, where the build has it.
const StaticEmbedder *table() {
  static const auto opened = []() -> std::optional<StaticEmbedder> {
    try {
      return StaticEmbedder::shipped();
    } catch (const Error &) {
      return std::nullopt;
    }
  }();
  return opened ? &*opened : nullptr;
}

std::vector<float> embed(std::string_view text) {
  std::vector<float> vector(table()->dimensions());
  table()->embed({&text, 1}, vector);
  return vector;
}

double cosine(std::string_view a, std::string_view b) {
  const std::vector<float> x = embed(a), y = embed(b);
  double product = 0;
  for (std::size_t i = 0; i < x.size(); ++i) product += double{x[i]} * y[i];
  return product;
}

TEST_CASE("words of like meaning are near, others are not") {
  if (table() == nullptr) return test::skip("built without the static table");
  CHECK(table()->dimensions() == 128);
  CHECK(cosine("singer", "vocalist") > 0.6);
  CHECK(cosine("singer", "vocalist") > cosine("singer", "invoice") + 0.3);
  CHECK(cosine("employee salary", "wage of a worker") >
        cosine("employee salary", "stadium capacity"));
  CHECK(cosine("Singer", "singer") == doctest::Approx(1));
  CHECK(cosine("concert_singer", "concert singer") == doctest::Approx(1));
  CHECK(cosine("how many?", "how many") == doctest::Approx(1));
}

TEST_CASE("words that the table cannot spell still find themselves") {
  if (table() == nullptr) return test::skip("built without the static table");
  CHECK(cosine("Москва", "москва") == doctest::Approx(1));
  CHECK(cosine("Москва", "Москвы") > cosine("Москва", "клиент") + 0.1);
  CHECK(cosine("客户", "客户") == doctest::Approx(1));
  CHECK(cosine("singer Москва", "Москва") > 0.3);
}

TEST_CASE("a text without a word has no direction, and all others unit length") {
  if (table() == nullptr) return test::skip("built without the static table");
  for (const float x : embed(" ?! ")) CHECK(x == 0);
  for (const float x : embed("")) CHECK(x == 0);
  for (const std::string_view text : {"a", "the", "x1", "customer address line 2"}) {
    CHECK(cosine(text, text) == doctest::Approx(1));
  }
}

TEST_CASE("a text has the same vector alone and among others") {
  if (table() == nullptr) return test::skip("built without the static table");
  const std::vector<std::string_view> texts = {"singer", "", "age of the oldest", "Москва"};
  std::vector<float> together(texts.size() * table()->dimensions());
  table()->embed(texts, together);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::vector<float> alone = embed(texts[i]);
    CHECK(std::equal(alone.begin(), alone.end(),
                     together.begin() + static_cast<std::ptrdiff_t>(i * alone.size())));
  }
  std::vector<float> short_of(1);
  test::check_code(ErrorCode::invalid_argument, [&] {
    table()->embed(texts, short_of);
    return 0;
  });
}

}  // namespace
}  // namespace sluice
