#include "sluice/train/wordnet.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "embed/synonyms.hpp"
#include "sluice/core/file.hpp"
#include "support/error_of.hpp"
#include "support/support.hpp"
#include "tiny_wordnet.hpp"

namespace sluice {
namespace {

Synonyms made_of(const test::TinyWordnet &wordnet) {
  make_synonyms(wordnet.folder(), wordnet.path("graph"));
  return Synonyms::open(wordnet.path("graph"));
}

/// Returns the error message for a tiny WordNet with a replacement in one file.
std::string made_with(std::string_view file, std::string_view from, std::string_view to) {
  const test::TinyWordnet wordnet;
  std::string text = test::TinyWordnet::text_of(file);
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  wordnet.write(file, text.replace(at, from.size(), to));
  const std::string what = test::what_of([&] { return made_of(wordnet); });
  const std::size_t name = what.find(file);
  return name == std::string::npos ? what : what.substr(name);
}

TEST_CASE("relations have the documented weights") {
  const test::TinyWordnet wordnet;
  const Synonyms graph = made_of(wordnet);
  const auto strength = [&](std::string_view a, std::string_view b) {
    return Synonyms::strength(graph.meanings(a), graph.meanings(b));
  };
  CHECK(strength("vocalist", "singer") == 1);
  CHECK(strength("singer", "musician") == doctest::Approx(0.6));
  CHECK(strength("singer", "person") == doctest::Approx(0.3));
  CHECK(strength("singer", "entity") == 0);
  CHECK(strength("sing", "singer") == doctest::Approx(0.6));
  CHECK(strength("Caruso", "singer") == doctest::Approx(0.6));
  CHECK(strength("Caruso", "musician") == doctest::Approx(0.3));
  CHECK(strength("happy", "cheery") == doctest::Approx(0.8));
  CHECK(strength("players", "musician") == doctest::Approx(1 / 1.35));
  CHECK(strength("zip codes", "zip code") == 1);
  CHECK(strength("sang", "sing") == 1);
  CHECK(strength("canta", "person") == 1);
  CHECK(strength("canta", "singer") == 1);
  CHECK(strength("happier", "cheery") == doctest::Approx(0.8));
  CHECK(graph.size() == 16);
  CHECK(graph.notice() == "a licence\n");
}

TEST_CASE("the same WordNet gives the same bytes") {
  const test::TinyWordnet wordnet;
  make_synonyms(wordnet.folder(), wordnet.path("a"));
  make_synonyms(wordnet.folder(), wordnet.path("b"));
  CHECK(read_file(wordnet.path("a")) == read_file(wordnet.path("b")));
}

TEST_CASE("a broken line is named with its file and number") {
  CHECK(made_with("data.noun", "00000200 18", "0000x200 18") ==
        "data.noun:3: has \"0000x200\", expected a synset's offset");
  CHECK(made_with("data.noun", "00000200 18", "00000100 18") ==
        "data.noun:3: has the synset 100 again");
  CHECK(made_with("data.noun", "01 person 0 001", "zz person 0 001") ==
        "data.noun:3: has \"zz\", expected the number of words");
  CHECK(made_with("data.noun", "01 person 0 001", "ff person 0 001") ==
        "data.noun:3: ends where a word is expected");
  CHECK(made_with("data.noun", "person 0 001 @", "person 0 4000000000 @") ==
        "data.noun:3: has \"one\", expected a pointer's offset");
  CHECK(made_with("data.noun", "@ 00000200 n", "@ 00000201 n") ==
        "data.noun:4: points to a synset that is in no file");
  CHECK(made_with("data.noun", "+ 00000100 v", "+ 00000100 ?") ==
        "data.noun:5: points to a synset that is in no file");
  CHECK(made_with("index.noun", "entity n 1 1 ~ 1 1 00000100", "entity n 1 1 ~ 1 1 00000101") ==
        "index.noun:3: names the synset 101, which data.noun does not have");
  CHECK(made_with("index.noun", "entity n 1 1 ~", "entity n 2 1 ~") ==
        "index.noun:3: ends where a synset's offset is expected");
  CHECK(made_with("index.noun", "entity n 1 1 ~", "entity n -1 1 ~") ==
        "index.noun:3: has \"-1\", expected the number of synsets");
  CHECK(made_with("index.noun", "entity n", std::string(300, 'e') + " n") ==
        "index.noun:3: has a lemma of more than 255 bytes");
  CHECK(made_with("noun.exc", "musica musician", "musica") ==
        "noun.exc:1: ends where its lemma is expected");
  CHECK(made_with("index.verb", "sing v 1 1 + 1 1 00000100  \n", "\n") ==
        "index.verb:1: ends where a lemma is expected");
}

TEST_CASE("lemmas, definitions and examples become texts without duplicates") {
  const test::TinyWordnet wordnet;
  const std::vector<std::string> texts = wordnet_texts(wordnet.folder());
  const std::vector<std::string> first(texts.begin(), texts.begin() + 6);
  CHECK(first == std::vector<std::string>{"entity", "all", "person", "one", "musician", "player"});
  const auto has = [&](std::string_view text) { return std::ranges::count(texts, text) == 1; };
  for (const char *text : {"zip code", "cheery", "out of hand", "at once; soon", "do it now"})
    CHECK(has(text));
  CHECK(!has("a licence"));
}

TEST_CASE("a truncated synset line is reported, and one without a gloss gives only a lemma") {
  const test::TinyWordnet wordnet;
  wordnet.write("data.adv", "00000100 02 r 02 soon 0\n");
  const std::string what = test::what_of([&] { return wordnet_texts(wordnet.folder()).size(); });
  CHECK(what.ends_with("data.adv:1: ends where a word is expected"));
  wordnet.write("data.adv", "00000100 02 r 01 soon 0 000");
  CHECK(wordnet_texts(wordnet.folder()).back() == "soon");
  wordnet.write("data.adv", "00000100 02 r 01 soon 0 000 | ;\"\";");
  CHECK(wordnet_texts(wordnet.folder()).back() == "soon");
}

TEST_CASE("a folder without WordNet says which file is missing") {
  const test::TemporaryDirectory empty;
  const Error error = test::error_of([&] {
    make_synonyms(empty.path().string(), (empty.path() / "graph").string());
    return 0;
  });
  CHECK(error.code() == ErrorCode::not_found);
  CHECK(test::contains(error.what(), "data.noun"));
}

TEST_CASE("a flipped byte or a truncated graph is always detected") {
  const test::TinyWordnet wordnet;
  made_of(wordnet);
  const std::string good = read_file(wordnet.path("graph")), broken = wordnet.path("broken");
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string bytes = good;
    bytes[i] = static_cast<char>(bytes[i] ^ 0x10);
    write_file(broken, bytes);
    CHECK(test::contains(test::what_of([&] { return Synonyms::open(broken); }), "broken"));
    write_file(broken, good.substr(0, i));
    CHECK(test::contains(test::what_of([&] { return Synonyms::open(broken); }), "broken"));
  }
  test::check_code(ErrorCode::not_found, [&] { return Synonyms::open(wordnet.path("none")); });
}

}  // namespace
}  // namespace sluice
