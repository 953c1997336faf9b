/// Tests the weights of evidence that train_ranker learns without each of its features.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "route/evidence/evidence_features.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/train/ranker_trainer.hpp"
#include "support/support.hpp"
#include "trades.hpp"

namespace sluice {

namespace evidence = route_detail::evidence;

TEST_CASE("an ablation has weight 0 for its feature, and only levels that depend on it change") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const test::Trained trained;
  const RankerTrainingSet set{trained.schema, trained.examples(), {}};
  const auto ablated = [&](std::size_t threads) {
    RankerTrainerOptions options = test::small_training();
    options.threads = threads;
    std::vector<EvidenceAblation> ablations;
    const auto model = train_ranker({&set, 1}, "trades", options, {}, nullptr, {}, &ablations);
    CHECK(model->bytes() == trained.train()->bytes());
    return ablations;
  };
  const EvidenceModel whole = trained.train()->schema_only.evidence;
  const std::vector<EvidenceAblation> ablations = ablated(1), with_threads = ablated(6);
  const std::vector<EvidenceFeatureInfo> all = evidence_features();
  REQUIRE(all.size() ==
          evidence::databases.size() + evidence::tables.size() + evidence::columns.size());
  REQUIRE(ablations.size() == all.size());
  REQUIRE(with_threads.size() == all.size());

  const auto has_weight = [](const NamedModel &model, std::string_view feature) {
    for (std::size_t c = 0; c < model.features.size(); ++c) {
      if (route_detail::feature_of(model.features[c]) == feature && model.weights.weights[c] != 0)
        return true;
    }
    return false;
  };
  const auto levels = [](const EvidenceModel &of) {
    return std::array{of.databases.weights.bytes(),
                      of.tables.weights.bytes() + of.table_reads.bytes() +
                          of.database_scale.bytes(),
                      of.columns.weights.bytes() + of.column_reads.bytes()};
  };
  constexpr std::array<std::string_view, 3> names{"databases", "tables", "columns"};
  std::array<std::size_t, 3> weighed{};
  for (std::size_t f = 0; f < all.size(); ++f) {
    const EvidenceModel &without = ablations[f].evidence;
    CAPTURE(all[f].name);
    CHECK(ablations[f].feature == all[f].name);
    CHECK(levels(without) == levels(with_threads[f].evidence));
    const std::array models{&without.databases, &without.tables, &without.columns};
    const std::array whole_models{&whole.databases, &whole.tables, &whole.columns};
    const std::size_t dot = all[f].name.find('.');
    const auto level = static_cast<std::size_t>(
        std::ranges::find(names, all[f].name.substr(0, dot)) - names.begin());
    REQUIRE(level < names.size());
    const std::string feature = all[f].name.substr(dot + 1);
    CHECK(!has_weight(*models[level], feature));
    for (std::size_t l = 0; l < names.size(); ++l) {
      CHECK(models[l]->features == whole_models[l]->features);
      if (l < level) CHECK(levels(without)[l] == levels(whole)[l]);
    }
    if (!has_weight(*whole_models[level], feature)) continue;
    ++weighed[level];
    for (std::size_t l = level; l < names.size(); ++l)
      CHECK(levels(without)[l] != levels(whole)[l]);
  }
  for (const std::size_t number : weighed) CHECK(number > 1);
}

TEST_CASE("if evidence cannot be learned, no ablation has any") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const auto set_of = [](std::string database, TableDefinition table, std::string question) {
    DatabaseDefinition made;
    made.name = std::move(database);
    made.tables = {std::move(table)};
    const auto catalog = Catalog::make({Database::make(std::move(made))});
    const RankerSchema schema(std::make_shared<const JoinGraphs>(catalog), index_catalog(*catalog),
                              {*default_embedder(), {}});
    return RankerTrainingSet{schema, {{std::move(question), DatabaseId(0), {TableId(0)}, {}}}};
  };
  // Each question has only one database to choose from.
  const std::array sets{
      set_of("zoo", test::table("cage", {"cage_id", "size"}), "size of every cage"),
      set_of("bank", test::table("loan", {"loan_id", "rate"}), "the rate of each loan")};
  std::vector<EvidenceAblation> ablations;
  const auto model = train_ranker(sets, "two", test::small_training(), {}, nullptr, {}, &ablations);
  CHECK(!model->schema_only.evidence.is_fitted());
  CHECK(ablations.size() == evidence_features().size());
  for (const EvidenceAblation &of : ablations) CHECK(!of.evidence.is_fitted());
}

}  // namespace sluice
