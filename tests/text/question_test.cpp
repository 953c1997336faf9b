#include "sluice/text/question.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "sluice/core/random.hpp"
#include "sluice/core/utf8.hpp"
#include "support/random_text.hpp"
#include "text/identifier.hpp"
#include "text/stem.hpp"
#include "text/stop_words.hpp"
#include "text/unicode.hpp"

using namespace sluice;

namespace {

using Words = std::vector<std::string>;

/// Texts of many kinds, hostile ones included.
const std::vector<std::string> &texts() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> made{
        "",
        "?!",
        "How many singers are there?",
        "Which harbour did Aurora Bay leave? Tell me for 'Hull', too.",
        "Trips of 2 May 2021 that cost over £15 or 12.5% more, from j.doe@mail.example",
        "custAddr2 of HTTPServer_log, \"o'brien & sons\"; the players' names ½",
        "顾客的订单 and Übergrößenträger, E\u0301tude 用户Id",
        "State The Weight Of MacArthur's Crate",
        "an inch is written \" in some lists",
        std::string(70, 'a') + "s running " + std::string(300, 'b') + "ing",
        "stray \xFF bytes\xC3 'x\xE2' y",
        "hash 5d41402abc4b2a76b9719d911017c592 of 8a78ef2d-d5f7-4d2d-9b47-5adb25cbd373, 4560596484842"};
    Random random(11);
    const std::vector<std::string_view> pieces{
        "name", "Singers", " ",       "'", "\"", "?", "42", "the", "aB",  "中",
        "½",    "-",       "e\u0301", " ", "of", "«", "»",  ". ",  "\xFF"};
    for (int i = 0; i < 200; ++i) {
      std::string text;
      for (std::size_t words = random.below(60); words > 0; --words)
        text += pieces[random.below(pieces.size())];
      made.push_back(text);
      made.push_back(test::random_text(random, random.below(80)));
      made.push_back(test::random_bytes(random, random.below(80)));
    }
    std::string endless;
    while (endless.size() < 100'000)
      endless += made[made.size() - 1 - endless.size() % 90] + " rent ";
    made.push_back(endless);
    return made;
  }();
  return all;
}

}  // namespace

TEST_CASE("the text is UTF-8 within the bounds, and reading it again gives the same") {
  for (const std::string &text : texts()) {
    CAPTURE(text);
    const Question question(text);
    CHECK(is_utf8(question.text()));
    CHECK(question.text().size() <= max_question_bytes);
    CHECK(question.parts().size() <= max_question_words);
    CHECK(Question(question.text()).text() == question.text());
    if (text.size() <= max_word_bytes) CHECK(question.text() == repair_utf8(text));
  }
}

TEST_CASE("words are what each_word finds, folded, stemmed and compared with stop words") {
  for (const std::string &text : texts()) {
    CAPTURE(text);
    const Question question(text);
    std::size_t w = 0;
    each_word(question.text(), [&](std::string_view written) {
      REQUIRE(w < question.words().size());
      const QuestionWord &word = question.words()[w++];
      CHECK(word.text.data() == written.data());
      CHECK(word.text == written);
      CHECK(word.folded == fold(written));
      CHECK(word.stem == stem(fold(written)));
      CHECK(word.is_stop_word == is_stop_word(fold(written)));
    });
    CHECK(w == question.words().size());
  }
}

TEST_CASE("parts are what split_identifier makes of each word that is not opaque") {
  const auto texts_of = [](std::span<const QuestionPart> parts) {
    Words found;
    for (const QuestionPart &part : parts) found.push_back(part.text);
    return found;
  };
  for (const std::string &text : texts()) {
    CAPTURE(text);
    const Question question(text);
    Words all;
    for (const QuestionWord &word : question.words()) {
      const Words own = word.is_opaque ? Words() : split_identifier(word.text);
      CHECK(texts_of(question.parts(word)) == own);
      all.insert(all.end(), own.begin(), own.end());
    }
    CHECK(texts_of(question.parts()) == all);
    for (const QuestionPart &part : question.parts()) {
      CHECK(part.stem == stem(part.text));
      CHECK(part.is_stop_word == is_stop_word(part.text));
    }
  }
}

TEST_CASE("terms are those of an analyzer with the same options") {
  for (const std::string &text : texts()) {
    CAPTURE(text);
    const Question question(text);
    for (unsigned bits = 0; bits < 16; ++bits) {
      const AnalyzerOptions options{(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0,
                                    (bits & 8) != 0};
      Words all;
      for (const QuestionWord &word : question.words()) {
        const Words own = Analyzer(options)(word.text);
        CHECK(question.terms(word, options) == own);
        if (!word.is_opaque) all.insert(all.end(), own.begin(), own.end());
      }
      CHECK(question.terms(options) == all);
    }
  }
}

TEST_CASE("literals and script are those of the text") {
  for (const std::string &text : texts()) {
    CAPTURE(text);
    const Question question(text);
    CHECK(std::ranges::equal(question.literals(), literal_kinds(question.text())));
    ScriptCounts counts;
    counts.add(question.text());
    CHECK(question.script() == counts.main());
  }
  CHECK(Question("顾客的 orders").script() == Script::han);
  CHECK(!Question("42?").script());
}

TEST_CASE("words are marked as names by capitals inside a sentence and by quotes") {
  Words names;
  const Question question("Which harbour did Aurora Bay leave? Tell me for 'mid way', too.");
  for (const QuestionWord &word : question.words()) {
    if (word.is_name()) names.emplace_back(word.text);
  }
  CHECK(names == Words{"Aurora", "Bay", "mid", "way"});
}

TEST_CASE("appended words are read as if they had been written in the question") {
  for (const std::string &text : texts()) {
    const Question longer = Question(text).with("Aurora customers");
    const Question written(std::string(Question(text).text()) + " Aurora customers");
    CHECK(longer.text() == written.text());
    CHECK(longer.words().size() == written.words().size());
  }
  const Question open("what is 'Aurora");
  CHECK(!open.words().back().is_quoted);
  CHECK(open.with("Bay' now").words()[2].is_quoted);
}

TEST_CASE("copies share what was read, and so does a question with nothing appended") {
  const Question question("Which customers bought wine?");
  const Question copy = question;  // NOLINT(performance-unnecessary-copy-initialization)
  CHECK(copy.words().data() == question.words().data());
  CHECK(question.with("").words().data() == question.words().data());
  static_assert(std::is_nothrow_move_constructible_v<Question>);
}

TEST_CASE("the empty question has no words, parts, literals or script") {
  for (const Question &question : {Question(), Question(""), Question(std::string())}) {
    CHECK(question.text().empty());
    CHECK(question.words().empty());
    CHECK(question.parts().empty());
    CHECK(question.literals().empty());
    CHECK(!question.script());
    CHECK(question.terms({}).empty());
  }
  CHECK(Question().with("wine").words().size() == 1);
}
