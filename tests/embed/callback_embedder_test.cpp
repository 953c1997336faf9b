#include "sluice/embed/callback_embedder.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/error.hpp"
#include "sluice/embed/any_embedder.hpp"
#include "sluice/embed/embedder.hpp"
#include "support/error_of.hpp"

namespace sluice {
namespace {

static_assert(Embedder<CallbackEmbedder>);

using Texts = std::span<const std::string_view>;

/// The size of a text and its first letter.
void two_numbers(Texts texts, std::span<float> vectors) {
  for (std::size_t t = 0; t < texts.size(); ++t) {
    vectors[2 * t] = static_cast<float>(texts[t].size());
    vectors[2 * t + 1] = texts[t].empty() ? 0 : static_cast<float>(texts[t][0]);
  }
}

TEST_CASE("the vectors of a callback are scaled to unit length, and texts are passed in batches") {
  const auto sizes = std::make_shared<std::vector<std::size_t>>();
  const AnyEmbedder model = CallbackEmbedder(
      "two", 2,
      [sizes](Texts texts, std::span<float> vectors) {
        sizes->push_back(texts.size());
        two_numbers(texts, vectors);
      },
      2);
  const std::vector<std::string_view> texts = {"a", "bb", "", "dddd", "e"};
  std::vector<float> vectors(10);
  model.embed(texts, vectors);
  CHECK(*sizes == std::vector<std::size_t>{2, 2, 1});
  for (std::size_t t = 0; t < texts.size(); ++t) {
    const double length = std::hypot(vectors[2 * t], vectors[2 * t + 1]);
    CHECK(length == doctest::Approx(texts[t].empty() ? 0 : 1));
  }
  CHECK(vectors[6] / vectors[7] == doctest::Approx(4.0 / 'd'));
  model.embed({}, {});
  CHECK(sizes->size() == 3);
}

TEST_CASE("an error about missing or infinite numbers names the text") {
  const std::vector<std::string_view> texts = {"a", "b", "c"};
  std::vector<float> vectors(6);
  for (const float wrong :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), -1.0F}) {
    const CallbackEmbedder model("mine", 2, [wrong](Texts given, std::span<float> out) {
      std::vector<float> all(out.size());
      two_numbers(given, all);
      for (std::size_t i = 0; i < out.size(); ++i) {
        if (i != 3) out[i] = all[i];
        if (i == 3 && wrong != -1.0F) out[i] = wrong;
      }
    });
    const Error error = test::error_of([&] {
      model.embed(texts, vectors);
      return 0;
    });
    CHECK(error.code() == ErrorCode::malformed);
    CHECK(test::contains(error.what(), "mine: the callback did not write every number of text 1"));
  }
}

TEST_CASE("errors of the callback pass through, and invalid sizes are rejected") {
  const CallbackEmbedder model("bad", 2,
                               [](Texts, std::span<float>) { throw std::runtime_error("mine"); });
  const std::vector<std::string_view> texts = {"a"};
  std::vector<float> vectors(2), short_of(1);
  CHECK_THROWS_AS(model.embed(texts, vectors), std::runtime_error);
  test::check_code(ErrorCode::invalid_argument, [&] {
    model.embed(texts, short_of);
    return 0;
  });
  test::check_code(ErrorCode::invalid_argument,
                   [&] { return CallbackEmbedder("none", 0, two_numbers); });
  test::check_code(ErrorCode::invalid_argument,
                   [&] { return CallbackEmbedder("none", 2, two_numbers, 0); });
}

TEST_CASE("fingerprints distinguish models by name and dimensions") {
  const CallbackEmbedder one("one", 2, two_numbers), same("one", 2, two_numbers),
      two("two", 2, two_numbers), wide("one", 3, two_numbers);
  CHECK(one.fingerprint() == same.fingerprint());
  CHECK(one.fingerprint() != two.fingerprint());
  CHECK(one.fingerprint() != wide.fingerprint());
}

}  // namespace
}  // namespace sluice
