/// Abbreviations of words, as RankerFeatures finds them.

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "route/features/ranker_features.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

/// Abbreviations of the words of a question and their probabilities.
using Shortened = std::vector<std::pair<std::string, float>>;

/// A database with one table that has columns of these names and titles.
std::shared_ptr<const Catalog> catalog_of(
    const std::vector<std::pair<std::string, std::string>> &columns) {
  DatabaseDefinition made;
  made.name = "made";
  made.tables.emplace_back().name = "things";
  for (const auto &[name, title] : columns) {
    ColumnDefinition &column = made.tables[0].columns.emplace_back();
    column.name = name;
    column.title = title;
  }
  return Catalog::make({Database::make(std::move(made))});
}

RankerSchema schema_of(const std::shared_ptr<const Catalog> &catalog) {
  return {std::make_shared<const JoinGraphs>(catalog),
          index_catalog(*catalog),
          {*default_embedder(), {}}};
}

Shortened shortened(const RankerSchema &schema, const std::string &question) {
  const RankerFeatures features(schema, std::make_shared<const TranslationModel>());
  Shortened found;
  for (const WordMatches &word : features.matches(question, std::vector{DatabaseId(0)})) {
    for (const NameMatch &match : word.matches) {
      if (match.channel == MatchChannel::abbreviation)
        found.emplace_back(match.name_word, match.strength);
    }
  }
  std::ranges::sort(found);
  return found;
}

TEST_CASE(
    "letters of a word in order abbreviate it, the more likely the more of its shape they keep") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const RankerSchema schema = schema_of(
      catalog_of({{"rgstr", ""}, {"wty", ""}, {"tchncn", ""}, {"rptd", ""}, {"rgs", ""}}));
  const auto strength = [&](const std::string &letters, const std::string &word) {
    for (const auto &[text, of] : shortened(schema, word)) {
      if (text == letters) return of;
    }
    return 0.0F;
  };
  CHECK(strength("rgstr", "register") > 0.9F);  // all letters but the vowels
  CHECK(strength("rgs", "register") > 0.5F);    // a prefix of these
  CHECK(strength("rgs", "register") < strength("rgstr", "register"));
  CHECK(strength("tchncn", "technician") > 0.9F);
  CHECK(strength("rptd", "reported") > 0.8F);
  CHECK(strength("wty", "warranty") > 0.8F);      // ends with its last letter
  CHECK(strength("wty", "watery") > 0.8F);        // likewise
  CHECK(strength("wty", "wealth") == 0);          // a letter is missing
  CHECK(strength("rgstr", "rgstro") == 0);        // hardly shorter than the word
  CHECK(strength("rgstr", "bergregister") == 0);  // another first letter
  CHECK(shortened(schema, "réparation x1234567 ''").empty());
}

TEST_CASE("words do not abbreviate other words, nor do two letters") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const RankerSchema schema = schema_of(catalog_of({{"art", ""}, {"st", ""}, {"qzx", ""}}));
  CHECK(shortened(schema, "which article has the status").empty());
  CHECK(shortened(schema, "quizzix").size() == 1);
}

TEST_CASE("an abbreviated name is matched if it has no title, otherwise only the title is") {
  if (!default_embedder()) return test::skip("no static table in this build");
  CHECK(shortened(schema_of(catalog_of({{"wty", ""}})), "warranty").size() == 1);
  const auto catalog = catalog_of({{"tchncn", ""}, {"wty", "warranty"}});
  const RankerSchema schema = schema_of(catalog);
  CHECK(shortened(schema, "warranty").empty());

  const RankerFeatures features(schema, std::make_shared<const TranslationModel>());
  const auto names = features.column_features();
  const auto at =
      static_cast<std::size_t>(std::ranges::find(names, "ex_strongest") - names.begin());
  REQUIRE(at < names.size());
  std::vector<float> rows;
  features.columns(features.ask("technician"), TableId(0), rows);
  CHECK(rows[at] > 0.9F);
  CHECK(rows[names.size() + at] == 0);
}

TEST_CASE("an updated schema has the abbreviations of a new one") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const auto before = catalog_of({{"tchncn", ""}, {"wty", ""}, {"wrnty", ""}, {"mdl", ""}});
  const auto after = catalog_of({{"wrty", ""}, {"wrnty", ""}, {"mdll", ""}, {"rgstr", ""}});
  const RankerSchema fresh = schema_of(after);
  const RankerSchema follows = schema_of(before).after(std::make_shared<const JoinGraphs>(after),
                                                       index_catalog(*after), nullptr);
  const std::string question = "technician warranty modelling register";  // wording: allowed
  CHECK(shortened(fresh, question).size() == 4);
  CHECK(shortened(follows, question) == shortened(fresh, question));
}

}  // namespace
}  // namespace sluice
