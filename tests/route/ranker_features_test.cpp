#include "route/features/ranker_features.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "embed/counting_embedder.hpp"
#include "route/schema_words.hpp"
#include "sluice/embed/hashed_embedder.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/route/meaning_vectors.hpp"
#include "sluice/train/linear_adapter_fit.hpp"
#include "support/aligned_bytes.hpp"
#include "support/error_of.hpp"
#include "support/support.hpp"
#include "trades.hpp"

namespace sluice {

using test::trades;
using test::Trained;

TEST_CASE("each word has its own features: where it matches a database, and how strongly") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  const RankerFeatures features(trained.schema, std::make_shared<const TranslationModel>());
  const auto names = features.word_features();
  const QuestionSignals signals =
      features.ask("which airline has the delay, in transport of Delta");
  RowParts words{names.size(), {}, {}};
  for (const DatabaseId database : trained.catalog->databases())
    features.words(signals, database, words);
  REQUIRE(words.sizes == std::vector<std::size_t>(4, 4));  // airline, delay, transport, delta
  REQUIRE(words.numbers.size() == 16 * names.size());
  const auto of = [&](std::size_t database, std::size_t word, std::string_view name) {
    const auto column = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
    REQUIRE(column < names.size());
    return words.numbers[(database * 4 + word) * names.size() + column];
  };
  constexpr std::size_t transport = 3, music = 0;
  CHECK(of(transport, 0, "ex_table_name") == 1);
  CHECK(of(transport, 0, "ex_table") == 1);
  CHECK(of(transport, 0, "ex_database_name") == 0);
  CHECK(of(transport, 1, "ex_table_name") == 0);
  CHECK(of(transport, 1, "ex_table") == 1);
  CHECK(of(transport, 2, "ex_database_name") == 1);
  CHECK(of(transport, 3, "ex_table") == 0);
  for (std::size_t word = 0; word < 4; ++word) {
    CHECK(of(music, word, "ex_table") == 0);
    CHECK(of(music, word, "rarity") == of(transport, word, "rarity"));
    CHECK(of(music, word, "name") == (word == 3 ? 1 : 0));
    CHECK(of(music, word, "share") == doctest::Approx(0.75));
  }
  // Hidden objects match no word.
  Mask mask(trained.catalog);
  mask.hide(*trained.catalog->find_table(DatabaseId(3), "airline"));
  const RankerFeatures seen = features.masked_by(mask);
  words = {names.size(), {}, {}};
  seen.words(seen.ask("which airline has the delay, in transport of Delta"), DatabaseId(0), words);
  seen.words(seen.ask("which airline has the delay, in transport of Delta"), DatabaseId(3), words);
  CHECK(of(1, 0, "ex_table_name") == 0);
  CHECK(of(1, 1, "ex_table") == 1);
}

TEST_CASE(
    "the fused signal is the weighted sum of a table's signals, and databases get its best two") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  const auto translation = std::make_shared<const TranslationModel>();
  const RankerFeatures plain(trained.schema, translation);
  LinearModel fusion;
  std::vector<float> means, deviations;
  for (std::size_t s = 0; s < plain.fusible(); ++s) {
    fusion.weights.push_back(s % 3 == 0 ? 0.5F : -0.25F);
    means.push_back(0.125F * static_cast<float>(s % 2));
    deviations.push_back(s % 2 == 0 ? 2.0F : 1.0F);
  }
  fusion.standardizer = Standardizer(means, deviations);
  fusion.bias = 0.75F;
  const RankerFeatures features(trained.schema, translation, nullptr, &fusion);
  CHECK(features.table_features()[features.fusible()] == "fused");
  const QuestionSignals signals = features.ask("age of every singer in the city");
  const auto names = features.database_features();
  const auto of = [&](const char *name) {
    const auto at = std::ranges::find(names, name) - names.begin();
    return features.database_feature(signals, static_cast<std::size_t>(at));
  };
  const std::vector<float> best = of("fused_table"), both = of("fused_two_tables");
  for (const DatabaseId database : trained.catalog->databases()) {
    std::vector<float> rows, sums;
    features.tables(signals, database, rows);
    for (std::size_t row = 0; row < rows.size(); row += features.table_features().size()) {
      sums.push_back(fusion.score(std::span(rows).subspan(row, features.fusible())));
      CHECK(rows[row + features.fusible()] == doctest::Approx(sums.back()).epsilon(1e-4));
    }
    std::ranges::sort(sums, std::ranges::greater());
    CHECK(best[database.index()] == doctest::Approx(sums[0]).epsilon(1e-4));
    const float second = sums.size() > 1 ? std::max(sums[1], 0.0F) : 0;
    CHECK(both[database.index()] == doctest::Approx(sums[0] + second).epsilon(1e-4));
  }
  fusion.weights.pop_back();
  fusion.standardizer =
      Standardizer({means.begin(), means.end() - 1}, {deviations.begin(), deviations.end() - 1});
  test::check_code(ErrorCode::mismatch,
                   [&] { RankerFeatures(trained.schema, translation, nullptr, &fusion); });
}

TEST_CASE("a question's vectors are adapted by the model, whose dimensions must fit the embedder") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  const auto model = trained.train();
  const std::size_t dimensions = default_embedder()->dimensions();
  CHECK(model->adapters.words.tables.dimensions() == dimensions);
  CHECK(model->adapters.words.columns.dimensions() == dimensions);
  CHECK(model->adapters.sentences.tables.dimensions() == 0);
  const test::AlignedBytes bytes(model->bytes());
  const auto again = RankerModel::parse(bytes.view(), "again");
  CHECK(again->adapters.words.columns.bytes() == model->adapters.words.columns.bytes());

  const auto with = [&](const SentenceAdapters &adapters) {
    RankerModel other = *model;
    other.adapters = adapters;
    return Ranker(trained.schema, std::make_shared<const RankerModel>(std::move(other)));
  };
  const char *question = "how late is each flight";
  const auto evidence = [&](const Ranker &ranker) { return ranker.rank(question).fit_row; };
  CHECK(evidence(with(again->adapters)) == evidence(Ranker(trained.schema, model)));
  CHECK(evidence(with({})) != evidence(Ranker(trained.schema, model)));
  SentenceAdapters narrow;
  narrow.words.tables = fit_linear_adapter({}, dimensions - 1);
  test::check_code(ErrorCode::mismatch, [&] { return evidence(with(narrow)); });
}

TEST_CASE("an encoder reads a database without its hidden objects") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const auto catalog = trades();
  CHECK(database_text(*catalog, DatabaseId(0), nullptr) ==
        "music : singer singer id name age, concert concert id singer id city");
  const RankerEmbedders embedders{*default_embedder(), AnyEmbedder(HashedEmbedder())};
  const auto databases_of = [&](const std::shared_ptr<const Catalog> &of, const Mask *mask) {
    const RankerSchema whole(std::make_shared<const JoinGraphs>(of), index_catalog(*of), embedders);
    return (mask != nullptr ? whole.masked_by(*mask) : whole).complete({}).databases;
  };
  Mask mask(catalog);
  mask.hide(TableId(1));
  mask.hide(catalog->columns(DatabaseId(1))[2]);
  mask.hide(DatabaseId(2));
  const QuantizedRows seen = databases_of(catalog, &mask), whole = databases_of(catalog, nullptr);
  DatabaseDefinition music = catalog->database(DatabaseId(0)).definition();
  music.tables.pop_back();
  music.foreign_keys.clear();
  DatabaseDefinition shop = catalog->database(DatabaseId(1)).definition();
  shop.tables.front().columns.pop_back();
  const QuantizedRows alone =
      databases_of(Catalog::make({Database::make(music), Database::make(shop)}), nullptr);
  REQUIRE(seen.size() == catalog->database_count());
  const auto row = [](const QuantizedRows &rows, std::size_t i) {
    const auto codes = rows.codes().subspan(i * rows.stride(), rows.dimensions());
    return std::vector<int>(codes.begin(), codes.end());
  };
  CHECK(row(seen, 0) == row(alone, 0));
  CHECK(row(seen, 0) != row(whole, 0));
  CHECK(row(seen, 1) == row(alone, 1));
  CHECK(row(seen, 1) != row(whole, 1));
  CHECK(row(seen, 3) == row(whole, 3));
  CHECK(row(seen, 2) == std::vector<int>(seen.dimensions(), 0));
}

TEST_CASE(
    "an encoder's features have the same names in an empty catalog and after an update of one") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const RankerEmbedders embedders{*default_embedder(), AnyEmbedder(HashedEmbedder())};
  const auto schema_of = [&](const std::shared_ptr<const JoinGraphs> &graphs) {
    return RankerSchema(graphs, index_catalog(graphs->catalog()), embedders);
  };
  const auto translation = std::make_shared<const TranslationModel>();
  const auto nothing = std::make_shared<const JoinGraphs>(Catalog::make({}));
  const auto all = std::make_shared<const JoinGraphs>(trades());
  const RankerFeatures none(schema_of(nothing), translation), some(schema_of(all), translation);
  CHECK(std::ranges::equal(none.database_features(), some.database_features()));
  CHECK(std::ranges::equal(none.table_features(), some.table_features()));
  CHECK(std::ranges::equal(none.column_features(), some.column_features()));
  const auto grown = std::make_shared<const JoinGraphs>(*nothing, trades());
  const RankerSchema after =
      schema_of(nothing).after(grown, index_catalog(grown->catalog()), nullptr);
  const RankerFeatures followed(none, after);
  const char *const question = "age of every singer in the city";
  CHECK(followed.ask(question).databases == some.ask(question).databases);
}

TEST_CASE("known vectors are not computed again and give the same features") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  const test::CountingEmbedder encoder;
  const RankerEmbedders embedders{*default_embedder(), AnyEmbedder(encoder)};
  const MeaningVectors meanings = embed_meanings(*trained.catalog, SchemaWords(*trained.catalog),
                                                 *embedders.sentences, embedders.words);
  const RankerSchema fresh(trained.graphs, trained.index, embedders);
  *encoder.texts = 0;
  const RankerSchema partly(trained.graphs, trained.index, embedders, &meanings);
  const std::size_t missing = *encoder.texts;
  CHECK(missing > 0);
  const MeaningVectors all = partly.complete(meanings);
  *encoder.texts = 0;
  const RankerSchema known(trained.graphs, trained.index, embedders, &all);
  CHECK(*encoder.texts == 0);
  const auto translation = std::make_shared<const TranslationModel>();
  const auto signals = [&](const RankerSchema &schema) {
    return RankerFeatures(schema, translation).ask("age of every singer in the city").databases;
  };
  CHECK(signals(known) == signals(fresh));
  CHECK(signals(partly) == signals(fresh));
  Mask mask(trained.catalog);
  mask.hide(ColumnId(1));
  *encoder.texts = 0;
  (void)known.masked_by(mask);
  CHECK(*encoder.texts <= 3);  // the table with the hidden column; hidden objects need none
  MeaningVectors other = all;
  other.stems = all.tables;
  test::check_code(ErrorCode::mismatch, [&] {
    return RankerSchema(trained.graphs, trained.index, embedders, &other).catalog().table_count();
  });
}

TEST_CASE("a translation model learns which words mean which names") {
  std::vector<TranslationPair> pairs;
  for (int i = 0; i < 20; ++i) {
    pairs.push_back({{"vocalist", "show"}, {"singer"}});
    pairs.push_back({{"pupil", "show"}, {"student"}});
  }
  const std::vector<TranslationPair> glossary{{{"troubadour", "singer"}, {"singer"}}};
  const TranslationModel model = TranslationModel::train(pairs, glossary, {.glossary_weight = 4});
  const auto of = [&](const char *word, const char *stem) {
    for (const TranslationModel::Translation &translation : model.translations(word)) {
      if (model.schema_stems()[translation.schema_stem] == stem) return translation.probability;
    }
    return 0.0F;
  };
  CHECK(of("vocalist", "singer") > 0.5F);
  CHECK(of("vocalist", "student") == 0);
  CHECK(of("show", "singer") == 0);  // half of all words, so it says nothing
  const TranslationModel all = TranslationModel::train(pairs, glossary, {.min_lift = 0});
  CHECK(all.translations("show").size() == 2);
  CHECK(of("troubadour", "singer") > 0.05F);
  CHECK(model.frequency("troubadour") == model.frequency("never"));
  CHECK(model.frequency("show") == doctest::Approx(0.5));
  CHECK(model.frequency("never") < model.frequency("pupil"));
  CHECK(TranslationModel::parse(model.bytes()).bytes() == model.bytes());
  test::check_code(ErrorCode::malformed, [&] {
    return TranslationModel::parse(model.bytes().substr(3)).schema_stems().size();
  });
}

TEST_CASE("an example whose database is not among the best gives no rows of databases") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  const RankerFeatures features(trained.schema, std::make_shared<const TranslationModel>());
  RankerExample example = trained.examples().front();
  example.question = "the delay of each flight";  // the example is about music
  const RankerRows among_all = ranker_rows(features, example, 4);
  CHECK(among_all.candidates == std::vector<std::uint32_t>{0, 1, 2, 3});
  CHECK(among_all.gold == 0);
  const RankerRows among_one = ranker_rows(features, example, 1);
  CHECK(among_one.candidates.empty());
  CHECK(among_one.databases.empty());
  CHECK(among_one.tables == among_all.tables);
  CHECK(among_one.columns == among_all.columns);
  CHECK(table_group(features, example, 1).sizes.empty());
  RankedGroups groups = table_group(features, example, 4);
  CHECK(groups.sizes == std::vector<std::size_t>{8});
  groups.append(table_group(features, example, 4));
  CHECK(groups.sizes == std::vector<std::size_t>{8, 8});
  CHECK(groups.target.size() == 16);
}

}  // namespace sluice
