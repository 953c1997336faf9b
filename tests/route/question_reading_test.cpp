#include "route/features/question_reading.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "embed/tiny_encoder.hpp"
#include "route/features/schema_layout.hpp"
#include "route/features/word_cosines.hpp"
#include "sluice/embed/cached_embedder.hpp"
#include "sluice/embed/hashed_embedder.hpp"
#include "support/random_schema.hpp"
#include "support/support.hpp"

namespace sluice::route_detail {
namespace {

std::vector<float> embedded(const AnyEmbedder &model, std::string_view text) {
  std::vector<float> vector(model.dimensions());
  model.embed(std::array{text}, vector);
  return vector;
}

TEST_CASE("one pass of an encoder gives the question's vector and those of its words") {
  for (const auto architecture : {test::Architecture::bert, test::Architecture::mpnet}) {
    const test::TinyEncoder tiny(3, architecture);
    const Encoder encoder = Encoder::load(tiny.folder());
    const AnyEmbedder model = encoder;
    const std::string question = "How many singers are there, in the stadium of 1990?";
    const QuestionReading reading(model, question);
    CHECK(reading.whole == embedded(model, question));
    const std::size_t width = model.dimensions();
    // many, singers, stadium, 1990
    REQUIRE(reading.words.size() == 4 * width);

    // The oracle: "singer" and "##s" are tokens 3 and 4.
    const std::vector<std::vector<std::uint32_t>> ids{encoder.tokens(question)};
    encoder.states(ids, [&](std::size_t, std::span<const float> states) {
      std::vector<double> sum(width);
      double length = 0;
      for (std::size_t i = 0; i < width; ++i) {
        sum[i] = double{states[3 * width + i]} + double{states[4 * width + i]};
        length += sum[i] * sum[i];
      }
      for (std::size_t i = 0; i < width; ++i)
        CHECK(double{reading.words[width + i]} ==
              doctest::Approx(sum[i] / std::sqrt(length)).epsilon(1e-4));
    });
  }
}

TEST_CASE(
    "a long question is cut as the encoder cuts it, and one without content words has no vectors of words") {
  const test::TinyEncoder tiny(4);
  const AnyEmbedder model = Encoder::load(tiny.folder());
  std::string question;
  for (int i = 0; i < 1000; ++i) question += "singers ";
  const QuestionReading reading(model, question);
  CHECK(reading.whole == embedded(model, question));
  CHECK(reading.words.size() % model.dimensions() == 0);
  CHECK(reading.words.size() <= 40 * model.dimensions());
  for (const char *text : {"", "?", "the of", "\xff"}) {
    const QuestionReading none(model, text);
    CHECK(none.words.empty());
    CHECK(none.whole == embedded(model, text));
  }
}

TEST_CASE("vectors of words need an encoder in this process, possibly behind a cache") {
  const test::TinyEncoder tiny(5);
  const AnyEmbedder encoder = Encoder::load(tiny.folder()), hashed = HashedEmbedder();
  CHECK(QuestionReading::knows_words(encoder));
  CHECK(QuestionReading::knows_words(CachedEmbedder(encoder)));
  CHECK_FALSE(QuestionReading::knows_words(hashed));
  CHECK_FALSE(QuestionReading::knows_words(CachedEmbedder(hashed)));
  const QuestionReading reading(hashed, "how many singers");
  CHECK(reading.words.empty());
  CHECK(reading.whole == embedded(hashed, "how many singers"));
}

TEST_CASE("a word counts by its most similar visible columns") {
  const auto catalog = test::random_catalog(2, 3);
  const auto graphs = JoinGraphs(catalog);
  const AnyEmbedder model = HashedEmbedder(32);
  Mask mask(catalog);
  mask.hide(ColumnId(1));
  mask.hide(TableId(2));
  mask.hide(DatabaseId(2));
  const SchemaLayout layout(graphs, &mask);
  const SentenceVectors vectors(*catalog, model, SentencesOf::tables, &mask);
  std::vector<float> words = embedded(model, "name of");
  const std::vector<float> second = embedded(model, "year"), third = embedded(model, "city id");
  words.insert(words.end(), second.begin(), second.end());
  words.insert(words.end(), third.begin(), third.end());
  const WordCosines cosines(*catalog, layout, vectors, words);

  // The oracle: plain loops over visible columns.
  std::vector<std::vector<float>> of(3, std::vector<float>(catalog->column_count()));
  for (std::size_t w = 0; w < of.size(); ++w)
    vectors.columns.similarities(std::span(words).subspan(w * 32, 32), of[w]);
  const auto means = [&](auto columns, std::size_t max_columns) {
    double mean = 0;
    for (const auto &word : of) {
      std::vector<float> some;
      for (const ColumnId id : columns)
        if (mask.visible(id)) some.push_back(word[id.index()]);
      std::ranges::sort(some, std::greater<>());
      some.resize(std::min(some.size(), max_columns));
      double sum = 0;
      for (const float x : some) sum += double{x};
      if (!some.empty()) mean += sum / static_cast<double>(some.size()) / 3;
    }
    return doctest::Approx(mean).epsilon(1e-5);
  };
  for (const DatabaseId id : catalog->databases()) {
    CHECK(double{cosines.databases[id.index()]} == means(catalog->columns(id), 1));
    CHECK(double{cosines.five_columns[id.index()]} == means(catalog->columns(id), 5));
  }
  for (const TableId id : catalog->tables())
    CHECK(double{cosines.tables[id.index()]} == means(catalog->columns(id), 1));
  for (const ColumnId id : catalog->columns()) {
    const float nearest = std::max({of[0][id.index()], of[1][id.index()], of[2][id.index()], 0.0F});
    CHECK(cosines.columns[id.index()] == (mask.visible(id) ? nearest : 0));
  }
  CHECK(WordCosines(*catalog, layout, vectors, {}).tables ==
        std::vector<float>(catalog->table_count()));
}

}  // namespace
}  // namespace sluice::route_detail
