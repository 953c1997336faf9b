#include "sluice/beam/beam_router.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "beam/template_questioner.hpp"
#include "sluice/beam/synthetic_pairs.hpp"
#include "sluice/core/file.hpp"
#include "sluice/embed/hashed_embedder.hpp"
#include "sluice/route/ranker_model.hpp"
#include "sluice/train/beam_training.hpp"
#include "small_catalog.hpp"
#include "support/error_of.hpp"
#include "support/restrict.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

const AnyEmbedder &vectors() {
  static const AnyEmbedder made = HashedEmbedder(32);
  return made;
}

std::vector<RoutingPair> synthetic_questions(const test::SmallSchema &small, std::size_t count) {
  const SchemaWalks walks(small.catalog, small.neighbors, {});
  const TemplateQuestioner questioner(small.catalog, QuestionTemplates::builtin(), {});
  return synthesize_pairs(walks, questioner, count, 1);
}

/// Words that occur in no name, each used for one schema.
std::vector<RoutingPair> in_unknown_words(const test::SmallSchema &small) {
  std::vector<RoutingPair> pairs;
  for (int i = 0; i < 60; ++i) {
    pairs.push_back({"brillig slithy", {small.schema({"customer"}), {}}});
    pairs.push_back({"mimsy slithy", {small.schema({"animal", "keeper"}), {}}});
    pairs.push_back({"outgrabe slithy", {small.schema({"singer", "performance"}), {}}});
  }
  return pairs;
}

QuerySchema best(const BeamRouter &router, std::string_view question) {
  const BeamRoutes routes = router.route(question);
  REQUIRE_FALSE(routes.schemas.empty());
  return routes.schemas.front().schema;
}

/// The scores for a question, for bitwise comparison.
std::vector<float> scores(const BeamRouter &router, const Mask *mask = nullptr) {
  std::vector<float> all;
  for (const std::string_view question : {"age of singers", "brillig mimsy", "", "price"}) {
    const BeamRoutes routes = router.route(question, mask);
    for (const auto &database : routes.databases) all.push_back(database.score);
    for (const auto &table : routes.tables) all.push_back(table.score);
  }
  return all;
}

}  // namespace

TEST_CASE("an untrained router matches the names") {
  const test::SmallSchema small;
  const BeamRouter router(small.graphs, vectors());
  CHECK(best(router, "the stadium of each concert") == small.schema({"concert"}));
  CHECK(best(router, "which animal species").database == DatabaseId(2));
  const BeamRoutes routes = router.route("salary of the keeper of each animal");
  CHECK(routes.schemas.front().schema.database == DatabaseId(2));
  float sum = 0;
  for (const auto &database : routes.databases) sum += database.score;
  CHECK(sum <= doctest::Approx(1));
}

TEST_CASE("a router learns words that occur in no name, and schemas of several tables") {
  const test::SmallSchema small;
  for (const BeamDecoding decoding :
       {BeamDecoding::graph, BeamDecoding::tables, BeamDecoding::free}) {
    const BeamRouter router = train_beam_router(small.graphs, vectors(), in_unknown_words(small),
                                                {.decoding = decoding, .epochs = 20});
    CHECK(best(router, "brillig slithy") == small.schema({"customer"}));
    CHECK(best(router, "mimsy slithy") == small.schema({"animal", "keeper"}));
    CHECK(best(router, "outgrabe slithy") == small.schema({"singer", "performance"}));
  }
}

TEST_CASE("training on synthetic questions raises the probability of their schemas") {
  const test::SmallSchema small;
  const BeamRouter before(small.graphs, vectors());
  const BeamRouter after =
      train_beam_router(small.graphs, vectors(), synthetic_questions(small, 600), {.epochs = 3});
  const auto mass = [&](const BeamRouter &router) {
    double sum = 0;
    for (const RoutingPair &pair : synthetic_questions(small, 40)) {
      QuerySchema asked = pair.read.schema;
      std::ranges::sort(asked.tables);
      for (const RoutedSchema &routed : router.route(pair.question).schemas) {
        if (routed.schema == asked) sum += routed.probability;
      }
    }
    return sum / 40;
  };
  CHECK(mass(after) > mass(before) + 0.05);
  CHECK(mass(after) > 0.5);
}

TEST_CASE("the same training gives the same model on any number of threads") {
  const test::SmallSchema small;
  const auto pairs = synthetic_questions(small, 150);
  const auto train = [&](std::size_t threads, std::uint64_t seed) {
    return scores(train_beam_router(small.graphs, vectors(), pairs,
                                    {.epochs = 2, .seed = seed, .threads = threads}));
  };
  const std::vector<float> alone = train(1, 1);
  CHECK(alone == train(1, 1));
  CHECK(alone == train(3, 1));
  CHECK(alone != train(1, 2));
}

TEST_CASE("a longer list of synthetic questions starts with the shorter one") {
  const test::SmallSchema small;
  const auto few = synthetic_questions(small, 20);
  const auto many = synthetic_questions(small, 60);
  for (std::size_t i = 0; i < few.size(); ++i) {
    CHECK(few[i].question == many[i].question);
    CHECK(few[i].read.schema == many[i].read.schema);
  }
}

TEST_CASE("the result under a mask equals that of a catalog without the hidden tables") {
  const test::SmallSchema small;
  const BeamRouter router(small.graphs, vectors());
  Mask mask(small.catalog);
  mask.hide(DatabaseId(1));
  mask.hide(small.table("performance"));
  mask.hide(*small.catalog->find_column(small.table("animal"), "species"));
  const auto rest = test::restrict(*small.catalog, mask);
  const BeamRouter seen(std::make_shared<JoinGraphs>(rest), vectors());
  CHECK(scores(router, &mask) == scores(seen));
}

TEST_CASE("weights learned for one database are not used while part of it is hidden") {
  DatabaseDefinition one;
  one.name = "one";
  one.tables = {test::plain_table("animal", {"animal_key", "species"})};
  DatabaseDefinition two = one;
  two.name = "two";
  const auto catalog = Catalog::make({Database::make(one), Database::make(two)});
  const std::vector<RoutingPair> pairs(100,
                                       {"species of animals", {{DatabaseId(1), {TableId(1)}}, {}}});
  const BeamRouter router =
      train_beam_router(std::make_shared<JoinGraphs>(catalog), vectors(), pairs);
  const auto seen = router.route("species of animals").databases;
  REQUIRE(seen.size() == 2);
  CHECK(seen[0].id == DatabaseId(1));
  CHECK(seen[0].score > 2 * seen[1].score);

  Mask mask(catalog);
  for (const TableId table : catalog->tables()) mask.hide(catalog->columns(table)[0]);
  const auto twins = router.route("species of animals", &mask).databases;
  REQUIRE(twins.size() == 2);
  CHECK(twins[0].score == twins[1].score);
}

TEST_CASE("a mask of another catalog is rejected") {
  const test::SmallSchema small;
  const Mask other(test::small_catalog());
  const BeamRouter router(small.graphs, vectors());
  test::check_code(ErrorCode::mismatch, [&] { return router.route("x", &other); });
}

TEST_CASE("a stored router gives the same results, and shared weights fit other catalogs") {
  const test::SmallSchema small;
  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "beam.model").string();
  const BeamRouter router =
      train_beam_router(small.graphs, vectors(), in_unknown_words(small), {.epochs = 5});
  router.store(path);
  CHECK(scores(BeamRouter::open(path, small.graphs, vectors())) == scores(router));

  // Only the shop database: its own vectors are found by its fingerprint.
  const auto shop = Catalog::make({small.catalog->share(DatabaseId(1))});
  const BeamRouter moved = BeamRouter::open(path, std::make_shared<JoinGraphs>(shop), vectors());
  const BeamRouter fresh(std::make_shared<JoinGraphs>(shop), vectors());
  const auto customer = [&](const BeamRouter &routed) {
    for (const auto &table : routed.route("brillig slithy").tables) {
      if (table.id == TableId(0)) return table.score;
    }
    return 0.0F;
  };
  CHECK(customer(moved) > customer(fresh));
}

TEST_CASE("a stored router contains what it was trained on and which questions it has seen") {
  const test::SmallSchema small;
  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "beam.model").string();
  CHECK(!BeamRouter::is_router_file(path));
  BeamTrainingOptions options{.epochs = 1};
  options.origin = {"tables.json",
                    {RankerModel::question_key("zoo", "Which species?"),
                     RankerModel::question_key("shop", "Who buys?"),
                     RankerModel::question_key("music", "Who sings?")}};
  train_beam_router(small.graphs, vectors(), synthetic_questions(small, 20), options).store(path);
  CHECK(BeamRouter::is_router_file(path));
  const BeamRouter router = BeamRouter::open(path, small.graphs, vectors());
  CHECK(router.origin().trained_on == "tables.json");
  CHECK(router.has_seen("zoo", "which species"));
  CHECK(router.has_seen("shop", "Who buys?"));
  CHECK(!router.has_seen("music", "Who buys?"));
  write_file(path, "not a model");
  CHECK(!BeamRouter::is_router_file(path));
}

TEST_CASE("a damaged or foreign router file gives one clear error") {
  const test::SmallSchema small;
  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "beam.model").string();
  const auto open = [&](const AnyEmbedder &words) {
    return [&path, &small, words] { return BeamRouter::open(path, small.graphs, words); };
  };
  test::check_code(ErrorCode::not_found, open(vectors()));
  train_beam_router(small.graphs, vectors(), synthetic_questions(small, 20), {.epochs = 1})
      .store(path);
  test::check_code(ErrorCode::mismatch, open(HashedEmbedder(64)));
  CHECK(test::contains(test::what_of(open(HashedEmbedder(64))), "other word vectors"));

  const std::string whole = read_file(path);
  const auto write = [&](const std::string &bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
  };
  for (std::size_t at = 0; at < whole.size(); at += 1 + whole.size() / 60) {
    std::string flipped = whole;
    flipped[at] = static_cast<char>(flipped[at] ^ 0x20);
    write(flipped);
    // Between sections are zeros that no checksum covers but that the reader checks.
    CHECK(test::error_if_any(open(vectors())).has_value());
    write(whole.substr(0, at));
    CHECK(test::error_if_any(open(vectors())).has_value());
  }
  write("not a model");
  test::check_code(ErrorCode::malformed, open(vectors()));
}

TEST_CASE("training rejects invalid input, and stops when it is cancelled") {
  const test::SmallSchema small;
  const auto train = [&](const std::vector<RoutingPair> &pairs, const BeamTrainingOptions &options,
                         const Progress &progress = {}) {
    return [&small, pairs, options, progress] {
      return train_beam_router(small.graphs, vectors(), pairs, options, progress);
    };
  };
  const auto pairs = synthetic_questions(small, 10);
  test::check_code(ErrorCode::invalid_argument, train({}, {}));
  test::check_code(ErrorCode::invalid_argument, train(pairs, {.batch = 0}));
  test::check_code(ErrorCode::invalid_argument, train(pairs, {.learning_rate = 0}));
  test::check_code(ErrorCode::invalid_argument, train(pairs, {.word_dropout = 1}));
  auto mixed = pairs;
  mixed[0].read.schema = {DatabaseId(0), {small.table("animal")}};
  test::check_code(ErrorCode::invalid_argument, train(mixed, {}));
  mixed[0].read.schema = {DatabaseId(9), {}};
  test::check_code(ErrorCode::invalid_argument, train(mixed, {}));
  const CancellationToken token;
  token.cancel();
  test::check_code(ErrorCode::cancelled, train(pairs, {}, Progress(token)));
}

}  // namespace sluice
