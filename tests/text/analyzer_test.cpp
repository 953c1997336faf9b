#include "sluice/text/analyzer.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/random.hpp"
#include "support/random_text.hpp"
#include "text/stem.hpp"
#include "text/stop_words.hpp"
#include "text/unicode.hpp"
#include "text/unspaced.hpp"

using namespace sluice;

namespace {

using Terms = std::vector<std::string>;

}  // namespace

TEST_CASE("by default a text is split at words, case and digits, and stemmed") {
  CHECK(Analyzer()("How many Singers are there?") ==
        Terms{"how", "mani", "singer", "are", "there"});
  CHECK(Analyzer()("custAddr2, custAddr2") == Terms{"cust", "addr", "2", "cust", "addr", "2"});
  CHECK(Analyzer()("Cafés in Zürich") == Terms{"cafe", "in", "zurich"});
  CHECK(Analyzer()("").empty());
  CHECK(Analyzer()("?!").empty());
}

TEST_CASE("each option has its effect alone") {
  CHECK(Analyzer({.split_case = false})("custAddr2 HTTPServers") ==
        Terms{"custaddr", "2", "httpserver"});
  CHECK(Analyzer({.split_digits = false})("custAddr2 X1") == Terms{"cust", "addr2", "x1"});
  CHECK(Analyzer({.drop_stop_words = true})("How many of the singers") == Terms{"mani", "singer"});
  CHECK(Analyzer({.stem = false})("many Singers") == Terms{"many", "singers"});
  CHECK(Analyzer({.split_case = false, .split_digits = false, .stem = false})("custAddr2") ==
        Terms{"custaddr2"});
}

TEST_CASE("an analyzer returns its options") {
  const AnalyzerOptions options{.split_case = false, .drop_stop_words = true};
  CHECK(Analyzer(options).options() == options);
  CHECK(!(Analyzer().options() == options));
}

TEST_CASE(
    "terms are the stems of the folded words without the stop words, and pairs of characters") {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Random random(seed);
    std::string text;
    for (std::uint64_t n = random.below(20); n > 0; --n) {
      static constexpr std::string_view pieces[] = {
          "the ", "Singers", " of_", "É", "ordering ", "2014 ", "-", "Straße ", "\xFF", "日本 "};
      text += pieces[random.below(10)];
    }
    Terms expected;
    each_word(fold(text), [&](std::string_view word) {
      text_detail::each_term(word, [&](std::string_view term) {
        if (!is_stop_word(term)) expected.push_back(stem(term));
      });
    });
    CHECK(Analyzer({.split_case = false, .split_digits = false, .drop_stop_words = true})(text) ==
          expected);
  }
}

TEST_CASE("each unstemmed term is one folded word for any text") {
  const Analyzer analyze({.stem = false});
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    Random random(seed);
    for (const std::string &term : analyze(test::random_bytes(random, random.below(20)))) {
      CHECK(!term.empty());
      CHECK(fold(term) == term);
      Terms words;
      each_word(term, [&](std::string_view word) { words.emplace_back(word); });
      CHECK(words == Terms{term});
    }
  }
}

TEST_CASE("runs that are data, not words, stay whole and unstemmed") {
  const std::string data(5000, 'q');
  CHECK(Analyzer()(data + "ing") == Terms{data + "ing"});
}
