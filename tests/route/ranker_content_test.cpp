#include "sluice/route/ranker.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "route/features/ranker_features.hpp"
#include "sluice/core/file.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/train/ranker_trainer.hpp"
#include "support/error_of.hpp"
#include "support/support.hpp"
#include "trades.hpp"

namespace sluice {

using test::small_training;
using test::Trained;
using test::with_content;

namespace {

/// A model trained also on questions that name a value of the database.
std::shared_ptr<const RankerModel> train_with_content(const Trained &trained) {
  std::vector<RankerExample> examples = trained.examples();
  const std::vector<std::string> values{"Ghent", "Bruno", "Evans", "Norway"};
  for (const RankerExample &of : trained.examples()) {
    RankerExample example = of;
    example.question = "what is there of " + values[of.database.index()] + " and others";
    examples.push_back(std::move(example));
  }
  const RankerTrainingSet set{with_content(trained), std::move(examples), {}};
  return train_ranker({&set, 1}, "trades", small_training());
}

}  // namespace

TEST_CASE("with content a ranker finds the database of a value and reports the value") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  const auto model = train_with_content(trained);
  CHECK(model->info.contents == 4);
  const Ranker ranker(with_content(trained), model);
  const RankerAnswer answer = ranker.rank("something with Prieto and Alba");
  CHECK(trained.catalog->database(answer.databases[0].id).name() == "shop");
  REQUIRE(answer.values.size() == 2);
  CHECK(trained.catalog->path(answer.values[0].column) == "shop.customer.name");
  CHECK(answer.values[0].words == "Alba");
  CHECK(answer.values[0].is_whole);
  CHECK(answer.values[1].value == "Carla Prieto");
  CHECK(answer.values[1].words == "Prieto");
  CHECK(!answer.values[1].is_whole);
  CHECK(ranker.rank("the delay of each flight").values.empty());
}

TEST_CASE("a word that is a value has features in the databases that contain it") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  const RankerFeatures features(with_content(trained), std::make_shared<const TranslationModel>());
  const auto names = features.word_features();
  const auto value =
      static_cast<std::size_t>(std::ranges::find(names, "val_whole") - names.begin());
  REQUIRE(value + 2 < names.size());
  CHECK(names[value + 1] == "val_any");
  CHECK(names[value + 2] == "val_marked");
  const QuestionSignals signals = features.ask("something with Prieto and Alba in lyon");
  RowParts words{names.size(), {}, {}};
  for (const DatabaseId database : trained.catalog->databases())
    features.words(signals, database, words);
  REQUIRE(words.sizes == std::vector<std::size_t>(4, 4));  // something, prieto, alba, lyon
  const auto of = [&](std::size_t database, std::size_t word) {
    const float *const at = words.numbers.data() + (database * 4 + word) * names.size() + value;
    return std::vector<float>(at, at + 3);
  };
  using Values = std::vector<float>;
  constexpr std::size_t music = 0, shop = 1, school = 2, transport = 3;
  CHECK(of(shop, 0) == Values{0, 0, 0});
  CHECK(of(shop, 1) == Values{0, 1, 1});  // of "Carla Prieto"
  CHECK(of(shop, 2) == Values{1, 1, 1});
  CHECK(of(shop, 3) == Values{0, 0, 0});
  CHECK(of(music, 3) == Values{1, 1, 0});
  CHECK(of(transport, 3) == Values{1, 1, 0});
  for (std::size_t word = 0; word < 4; ++word) CHECK(of(school, word) == Values{0, 0, 0});
}

TEST_CASE(
    "a model trained with content has the same weights for schemas alone as one trained without") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  const auto model = train_with_content(trained);
  const auto read_back = [&] {
    const test::TemporaryDirectory folder;
    const std::string path = (folder.path() / "content.ranker").string();
    write_file(path, model->bytes());
    return RankerModel::open(path);
  }();
  CHECK(read_back->bytes() == model->bytes());
  const auto plain = trained.train();
  const RankerTrainingSet set{with_content(trained), trained.examples(), {}};
  const auto known = train_ranker({&set, 1}, "trades", small_training());
  REQUIRE(known->with_content);
  CHECK(known->schema_only.databases.weights.bytes() ==
        plain->schema_only.databases.weights.bytes());
  CHECK(known->schema_only.contenders.bytes() == plain->schema_only.contenders.bytes());
  CHECK(known->schema_only.tables.trees.bytes() == plain->schema_only.tables.trees.bytes());
  CHECK(known->schema_only.columns.trees.bytes() == plain->schema_only.columns.trees.bytes());
  CHECK(known->schema_only.temperature == plain->schema_only.temperature);
  test::check_code(ErrorCode::mismatch,
                   [&] { return Ranker(with_content(trained), plain).model().seen.size(); });
}

TEST_CASE("values of hidden columns and databases change no answer") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  const auto model = train_with_content(trained);
  const Ranker ranker(with_content(trained), model);
  Mask mask(trained.catalog);
  mask.hide(DatabaseId(3));
  for (const char *question : {"something of Lyon", "Norway and Chile", "Alba in Lyon"}) {
    const RankerAnswer answer = ranker.rank(question, &mask);
    for (const NamedValue &value : answer.values)
      CHECK(trained.catalog->database_of(value.column) != DatabaseId(3));
    // The oracle: the same index without the hidden database.
    auto segments = with_content(trained).values()->segments();
    segments[3] = nullptr;
    std::vector<ColumnId> first;
    for (const DatabaseId id : trained.catalog->databases())
      first.push_back(trained.catalog->columns(id)[0]);
    const Ranker without(trained.schema.with_values(std::make_shared<const ValueIndex>(
                             segments, first, trained.catalog->fingerprint())),
                         model);
    const RankerAnswer plain = without.rank(question, &mask);
    CHECK(answer.databases == plain.databases);
    CHECK(answer.tables == plain.tables);
    CHECK(answer.columns == plain.columns);
  }
}

TEST_CASE("a glossary is used where it applies, and probabilities still sum to 1") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  const Ranker ranker = trained.ranker();
  const Glossary glossary(
      parse_glossary("aerials = flight\n[music]\ntunes = concert city", "glossary"),
      *trained.catalog);
  const auto first = [&](const char *question, const Mask *mask = nullptr) {
    const RankerAnswer answer = ranker.rank(question, mask, {.glossary = &glossary});
    float sum = 0;
    for (const auto &database : answer.databases) sum += database.score;
    CHECK(sum == doctest::Approx(1));
    CHECK(std::ranges::is_sorted(answer.tables, BestFirst{}));
    return trained.catalog->path(answer.columns.at(0).id);
  };
  CHECK(first("show every aerial").starts_with("transport.flight."));
  CHECK(first("show every tune") == "music.concert.city");
  Mask mask(trained.catalog);
  mask.hide(DatabaseId(0));
  CHECK(!first("show every tune", &mask).starts_with("music."));
  const RankerAnswer plain = ranker.rank("show every singer");
  const RankerAnswer same = ranker.rank("show every singer", nullptr, {.glossary = &glossary});
  CHECK(plain.columns == same.columns);
}

}  // namespace sluice
