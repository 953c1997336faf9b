#include "text/stem.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "text/stop_words.hpp"

using namespace sluice;

TEST_CASE("words have the stems that Porter 2 gives them") {
  for (const auto &[word, expected] :
       std::vector<std::pair<std::string_view, std::string_view>>{{"singers", "singer"},
                                                                  {"singing", "sing"},
                                                                  {"cities", "citi"},
                                                                  {"city", "citi"},
                                                                  {"caresses", "caress"},
                                                                  {"ponies", "poni"},
                                                                  {"ties", "tie"},
                                                                  {"cats", "cat"},
                                                                  {"agreed", "agre"},
                                                                  {"plastered", "plaster"},
                                                                  {"hopping", "hop"},
                                                                  {"hoping", "hope"},
                                                                  {"relational", "relat"},
                                                                  {"generalization", "general"},
                                                                  {"consistency", "consist"},
                                                                  {"skies", "sky"},
                                                                  {"dying", "die"},
                                                                  {"news", "news"},
                                                                  {"organization", "organ"},
                                                                  {"a", "a"}}) {
    CHECK(stem(word) == expected);
  }
}

TEST_CASE("text that is not English is unchanged") {
  CHECK(stem("") == "");
  CHECK(stem("2014") == "2014");
  CHECK(stem("東京") == "東京");
  CHECK(stem("größen") == "größen");
}

TEST_CASE("eight threads give the same stems as one") {
  const std::vector<std::string_view> words{"singers",   "cities",  "relational", "hopping",
                                            "customers", "ordered", "",           "2014"};
  std::vector<std::string> expected;
  for (const std::string_view word : words) expected.push_back(stem(word));
  std::vector<int> wrong(8, 0);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < wrong.size(); ++t) {
    threads.emplace_back([&, t] {
      for (std::size_t i = 0; i < 4000; ++i) {
        const std::size_t w = (i * 7 + t) % words.size();
        if (stem(words[w]) != expected[w]) ++wrong[t];
      }
    });
  }
  for (std::thread &thread : threads) thread.join();
  CHECK(wrong == std::vector<int>(8, 0));
}

TEST_CASE("stemming still works in a destructor at the end of a thread") {
  struct AtEnd {
    std::string *of_word;
    ~AtEnd() { *of_word = stem("singers"); }
  };
  std::vector<std::string> stems(200);  // more threads than places for stemmers
  for (std::string &of_word : stems) {
    std::thread([&of_word] {
      thread_local const AtEnd before_the_first_word{&of_word};
      static_cast<void>(&before_the_first_word);
      static_cast<void>(stem("cities"));
    }).join();
  }
  CHECK(stems == std::vector<std::string>(stems.size(), "singer"));
}

TEST_CASE("a hundred threads that share stemmers get the right stems") {
  std::vector<std::string> stems(100);
  std::vector<std::thread> threads;
  for (std::string &of_word : stems) {
    threads.emplace_back([&of_word] {
      for (int i = 0; i < 500; ++i) of_word = stem(i % 2 == 0 ? "relational" : "ponies");
    });
  }
  for (std::thread &thread : threads) thread.join();
  CHECK(stems == std::vector<std::string>(stems.size(), "poni"));
}

TEST_CASE("function words are stop words, names and content words are not") {
  for (const char *word :
       {"the", "of", "a", "which", "how", "i", "yourselves", "now", "are", "there"}) {
    CHECK(is_stop_word(word));
  }
  for (const char *word : {"", "name", "many", "age", "customer", "theo", "th", "zebra", "The"}) {
    CHECK(!is_stop_word(word));
  }
}
