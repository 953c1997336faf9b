#include "sluice/route/ranker.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "embed/counting_embedder.hpp"
#include "route/contender_reading.hpp"
#include "route/features/ranker_features.hpp"
#include "route/schema_words.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/segment_file.hpp"
#include "sluice/core/top_k.hpp"
#include "sluice/embed/encoder.hpp"
#include "sluice/embed/hashed_embedder.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/index/value_index.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/route/meaning_vectors.hpp"
#include "sluice/train/linear_adapter_fit.hpp"
#include "sluice/train/perceptron_fit.hpp"
#include "sluice/train/ranker_trainer.hpp"
#include "support/aligned_bytes.hpp"
#include "support/error_of.hpp"
#include "support/support.hpp"
#include "text/stem.hpp"
#include "tiny_cross_encoder.hpp"
#include "train/respelled_catalog.hpp"

namespace sluice {
namespace {

TableDefinition table(std::string name, const std::vector<std::string> &columns) {
  TableDefinition made;
  made.name = std::move(name);
  for (const std::string &column : columns) made.columns.push_back({column, {}, {}, {}, {}});
  made.primary_key = {0};
  return made;
}

/// Four databases of four trades, a parent and a child table each.
std::shared_ptr<const Catalog> trades() {
  const auto database = [](const char *name, TableDefinition a, TableDefinition b) {
    DatabaseDefinition made;
    made.name = name;
    made.tables = {std::move(a), std::move(b)};
    made.foreign_keys = {{1, {1}, 0, {0}}};
    return Database::make(made);
  };
  return Catalog::make({database("music", table("singer", {"singer_id", "name", "age"}),
                                 table("concert", {"concert_id", "singer_id", "city"})),
                        database("shop", table("customer", {"customer_id", "name", "email"}),
                                 table("invoice", {"invoice_id", "customer_id", "amount"})),
                        database("school", table("teacher", {"teacher_id", "surname", "salary"}),
                                 table("course", {"course_id", "teacher_id", "credits"})),
                        database("transport", table("airline", {"airline_id", "country", "fleet"}),
                                 table("flight", {"flight_id", "airline_id", "delay"}))});
}

/// Few trees: these trades teach no more, and sanitizers make all of them slow.
RankerTrainerOptions small() {
  RankerTrainerOptions options;
  options.folds = 2;
  options.tables.trees = options.columns.trees = 16;
  options.columns.depth = 5;
  return options;
}

struct Trained {
  std::shared_ptr<const Catalog> catalog = trades();
  std::shared_ptr<const JoinGraphs> graphs = std::make_shared<const JoinGraphs>(catalog);
  std::shared_ptr<const LexicalIndex> index = index_catalog(*catalog);
  RankerSchema schema{graphs, index, {*default_embedder(), {}}};

  std::vector<RankerExample> examples() const {
    std::vector<RankerExample> made;
    for (const TableId id : catalog->tables()) {
      for (const ColumnId column : catalog->columns(id)) {
        made.push_back({"show the " + std::string(catalog->column(column).name) + " of every " +
                            std::string(catalog->table(id).name),
                        catalog->database_of(id),
                        {id},
                        {column}});
      }
    }
    return made;
  }
  std::shared_ptr<const RankerModel> train() const {
    const RankerTrainingSet set{schema, examples(), {}};
    return train_ranker({&set, 1}, "trades", small());
  }
  Ranker ranker() const { return {schema, train()}; }
};

}  // namespace

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

TEST_CASE(
    "more columns are taken the more recall is asked for, and all for what nobody can promise") {
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

  auto silent = std::make_shared<RankerModel>(ranker.model());
  silent->schema_only.recall = {};
  const Ranker unfitted(trained.schema, silent);
  test::check_code(ErrorCode::unsupported, [&] { return unfitted.columns_for(answer, 0.9); });
}

TEST_CASE("names that are glued together are read as the words they are made of") {
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
    "whether anything fits is a probability, lower without the database, or it is not known") {
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

  auto silent = std::make_shared<RankerModel>(ranker.model());
  silent->schema_only.fit = {};
  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "silent.ranker").string();
  write_file(path, silent->bytes());
  const Ranker unsure(trained.schema, RankerModel::open(path));
  CHECK(!unsure.rank(question).fits);
  CHECK(unsure.rank(question).databases == answer.databases);
}

TEST_CASE("a ranker's file of weighted sums is refused, and the error says what to do") {
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

TEST_CASE("databases are compared by a perceptron over the features that they are ranked by") {
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
  CHECK(summed != compared);  // by little: such questions are sure of their databases
  RankedGroups other;
  other.columns = 1;
  other.begin_group();
  other.add(std::array{1.0F}, true);
  model->schema_only.contenders = fit_perceptron(other);
  write_file(path, model->bytes());
  test::check_code(ErrorCode::malformed, [&] { return RankerModel::open(path)->seen.size(); });
  // The features fit, but it hears of no words.
  other.columns = model->schema_only.databases.features.size();
  other.rows.resize(other.columns, 0);
  model->schema_only.contenders = fit_perceptron(other);
  test::check_code(ErrorCode::mismatch,
                   [&] { return Ranker(trained.schema, model).schema().catalog().table_count(); });
}

TEST_CASE("each word is told of by itself: where it stands in a database, and how surely") {
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
  // What is hidden is in no database.
  Mask mask(trained.catalog);
  mask.hide(*trained.catalog->find_table(DatabaseId(3), "airline"));
  const RankerFeatures seen = features.masked_by(mask);
  words = {names.size(), {}, {}};
  seen.words(seen.ask("which airline has the delay, in transport of Delta"), DatabaseId(0), words);
  seen.words(seen.ask("which airline has the delay, in transport of Delta"), DatabaseId(3), words);
  CHECK(of(1, 0, "ex_table_name") == 0);
  CHECK(of(1, 1, "ex_table") == 1);
}

TEST_CASE("among fewer databases than training knew, no question is said to fit nowhere") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  auto model = std::make_shared<RankerModel>(*trained.train());
  model->info.databases = 140;  // as the shipped one
  const Ranker of_many(trained.schema, model), of_four = trained.ranker();
  RankerAnswer answer = of_many.rank("the delay of each flight");
  REQUIRE(answer.databases.size() == 4);
  const float threshold = of_many.weights().fit.threshold;
  CHECK(of_many.fits_threshold(answer) == 0);
  CHECK(of_four.fits_threshold(answer) == of_four.weights().fit.threshold);
  answer.databases.push_back(answer.databases.back());
  REQUIRE(answer.databases.size() == FitModel::min_databases);
  CHECK(of_many.fits_threshold(answer) == threshold);
  answer.databases.resize(2);  // with one hidden, training saw three
  CHECK(of_four.fits_threshold(answer) == 0);
  answer.databases.clear();
  CHECK(of_many.fits_threshold(answer) == threshold);
}

TEST_CASE("training twice gives the same bytes, which read back") {
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

TEST_CASE("a ranker knows the questions that it was trained on, however they are spaced") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const auto model = Trained().train();
  CHECK(model->has_seen("music", "Show the age of every singer?"));
  CHECK(!model->has_seen("shop", "show the age of every singer"));
  CHECK(!model->has_seen("music", "show the age of each singer"));
}

TEST_CASE("what a mask hides changes nothing: the ranker answers as if it were not there") {
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

namespace {

/// One that takes no database for all but excluded.
std::shared_ptr<const RankerModel> unsure(const Trained &trained) {
  auto model = std::make_shared<RankerModel>(*trained.train());
  model->schema_only.temperature *= 30;
  return model;
}

/// What is read of the best databases, none of which has many columns.
std::vector<std::string> read_of(const Catalog &catalog, const RankerAnswer &answer) {
  std::vector<std::string> names;
  for (std::size_t c = 0; c < detail::readable_contenders(answer.databases); ++c) {
    const DatabaseId id = answer.databases[c].id;
    std::vector<ColumnId> columns;
    for (const ColumnId column : catalog.columns(id)) columns.push_back(column);
    names.push_back(detail::names_beside(catalog, id, columns));
  }
  return names;
}

}  // namespace

TEST_CASE("a cross-encoder moves shares among the databases that may be meant, and nothing else") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  const auto model = unsure(trained);
  const test::TinyCrossEncoder tiny;
  const auto reader = std::make_shared<const CrossEncoder>(tiny.cross_encoder);
  const Ranker alone(trained.schema, model), ranker(trained.schema, model, reader);
  for (const char *question : {"the name and age of the oldest", "the credits and the city"}) {
    const RankerAnswer before = alone.rank(question), after = ranker.rank(question);
    CHECK(after.evidence == before.evidence);
    CHECK(after.fits == before.fits);
    const std::vector<std::string> schemas = read_of(*trained.catalog, before);
    const std::size_t read = schemas.size();
    REQUIRE(read > 1);
    const std::vector<float> factors =
        detail::factors_by_reading(*reader, question, schemas, before.databases);
    float sum = 0;
    const auto share = [](const RankerAnswer &answer, DatabaseId id) {
      return std::ranges::find(answer.databases, id, &Scored<DatabaseId>::id)->score;
    };
    for (std::size_t d = 0; d < before.databases.size(); ++d) {
      const auto [id, score] = before.databases[d];
      const float now = share(after, id);
      CHECK(now == (d < read ? score * factors[d] : score));
      sum += now;
      for (const auto &table : after.tables) {
        if (trained.catalog->database_of(table.id) != id) continue;
        const float then = std::ranges::find(before.tables, table.id, &Scored<TableId>::id)->score;
        CHECK(table.score / now == doctest::Approx(then / score).epsilon(1e-4));
      }
    }
    CHECK(sum == doctest::Approx(1));
    CHECK(std::ranges::is_sorted(after.databases, std::ranges::greater(),
                                 &Scored<DatabaseId>::score));
    CHECK(ranker.after(trained.schema).rank(question).databases == after.databases);
  }
}

TEST_CASE("a cross-encoder reads the question, not what was made up for it") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  const auto model = unsure(trained);
  const test::TinyCrossEncoder tiny;
  const Ranker alone(trained.schema, model),
      ranker(trained.schema, model, std::make_shared<const CrossEncoder>(tiny.cross_encoder));
  const HallucinatedSchema made_up{{"course", {"name", "year"}}};
  RankerOptions options;
  options.hallucinated = &made_up;
  const std::string question = "how many of the year";
  const RankerAnswer before = alone.rank(question, nullptr, options),
                     after = ranker.rank(question, nullptr, options);
  const std::vector<std::string> schemas = read_of(*trained.catalog, before);
  REQUIRE(schemas.size() > 1);
  const std::vector<float> factors =
      detail::factors_by_reading(tiny.cross_encoder, question, schemas, before.databases);
  for (const auto &[id, score] : after.databases) {
    const auto at =
        static_cast<std::size_t>(std::ranges::find(before.databases, id, &Scored<DatabaseId>::id) -
                                 before.databases.begin());
    CHECK(score == before.databases[at].score * (at < factors.size() ? factors[at] : 1.0F));
  }
}

TEST_CASE("a cross-encoder reads nothing that a mask hides") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  const auto model = unsure(trained);
  const test::TinyCrossEncoder tiny;
  const auto reader = std::make_shared<const CrossEncoder>(tiny.cross_encoder);
  Mask mask(trained.catalog);
  mask.hide(trained.catalog->tables(DatabaseId(0))[1]);
  mask.hide(trained.catalog->columns(DatabaseId(1))[1]);
  DatabaseDefinition music = trained.catalog->database(DatabaseId(0)).definition(),
                     shop = trained.catalog->database(DatabaseId(1)).definition();
  music.tables.pop_back();
  music.foreign_keys.clear();
  shop.tables[0].columns.erase(shop.tables[0].columns.begin() + 1);
  const auto fewer =
      Catalog::make({Database::make(music), Database::make(shop),
                     trained.catalog->share(DatabaseId(2)), trained.catalog->share(DatabaseId(3))});
  const Ranker without(
      {std::make_shared<const JoinGraphs>(fewer), index_catalog(*fewer), {*default_embedder(), {}}},
      model, reader);
  const Ranker ranker(trained.schema, model, reader);
  for (const char *question : {"the name and age of the oldest", "how many are there in the city"})
    CHECK(ranker.rank(question, &mask).databases == without.rank(question).databases);
}

TEST_CASE("of a question is told what rankers say that did not learn from its database") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  RankerTrainerOptions options = small();
  options.threads = 2;
  const RankerTrainingSet set{trained.schema, trained.examples(), {}};
  struct Told final : UnseenRankings {
    const Trained &trained;
    const RankerTrainingSet &set;
    std::size_t count = 0, with_other_words = 0;

    Told(const Trained &from, const RankerTrainingSet &of) : trained(from), set(of) {}
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
        CHECK(of.names == detail::names_beside(ranking.catalog, of.database, of.columns));
      }
    }
  };
  Told told(trained, set);
  const auto model = train_ranker({&set, 1}, "trades", options, {}, &told);
  CHECK(told.count == 2 * set.examples.size());
  CHECK(told.with_other_words > 0);
  CHECK(model->bytes() == trained.train()->bytes());
}

namespace {

/// The trades with content: cities, wares and countries.
RankerSchema with_content(const Trained &trained) {
  const auto column = [&](std::string_view path) {
    for (const ColumnId id : trained.catalog->columns()) {
      if (trained.catalog->path(id) == path) return id;
    }
    return ColumnId(SIZE_MAX);
  };
  std::vector<ValueSegmentBuilder> builders(trained.catalog->database_count());
  std::vector<ColumnId> first;
  for (const DatabaseId id : trained.catalog->databases())
    first.push_back(trained.catalog->columns(id)[0]);
  const auto add = [&](std::string_view path, std::initializer_list<const char *> values) {
    const ColumnId id = column(path);
    const DatabaseId owner = trained.catalog->database_of(id);
    for (const char *value : values)
      builders[owner.index()].add(id.index() - first[owner.index()].index(), value);
  };
  add("music.concert.city", {"Ghent", "Lyon", "Porto"});
  add("shop.customer.name", {"Alba", "Bruno", "Carla Prieto"});
  add("school.teacher.surname", {"Dupont", "Evans", "Fischer"});
  add("transport.airline.country", {"Chile", "Norway", "Lyon"});
  std::vector<std::shared_ptr<const ValueSegment>> segments;
  for (ValueSegmentBuilder &builder : builders) segments.push_back(builder.finish());
  return trained.schema.with_values(std::make_shared<const ValueIndex>(
      std::move(segments), std::move(first), trained.catalog->fingerprint()));
}

/// Questions about every table of the trades that name one of its database's values.
std::shared_ptr<const RankerModel> train_with_content(const Trained &trained) {
  std::vector<RankerExample> examples = trained.examples();
  const std::vector<std::string> values{"Ghent", "Bruno", "Evans", "Norway"};
  for (const RankerExample &of : trained.examples()) {
    RankerExample example = of;
    example.question = "what is there of " + values[of.database.index()] + " and others";
    examples.push_back(std::move(example));
  }
  const RankerTrainingSet set{with_content(trained), std::move(examples), {}};
  return train_ranker({&set, 1}, "trades", small());
}

}  // namespace

TEST_CASE("with content a ranker finds what a value tells, and says which value it was") {
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

TEST_CASE("a word that is a value is told of where that stands") {
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

TEST_CASE("a model that knows content answers without it as if it had never known") {
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
  const auto known = train_ranker({&set, 1}, "trades", small());
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
    // The oracle: the same index, in which the hidden database never was.
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

TEST_CASE("a glossary is heard where it holds, and shares still add up") {
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

TEST_CASE("what is kept of a mask is what it showed then, however many masks are asked in turn") {
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
    for (std::size_t i = 0; i < 12; ++i) {  // more than are kept
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

TEST_CASE("columns can be asked of the best databases only") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  const Ranker ranker = trained.ranker();
  const RankerAnswer all = ranker.rank("the delay of each flight");
  RankerOptions one;
  one.column_databases = 1;
  one.tables = 1;
  const RankerAnswer best = ranker.rank("the delay of each flight", nullptr, one);
  CHECK(best.tables == all.tables);
  REQUIRE(best.columns.size() == 3);
  for (const auto &column : best.columns) {
    CHECK(trained.catalog->table(trained.catalog->table_of(column.id)).name == "flight");
    CHECK(std::ranges::count(all.columns, column) == 1);
  }
  CHECK(all.strongest_match == 1);
  CHECK(ranker.rank("zzz qqq").strongest_match < 0.5F);
}

TEST_CASE("what is fused is the weighted sum of a table's signals, and its best two a database's") {
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

TEST_CASE("a question's vectors are adapted by the model, which has to fit the embedder") {
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
  const auto evidence = [&](const Ranker &ranker) { return ranker.rank(question).evidence; };
  CHECK(evidence(with(again->adapters)) == evidence(Ranker(trained.schema, model)));
  CHECK(evidence(with({})) != evidence(Ranker(trained.schema, model)));
  SentenceAdapters narrow;
  narrow.words.tables = fit_linear_adapter({}, dimensions - 1);
  test::check_code(ErrorCode::mismatch, [&] { return evidence(with(narrow)); });
}

TEST_CASE("respelled schemas are learned from, and have to have the same places") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  const auto schema_of = [](const std::shared_ptr<const Catalog> &catalog) {
    return RankerSchema(std::make_shared<const JoinGraphs>(catalog), index_catalog(*catalog),
                        {*default_embedder(), {}});
  };
  const RankerSchema changed = schema_of(respelled(*trained.catalog));
  RankerTrainingSet set{trained.schema, trained.examples(), changed};
  const auto model = train_ranker({&set, 1}, "trades", small());
  CHECK(model->bytes() != trained.train()->bytes());
  CHECK(!Ranker(changed, model).rank("the delay of each flight").columns.empty());
  const RankerSchema other = schema_of(Catalog::make({trained.catalog->share(DatabaseId(0))}));
  set.respelled = other;
  test::check_code(ErrorCode::mismatch, [&] { train_ranker({&set, 1}, "trades", small()); });
}

TEST_CASE("questions of several catalogs are learned from together, each among its own databases") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  const auto renamed = respelled(*trained.catalog);
  const RankerSchema other(std::make_shared<const JoinGraphs>(renamed), index_catalog(*renamed),
                           {*default_embedder(), {}});
  RankerTrainerOptions options = small();
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
  options.threads = 3;  // changes nothing but the time
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

TEST_CASE("reworded questions are learned from beside the examples") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  RankerTrainingSet set{trained.schema, trained.examples()};
  RankerExample reworded = set.examples.front();
  reworded.question = "which troubadours are there";
  set.reworded = {reworded, reworded};
  const auto model = train_ranker({&set, 1}, "trades", small());
  CHECK(model->info.questions == set.examples.size() + 2);
  CHECK(model->has_seen("music", reworded.question));
  CHECK(!model->translation.translations(stem("troubadours")).empty());

  set.examples.insert(set.examples.end(), 2, reworded);  // then judged by them too
  set.reworded.clear();
  const auto asked = train_ranker({&set, 1}, "trades", small());
  CHECK(asked->translation.bytes() == model->translation.bytes());
  CHECK(asked->bytes() != model->bytes());
  set.reworded = {reworded};
  set.reworded.front().tables.clear();
  test::check_code(ErrorCode::invalid_argument, [&] {
    train_ranker({&set, 1}, "trades", small());
  });
}

TEST_CASE("a glossary tells what no question taught, of all databases") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  RankerTrainerOptions options = small();
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

TEST_CASE("an encoder reads a database without what is hidden of it") {
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

TEST_CASE("an encoder's features are the same ones where no database is, or none was before") {
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

TEST_CASE("vectors that are there already are not made again, and give the same features") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  const test::CountingEmbedder encoder;
  const RankerEmbedders embedders{*default_embedder(), AnyEmbedder(encoder)};
  const MeaningVectors meanings = embed_meanings(*trained.catalog, SchemaWords(*trained.catalog),
                                                 *embedders.sentences, embedders.words);
  const RankerSchema anew(trained.graphs, trained.index, embedders);
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
  CHECK(signals(known) == signals(anew));
  CHECK(signals(partly) == signals(anew));
  Mask mask(trained.catalog);
  mask.hide(ColumnId(1));
  *encoder.texts = 0;
  (void)known.masked_by(mask);
  CHECK(*encoder.texts <= 3);  // the table with the hidden column, and nothing for what is hidden
  MeaningVectors other = all;
  other.stems = all.tables;
  test::check_code(ErrorCode::mismatch, [&] {
    return RankerSchema(trained.graphs, trained.index, embedders, &other).catalog().table_count();
  });
}

TEST_CASE("a model for other embedders is refused") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  const RankerSchema other(trained.graphs, trained.index, {open_embedder("hashed"), {}});
  const auto model = trained.train();
  test::check_code(ErrorCode::mismatch, [&] { return Ranker(other, model).weights().temperature; });
}

TEST_CASE("a translation model learns which words stand for which") {
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

TEST_CASE("a database that is not among the likeliest teaches nothing of databases") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  const RankerFeatures features(trained.schema, std::make_shared<const TranslationModel>());
  RankerExample example = trained.examples().front();
  example.question = "the delay of each flight";  // asked of music
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

TEST_CASE("an encoder has its own ranker, in either precision, and no other has it") {
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

TEST_CASE("replaced words are those that name what the query reads, the same by every run") {
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
