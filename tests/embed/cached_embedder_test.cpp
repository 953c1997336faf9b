#include "sluice/embed/cached_embedder.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "counting_embedder.hpp"
#include "sluice/core/error.hpp"
#include "sluice/embed/hashed_embedder.hpp"
#include "support/error_of.hpp"

namespace sluice {
namespace {

std::vector<float> embed(const auto &model, const std::vector<std::string> &texts) {
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  std::vector<float> vectors(texts.size() * model.dimensions());
  model.embed(views, vectors);
  return vectors;
}

TEST_CASE("a text is embedded once, no matter how often and on which thread it is requested") {
  const test::CountingEmbedder counting;
  for (const std::size_t threads : {1U, 4U}) {
    *counting.texts = 0;
    const CachedEmbedder cached(counting, threads);
    const CachedEmbedder copy = cached;
    CHECK(cached.fingerprint() == counting.fingerprint());
    std::vector<std::string> texts;
    for (int i = 0; i < 300; ++i) texts.push_back("text " + std::to_string(i % 200));
    CHECK(embed(cached, texts) == embed(counting.model, texts));
    CHECK(*counting.texts == 200);
    CHECK(embed(copy, {"text 7", "another", ""}) ==
          embed(counting.model, {"text 7", "another", ""}));
    CHECK(*counting.texts == 202);
    CHECK(embed(cached, {}).empty());
  }
}

TEST_CASE("another result of the model for a text is computed once") {
  const CachedEmbedder cached{HashedEmbedder(32)};
  const CachedEmbedder copy = cached;
  int made = 0;
  const auto read = [&] {
    ++made;
    return std::vector<float>{1, 2};
  };
  CHECK(embed(cached, {"a text"}) == embed(HashedEmbedder(32), {"a text"}));
  CHECK(cached.reading("a text", read) == std::vector<float>{1, 2});
  CHECK(copy.reading("a text", read) == std::vector<float>{1, 2});
  CHECK(made == 1);
  cached.reading("another", read);
  CHECK(made == 2);
  CHECK(embed(cached, {"another"}) == embed(HashedEmbedder(32), {"another"}));
}

/// Throws for one text.
struct Failing {
  HashedEmbedder model{32};
  std::size_t dimensions() const { return model.dimensions(); }
  std::uint64_t fingerprint() const { return model.fingerprint(); }
  void embed(std::span<const std::string_view> texts, std::span<float> vectors) const {
    for (const std::string_view text : texts) {
      if (text == "bad") throw Error(ErrorCode::malformed, "a bad text");
    }
    model.embed(texts, vectors);
  }
};

TEST_CASE("errors of the model pass through and leave no wrong vectors in the cache") {
  const CachedEmbedder cached{Failing{}};
  test::check_code(ErrorCode::malformed, [&] { return embed(cached, {"good", "bad"}); });
  CHECK(embed(cached, {"good"}) == embed(HashedEmbedder(32), {"good"}));
  std::vector<float> vectors(31);
  const std::string_view text = "good";
  test::check_code(ErrorCode::invalid_argument, [&] {
    cached.embed({&text, 1}, vectors);
    return 0;
  });
  test::check_code(ErrorCode::invalid_argument, [&] { return CachedEmbedder(Failing{}, 0); });
}

}  // namespace
}  // namespace sluice
