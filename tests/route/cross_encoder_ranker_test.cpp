#include "sluice/route/cross_encoder.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "route/contender_reading.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "support/support.hpp"
#include "tiny_cross_encoder.hpp"
#include "trades.hpp"

namespace sluice {

using test::Trained;

namespace {

/// A model that gives every database a considerable probability.
std::shared_ptr<const RankerModel> unsure(const Trained &trained) {
  auto model = std::make_shared<RankerModel>(*trained.train());
  model->schema_only.temperature *= 30;
  for (float &weight : model->schema_only.evidence.database_scale.weights) weight /= 30;
  return model;
}

/// The texts of the contenders, all columns of which are read because there are few.
std::vector<std::string> read_of(const Catalog &catalog, const RankerAnswer &answer) {
  std::vector<std::string> names;
  for (std::size_t c = 0; c < route_detail::contender_count(answer.databases); ++c) {
    const DatabaseId id = answer.databases[c].id;
    std::vector<ColumnId> columns;
    for (const ColumnId column : catalog.columns(id)) columns.push_back(column);
    names.push_back(route_detail::contender_text(catalog, id, columns));
  }
  return names;
}

}  // namespace

TEST_CASE("a cross-encoder only moves probability between the contenders") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  const auto model = unsure(trained);
  const test::TinyCrossEncoder tiny;
  const auto reader = std::make_shared<const CrossEncoder>(tiny.cross_encoder);
  const Ranker alone(trained.schema, model), ranker(trained.schema, model, reader);
  for (const char *question : {"the name and age of the oldest", "the credits and the city"}) {
    const RankerAnswer before = alone.rank(question), after = ranker.rank(question);
    CHECK(after.fit_row == before.fit_row);
    CHECK(after.fits == before.fits);
    const std::vector<std::string> schemas = read_of(*trained.catalog, before);
    const std::size_t read = schemas.size();
    REQUIRE(read > 1);
    const std::vector<float> factors =
        route_detail::cross_encoder_factors(*reader, question, schemas, before.databases);
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

TEST_CASE("a cross-encoder reads the question without a hallucinated schema") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  const auto model = unsure(trained);
  const test::TinyCrossEncoder tiny;
  const Ranker alone(trained.schema, model),
      ranker(trained.schema, model, std::make_shared<const CrossEncoder>(tiny.cross_encoder));
  const HallucinatedSchema hallucinated{{"course", {"name", "year"}}};
  RankerOptions options;
  options.hallucinated = &hallucinated;
  const std::string question = "how many of the year";
  const RankerAnswer before = alone.rank(question, nullptr, options),
                     after = ranker.rank(question, nullptr, options);
  const std::vector<std::string> schemas = read_of(*trained.catalog, before);
  REQUIRE(schemas.size() > 1);
  const std::vector<float> factors =
      route_detail::cross_encoder_factors(tiny.cross_encoder, question, schemas, before.databases);
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

}  // namespace sluice
