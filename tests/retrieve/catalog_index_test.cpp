#include "sluice/retrieve/catalog_index.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "sluice/core/random.hpp"
#include "sluice/index/bm25.hpp"
#include "sluice/schema/catalog_delta.hpp"
#include "support/error_of.hpp"
#include "support/random_schema.hpp"

namespace sluice {
namespace {

/// Changes a name, a description, samples or allowed values of a database; sometimes adds or drops
/// a column.
std::shared_ptr<const Database> changed(const Database &database, Random &random, bool in_place) {
  DatabaseDefinition definition = database.definition();
  TableDefinition &table = definition.tables[random.below(definition.tables.size())];
  if (table.columns.empty()) table.columns.emplace_back().name = "first";
  ColumnDefinition &column = table.columns[random.below(table.columns.size())];
  const std::string number = std::to_string(random.below(1000));
  switch (random.below(in_place ? 6 : 8)) {
    case 0: table.name = "client orders " + number; break;
    case 1: column.name = "renamed_" + number; break;
    case 2: column.samples = {"Rioja", number, "Rioja wine"}; break;
    case 3: table.description = test::random_text(random); break;
    case 4: definition.description = "all about wine " + number; break;
    case 5: column.values = {"red " + number, "white"}; break;
    case 6: table.columns.emplace_back().name = "added_" + number; break;
    default: definition.tables.emplace_back().name = "table_" + number; break;
  }
  return Database::make(std::move(definition));
}

std::shared_ptr<const Database> any_of(const Catalog &catalog, Random &random) {
  return catalog.share(DatabaseId(random.below(catalog.database_count())));
}

}  // namespace

TEST_CASE("an index that follows changes has the results, scores and bytes of a new one") {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    auto catalog = test::random_catalog(seed, 6);
    auto index = index_catalog(*catalog);
    for (int step = 0; step < 12; ++step) {
      CatalogDelta delta;
      delta.put.push_back(changed(*any_of(*catalog, random), random, random.below(5) > 0));
      if (random.below(4) == 0) {
        const auto other = changed(*any_of(*catalog, random), random, true);
        if (other->name() != delta.put.front()->name()) delta.put.push_back(other);
      }
      const auto next = apply(delta, *catalog);
      index = index_catalog(*next, *catalog, index);
      catalog = next;
      const auto fresh = index_catalog(*catalog);
      CHECK(index->fingerprint() == fresh->fingerprint());
      CHECK(index->term_count() == fresh->term_count());
      REQUIRE(index->bytes() == fresh->bytes());
      for (const char *term : {"client", "wine", "rioja", "name", "id", "nothing", "renam"}) {
        const auto found = index->postings(term), expected = fresh->postings(term);
        CHECK(std::vector(found.begin(), found.end()) ==
              std::vector(expected.begin(), expected.end()));
      }
      const std::vector<std::string> words{"client", "wine", "id", "part"};
      for (const Level level : {Level::database, Level::table, Level::column}) {
        CHECK(Bm25(index, {.granularity = level}).scores(words) ==
              Bm25(fresh, {.granularity = level}).scores(words));
      }
    }
  }
}

TEST_CASE("an index follows only its own catalog") {
  const auto catalog = test::random_catalog(1, 3), other = test::random_catalog(2, 3);
  const auto index = index_catalog(*catalog);
  CHECK(test::error_of([&] { return index_catalog(*catalog, *other, index); }).code() ==
        ErrorCode::mismatch);
  CHECK(index_catalog(*other, *catalog, index)->bytes() == index_catalog(*other)->bytes());
  const LexicalChange change{DatabaseId(0), index_catalog(*other), index_catalog(*other)};
  CHECK(test::error_of([&] {
          return LexicalIndex::change(index, std::span(&change, 1), 1);
        }).code() == ErrorCode::mismatch);
}

TEST_CASE("applying the difference of two catalogs to the first gives the second") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const auto before = test::random_catalog(seed, 5);
    CatalogDelta delta;
    delta.put = {changed(before->database(DatabaseId(1)), random, false),
                 Database::make(test::random_database(seed + 5000))};
    delta.dropped = {std::string(before->database(DatabaseId(3)).name())};
    const auto after = apply(delta, *before);
    CHECK(after->database_count() == 5);
    CHECK(&after->database(DatabaseId(0)) == &before->database(DatabaseId(0)));
    const CatalogDelta found = difference(*before, *after);
    CHECK(found.put == delta.put);
    CHECK(found.dropped == delta.dropped);
    CHECK(difference(*after, *after).empty());
    delta.put.push_back(delta.put.front());
    CHECK(test::error_of([&] { return apply(delta, *before); }).code() ==
          ErrorCode::invalid_argument);
    delta = {{}, {"not there"}};
    CHECK(test::error_of([&] { return apply(delta, *before); }).code() == ErrorCode::not_found);
  }
}

TEST_CASE("sample values and allowed values are indexed as values, within bounds") {
  DatabaseDefinition cellar;
  cellar.name = "cellar";
  TableDefinition &bottle = cellar.tables.emplace_back();
  bottle.name = "bottle";
  bottle.columns.resize(3);
  bottle.columns[0].name = "kind";
  bottle.columns[0].samples = {"rioja", std::string(max_indexed_bytes + 1, 'x'), "merlot"};
  bottle.columns[0].values = {"chianti", "rioja"};
  bottle.columns[1].name = "code";
  for (std::size_t v = 0; v < 2 * max_indexed_values; ++v)
    bottle.columns[1].values.push_back("k" + std::to_string(v));
  bottle.columns[2].name = "note";
  for (std::size_t v = 0; v < 100; ++v)
    bottle.columns[2].samples.push_back(std::string(max_indexed_bytes / 4 - 1, 'z'));
  const auto index = index_catalog(*Catalog::make({Database::make(cellar)}));

  const auto values_of = [&](std::size_t column) {
    return index->lengths(Level::column)[column][static_cast<std::size_t>(TextField::values)];
  };
  CHECK(values_of(0) == 4);
  for (const char *term : {"rioja", "merlot", "chianti"}) {
    const auto postings = index->postings(Analyzer()(term).front());
    REQUIRE(postings.size() == 1);
    CHECK(postings[0].field == TextField::values);
    CHECK(postings[0].level == Level::column);
  }
  CHECK(values_of(1) == 2 * max_indexed_values);  // each is a letter and a number
  CHECK(values_of(2) == 4);
}

}  // namespace sluice
