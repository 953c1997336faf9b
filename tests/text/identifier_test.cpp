#include "text/identifier.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/random.hpp"
#include "support/random_text.hpp"
#include "text/unicode.hpp"

using namespace sluice;

namespace {

using Words = std::vector<std::string>;

Words expanded(std::string_view word) {
  const std::vector<std::string_view> meanings = expansions(word);
  return {meanings.begin(), meanings.end()};
}

std::string joined(const Words &words) {
  std::string text;
  for (const std::string &word : words) text += word;
  return text;
}

}  // namespace

TEST_CASE("a readable name has blanks where people would write them and is otherwise unchanged") {
  CHECK(readable_name("Percent (%) FRPM_K-12") == "percent (%) frpm k-12");
  CHECK(readable_name("customer.HomeAddress") == "customer home address");
  CHECK(readable_name("HTTPServer") == "http server");
  CHECK(readable_name("A11") == "a11");
  CHECK(readable_name("__ id.. ") == "id");
  CHECK(readable_name("").empty());
}

TEST_CASE("an identifier is split at case, punctuation and digits") {
  CHECK(split_identifier("custAddr2") == Words{"cust", "addr", "2"});
  CHECK(split_identifier("HTTPServer_log") == Words{"http", "server", "log"});
  CHECK(split_identifier("getHTTPResponseCode") == Words{"get", "http", "response", "code"});
  CHECK(split_identifier("dept_emp") == Words{"dept", "emp"});
  CHECK(split_identifier("DEPT_EMP") == Words{"dept", "emp"});
  CHECK(split_identifier("Artwork_ID") == Words{"artwork", "id"});
  CHECK(split_identifier("public.orders.placed-on") == Words{"public", "orders", "placed", "on"});
  CHECK(split_identifier("running time (min)") == Words{"running", "time", "min"});
  CHECK(split_identifier("tblOwner") == Words{"tbl", "owner"});
  CHECK(split_identifier("address2line") == Words{"address", "2", "line"});
  CHECK(split_identifier("2ndName") == Words{"2", "nd", "name"});
  CHECK(split_identifier("X1Y2") == Words{"x", "1", "y", "2"});
  CHECK(split_identifier("ABC") == Words{"abc"});
  CHECK(split_identifier("aB") == Words{"a", "b"});
  CHECK(split_identifier("AbC") == Words{"ab", "c"});
  CHECK(split_identifier("").empty());
  CHECK(split_identifier("__$ .").empty());
}

TEST_CASE("an identifier is split at case and digits in other scripts too") {
  CHECK(split_identifier("größeTabelle") == Words{"grosse", "tabelle"});
  CHECK(split_identifier("StraßenÜbersicht") == Words{"strassen", "ubersicht"});
  CHECK(split_identifier("caféNumber") == Words{"cafe", "number"});
  CHECK(split_identifier("cafe\u0301Number") == Words{"cafe", "number"});
  CHECK(split_identifier("ÉCOLEName") == Words{"ecole", "name"});
  CHECK(split_identifier("номерЗаказа2") == Words{fold("номер"), fold("заказа"), "2"});
  CHECK(split_identifier("用户Id") == Words{"用户", "id"});
  CHECK(split_identifier("ｃｕｓｔＡｄｄｒ２") == Words{"cust", "addr", "2"});
  CHECK(split_identifier("площадь²") == Words{fold("площадь"), "2"});
}

TEST_CASE("each word of an identifier is one folded word for any identifier") {
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    Random random(seed);
    const std::string identifier = test::random_bytes(random, random.below(12));
    for (const std::string &word : split_identifier(identifier)) {
      CHECK(!word.empty());
      CHECK(fold(word) == word);
      Words words;
      each_word(word, [&](std::string_view found) { words.emplace_back(found); });
      CHECK(words == Words{word});
    }
  }
  CHECK(split_identifier("\u0301").empty());  // an accent without a letter folds to nothing
  CHECK(split_identifier("½") == Words{"1", "2"});
}

TEST_CASE("an ASCII identifier loses nothing but punctuation and case") {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    Random random(seed);
    std::string identifier;
    std::string kept;
    for (std::uint64_t n = random.below(20); n > 0; --n) {
      const char c = "abYZ09_. "[random.below(9)];
      identifier += c;
      if (c != '_' && c != '.' && c != ' ') kept += c;
    }
    CHECK(joined(split_identifier(identifier)) == fold(kept));
  }
}

TEST_CASE("glued words are split into common words of schemas") {
  CHECK(split_glued("empno") == Words{"emp", "no"});
  CHECK(split_glued("custaddr") == Words{"cust", "addr"});
  CHECK(split_glued("lastname") == Words{"last", "name"});
  CHECK(split_glued("hiredate") == Words{"hire", "date"});
  CHECK(split_glued("deptname") == Words{"dept", "name"});
  CHECK(split_glued("orderdetail") == Words{"order", "detail"});
  CHECK(split_glued("invhdr") == Words{"inv", "hdr"});
  CHECK(split_glued("membno").empty());  // "memb" is not a known abbreviation
  CHECK(split_glued("membno", [](std::string_view word) { return word == "memb"; }) ==
        Words{"memb", "no"});
  CHECK(split_glued("empno", [](std::string_view word) { return word == "empno"; }).empty());
}

TEST_CASE("of several splits, the one with the most common words is chosen") {
  // In the order of frequency, from 1.
  const std::vector<std::string_view> words{"blim", "snorp", "blims", "norp"};
  const auto rank_of = [&](std::span<const std::string_view> of) {
    return [of](std::string_view word) {
      const auto at = std::ranges::find(of, word);
      return at == of.end() ? 0U : static_cast<std::uint32_t>(at - of.begin() + 1) * 5000;
    };
  };
  const std::vector<std::string_view> reversed(words.rbegin(), words.rend());
  CHECK(split_glued("blimsnorp", rank_of(words)) == Words{"blim", "snorp"});
  CHECK(split_glued("blimsnorp", rank_of(reversed)) == Words{"blims", "norp"});
}

TEST_CASE("inflected words and the function words between them can be parts") {
  CHECK(split_glued("billedto") == Words{"billed", "to"});
  CHECK(split_glued("rateofreturn") == Words{"rate", "of", "return"});
  CHECK(split_glued("gamesplayed") == Words{"games", "played"});
  CHECK(split_glued("creatorid") == Words{"creator", "id"});
  CHECK(split_glued("seatbookable") == Words{"seat", "bookable"});
  for (const char *word : {"billed", "results", "creator", "bookable", "inspectors"})
    CHECK(split_glued(word).empty());
  CHECK(split_glued("goodor") == Words{"good", "or"});
  CHECK(split_glued("idno").empty());  // parts of two letters each match by chance
}

TEST_CASE("known words and text that is not made of words are not split") {
  for (const std::string word :
       {"employee", "department", "address", "birthday", "homepage", "website", "id", "no", "", "a",
        "x", "qwrtz", "2014", "東京", "straße"}) {
    CAPTURE(word);
    CHECK(split_glued(word).empty());
  }
}

TEST_CASE("the parts of a split spell the word, and each has at least two letters") {
  const std::vector<std::string> known{"emp",   "no",   "cust", "addr", "last",  "name",
                                       "order", "date", "id",   "qty",  "price", "zip"};
  Random random(1);
  int split = 0;
  for (int round = 0; round < 500; ++round) {
    std::string word;
    for (std::uint64_t n = 1 + random.below(4); n > 0; --n)
      word += known[random.below(known.size())];
    const Words parts = split_glued(word);
    if (parts.empty()) continue;
    ++split;
    CHECK(joined(parts) == word);
    CHECK(parts.size() > 1);
    for (const std::string &part : parts) CHECK(part.size() >= 2);
  }
  CHECK(split > 300);
}

TEST_CASE("abbreviations expand to words, the most likely first") {
  CHECK(expanded("addr") == Words{"address"});
  CHECK(expanded("no") == Words{"number"});
  CHECK(expanded("dept") == Words{"department"});
  CHECK(expanded("dep") == Words{"department", "departure", "deposit"});
  CHECK(expanded("qty") == Words{"quantity"});
  CHECK(expanded("name").empty());
  CHECK(expanded("").empty());
  CHECK(expanded("DEPT").empty());
  CHECK(expanded("zzzz").empty());
}

TEST_CASE(
    "no abbreviation of up to four letters expands to itself, to a duplicate or to a capital") {
  std::size_t abbreviations = 0;
  std::string word;
  const auto try_longer = [&](const auto &self) -> void {
    const std::vector<std::string_view> meanings = expansions(word);
    abbreviations += meanings.empty() ? 0 : 1;
    CHECK(std::set(meanings.begin(), meanings.end()).size() == meanings.size());
    for (const std::string_view meaning : meanings) {
      CHECK(meaning != word);
      CHECK(meaning.size() > 2);
      CHECK(std::ranges::all_of(meaning, [](char c) { return c >= 'a' && c <= 'z'; }));
    }
    if (word.size() == 4) return;
    for (char c = 'a'; c <= 'z'; ++c) {
      word += c;
      self(self);
      word.pop_back();
    }
  };
  try_longer(try_longer);
  CHECK(abbreviations > 200);
}

TEST_CASE("a name implies its glued words and the expansions of its abbreviations") {
  CHECK(implied_words("empno") == Words{"emp", "employee", "no", "number"});
  CHECK(implied_words("dept_emp") == Words{"department", "employee"});
  CHECK(implied_words("custaddr") == Words{"cust", "customer", "addr", "address"});
  CHECK(implied_words("lastname") == Words{"last", "name"});
  CHECK(implied_words("custAddr") == Words{"customer", "address"});
  CHECK(implied_words("name").empty());
  CHECK(implied_words("").empty());
  CHECK(implied_words("addr_address").empty());
  CHECK(implied_words("fname") == Words{"first", "name"});
}

TEST_CASE("implied words are distinct and never repeat a word of the name") {
  Random random(2);
  const std::vector<std::string> pieces{"emp",  "no", "cust", "addr", "_",     "employee",
                                        "Dept", "2",  "name", "é",    "empno", "."};
  for (int round = 0; round < 500; ++round) {
    std::string name;
    for (std::uint64_t n = random.below(8); n > 0; --n) name += pieces[random.below(pieces.size())];
    const Words implied = implied_words(name);
    const Words spelled = split_identifier(name);
    CHECK(std::set(implied.begin(), implied.end()).size() == implied.size());
    for (const std::string &word : implied)
      CHECK(std::ranges::find(spelled, word) == spelled.end());
  }
}

TEST_CASE("a name of a megabyte is split like a short one") {
  std::string name;
  while (name.size() < 1000000) name += "empno_custAddr_";
  CHECK(implied_words(name) == Words{"emp", "employee", "no", "number", "customer", "address"});
  CHECK(split_identifier(name).size() == name.size() / 15 * 3);

  std::string different;
  for (int i = 0; different.size() < 1000000; ++i) {
    for (int digits = i; digits > 0; digits /= 26)
      different += static_cast<char>('a' + digits % 26);
    different += '_';
  }
  CHECK(implied_words(different).size() < 1000000);

  CHECK(split_glued(std::string(1000000, 'a')).empty());
  CHECK(implied_words(std::string(1000000, 'A')).empty());
}
