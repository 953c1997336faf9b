#include "sluice/train/frequent_words.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

using namespace sluice;

TEST_CASE("words are counted over all texts, ignoring punctuation, case and numbers") {
  const std::array<std::string, 3> texts{"An invoice, or two Invoices",
                                         "the INVOICE of 2024; a b2b", "or the other"};
  using Words = std::vector<std::string>;
  CHECK(frequent_words(texts, 2) == Words{"invoice", "or", "the"});
  CHECK(frequent_words(texts, 3).empty());
  CHECK(frequent_words(texts, 1) ==
        Words{"invoice", "or", "the", "an", "invoices", "of", "other", "two"});
  CHECK(frequent_words({}, 1).empty());
}
