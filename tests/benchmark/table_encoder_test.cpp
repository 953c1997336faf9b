#include "sluice/benchmark/table_encoder.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "beam/small_catalog.hpp"
#include "sluice/beam/synthetic_pairs.hpp"
#include "sluice/embed/hashed_embedder.hpp"
#include "support/error_of.hpp"

namespace sluice {
namespace {

TableEncoder train(const test::SmallSchema &small, const std::vector<RoutingPair> &pairs,
                   const TableEncoderOptions &options = {}) {
  return TableEncoder::train(small.catalog, HashedEmbedder(32), pairs, options);
}

TableId best(const TableEncoder &encoder, std::string_view question) {
  const std::vector<float> scores = encoder.scores(question);
  return TableId(static_cast<std::size_t>(std::ranges::max_element(scores) - scores.begin()));
}

TEST_CASE("an untrained encoder finds tables by the words in their names") {
  const test::SmallSchema small;
  const TableEncoder encoder = train(small, {});
  CHECK(best(encoder, "the salary of a keeper") == small.table("keeper"));
  CHECK(best(encoder, "which colour and weight") == small.table("product"));
  for (const float score : encoder.scores("species of animals")) {
    CHECK(std::abs(score) <= 1 + 1e-5F);
  }
  CHECK(encoder.scores("the of and") == std::vector<float>(small.catalog->table_count(), 0.0F));
}

TEST_CASE("an encoder learns words that are in no name, and keeps those in names") {
  const test::SmallSchema small;
  std::vector<RoutingPair> pairs = synthesize_pairs(*small.graphs, {}, 200, 1);
  for (int i = 0; i < 40; ++i) {
    pairs.push_back({"brillig toves", {small.schema({"customer"}), {}}});
    pairs.push_back({"mimsy toves", {small.schema({"animal", "keeper"}), {}}});
  }
  const TableEncoder encoder = train(small, pairs, {.batch = 32});
  CHECK(best(encoder, "brillig") == small.table("customer"));
  const std::vector<float> scores = encoder.scores("mimsy");
  const float min_gold =
      std::min(scores[small.table("animal").index()], scores[small.table("keeper").index()]);
  CHECK(scores[small.table("customer").index()] < min_gold);
  CHECK(best(encoder, "which colour and weight") == small.table("product"));
  CHECK(train(small, pairs, {.batch = 32}).scores("mimsy") == scores);
}

TEST_CASE("training an encoder rejects invalid pairs and can be cancelled") {
  const test::SmallSchema small;
  const std::vector<RoutingPair> good{{"species", {small.schema({"animal"}), {}}}};
  const auto refused = [&](const std::vector<RoutingPair> &pairs,
                           const TableEncoderOptions &options) {
    test::check_code(ErrorCode::invalid_argument, [&] { return train(small, pairs, options); });
  };
  refused({{"species", {{DatabaseId(0), {}}, {}}}}, {});
  refused({{"species", {{DatabaseId(0), {TableId(99)}}, {}}}}, {});
  refused(good, {.batch = 0});
  refused(good, {.learning_rate = 0});
  refused(good, {.sharpness = -1});
  const CancellationToken token;
  token.cancel();
  test::check_code(ErrorCode::cancelled, [&] {
    return TableEncoder::train(small.catalog, HashedEmbedder(32), good, {}, Progress(token));
  });
}

TEST_CASE("synthetic pairs are of the catalog, are a prefix of a longer list, and need a table") {
  const test::SmallSchema small;
  const auto pairs = synthesize_pairs(*small.graphs, {}, 60, 7);
  REQUIRE(pairs.size() == 60);
  for (const RoutingPair &pair : pairs) {
    CHECK(!pair.question.empty());
    REQUIRE(!pair.read.schema.tables.empty());
    for (const TableId table : pair.read.schema.tables) {
      CHECK(small.catalog->database_of(table) == pair.read.schema.database);
    }
  }
  const auto fewer = synthesize_pairs(*small.graphs, {}, 20, 7);
  for (std::size_t i = 0; i < fewer.size(); ++i) CHECK(fewer[i].question == pairs[i].question);
  CHECK(usual_pair_count(*small.catalog) == 450);
  test::check_code(ErrorCode::invalid_argument,
                   [] { return synthesize_pairs(JoinGraphs(Catalog::make({})), {}, 1, 1); });
}

}  // namespace
}  // namespace sluice
