#include "sluice/train/ranker_trainer.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "route/contender_reading.hpp"
#include "sluice/core/file.hpp"
#include "sluice/embed/hashed_embedder.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/train/perceptron_fit.hpp"
#include "support/error_of.hpp"
#include "support/support.hpp"
#include "text/stem.hpp"
#include "trades.hpp"
#include "train/respelled_catalog.hpp"

namespace sluice {

using test::small_training;
using test::Trained;
using test::with_content;

TEST_CASE("a perceptron over the same features rescores the best databases") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  const auto model = std::make_shared<RankerModel>(*trained.train());
  REQUIRE(model->schema_only.contenders.columns() == model->schema_only.databases.features.size());
  const std::string question = "all that is known by name";
  const auto compared = Ranker(trained.schema, model).rank(question).databases;
  model->schema_only.contenders = {};
  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "sums.ranker").string();
  write_file(path, model->bytes());
  const auto summed = Ranker(trained.schema, RankerModel::open(path)).rank(question).databases;
  REQUIRE(summed.size() == compared.size());
  CHECK(summed != compared);  // by little, because such questions have a clear best database
  RankedGroups other;
  other.columns = 1;
  other.begin_group();
  other.add(std::array{1.0F}, true);
  model->schema_only.contenders = fit_perceptron(other);
  write_file(path, model->bytes());
  test::check_code(ErrorCode::malformed, [&] { return RankerModel::open(path)->seen.size(); });
  // The features fit, but the perceptron uses no features of words.
  other.columns = model->schema_only.databases.features.size();
  other.rows.resize(other.columns, 0);
  model->schema_only.contenders = fit_perceptron(other);
  test::check_code(ErrorCode::mismatch,
                   [&] { return Ranker(trained.schema, model).schema().catalog().table_count(); });
}

TEST_CASE("training twice gives the same bytes, which survive a round trip through a file") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  const std::string bytes = trained.train()->bytes();
  CHECK(trained.train()->bytes() == bytes);
  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "trades.ranker").string();
  write_file(path, bytes);
  CHECK(RankerModel::open(path)->bytes() == bytes);
  write_file(path, bytes.substr(0, bytes.size() / 2));
  test::check_code(ErrorCode::malformed, [&] { return RankerModel::open(path); });
}

TEST_CASE("training reports rankings by rankers that were not trained on the question's database") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  RankerTrainerOptions options = small_training();
  options.threads = 2;
  const RankerTrainingSet set{trained.schema, trained.examples(), {}};
  struct CollectedRankings final : UnseenRankings {
    const Trained &trained;
    const RankerTrainingSet &set;
    std::size_t count = 0, with_other_words = 0;

    CollectedRankings(const Trained &from, const RankerTrainingSet &of) : trained(from), set(of) {}
    void add(const UnseenRanking &ranking) override {
      ++count;
      with_other_words += std::ranges::none_of(set.examples, [&](const RankerExample &example) {
        return example.question == ranking.example.question;
      });
      CHECK(ranking.set == 0);
      CHECK(ranking.fold < 2);
      CHECK(&ranking.catalog == trained.catalog.get());
      REQUIRE(ranking.contenders.size() == 4);
      CHECK(std::ranges::is_sorted(ranking.contenders, std::ranges::greater(),
                                   &UnseenContender::probability));
      for (const UnseenContender &of : ranking.contenders) {
        CHECK(of.columns.size() == 6);
        CHECK(of.names == route_detail::contender_text(ranking.catalog, of.database, of.columns));
      }
    }
  };
  CollectedRankings collected(trained, set);
  const auto model = train_ranker({&set, 1}, "trades", options, {}, &collected);
  CHECK(collected.count == 2 * set.examples.size());
  CHECK(collected.with_other_words > 0);
  CHECK(model->bytes() == trained.train()->bytes());
}

TEST_CASE("respelled schemas change what is learned, and must have the same shape") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  const auto schema_of = [](const std::shared_ptr<const Catalog> &catalog) {
    return RankerSchema(std::make_shared<const JoinGraphs>(catalog), index_catalog(*catalog),
                        {*default_embedder(), {}});
  };
  const RankerSchema changed = schema_of(respelled(*trained.catalog));
  RankerTrainingSet set{trained.schema, trained.examples(), changed};
  const auto model = train_ranker({&set, 1}, "trades", small_training());
  CHECK(model->bytes() != trained.train()->bytes());
  CHECK(!Ranker(changed, model).rank("the delay of each flight").columns.empty());
  const RankerSchema other = schema_of(Catalog::make({trained.catalog->share(DatabaseId(0))}));
  set.respelled = other;
  test::check_code(ErrorCode::mismatch, [&] {
    train_ranker({&set, 1}, "trades", small_training());
  });
}

TEST_CASE(
    "a ranker learns from questions of several catalogs, each ranked among its own databases") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  const auto renamed = respelled(*trained.catalog);
  const RankerSchema other(std::make_shared<const JoinGraphs>(renamed), index_catalog(*renamed),
                           {*default_embedder(), {}});
  RankerTrainerOptions options = small_training();
  options.per_database = 3;
  std::vector<RankerExample> fewer = trained.examples();
  fewer.resize(6);  // of one database
  std::vector<RankerTrainingSet> sets{{with_content(trained), trained.examples(), {}},
                                      {other, fewer, {}}};
  const auto model = train_ranker(sets, "trades", options);
  CHECK(model->info.databases == 5);
  CHECK(model->info.questions == trained.examples().size() + 6);
  CHECK(model->info.contents == 4);
  REQUIRE(model->with_content);
  CHECK(model->has_seen("transport", trained.examples().back().question));
  CHECK(model->has_seen(renamed->database(DatabaseId(0)).name(), fewer.front().question));
  CHECK(Ranker(other, model).rank("the delay of each flight").databases.size() == 4);
  CHECK(!Ranker(with_content(trained), model).rank("Prieto and Alba").values.empty());
  options.threads = 3;  // does not change the result
  CHECK(train_ranker(sets, "trades", options)->bytes() == model->bytes());

  sets.pop_back();
  CHECK(train_ranker(sets, "trades", options)->bytes() != model->bytes());
  sets.push_back({RankerSchema(std::make_shared<const JoinGraphs>(renamed), index_catalog(*renamed),
                               {AnyEmbedder(HashedEmbedder(4)), {}}),
                  fewer,
                  {}});
  test::check_code(ErrorCode::mismatch, [&] { train_ranker(sets, "trades", options); });
  test::check_code(ErrorCode::invalid_argument, [&] { train_ranker({}, "trades", options); });
}

TEST_CASE("a ranker also learns from reworded questions") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  RankerTrainingSet set{trained.schema, trained.examples()};
  RankerExample reworded = set.examples.front();
  reworded.question = "which troubadours are there";
  set.reworded = {reworded, reworded};
  const auto model = train_ranker({&set, 1}, "trades", small_training());
  CHECK(model->info.questions == set.examples.size() + 2);
  CHECK(model->has_seen("music", reworded.question));
  CHECK(!model->translation.translations(stem("troubadours")).empty());

  set.examples.insert(set.examples.end(), 2,
                      reworded);  // as ordinary examples, with another effect
  set.reworded.clear();
  const auto asked = train_ranker({&set, 1}, "trades", small_training());
  CHECK(asked->translation.bytes() == model->translation.bytes());
  CHECK(asked->bytes() != model->bytes());
  set.reworded = {reworded};
  set.reworded.front().tables.clear();
  test::check_code(ErrorCode::invalid_argument, [&] {
    train_ranker({&set, 1}, "trades", small_training());
  });
}

TEST_CASE("gold objects outside the example's database are refused") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  const RankerTrainingSet whole{trained.schema, trained.examples(), {}};
  for (const auto table : {trained.catalog->table_count() - 1, trained.catalog->table_count()}) {
    RankerTrainingSet broken = whole;
    REQUIRE(broken.examples.front().database == DatabaseId(0));
    broken.examples.front().tables = {TableId(static_cast<std::uint32_t>(table))};
    const auto train = [&](const RankerTrainingSet &set, const RankerTrainingSet &unlike) {
      train_ranker({&set, 1}, "trades", small_training(), {}, nullptr, {&unlike, 1});
    };
    test::check_code(ErrorCode::invalid_argument, [&] { train(broken, whole); });
    test::check_code(ErrorCode::invalid_argument, [&] { train(whole, broken); });
  }
}

TEST_CASE("a glossary teaches words that no question contains, only for all databases") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  RankerTrainerOptions options = small_training();
  const RankerTrainingSet set{trained.schema, trained.examples(), {}};
  options.glossary = parse_glossary("crooner, troubadour = singer\nage old = birth date", "words");
  const auto model = train_ranker({&set, 1}, "trades", options);
  CHECK(!model->translation.translations(stem("troubadour")).empty());
  CHECK(trained.train()->translation.translations(stem("troubadour")).empty());
  options.glossary = parse_glossary("[music]\ncrooner = singer", "words");
  try {
    train_ranker({&set, 1}, "trades", options);
    FAIL("accepted");
  } catch (const Error &error) {
    CHECK(error.code() == ErrorCode::invalid_argument);
    CHECK(error.where().line == 2);
  }
}

TEST_CASE("words that name what the query reads are replaced, the same ones in every run") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  const std::vector<RankerExample> examples = trained.examples();
  const auto replaced = with_replaced_words(*trained.catalog, examples, {.rate = 1});
  const auto again = with_replaced_words(*trained.catalog, examples, {.rate = 1});
  std::size_t changed = 0;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    CHECK(replaced[i].question == again[i].question);
    CHECK(replaced[i].question.starts_with("show the "));
    changed += replaced[i].question != examples[i].question ? 1 : 0;
  }
  CHECK(changed > examples.size() / 2);
}

}  // namespace sluice
