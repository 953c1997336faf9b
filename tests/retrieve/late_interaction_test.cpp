/// Probes and texts by the states of an encoder with random weights.

#include "retrieve/late_interaction.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/dot.hpp"
#include "embed/tiny_encoder.hpp"
#include "retrieve/contextual_encoder.hpp"
#include "sluice/embed/hashed_embedder.hpp"
#include "sluice/retrieve/dense_candidates.hpp"

namespace sluice {
namespace {

using Floats = std::vector<float>;
using Texts = std::vector<std::string_view>;

template <TokenEmbedder Model>
Floats tokens_of(const Model &model, std::string_view text) {
  Floats found;
  model.tokens(std::span(&text, 1), [&](std::size_t, std::span<const float> rows) {
    found.assign(rows.begin(), rows.end());
  });
  return found;
}

template <TokenEmbedder Model>
void check_scores(const Model &model, const Texts &texts, std::string_view question) {
  const Floats scores = LateInteraction(model, texts).scores(question);
  REQUIRE(scores.size() == texts.size());
  const std::size_t dimensions = model.dimensions();
  const Floats query = tokens_of(model, question);
  REQUIRE(!query.empty());
  for (std::size_t t = 0; t < texts.size(); ++t) {
    const Floats rows = tokens_of(model, texts[t]);
    double sum = 0;
    for (std::size_t q = 0; q < query.size(); q += dimensions) {
      double best = -1;
      for (std::size_t r = 0; r < rows.size(); r += dimensions) {
        best = std::max<double>(best, dot(&query[q], &rows[r], dimensions));
      }
      sum += best;
    }
    CAPTURE(texts[t]);
    CHECK(scores[t] ==
          doctest::Approx(sum * static_cast<double>(dimensions) / static_cast<double>(query.size()))
              .epsilon(1e-4));
  }
}

}  // namespace

TEST_CASE("the score of a text is the mean of each word's best cosine, by words or by states") {
  const Texts texts{"the singer", "name", "", "age of the singer"};
  check_scores(WordTokens(HashedEmbedder(64)), texts, "singers by their age");
  const test::TinyEncoder tiny(3);
  check_scores(EncoderTokens(Encoder::load(tiny.folder())), texts, "age of a singer");
}

TEST_CASE("a text with only stop words has no words to compare") {
  const Texts texts{"of the", "age"};
  const LateInteraction words(WordTokens(HashedEmbedder(64)), texts);
  CHECK(words.scores("age")[0] == -1);
  CHECK(words.scores("age")[1] == doctest::Approx(1));
  CHECK(words.scores("what is the") == Floats{-1, -1});
}

TEST_CASE("a contextual probe is the mean of its own states in a text with the question") {
  const test::TinyEncoder tiny(5);
  const Encoder encoder = Encoder::load(tiny.folder());
  const ContextualEncoder model(encoder);
  static_assert(ProbeEmbedder<ContextualEncoder>);
  const std::size_t dimensions = encoder.dimensions();

  const ProbeSet probes{"age of the singer", {"singer_name", "age of the singer", "singer age"}};
  const Floats vectors = model.probe_vectors(probes);
  REQUIRE(vectors.size() == 3 * dimensions);

  // The first probe, computed here.
  const WordPiece &tokenizer = encoder.tokenizer();
  std::vector<std::uint32_t> ids{tokenizer.start()};
  tokenizer.encode(probes.question, ids);
  ids.push_back(tokenizer.separator());
  const std::size_t first = ids.size();
  tokenizer.encode("singer name", ids);
  const std::size_t last = ids.size();
  ids.push_back(tokenizer.separator());
  Floats sum(dimensions);
  encoder.states(std::span(&ids, 1), [&](std::size_t, std::span<const float> states) {
    for (std::size_t t = first; t < last; ++t) {
      for (std::size_t i = 0; i < dimensions; ++i) sum[i] += states[t * dimensions + i];
    }
  });
  join_question(sum, Floats(dimensions), 0);
  for (std::size_t i = 0; i < dimensions; ++i) CHECK(vectors[i] == doctest::Approx(sum[i]));

  // The question itself is embedded alone.
  Floats alone(dimensions);
  encoder.embed(Texts{probes.question}, alone);
  CHECK(std::equal(alone.begin(), alone.end(),
                   vectors.begin() + static_cast<std::ptrdiff_t>(dimensions)));
  // With another question, the same probe has another vector.
  CHECK(model.probe_vectors({"name", {"singer_name"}}) !=
        Floats(vectors.begin(), vectors.begin() + static_cast<std::ptrdiff_t>(dimensions)));
}

TEST_CASE("if a question is too long for the encoder, its end is cut, not the probe") {
  const test::TinyEncoder tiny(5);
  const Encoder encoder = Encoder::load(tiny.folder());
  std::string question;
  for (std::size_t i = 0; i < 2 * encoder.max_tokens(); ++i) question += "age ";
  const ContextualEncoder model(encoder);
  const Floats vectors = model.probe_vectors({question, {"singer", question + "singer"}});
  REQUIRE(vectors.size() == 2 * encoder.dimensions());
  for (const float x : vectors) CHECK(std::isfinite(x));
  CHECK(
      model.probe_vectors({question + " name", {"singer"}}) ==
      Floats(vectors.begin(), vectors.begin() + static_cast<std::ptrdiff_t>(encoder.dimensions())));
}

}  // namespace sluice
