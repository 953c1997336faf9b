#include "text/bounded_question.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/random.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/text/question.hpp"
#include "text/identifier.hpp"
#include "text/unicode.hpp"

using namespace sluice;
using text_detail::bounded_question;

namespace {

std::string repeated(std::string_view piece, std::size_t size) {
  std::string text;
  while (text.size() < size) text += piece;
  return text;
}

const std::vector<std::string> &long_questions() {
  constexpr std::size_t size = 300'000;
  static const std::vector<std::string> all{
      repeated("a", size),           repeated("asking rent by city? ", size),
      repeated("x ", size),          repeated("aB", size),
      repeated("a1", size),          repeated("中文", size),
      repeated("中 ", size),         repeated("e\u0301", size),
      repeated("\uFDFA", size),      repeated("\u00BD", size),
      repeated("?!", size) + "rent", repeated("a-", size),
      repeated("'", size) + "a b",   repeated("\xFF", size) + "rent",
      repeated("😀", size),           repeated("Ab2 \uFDFA中", size)};
  return all;
}

std::size_t longest_word(std::string_view text) {
  std::size_t longest = 0;
  each_word(text, [&](std::string_view word) { longest = std::max(longest, word.size()); });
  return longest;
}

}  // namespace

TEST_CASE("an ordinary question is unchanged") {
  for (const std::string &text :
       {std::string(), std::string("Which customers bought wine last year?"),
        std::string(max_word_bytes, 'a'),
        repeated("eleven words and a number such as 42 are here: ", 2'000),
        repeated("顾客，", 1'000)}) {
    CHECK(bounded_question(text) == text);
  }
}

TEST_CASE("the part that is read of a long question is within the bounds for every kind of text") {
  for (const std::string &text : long_questions()) {
    CAPTURE(text.substr(0, 20));
    const std::string read = bounded_question(text);
    CHECK(read.size() <= max_question_bytes);
    CHECK(split_identifier(read).size() <= max_question_words);
    CHECK(longest_word(read) <= max_word_bytes);
    CHECK(read.substr(0, 100) == text.substr(0, 100));
    CHECK(bounded_question(read) == read);
  }
}

TEST_CASE("bounding twice changes nothing, and characters stay whole") {
  const std::vector<std::string_view> pieces{"中文", " ", "aB", "7", "\u00BD", "-", "word"};
  Random random(7);
  for (int i = 0; i < 300; ++i) {
    std::string text;
    while (text.size() < 20'000 && random.unit() >= 0.001)
      text += pieces[random.below(pieces.size())];
    const std::string read = bounded_question(text);
    CHECK(is_utf8(read));
    CHECK(bounded_question(read) == read);
    CHECK(split_identifier(read).size() <= max_question_words);
  }
}

TEST_CASE("a word beyond the bound is split into several without loss") {
  const std::string word = repeated("中", 900);
  std::string joined;
  std::size_t words = 0;
  const std::string read = bounded_question(word + " rent");
  each_word(read, [&](std::string_view part) {
    if (part != "rent") joined += part;
    ++words;
  });
  CHECK(joined == word);
  CHECK(words == 5);
}

TEST_CASE("a word after a long gap is read, a word after too many words is not") {
  CHECK(bounded_question("rent" + std::string(100'000, ' ') + "city") ==
        "rent" + std::string(max_word_bytes, ' ') + "city");
  const std::string read = bounded_question(repeated("rent ", 5 * max_question_words) + "city");
  CHECK(split_identifier(read).size() == max_question_words);
  CHECK(read.find("city") == read.npos);
}
