#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/random.hpp"
#include "sluice/text/question.hpp"

using namespace sluice;

namespace {

using Words = std::vector<std::string>;

Words opaque_words(std::string_view text) {
  const Question question(text);
  Words found;
  for (const QuestionWord &word : question.words()) {
    if (word.is_opaque) found.emplace_back(word.text);
  }
  return found;
}

std::string random_hexadecimal(Random &random, std::size_t size) {
  std::string text;
  while (text.size() < size) text += "0123456789abcdef"[random.below(16)];
  return text;
}

}  // namespace

TEST_CASE("ids, hashes and long numbers are opaque") {
  for (const std::string_view word :
       {"0xdAC17F958D2ee5", "0x40c10f19", "0x000", "5d41402abc4b2a76b9719d911017c592", "18f3a9c2",
        "12345", "09700166582", "4560596484842", "94107", "20219931", "190013",
        "zil1jrpjd8pjuv50cfkfr7eu6yrm3rn5u8rulqhqpz", "rec4BLdZHS2Blfp4v"}) {
    CAPTURE(word);
    CHECK(opaque_words("Who sent " + std::string(word) + " to the shop?") ==
          Words{std::string(word)});
  }
  Random random(5);
  for (int i = 0; i < 200; ++i) {
    const std::string hash = '1' + random_hexadecimal(random, 15 + random.below(50));
    CHECK(opaque_words(hash) == Words{hash});
  }
}

TEST_CASE("words, years, dates, amounts and short codes are not opaque") {
  for (const std::string_view text : {"singers older than 1990 in 2021",
                                      "sales of 202101 and 20210131",
                                      "10000 or 125000 dollars",
                                      "10,000 dollars",
                                      "12.5%",
                                      "TCGA-02-0001",
                                      "COVID19 and log10",
                                      "ICD-10-CM",
                                      "A340-300",
                                      "ENSG00000169174",
                                      "the 1980s",
                                      "defaced",
                                      "deadbeef",
                                      "decade1990",
                                      "face12345678",
                                      "address2line1street3",
                                      "address2line1street3",
                                      "github_repos.sample_files",
                                      "737-800s",
                                      "2021-01-31T10:00:00",
                                      "顾客12345号",
                                      ""}) {
    CAPTURE(text);
    CHECK(opaque_words(text).empty());
  }
}

TEST_CASE("all groups of a UUID are opaque, and no other words with hyphens") {
  CHECK(opaque_words("session 8a78ef2d-d5f7-4d2d-9b47-5adb25cbd373 ended") ==
        Words{"8a78ef2d", "d5f7", "4d2d", "9b47", "5adb25cbd373"});
  CHECK(opaque_words("abcdefab-face-cafe-beef-abcdefabcdef").size() == 5);
  CHECK(opaque_words("a beef-face-cafe").empty());
  CHECK(opaque_words("abcdefab face cafe beef abcdefabcdef").empty());
}

TEST_CASE("mixtures of letters and digits are opaque in the path of a URL, its words are not") {
  CHECK(opaque_words(
            "views of https://shop4you.example/videos/x7Qa91?list=Zk81Qm&page=2 and x7Qa91") ==
        Words{"x7Qa91", "Zk81Qm"});
  CHECK(opaque_words("links to http://shop4you.example and pages2read").empty());
}

TEST_CASE("opaque words have no parts or terms, but can still be looked up one by one") {
  const Question question("Which wallets got tokens from 0xa0b86991c6218b36 in 2021?");
  CHECK(question.wording() == "Which wallets got tokens from  in 2021?");
  CHECK(question.terms({.drop_stop_words = true}) == Words{"wallet", "got", "token", "2021"});
  const QuestionWord &address = question.words()[5];
  REQUIRE(address.is_opaque);
  CHECK(question.parts(address).empty());
  CHECK(question.terms(address, {.split_digits = false}) == Words{"0xa0b86991c6218b36"});
  CHECK(question.text().find("0xa0b86991c6218b36") != std::string_view::npos);
}

TEST_CASE("the wording is the text if all words or none are opaque") {
  CHECK(Question("Who sings?").wording() == "Who sings?");
  CHECK(Question("0xa0b86991c6218b36").wording() == "0xa0b86991c6218b36");
  CHECK(Question().wording().empty());
  CHECK(Question("of 8a78ef2d-d5f7-4d2d-9b47-5adb25cbd373?").wording() == "of ?");
}
