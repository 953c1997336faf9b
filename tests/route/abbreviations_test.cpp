/// Letters that stand for a longer word, as RankerFeatures tells of them.

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

/// What shortens the words of a question, with how likely it does.
using Shortened = std::vector<std::pair<std::string, float>>;

/// A database of one table with columns of these names and titles.
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

TEST_CASE("letters of a word in their order shorten it, the likelier the more they tell of it") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const RankerSchema schema = schema_of(
      catalog_of({{"rgstr", ""}, {"wty", ""}, {"tchncn", ""}, {"rptd", ""}, {"rgs", ""}}));
  const auto strength = [&](const std::string &letters, const std::string &word) {
    for (const auto &[text, of] : shortened(schema, word)) {
      if (text == letters) return of;
    }
    return 0.0F;
  };
  CHECK(strength("rgstr", "register") > 0.9F);  // all but the vowels
  CHECK(strength("rgs", "register") > 0.5F);    // a part of these
  CHECK(strength("rgs", "register") < strength("rgstr", "register"));
  CHECK(strength("tchncn", "technician") > 0.9F);
  CHECK(strength("rptd", "reported") > 0.8F);
  CHECK(strength("wty", "warranty") > 0.8F);      // its last letter
  CHECK(strength("wty", "watery") > 0.8F);        // as anybody would guess
  CHECK(strength("wty", "wealth") == 0);          // a letter is not there
  CHECK(strength("rgstr", "rgstro") == 0);        // hardly shorter than the word
  CHECK(strength("rgstr", "bergregister") == 0);  // another first letter
  CHECK(shortened(schema, "réparation x1234567 ''").empty());
}

TEST_CASE("words shorten no other ones, nor do two letters") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const RankerSchema schema = schema_of(catalog_of({{"art", ""}, {"st", ""}, {"qzx", ""}}));
  CHECK(shortened(schema, "which article has the status").empty());
  CHECK(shortened(schema, "quizzix").size() == 1);
}

TEST_CASE("what a title spells out is asked of the title, and stands for the word without one") {
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

TEST_CASE("a schema that follows another knows its own abbreviations") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const auto before = catalog_of({{"tchncn", ""}, {"wty", ""}, {"wrnty", ""}, {"mdl", ""}});
  const auto after = catalog_of({{"wrty", ""}, {"wrnty", ""}, {"mdll", ""}, {"rgstr", ""}});
  const RankerSchema anew = schema_of(after);
  const RankerSchema follows = schema_of(before).after(std::make_shared<const JoinGraphs>(after),
                                                       index_catalog(*after), nullptr);
  const std::string question = "technician warranty modelling register";
  CHECK(shortened(anew, question).size() == 4);
  CHECK(shortened(follows, question) == shortened(anew, question));
}

}  // namespace
}  // namespace sluice
