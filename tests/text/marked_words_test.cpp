#include "text/marked_words.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

namespace sluice {
namespace {

using Words = std::vector<std::string>;

Words names_in(std::string_view text) {
  Words names;
  for (const QuestionWord &word : text_detail::marked_words(text)) {
    if (word.is_name()) names.emplace_back(word.text);
  }
  return names;
}

}  // namespace

TEST_CASE(
    "a word with a capital inside a sentence is a name, the first word of a sentence is not") {
  CHECK(names_in("Which harbour did Aurora Bay leave? Tell me for Hull, too.") ==
        Words{"Aurora", "Bay", "Hull"});
  CHECK(names_in("list the harbours of Özdemir and of Łódź") == Words{"Özdemir", "Łódź"});
  CHECK(names_in("list every harbour in order").empty());
}

TEST_CASE("words in quotes of any kind are names, words after an apostrophe are not") {
  CHECK(names_in("orders from 'summer hill', by month") == Words{"summer", "hill"});
  CHECK(names_in("'summer hill' by month") == Words{"summer", "hill"});
  CHECK(names_in("orders from \"o'brien & sons\" by month") == Words{"o", "brien", "sons"});
  CHECK(names_in("orders of “north gate” and «south gate» or ‘mid’ by month") ==
        Words{"north", "gate", "south", "gate", "mid"});
  CHECK(names_in("the players' names and the teams' towns").empty());
  CHECK(names_in("what 's been shipped, what isn't").empty());
  CHECK(names_in("an inch is written \" in some lists").empty());
}

TEST_CASE("words are parts of the text") {
  const std::string_view text = "one two three";
  const std::vector<QuestionWord> words = text_detail::marked_words(text);
  REQUIRE(words.size() == 3);
  CHECK(words[1].text.data() == text.data() + 4);
  CHECK(words[0].begins_sentence);
  CHECK(!words[1].begins_sentence);
  CHECK(text_detail::marked_words("").empty());
}

TEST_CASE("many quotes and invalid bytes lose no words") {
  std::string many = "q";
  for (int i = 0; i < 100'000; ++i) many += " 'a \"b \xE2\x80\x9C\xFF";
  CHECK(text_detail::marked_words(many).size() == 200'001);
  CHECK(text_detail::marked_words("\xFF\xC3 'x\xE2' y'").size() <= 3);
}

}  // namespace sluice
