#include "embed/synonyms.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "embed/synonym_channel.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/train/wordnet.hpp"
#include "support/error_of.hpp"
#include "support/support.hpp"
#include "text/stem.hpp"

namespace sluice {
namespace {

/// The built-in graph, if the build includes it.
const Synonyms *builtin() {
  static const auto opened = []() -> std::optional<Synonyms> {
    try {
      return Synonyms::shipped();
    } catch (const Error &) {
      return std::nullopt;
    }
  }();
  return opened ? &*opened : nullptr;
}

float strength(std::string_view word, std::string_view other) {
  return builtin()->strength(word, stem(other));
}

TEST_CASE("synonyms have a high strength, hypernyms a lower one, unrelated words none") {
  if (builtin() == nullptr) return test::skip("built without the synonyms");
  CHECK(strength("singer", "singer") == 1);
  CHECK(strength("vocalist", "singer") == 1);
  CHECK(strength("vocalists", "singers") == 1);
  CHECK(strength("town", "city") > 0.2);
  CHECK(strength("wage", "salary") == 1);
  CHECK(strength("musician", "singer") > 0.3);
  CHECK(strength("musician", "singer") < strength("vocalist", "singer"));
  CHECK(strength("singer", "invoice") == 0);
  CHECK(strength("qwertyuiop", "singer") == 0);
  CHECK(strength("", "singer") == 0);
}

TEST_CASE("phrases and names are found in the forms that people write") {
  if (builtin() == nullptr) return test::skip("built without the synonyms");
  CHECK(builtin()->strength("ZIP codes", "zip code") == 1);
  CHECK(builtin()->strength("postcode", "zip code") > 0.5);
  CHECK(builtin()->strength("New  York", "citi") > 0.2);
  CHECK(builtin()->strength("credit-card", "credit card") == 1);
}

TEST_CASE(
    "strength is the same from both sides, within 0 and 1, and 1 of a known word with itself") {
  if (builtin() == nullptr) return test::skip("built without the synonyms");
  const std::vector<std::string_view> words = {"employee", "worker", "bank", "institution", "run",
                                               "happy",    "glad",   "age",  "how",         "name"};
  for (const std::string_view a : words) {
    const std::vector<Meaning> meanings = builtin()->meanings(a);
    CHECK(std::ranges::is_sorted(meanings, {}, &Meaning::synset));
    CHECK(strength(a, a) == (meanings.empty() ? 0 : 1));
    for (const std::string_view b : words) {
      CHECK(strength(a, b) == strength(b, a));
      CHECK(strength(a, b) >= 0);
      CHECK(strength(a, b) <= 1);
    }
  }
}

TEST_CASE("irregular words are found") {
  if (builtin() == nullptr) return test::skip("built without the synonyms");
  CHECK(strength("children", "child") == 1);
  CHECK(strength("wives", "wife") == 1);
  CHECK(strength("sang", "singer") > 0.3);
}

TEST_CASE("the graph contains the license") {
  if (builtin() == nullptr) return test::skip("built without the synonyms");
  const std::filesystem::path license =
      test::source_directory() / "src/embed/weights/WORDNET_LICENSE";
  CHECK(std::string(builtin()->notice()) == read_file(license.string()));
}

TEST_CASE("related words are those that strength relates, the strongest first") {
  if (builtin() == nullptr) return test::skip("built without the synonyms");
  for (const std::string_view word : {"singer", "town", "hire", "glad", "zip code", "paris"}) {
    const auto related = builtin()->related(word, {.min_strength = 0.25F, .limit = 100'000});
    REQUIRE(!related.empty());
    for (std::size_t i = 0; i < related.size(); ++i) {
      CAPTURE(word);
      CAPTURE(related[i].word);
      CHECK(Synonyms::strength(builtin()->meanings(word), builtin()->meanings(related[i].word)) ==
            doctest::Approx(related[i].strength));
      if (i == 0) continue;
      CHECK(related[i - 1].strength >= related[i].strength);
      if (related[i - 1].strength == related[i].strength) {
        CHECK(related[i - 1].word < related[i].word);
      }
    }
    const auto few = builtin()->related(word, {.min_strength = 0.25F, .limit = 5});
    REQUIRE(few.size() == std::min<std::size_t>(5, related.size()));
    CHECK(std::equal(few.begin(), few.end(), related.begin()));
  }
  const auto singers = builtin()->related("singers");
  CHECK(std::ranges::find(singers, "vocalist", &RelatedWord::word) != singers.end());
  CHECK(std::ranges::find(singers, "singer", &RelatedWord::word) == singers.end());
  CHECK(builtin()->related("qwertyuiop").empty());
  test::check_code(ErrorCode::invalid_argument,
                   [&] { return builtin()->related("town", {.min_strength = 0}); });
}

TEST_CASE("for several texts, a channel returns the best strength among them") {
  if (builtin() == nullptr) return test::skip("built without the synonyms");
  const std::vector<std::string> stems = {"race", "citi", "car"};
  const SynonymChannel channel(*builtin(), stems);
  CHECK(channel.matches("prix").empty());
  const std::vector<std::string_view> texts{"prix", "grand prix", "town"};
  std::vector<StemMatch> each = channel.matches("grand prix");
  REQUIRE(each.size() == 1);
  CHECK(each[0].stem == 0);
  for (const StemMatch &match : channel.matches("town")) each.push_back(match);
  CHECK(channel.matches(texts) == each);
  CHECK(channel.matches(std::vector<std::string_view>()).empty());
}

TEST_CASE("a channel returns the same strengths as computing them stem by stem") {
  if (builtin() == nullptr) return test::skip("built without the synonyms");
  const std::vector<std::string> stems = {"citi",   "singer", "",     "name", "zip code", "nosuch",
                                          "salari", "citi",   "hous", "age",  "worker"};
  const SynonymChannel channel(*builtin(), stems);
  for (const std::string_view word :
       {"town", "vocalists", "wage", "postcode", "employee", "", "x"}) {
    for (const float least : {0.0F, 0.12F, 0.5F}) {
      std::vector<StemMatch> expected;
      for (std::size_t s = 0; s < stems.size(); ++s) {
        const float strength = builtin()->strength(word, stems[s]);
        if (strength > 0 && strength >= least) {
          expected.push_back({static_cast<std::uint32_t>(s), strength});
        }
      }
      CHECK(channel.matches(word, least) == expected);
    }
  }
}

TEST_CASE("many threads get the same result as one") {
  if (builtin() == nullptr) return test::skip("built without the synonyms");
  const auto expected = builtin()->related("town");
  std::vector<int> wrong(4);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < wrong.size(); ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 20; ++i) wrong[t] += builtin()->related("town") == expected ? 0 : 1;
    });
  }
  for (std::thread &thread : threads) thread.join();
  CHECK(wrong == std::vector<int>(4));
}

}  // namespace
}  // namespace sluice
