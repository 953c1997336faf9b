#include "sluice/index/bm25.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "sluice/core/error.hpp"
#include "sluice/core/random.hpp"
#include "support/random_hierarchy.hpp"

namespace sluice {
namespace {

using test::RandomTexts;

/// A slow BM25: assembles whole documents from the texts, then counts.
class NaiveBm25 {
 public:
  NaiveBm25(const RandomTexts &texts, const Bm25Options &options, const Visibility &seen)
      : options_(options) {
    const Hierarchy hierarchy = texts.hierarchy();
    documents_.resize(hierarchy.count(options.granularity));
    for (const auto &text : texts.texts) {
      const double weight = options.weights(text.level, text.field);
      for (const std::size_t document : holders(hierarchy, text, seen)) {
        documents_[document].visible = true;
        for (const std::string &term : Analyzer()(text.text)) {
          if (weight > 0) documents_[document].counts[term] += weight;
          documents_[document].length += weight;
        }
      }
    }
    mark_visible(hierarchy, seen);
  }

  double score(std::size_t document, const std::vector<std::string> &terms) const {
    const Document &scored = documents_[document];
    if (!scored.visible) return 0;
    double visible = 0;
    double total = 0;
    for (const Document &other : documents_) {
      if (!other.visible) continue;
      visible += 1;
      total += other.length;
    }
    double sum = 0;
    for (const std::string &term : terms) {
      const auto count = scored.counts.find(term);
      if (count == scored.counts.end()) continue;
      double holding = 0;
      for (const Document &other : documents_) {
        if (other.visible && other.counts.contains(term)) holding += 1;
      }
      const double idf = std::log(1 + (visible - holding + 0.5) / (holding + 0.5));
      const double norm =
          options_.k1 * (1 - options_.b + options_.b * scored.length / (total / visible));
      sum += idf * count->second * (options_.k1 + 1) / (count->second + norm);
    }
    return sum;
  }

 private:
  struct Document {
    std::map<std::string, double> counts;
    double length = 0;
    bool visible = false;
  };

  /// The documents that contain a visible text.
  std::vector<std::size_t> holders(const Hierarchy &hierarchy, const RandomTexts::Text &text,
                                   const Visibility &seen) const {
    std::vector<std::size_t> found;
    for (std::size_t c = 0; c < hierarchy.count(Level::column); ++c) {
      const ColumnId column(c);
      const TableId table = hierarchy.table_of(column);
      const DatabaseId database = hierarchy.database_of(table);
      const std::size_t ids[] = {database.index(), table.index(), column.index()};
      const bool shown[] = {seen.visible(database), seen.visible(table), seen.visible(column)};
      const auto of = static_cast<std::size_t>(text.level);
      const auto in = static_cast<std::size_t>(options_.granularity);
      if (ids[of] != text.object || !shown[of] || !shown[in]) continue;
      if (std::find(found.begin(), found.end(), ids[in]) == found.end()) found.push_back(ids[in]);
    }
    return found;
  }

  void mark_visible(const Hierarchy &hierarchy, const Visibility &seen) {
    for (std::size_t d = 0; d < documents_.size(); ++d) {
      switch (options_.granularity) {
        case Level::database: documents_[d].visible = seen.visible(DatabaseId(d)); break;
        case Level::table: documents_[d].visible = seen.visible(TableId(d)); break;
        case Level::column: documents_[d].visible = seen.visible(ColumnId(d)); break;
      }
    }
    (void)hierarchy;
  }

  Bm25Options options_;
  std::vector<Document> documents_;
};

Bm25Options random_options(Random &random) {
  Bm25Options options;
  options.granularity = static_cast<Level>(random.below(3));
  options.b = static_cast<float>(random.unit());
  for (auto &level : options.weights.values) {
    for (float &weight : level) weight = static_cast<float>(random.below(3)) / 2;
  }
  return options;
}

}  // namespace

TEST_CASE("scores equal those of whole documents assembled from the visible objects") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const RandomTexts texts(random);
    const Bm25Options options = random_options(random);
    const test::RandomVisibility flags(random, texts.hierarchy());
    const Bm25 bm25(texts.index(), options, flags.view());
    const NaiveBm25 naive(texts, options, flags.view());

    const std::vector<std::string> query = texts.query(random);
    const std::vector<float> scores = bm25.scores(query);
    for (std::size_t d = 0; d < scores.size(); ++d) {
      CHECK(scores[d] == doctest::Approx(naive.score(d, query)).epsilon(1e-4));
    }
  }
}

TEST_CASE("scores are bitwise equal when prepared, and when computed for some documents only") {
  for (std::uint64_t seed = 100; seed < 140; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const RandomTexts texts(random);
    const test::RandomVisibility flags(random, texts.hierarchy());
    const Bm25 bm25(texts.index(), random_options(random), flags.view());
    Bm25 prepared = bm25;
    prepared.prepare();

    const std::vector<std::string> query = texts.query(random);
    const std::vector<float> scores = bm25.scores(query);
    CHECK(prepared.scores(query) == scores);
    for (const float weight : {1.0F, 0.7F}) {
      std::vector<float> all(bm25.size(), 0.25F), of_some;
      std::vector<std::uint32_t> some;
      for (std::uint32_t d = 0; d < bm25.size(); ++d) {
        if (bm25.visible(d) && random.below(2) == 0) some.push_back(d);
      }
      of_some.assign(some.size(), 0.25F);
      prepared.add_scores(query, all, weight);
      for (const std::string &term : query)
        bm25.add_scores(bm25.counts(term, some), some, of_some, weight);
      std::size_t wrong = 0;
      for (std::size_t i = 0; i < some.size(); ++i) wrong += of_some[i] != all[some[i]] ? 1U : 0U;
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("a term that occurs twice in the query counts twice") {
  Random random(7);
  const RandomTexts texts(random);
  const Bm25 bm25(texts.index());
  const std::vector<float> once = bm25.scores(std::vector<std::string>{"a"});
  const std::vector<float> twice = bm25.scores(std::vector<std::string>{"a", "a"});
  for (std::size_t d = 0; d < once.size(); ++d) CHECK(twice[d] == doctest::Approx(2 * once[d]));
}

TEST_CASE("an unknown term has no score and the greatest idf") {
  Random random(8);
  const RandomTexts texts(random);
  const Bm25 bm25(texts.index());
  for (const float score : bm25.scores(std::vector<std::string>{"unheard"})) CHECK(score == 0);
  CHECK(bm25.idf("unheard") > bm25.idf("a"));
}

TEST_CASE("a visibility with the wrong size is refused") {
  Random random(9);
  const RandomTexts texts(random);
  const std::vector<std::uint8_t> one{1};
  CHECK_THROWS_AS(Bm25(texts.index(), {}, Visibility{one, one, one}), Error);
}

}  // namespace sluice
