#include "text/unicode.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/core/random.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/text/script.hpp"
#include "support/random_text.hpp"

using namespace sluice;

namespace {

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  each_word(text, [&](std::string_view word) { words.emplace_back(word); });
  return words;
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("folding ignores case and accents") {
  CHECK(fold("Hello WORLD 42_") == "hello world 42_");
  CHECK(fold("Café") == "cafe");
  CHECK(fold("CAFÉ") == "cafe");
  CHECK(fold("Cafe\u0301") == "cafe");
  CHECK(fold("straße") == "strasse");
  CHECK(fold("STRASSE") == "strasse");
  CHECK(fold("Größe ÄÖÜ ñ ç ø") == "grosse aou n c ø");
  CHECK(fold("ΣΊΣΥΦΟΣ") == fold("σίσυφος"));
  CHECK(fold("ЖЁЛТЫЙ") == fold("желтый"));
  CHECK(fold("İstanbul") == "istanbul");
}

TEST_CASE("folding maps compatibility forms of a character to the character") {
  CHECK(fold("Ａｄｄｒ２") == "addr2");
  CHECK(fold("ﬁle") == "file");
  CHECK(fold("x²") == "x2");
  CHECK(fold("Ⅳ") == "iv");
  CHECK(fold("co\u00ADop") == "coop");        // a soft hyphen is invisible
  CHECK(fold("\u200Bzero\u200D") == "zero");  // so is a zero-width character
  CHECK(fold("한국어") == "한국어");
  CHECK(fold("\u1112\u1161\u11AB") == "한");
  CHECK(fold("東京") == "東京");
  CHECK(fold("ﾃﾞｰﾀ") == "データ");
}

TEST_CASE("folding keeps the marks that distinguish letters") {
  CHECK(fold("ガ") == "ガ");
  CHECK(fold("か\u3099") == "が");
  CHECK(fold("ที่") == "ที่");
  CHECK(fold("É ที่ É") == "e ที่ e");
  CHECK(fold("e\u0301ガe\u0301") == "eガe");
}

TEST_CASE("folding replaces bytes that are not valid UTF-8") {
  CHECK(fold("CAF\xE9") == "caf\xEF\xBF\xBD");
  CHECK(fold("\xC3") == "\xEF\xBF\xBD");
  CHECK(fold("") == "");
  CHECK(fold(std::string_view("A\0B", 3)) == std::string_view("a\0b", 3));
}

TEST_CASE("folding twice is folding once, for every code point and for random text") {
  std::string text;
  for (std::uint32_t point = 0; point < 0x110000; ++point) {
    text.clear();
    test::append_code_point(text, point);
    const std::string once = fold(text);
    if (fold(once) != once) FAIL("U+", point, " folds to ", once, ", that to ", fold(once));
  }
  Random random(1);
  for (int round = 0; round < 3000; ++round) {
    const std::string bytes = test::random_bytes(random, random.below(12));
    const std::string once = fold(bytes);
    CHECK(is_utf8(once));
    CHECK(fold(once) == once);
  }
}

TEST_CASE("ASCII text folds the same alone and among other text") {
  Random random(2);
  for (int round = 0; round < 500; ++round) {
    std::string ascii;
    for (std::uint64_t n = random.below(20); n > 0; --n)
      ascii += static_cast<char>(random.below(128));
    CHECK(fold(ascii + "|東京") == fold(ascii) + "|東京");
  }
}

TEST_CASE("words are runs of letters, marks and digits") {
  CHECK(words_of("How many singers are there?") == Words{"How", "many", "singers", "are", "there"});
  CHECK(words_of("dept_emp.from-date (2014)") == Words{"dept", "emp", "from", "date", "2014"});
  CHECK(words_of("").empty());
  CHECK(words_of(" .,;_\n\t").empty());
  CHECK(words_of("one") == Words{"one"});
  CHECK(words_of("it's 3.5%") == Words{"it", "s", "3", "5"});
}

TEST_CASE("words are found in any script") {
  CHECK(words_of("Größe, Prénom; naïve") == Words{"Größe", "Prénom", "naïve"});
  CHECK(words_of("Сколько певцов?") == Words{"Сколько", "певцов"});
  CHECK(words_of("Πόσοι τραγουδιστές;") == Words{"Πόσοι", "τραγουδιστές"});
  CHECK(words_of("歌手有多少？東京、大阪") == Words{"歌手有多少", "東京", "大阪"});
  CHECK(words_of("कितने गायक हैं") == Words{"कितने", "गायक", "हैं"});
  CHECK(words_of("كم عدد المطربين؟") == Words{"كم", "عدد", "المطربين"});
  CHECK(words_of("cafe\u0301 au lait") == Words{"cafe\u0301", "au", "lait"});
  CHECK(words_of("٣٤ и ५६") == Words{"٣٤", "и", "५६"});
  CHECK(words_of("𝒳𝒴 😀 a") == Words{"𝒳𝒴", "a"});
  CHECK(words_of("a\u2014b\u00A0c\u3000d") == Words{"a", "b", "c", "d"});
}

TEST_CASE("stray bytes separate words") {
  CHECK(words_of("caf\xE9 bar\xFF\xFEx") == Words{"caf", "bar", "x"});
  CHECK(words_of("\x80\x80").empty());
  CHECK(words_of("a\xC3") == Words{"a"});
}

TEST_CASE("words are parts of the text in order, and the gaps contain no letter or digit") {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    Random random(seed);
    const std::string text = test::random_bytes(random, random.below(40));
    std::size_t at = 0;
    const auto check_gap = [&](std::size_t end) {
      // A word by itself is found whole, so a letter in the gap would be found.
      CHECK(words_of(std::string_view(text).substr(at, end - at)).empty());
    };
    each_word(text, [&](std::string_view word) {
      REQUIRE(word.data() >= text.data() + at);
      REQUIRE(word.data() + word.size() <= text.data() + text.size());
      const auto start = static_cast<std::size_t>(word.data() - text.data());
      if (at > 0) CHECK(start > at);  // runs are maximal
      check_gap(start);
      CHECK(!word.empty());
      CHECK(is_utf8(word));
      CHECK(words_of(word) == Words{std::string(word)});
      at = start + word.size();
    });
    check_gap(text.size());
  }
}

TEST_CASE("every ASCII letter and digit makes a word, and no other ASCII character does") {
  for (int c = 0; c < 128; ++c) {
    const char character = static_cast<char>(c);
    const bool alphanumeric = (character >= 'a' && character <= 'z') ||
                              (character >= 'A' && character <= 'Z') ||
                              (character >= '0' && character <= '9');
    CHECK(words_of(std::string_view(&character, 1)).empty() != alphanumeric);
  }
}

TEST_CASE("the main script of a text is the one with the greatest weight") {
  const auto main_of = [](std::string_view text) {
    ScriptCounts counts;
    counts.add(text);
    const auto script = counts.main();
    return script ? std::string(name_of(*script)) : std::string();
  };
  for (const auto &sample :
       std::vector<std::pair<std::string, std::string>>{{"How many singers?", "Latin"},
                                                        {"Straße, naïve, Łódź", "Latin"},
                                                        {"12 + 34 = ?", ""},
                                                        {"\xff\x80", ""},
                                                        {"JetBlue航空有多少航班", "Han"},
                                                        {"歌手は何人いますか", "Han"},
                                                        {"いくらですか", "Kana"},
                                                        {"가수가 몇 명입니까", "Hangul"},
                                                        {"Сколько певцов", "Cyrillic"},
                                                        {"Πόσοι τραγουδιστές", "Greek"},
                                                        {"كم عدد المغنين", "Arabic"},
                                                        {"כמה זמרים", "Hebrew"},
                                                        {"कितने गायक हैं", "Indic"},
                                                        {"มีนักร้องกี่คน", "Thai"},
                                                        {"ᏣᎳᎩ", "other"}}) {
    const std::string text(sample.first), name(sample.second);
    CAPTURE(text);
    CHECK(main_of(text) == name);
  }
}

TEST_CASE("a megabyte is folded and split into words without loss") {
  std::string text;
  while (text.size() < 1000000) text += "Größe_Straße ";
  CHECK(words_of(text).size() == text.size() / 8);
  CHECK(fold(std::string(1000000, 'A')) == std::string(1000000, 'a'));
  CHECK(words_of(std::string(1000000, 'x')).size() == 1);
}
