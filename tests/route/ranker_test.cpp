#include "sluice/route/ranker.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "route/features/ranker_features.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/segment_file.hpp"
#include "sluice/embed/encoder.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/index/value_index.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "support/error_of.hpp"
#include "support/support.hpp"
#include "trades.hpp"

namespace sluice {

using test::table;
using test::Trained;

TEST_CASE("a trained ranker finds database, table and column, with probabilities that add up") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  const RankerAnswer answer = trained.ranker().rank("the delay of each flight");
  REQUIRE(answer.databases.size() == 4);
  REQUIRE(!answer.columns.empty());
  CHECK(trained.catalog->database(answer.databases[0].id).name() == "transport");
  CHECK(trained.catalog->table(answer.tables[0].id).name == "flight");
  CHECK(trained.catalog->path(answer.columns[0].id) == "transport.flight.delay");
  float sum = 0;
  for (const auto &database : answer.databases) sum += database.score;
  CHECK(sum == doctest::Approx(1));
  CHECK(answer.tables[0].score <= answer.databases[0].score);
  CHECK(answer.columns[0].score <= answer.tables[0].score);
}

TEST_CASE("a higher recall takes more columns, and a recall that cannot be reached takes all") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  const Ranker ranker = trained.ranker();
  const RankerAnswer answer = ranker.rank("show the airline_id of every flight");
  std::size_t last = 1;
  for (const double recall : {0.2, 0.4, 0.6, 0.8}) {
    const std::size_t enough = ranker.columns_for(answer, recall);
    CHECK(enough >= last);
    last = enough;
  }
  CHECK(last < answer.columns.size());
  CHECK(ranker.columns_for(answer, 1) == answer.columns.size());

  auto older = std::make_shared<RankerModel>(ranker.model());
  older->schema_only.recall = {};
  const Ranker unfitted(trained.schema, older);
  test::check_code(ErrorCode::unsupported, [&] { return unfitted.columns_for(answer, 0.9); });
}

TEST_CASE("glued names are matched by the words that they consist of") {
  if (!default_embedder()) return test::skip("no static table in this build");
  DatabaseDefinition races;
  races.name = "races";
  races.tables = {table("laptimes", {"fastestlapspeed"})};
  const auto catalog = Catalog::make({Database::make(races)});
  const RankerFeatures features(RankerSchema(std::make_shared<const JoinGraphs>(catalog),
                                             index_catalog(*catalog), {*default_embedder(), {}}),
                                std::make_shared<const TranslationModel>());
  const std::array<DatabaseId, 1> databases{DatabaseId(0)};
  for (const WordMatches &word : features.matches("fastest lap speed", databases)) {
    CAPTURE(word.word);
    REQUIRE(!word.matches.empty());
    CHECK(word.matches[0].channel == MatchChannel::exact);
    CHECK(word.matches[0].columns == std::vector<ColumnId>{ColumnId(0)});
  }
}

TEST_CASE(
    "the probability that a database fits is lower without the right one, and absent in old models") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  const Ranker ranker = trained.ranker();
  const std::string question = "the delay of each flight";
  const RankerAnswer answer = ranker.rank(question);
  REQUIRE(answer.fits);
  CHECK(ranker.weights().fit.threshold > 0);
  CHECK(ranker.weights().fit.threshold < 1);
  Mask without(trained.catalog);
  without.hide(answer.databases[0].id);
  const RankerAnswer lacking = ranker.rank(question, &without);
  REQUIRE(lacking.fits);
  CHECK(*lacking.fits < *answer.fits);
  const Mask nothing(trained.catalog, false);
  CHECK(*ranker.rank(question, &nothing).fits == 0);

  auto older = std::make_shared<RankerModel>(ranker.model());
  older->schema_only.fit = {};
  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "silent.ranker").string();
  write_file(path, older->bytes());
  const Ranker unsure(trained.schema, RankerModel::open(path));
  CHECK(!unsure.rank(question).fits);
  CHECK(unsure.rank(question).databases == answer.databases);
}

TEST_CASE("a ranker's file without trees is refused, and the error says what to do") {
  if (!default_embedder()) return test::skip("no static table in this build");
  constexpr FourCc kind{'R', 'N', 'K', 'R'};
  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "trades.ranker").string();
  write_file(path, Trained().train()->bytes());
  const SegmentFile file(path, kind);
  SegmentWriter writer(kind, 0);
  for (const char *name : {"ABOU", "NUMS", "DBNM", "DBLM", "TBNM"}) {
    const FourCc section{name[0], name[1], name[2], name[3]};
    writer.add(section, file.section(section));
  }
  writer.add(FourCc{'T', 'B', 'L', 'M'}, "of an older release");
  const std::string older = (folder.path() / "older.ranker").string();
  write_file(older, writer.bytes());
  const Error error = test::error_of([&] { return RankerModel::open(older); });
  CHECK(error.code() == ErrorCode::unsupported);
  CHECK(error.where().source == older);
  CHECK(test::contains(error.message(), "train it again"));
}

TEST_CASE("with fewer databases than in training, no question is rejected") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  auto model = std::make_shared<RankerModel>(*trained.train());
  model->info.databases = 140;  // as in the shipped model
  const Ranker of_many(trained.schema, model), of_four = trained.ranker();
  RankerAnswer answer = of_many.rank("the delay of each flight");
  REQUIRE(answer.databases.size() == 4);
  const float threshold = of_many.weights().fit.threshold;
  CHECK(of_many.fits_threshold(answer) == 0);
  CHECK(of_four.fits_threshold(answer) == of_four.weights().fit.threshold);
  answer.databases.push_back(answer.databases.back());
  REQUIRE(answer.databases.size() == FitModel::min_databases);
  CHECK(of_many.fits_threshold(answer) == threshold);
  answer.databases.resize(2);  // with one hidden, training had three
  CHECK(of_four.fits_threshold(answer) == 0);
  answer.databases.clear();
  CHECK(of_many.fits_threshold(answer) == threshold);
}

TEST_CASE(
    "a ranker recognizes the questions that it was trained on, whatever their case and punctuation") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const auto model = Trained().train();
  CHECK(model->has_seen("music", "Show the age of every singer?"));
  CHECK(!model->has_seen("shop", "show the age of every singer"));
  CHECK(!model->has_seen("music", "show the age of each singer"));
}

TEST_CASE("a ranker answers as if hidden databases did not exist") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  const Ranker ranker = trained.ranker();
  Mask mask(trained.catalog);
  mask.hide(DatabaseId(3));
  const auto fewer =
      Catalog::make({trained.catalog->share(DatabaseId(0)), trained.catalog->share(DatabaseId(1)),
                     trained.catalog->share(DatabaseId(2))});
  const Ranker without(
      {std::make_shared<const JoinGraphs>(fewer), index_catalog(*fewer), {*default_embedder(), {}}},
      trained.train());
  for (const char *question : {"delay of flights", "teachers with a salary", "invoice of singer"}) {
    const RankerAnswer masked = ranker.rank(question, &mask);
    const RankerAnswer plain = without.rank(question);
    CHECK(masked.databases == plain.databases);
    CHECK(masked.tables == plain.tables);
    CHECK(masked.columns == plain.columns);
  }
}

TEST_CASE(
    "cached features of masks give the answers of new ones, however many masks are used in turn") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  const auto model = trained.train();
  const Ranker ranker(trained.schema, model);
  const std::string question = "names of singers and the amount of each invoice";
  const auto hide = [&](Mask &mask, std::size_t i) {
    if (i < 8) {
      mask.hide(TableId(i));
    } else {
      mask.hide(ColumnId(i - 8));
    }
  };
  const auto same = [](const RankerAnswer &a, const RankerAnswer &b) {
    return a.databases == b.databases && a.tables == b.tables && a.columns == b.columns;
  };
  for (int round = 0; round < 2; ++round) {
    for (std::size_t i = 0; i < 12; ++i) {  // more than are cached
      Mask mask(trained.catalog);
      hide(mask, i);
      const RankerAnswer kept = ranker.rank(question, &mask);
      CHECK(same(kept, Ranker(trained.schema, model).rank(question, &mask)));
      hide(mask, (i + 1) % 12);
      CHECK(
          same(ranker.rank(question, &mask), Ranker(trained.schema, model).rank(question, &mask)));
      Mask again(trained.catalog);
      hide(again, i);
      CHECK(same(ranker.rank(question, &again), kept));
    }
  }
}

TEST_CASE("columns can be limited to the best databases") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  const Ranker ranker = trained.ranker();
  const RankerAnswer all = ranker.rank("the delay of each flight");
  RankerOptions one;
  one.column_databases = 1;
  one.tables = one.columns = 1;
  const RankerAnswer best = ranker.rank("the delay of each flight", nullptr, one);
  CHECK(best.tables == all.tables);
  REQUIRE(best.columns.size() == 3);
  for (const auto &column : best.columns) {
    CHECK(trained.catalog->table(trained.catalog->table_of(column.id)).name == "flight");
    CHECK(std::ranges::count(all.columns, column) == 1);
  }
  one.columns = best.columns.size() + 1;
  CHECK(ranker.rank("the delay of each flight", nullptr, one).columns.size() > one.columns - 1);
  CHECK(all.strongest_match == 1);
  CHECK(ranker.rank("zzz qqq").strongest_match < 0.5F);
}

TEST_CASE("a model for other embedders is refused") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  const RankerSchema other(trained.graphs, trained.index, {open_embedder("hashed"), {}});
  const auto model = trained.train();
  test::check_code(ErrorCode::mismatch, [&] { return Ranker(other, model).weights().temperature; });
}

TEST_CASE("a ranker that comes with the library is opened by its name") {
  const auto words = default_embedder();
  if (!words) return test::skip("no static table in this build");
  const auto permissive = RankerModel::open("permissive");
  CHECK(permissive->info.words == words->fingerprint());
  CHECK(permissive->info.questions < RankerModel::shipped(words->fingerprint())->info.questions);
  CHECK(permissive->schema_only.evidence.is_fitted());
  CHECK(!permissive->with_content);
  test::check_code(ErrorCode::not_found, [&] { return RankerModel::open("permissiv"); });
}

TEST_CASE("an encoder of either precision has its own ranker, and other embedders have none") {
  const auto words = default_embedder();
  if (!words) return test::skip("no static table in this build");
  const auto none = RankerModel::shipped(words->fingerprint());
  REQUIRE(none != nullptr);
  CHECK(none->info.sentences == 0);
  CHECK(RankerModel::shipped(words->fingerprint(), 1) == nullptr);
  CHECK(RankerModel::shipped(1) == nullptr);
  const auto minilm = test::encoder_directory();
  std::size_t there = 0;
  for (const auto &folder : {minilm, minilm.parent_path() / "mpnet"}) {
    if (!exists(folder / "model.safetensors")) continue;
    ++there;
    for (const auto precision : {EncoderPrecision::float32, EncoderPrecision::int8}) {
      const Encoder encoder = Encoder::load(folder.string(), precision);
      const auto model = RankerModel::shipped(words->fingerprint(), encoder.fingerprint());
      REQUIRE(model != nullptr);
      CHECK(model->info.sentences == encoder.fingerprint());
      CHECK(model->adapters.sentences.tables.dimensions() == encoder.dimensions());
    }
  }
  if (there == 0) test::skip("no encoder; cmake/encoder_weights.sh fetches them");
}

}  // namespace sluice
