/// The model that predicts the labels of a query.

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/dot.hpp"
#include "rank/label_reading.hpp"
#include "sluice/index/value_index.hpp"
#include "sluice/pipeline/label_approximator.hpp"
#include "sluice/rank/need_model.hpp"
#include "sluice/rank/query_shape.hpp"
#include "sluice/rank/schema_pruner.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/schema/visible_catalog.hpp"
#include "sluice/train/label_trainer.hpp"
#include "sluice/train/need_trainer.hpp"
#include "small_examples.hpp"
#include "support/aligned_bytes.hpp"
#include "support/error_of.hpp"

using namespace sluice;
using namespace sluice::test;

namespace {

static_assert(Approximator<LabelApproximator>);

/// Simple evidence: a question with `word` reads column `word` of music.
struct Lesson {
  std::string question;
  std::vector<float> tables, columns;
  std::string sql;
};

std::vector<Lesson> lessons() {
  // columns: singer_id name country age | concert_id singer_id year stadium
  return {
      {"What is the name of each singer?",
       {.9F, .1F},
       {0, .9F, 0, 0, 0, 0, 0, 0},
       "SELECT name FROM singer"},
      {"How many singers are there?",
       {.9F, .1F},
       {0, 0, 0, 0, 0, 0, 0, 0},
       "SELECT COUNT(*) FROM singer"},
      {"How many concerts are there?",
       {.1F, .9F},
       {0, 0, 0, 0, 0, 0, 0, 0},
       "SELECT COUNT(*) FROM concert"},
      {"What is the stadium of each concert?",
       {.1F, .9F},
       {0, 0, 0, 0, 0, 0, 0, .9F},
       "SELECT stadium FROM concert"},
  };
}

LabelModel taught(const LabelSchema &schema, const std::vector<Lesson> &all) {
  std::vector<LabelExample> examples;
  for (const Lesson &of : all) {
    examples.push_back({&schema,
                        {of.question, of.tables, of.columns, {}},
                        labels_of(of.sql, schema.database()),
                        QueryShape::of(of.sql, &schema.database())});
  }
  LabelTrainerOptions options;
  options.rounds = 60;
  options.rate = 0.1;
  options.min_questions = options.min_columns = 1;
  options.shapes.rounds = 60;
  return train_labels(examples, options);
}

std::string answer(const LabelModel &model, const LabelSchema &schema, const Lesson &of) {
  const LabelEvidence evidence{of.question, of.tables, of.columns, {}};
  return read_question(model, schema, evidence).query.sql;
}

/// log P(shape | question), up to a constant.
float likeness(const QuestionForm &form, const std::string &sql) {
  const ShapeVector vector =
      form.model->vector_of(*QueryShape::of(sql, music().get()), labels_of(sql, *music()).clauses);
  return dot(form.vector, vector);
}

}  // namespace

TEST_CASE("splits have every column once, in order, and all tables get votes") {
  for (const std::size_t columns : {0U, 1U, 15U, 16U, 17U, 64U}) {
    const auto splits = split_schema(columns, 16);
    std::size_t next = 0;
    for (const SchemaSplit split : splits) {
      CHECK(split.begin == next);
      CHECK(split.end - split.begin <= 16);
      next = split.end;
    }
    CHECK(next == columns);
    CHECK(splits.size() == std::max<std::size_t>(1, (columns + 15) / 16));
  }
  CHECK(error_of([] { return split_schema(3, 0); }).code() == ErrorCode::invalid_argument);
}

TEST_CASE("a model answers its training questions, and so does the model from its file") {
  const LabelSchema schema(music());
  const LabelModel model = taught(schema, lessons());
  for (const Lesson &of : lessons()) {
    CAPTURE(of.question);
    CHECK(shape_of(answer(model, schema, of)) == shape_of(of.sql));
    const LabelEvidence evidence{of.question, of.tables, of.columns, {}};
    const LabelScores split =
        model.predict(schema, evidence, schema.read(of.question), {.columns_per_split = 3});
    CHECK(split.columns.size() == 8);
    CHECK(split.tables.size() == 2);
    // Of the training shapes, the right one is the nearest.
    const QuestionForm form = model.predict(schema, evidence, schema.read(of.question)).form;
    for (const Lesson &other : lessons()) {
      if (shape_of(other.sql) != shape_of(of.sql))
        CHECK(likeness(form, of.sql) > likeness(form, other.sql) + 1);
    }
  }
  const std::string bytes = model.bytes();
  CHECK(bytes == taught(schema, lessons()).bytes());
  const AlignedBytes held(bytes);
  const std::string_view view = held.view();
  CHECK(LabelModel::parse(view, "m")->bytes() == bytes);
  for (const std::size_t cut : {std::size_t{0}, bytes.size() / 2, bytes.size() - 1})
    CHECK_THROWS_AS(LabelModel::parse(view.substr(0, cut), "m"), Error);
  LabelEvidence other;
  CHECK(error_of([&] { return model.predict(schema, other, {}); }).code() == ErrorCode::mismatch);
  CHECK(error_of([] { return train_labels({}); }).code() == ErrorCode::invalid_argument);
}

TEST_CASE("needs are learned from what questions read, and are in the model's file") {
  const LabelSchema schema(music());
  LabelModel model = taught(schema, lessons());
  const auto of_lesson = [&](const Lesson &of, const auto &visit) {
    const LabelEvidence evidence{of.question, of.tables, of.columns, {}};
    const LabelReading reading = read_question(model, schema, evidence);
    visit(NeedEvidence{schema, evidence, reading});
  };
  NeedTrainer trainer;
  CHECK(error_of([&] { return trainer.train(); }).code() == ErrorCode::invalid_argument);
  for (const Lesson &of : lessons()) {
    const PrunedSchema gold = elements_of(of.sql, *music());
    std::vector<std::uint8_t> tables(2), columns(8);
    for (const std::uint32_t t : gold.tables) tables[t] = 1;
    for (const std::uint32_t c : gold.columns) columns[c] = 1;
    for (int time = 0; time < 30; ++time) {
      of_lesson(of, [&](const NeedEvidence &evidence) { trainer.add(evidence, tables, columns); });
    }
    of_lesson(of, [&](const NeedEvidence &evidence) {
      CHECK(error_of([&] { trainer.add(evidence, columns, tables); }).code() ==
            ErrorCode::mismatch);
    });
  }
  const NeedModel needs = trainer.train({.trees = 60, .depth = 2});
  for (const Lesson &of : lessons()) {
    CAPTURE(of.question);
    of_lesson(of, [&](const NeedEvidence &evidence) {
      const ElementNeeds found = needs.predict(evidence);
      const PrunedSchema gold = elements_of(of.sql, *music());
      REQUIRE(found.tables.size() == 2);
      REQUIRE(found.columns.size() == 8);
      for (std::uint32_t t = 0; t < 2; ++t)
        CHECK((found.tables[t] > 0.5F) == std::ranges::binary_search(gold.tables, t));
      for (std::uint32_t c = 0; c < 8; ++c)
        CHECK((found.columns[c] > 0.5F) == std::ranges::binary_search(gold.columns, c));
    });
  }
  const Lesson first = lessons().front();
  of_lesson(first, [&](const NeedEvidence &of) {
    LabelReading without = of.reading;
    without.scores = {};
    const NeedEvidence broken{schema, of.evidence, without};
    CHECK(error_of([&] { return needs.predict(broken); }).code() == ErrorCode::mismatch);
  });

  const LabelGuesser guesser(music());
  CHECK(error_of([&] { return guesser.needs("Who?", model); }).code() == ErrorCode::unsupported);
  model.of_needs = std::make_shared<const NeedModel>(needs);
  const std::string bytes = model.bytes();
  const AlignedBytes held(bytes);
  const auto read = LabelModel::parse(held.view(), "m");
  REQUIRE(read->of_needs != nullptr);
  CHECK(read->bytes() == bytes);
  const std::string alone = needs.bytes();
  for (const std::size_t cut : {std::size_t{0}, std::size_t{7}, std::size_t{9}, alone.size() - 1}) {
    CHECK(error_of([&] { NeedModel::parse(alone.substr(0, cut)); }).code() == ErrorCode::malformed);
  }
}

TEST_CASE("the built-in model predicts what a question needs, so that the rest can be pruned") {
  const auto model = LabelModel::shipped();
  if (model == nullptr) return;
  const LabelGuesser guesser(music());
  // singer_id name country age | concert_id singer_id year stadium
  struct Case {
    std::string question, gold;
  };
  const std::vector<Case> cases{
      {"How many singers are there?", "SELECT count(*) FROM singer"},
      {"What is the country of each singer?", "SELECT country FROM singer"},
      {"Show the name of every singer and the years of the concerts of that singer.",
       "SELECT name, year FROM singer JOIN concert ON singer.singer_id = concert.singer_id"}};
  double cut = 0;
  for (const auto &of : cases) {
    const std::string &question = of.question;
    CAPTURE(question);
    const ElementNeeds needs = guesser.needs(question, *model);
    PruneOptions options;
    options.rule = PruneRule::expected;
    const PrunedSchema kept =
        SchemaPruner(music()).prune({question, {}, needs.tables, needs.columns}, options);
    const PruneQuality quality = judge(kept, elements_of(of.gold, *music()), *music());
    CHECK(quality.keeps_all);
    cut += quality.shortening;
  }
  CHECK(cut / static_cast<double>(cases.size()) > 0.3);
}

TEST_CASE("the cache of databases keeps to its limit, and guesses do not depend on it") {
  if (LabelModel::shipped() == nullptr) return;
  constexpr std::size_t bound = 2'000'000;
  const LabelApproximator bounded(nullptr, {}, {}, bound);
  const LabelApproximator usual;
  std::vector<std::shared_ptr<const Database>> databases;
  for (int d = 0; d < 30; ++d) {
    DatabaseDefinition definition = music()->definition();
    definition.name += std::to_string(d);
    for (int c = 0; c < d; ++c)
      definition.tables[0].columns.push_back({"extra" + std::to_string(c), {}, "TEXT", {}, {}});
    databases.push_back(Database::make(definition));
  }
  std::size_t largest = 0;
  for (int round = 0; round < 2; ++round) {
    for (const auto &database : databases) {
      const std::string asked = "Which singers of round " + std::to_string(round) + " sing?";
      CHECK(bounded.guess(asked, *database).sql == usual.guess(asked, *database).sql);
      CHECK(bounded.cache_bytes() <= bound);
      largest = std::max(largest, bounded.cache_bytes());
    }
  }
  CHECK(largest > bound / 2);
  CHECK(usual.cache_bytes() > bound);
  CHECK(usual.cache_bytes() <= LabelApproximator::default_cache_bytes);

  // The most recently used database is always kept.
  const LabelApproximator least(nullptr, {}, {}, 0);
  static_cast<void>(least.guess("Which singers sing?", *databases[0]));
  const std::size_t of_one = least.cache_bytes();
  CHECK(of_one > 0);
  static_cast<void>(least.guess("Which singers sing?", *databases[1]));
  CHECK(least.cache_bytes() < 2 * of_one);
}

TEST_CASE("the built-in model guesses a query with valid names, and gives a confidence") {
  if (LabelModel::shipped() == nullptr) return;
  auto mismatched = std::make_shared<LabelModel>(*LabelModel::shipped());
  mismatched->embedder_fingerprint += 1;
  CHECK(error_of([&] { return LabelApproximator(mismatched); }).code() == ErrorCode::mismatch);
  const LabelApproximator approximator;
  const GuessedQuery count = approximator.guess("How many singers are there?", *music());
  CHECK(shape_of(count.sql) == shape_of("SELECT COUNT(*) FROM singer"));
  CHECK(count.confidence > 0.3);
  CHECK(count.confidence <= 1);
  const auto weighed = approximator.approximate("How many singers are there?", *music());
  REQUIRE(weighed.size() == 1);
  CHECK(weighed[0].sql == count.sql);
  REQUIRE(count.form.model != nullptr);
  CHECK(likeness(count.form, "SELECT count(*) FROM singer") >
        likeness(count.form, "SELECT name FROM singer") + 2);

  // The content is used only for databases that are those of the catalog.
  const auto catalog = music_and_zoo();
  ValueSegmentBuilder builder;
  builder.add(2, "FRANCE");
  const auto values = std::make_shared<const ValueIndex>(
      std::vector<std::shared_ptr<const ValueSegment>>{builder.finish(), nullptr},
      std::vector{catalog->columns(DatabaseId(0))[0], catalog->columns(DatabaseId(1))[0]},
      catalog->fingerprint());
  const LabelApproximator informed(nullptr, {}, {catalog, values});
  const std::string asked = "How many singers are from France?";
  CHECK(approximator.guess(asked, *music()).sql.find("'FRANCE'") == std::string::npos);
  CHECK(informed.guess(asked, *music()).sql.find("'FRANCE'") != std::string::npos);
  Mask mask(catalog);
  mask.hide(catalog->columns(DatabaseId(0))[0]);
  const auto part = [&] { return visible_part(*catalog, DatabaseId(0), &mask).database; };
  CHECK(informed.guess(asked, *part()).sql.find("'FRANCE'") != std::string::npos);
  mask.hide(catalog->columns(DatabaseId(0))[2]);
  CHECK(informed.guess(asked, *part()).sql.find("'FRANCE'") == std::string::npos);
  DatabaseDefinition stranger_of_that_name = part()->definition();
  stranger_of_that_name.tables[0].columns[0].name += "_2";
  CHECK(informed.guess(asked, *Database::make(stranger_of_that_name)).sql.find("'FRANCE'") ==
        std::string::npos);
  CHECK(error_of([&] {
          return LabelApproximator(nullptr, {}, {nullptr, values});
        }).code() == ErrorCode::mismatch);

  DatabaseDefinition empty;
  empty.name = "empty";
  CHECK(approximator.approximate("How many?", *Database::make(empty)).empty());
}
