#include "sluice/route/content_words.hpp"

#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "sluice/embed/synonyms.hpp"
#include "support/support.hpp"

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

}  // namespace

TEST_CASE("content words are what is no stop word and no number, one a stem") {
  Words words;
  for (const ContentWord &of : content_words("Who paid the invoices of 2021, and which invoice?"))
    words.push_back(of.word);
  CHECK(words == Words{"who", "paid", "invoices", "a year"});
}

TEST_CASE("words and their parts are names where they are written so") {
  CHECK(names_in("Which harbour did Aurora Bay leave? Tell me for 'hull', too.") ==
        Words{"aurora", "bay", "hull"});
  CHECK(names_in("list the harbours of Özdemir and of Łódź") == Words{"ozdemir", "łodz"});
  CHECK(names_in("State the weight of MacArthur's crate") == Words{"mac", "arthur"});
  CHECK(names_in("list every harbour in order").empty());
}

TEST_CASE("literals are heard as what they are called") {
  Words words;
  for (const ContentWord &of : content_words("Trips of 2 May 2021 that cost over £15"))
    words.push_back(of.stem);
  CHECK(words == Words{"trip", "may", "cost", "a date", "money"});
}

TEST_CASE("words know the phrase that they are part of, the longest from its first word on") {
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

TEST_CASE("a question of capitals has no names") {
  CHECK(names_in("Average Rent By City And Kind Of Property").empty());
  CHECK(names_in("AVERAGE RENT BY CITY").empty());
}

TEST_CASE("names are found among bytes that are no text, and in many quotes at once") {
  std::string many = "q";
  for (int i = 0; i < 100'000; ++i) many += " 'a \"b \xE2\x80\x9C\xFF";
  CHECK(content_words(many).size() <= 40);
  CHECK(content_words("\xFF\xC3 'x\xE2' y'").size() <= 3);
  CHECK(content_words("").empty());
}

}  // namespace sluice
