#include "sluice/route/content_words.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "embed/synonyms.hpp"
#include "sluice/core/random.hpp"
#include "support/support.hpp"
#include "text/identifier.hpp"
#include "text/stem.hpp"
#include "text/stop_words.hpp"
#include "text/unicode.hpp"

namespace sluice {
namespace {

std::vector<std::string> names_in(std::string_view question) {
  std::vector<std::string> names;
  for (const ContentWord &of : content_words(question)) {
    if (of.is_name) names.push_back(of.word);
  }
  return names;
}

using Words = std::vector<std::string>;

/// The words without literals, and whether they are names, computed word by word from the text.
std::vector<std::pair<std::string, bool>> words_by_text(std::string_view text) {
  Words names;
  std::size_t counted = 0, capitals = 0;
  const Question question(text);
  for (const QuestionWord &word : question.words()) {
    if (!is_stop_word(fold(word.text))) {
      ++counted;
      capitals += word.has_capital ? 1 : 0;
    }
    for (std::string &part : split_identifier(word.text)) {
      if (word.is_name()) names.push_back(std::move(part));
    }
  }
  if (counted > 2 && 10 * capitals > 7 * counted) names.clear();
  std::vector<std::pair<std::string, bool>> words;
  std::set<std::string> stems;
  for (const std::string &word : split_identifier(question.text())) {
    if (words.size() == 40) break;
    const bool asks =
        word == "who" || word == "whom" || word == "when" || word == "where" || word == "how";
    if (is_stop_word(word) && !asks) continue;
    if (word.find_first_not_of("0123456789") == word.npos) continue;
    if (!stems.insert(stem(word)).second) continue;
    words.emplace_back(word, std::ranges::find(names, word) != names.end());
  }
  return words;
}

}  // namespace

TEST_CASE("content words are neither stop words nor numbers, and have distinct stems") {
  Words words;
  for (const ContentWord &of : content_words("Who paid the invoices of 2021, and which invoice?"))
    words.push_back(of.word);
  CHECK(words == Words{"who", "paid", "invoices", "a year"});
}

TEST_CASE("content words are those found by reading the text word by word") {
  const std::vector<std::string_view> pieces{
      "Name", "singers", " ",     "'", "\"",   "?", " 42 ", " the ", "aBc",  "中",   " ½",
      "-",    ". ",      " how ", " ", " of ", "«", "»",    "\xFF",  "Rome", " rent"};
  Random random(5);
  for (int i = 0; i < 500; ++i) {
    std::string text;
    for (std::size_t count = random.below(80); count > 0; --count)
      text += pieces[random.below(pieces.size())];
    CAPTURE(text);
    std::vector<std::pair<std::string, bool>> words;
    for (const ContentWord &of : content_words(text)) {
      if (of.stem.find(' ') == of.stem.npos && of.stem != "money")
        words.emplace_back(of.word, of.is_name);
    }
    CHECK(words == words_by_text(text));
  }
}

TEST_CASE("words and their parts are names if they are written as names") {
  CHECK(names_in("Which harbour did Aurora Bay leave? Tell me for 'hull', too.") ==
        Words{"aurora", "bay", "hull"});
  CHECK(names_in("list the harbours of Özdemir and of Łódź") == Words{"ozdemir", "łodz"});
  CHECK(names_in("State the weight of MacArthur's crate") == Words{"mac", "arthur"});
  CHECK(names_in("list every harbour in order").empty());
}

TEST_CASE("literals are represented by the name of their kind") {
  Words words;
  for (const ContentWord &of : content_words("Trips of 2 May 2021 that cost over £15"))
    words.push_back(of.stem);
  CHECK(words == Words{"trip", "may", "cost", "a date", "money"});
}

TEST_CASE("words have the longest known phrase that they are part of") {
  if (!Synonyms::is_shipped()) return test::skip("built without the synonyms");
  std::map<std::string, std::string> phrases;
  for (const ContentWord &of : content_words("Which driver's place of birth is near the first "
                                             "Grand Prix, and in which place is the last?"))
    phrases[of.word] = of.phrase;
  CHECK(phrases["place"] == "place of birth");
  CHECK(phrases["birth"] == "place of birth");
  CHECK(phrases["grand"] == "grand prix");
  CHECK(phrases["prix"] == "grand prix");
  CHECK(phrases["driver"].empty());
}

TEST_CASE("a question in capitals has no names") {
  CHECK(names_in("Average Rent By City And Kind Of Property").empty());
  CHECK(names_in("AVERAGE RENT BY CITY").empty());
}

TEST_CASE("invalid bytes and many quotes are handled within the bounds") {
  std::string many = "q";
  for (int i = 0; i < 100'000; ++i) many += " 'a \"b \xE2\x80\x9C\xFF";
  CHECK(content_words(many).size() <= 40);
  CHECK(content_words("\xFF\xC3 'x\xE2' y'").size() <= 3);
  CHECK(content_words("").empty());
}

}  // namespace sluice
