#include "route/evidence/evidence_ranking.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/core/file.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "support/error_of.hpp"
#include "support/support.hpp"
#include "trades.hpp"

namespace sluice {

namespace evidence = route_detail::evidence;
using route_detail::EvidenceForm;
using route_detail::EvidenceSignals;
using test::table;
using test::Trained;

namespace {

/// Words of a catalog, and what questions say about it.
struct Evident {
  explicit Evident(std::vector<DatabaseDefinition> definitions) {
    std::vector<std::shared_ptr<const Database>> databases;
    for (DatabaseDefinition &of : definitions) databases.push_back(Database::make(std::move(of)));
    catalog = Catalog::make(std::move(databases));
    features.emplace(RankerSchema(std::make_shared<const JoinGraphs>(catalog),
                                  index_catalog(*catalog), {*default_embedder(), {}}),
                     std::make_shared<const TranslationModel>());
  }

  float of(std::string_view question, evidence::Database feature, std::size_t database) const {
    return signals_of(question).databases[feature][database];
  }
  float of(std::string_view question, evidence::Table feature, std::size_t table) const {
    return signals_of(question).tables[feature][table];
  }
  EvidenceSignals signals_of(std::string_view question) const {
    return features->evidence(question, features->ask(question));
  }

  std::shared_ptr<const Catalog> catalog;
  std::optional<RankerFeatures> features;
};

DatabaseDefinition database(std::string name, std::vector<TableDefinition> tables) {
  DatabaseDefinition made;
  made.name = std::move(name);
  made.tables = std::move(tables);
  return made;
}

std::vector<std::string> numbered(const std::string &name, int count) {
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i)
    names.push_back(name + static_cast<char>('a' + i / 26) + static_cast<char>('a' + i % 26));
  return names;
}

}  // namespace

TEST_CASE("a word says more about a narrow database than about a wide one") {
  if (!default_embedder()) return test::skip("no static table in this build");
  std::vector<std::string> many = numbered("x", 300);
  many.push_back("turbine");
  const Evident catalog({database("narrow", {table("plant", {"key", "turbine"})}),
                         database("wide", {table("sundry", many)})});
  const float narrow = catalog.of("how many turbines", evidence::database_words, 0);
  const float wide = catalog.of("how many turbines", evidence::database_words, 1);
  CHECK(wide > 0);
  CHECK(narrow > 2 * wide);
}

TEST_CASE("descriptions and values count, and more where names are codes") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const auto described = [](std::string name, std::string column) {
    TableDefinition made = table(std::move(name), {"k1", std::move(column)});
    made.columns[1].description = "Glacier thickness";
    made.columns[1].samples = {"Aletsch"};
    made.columns[1].values = {"Retreating"};
    return made;
  };
  const Evident catalog({database("coded", {described("tq1", "zx7")}),
                         database("plain", {described("mountain", "height")})});
  for (const std::string_view question : {"thickness", "what about Aletsch", "which retreat"}) {
    CAPTURE(question);
    const float coded = catalog.of(question, evidence::database_words, 0);
    const float plain = catalog.of(question, evidence::database_words, 1);
    CHECK(plain > 0);
    CHECK(coded > 2 * plain);
  }
}

TEST_CASE("names count as said if all their words are, in sequence") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Evident catalog(
      {database("pancancer_atlas_2", {table("case_file", {"file_id", "tumor_stage"})}),
       database("hospital", {table("case", {"id", "note"}), table("file", {"id", "stage"})})});
  const auto said = [&](std::string_view question, std::size_t of) {
    return catalog.of(question, evidence::database_said, of);
  };
  CHECK(said("cases in the PanCancer Atlas", 0) > 0);
  CHECK(said("an atlas of pancancer", 0) == 0);
  CHECK(said("any hospital", 1) > 0);
  const auto said_column = [&](std::string_view question, std::size_t of) {
    return catalog.of(question, evidence::database_said_column, of);
  };
  CHECK(said_column("the tumor stage", 0) > 0);
  CHECK(said_column("the tumor stage", 1) == 0);
  CHECK(said_column("the stage of a tumor", 0) == 0);
  CHECK(said_column("the stage", 1) == 0);  // one word is no evidence
}

TEST_CASE("a table's name counts by the share of its words that the question has") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Evident catalog({database(
      "yard", {table("harbor_engineer", {"x"}), table("violin", {"z"}), table("meadow", {"w"})})});
  const auto share = [&](std::string_view question, std::size_t of) {
    return catalog.of(question, evidence::table_name_share, of);
  };
  CHECK(share("harbor", 0) > 0.2F);
  CHECK(share("harbor", 0) < 0.8F);
  CHECK(share("the engineer of a harbor", 0) > share("harbor", 0) + 0.2F);
  CHECK(share("harbor", 1) < share("harbor", 0) / 2);
}

TEST_CASE("rows have each feature's forms: shares of the best, and what exceeds the background") {
  constexpr std::array<route_detail::EvidenceFeature, 2> features{
      {{"strength", "", evidence::relative}, {"size", "", evidence::given}}};
  CHECK(route_detail::evidence_columns(features) ==
        std::vector<std::string>{"strength|share", "strength|lift", "strength|lift_share", "size"});
  CHECK(route_detail::free_columns(features) == std::vector<std::uint8_t>{0, 0, 0, 1});
  const std::vector<std::vector<float>> signals{{1, 4, 2}, {7, 8, 9}}, means{{0, 3, 3}, {}};
  const std::array<std::uint32_t, 3> all{0, 1, 2};
  std::vector<float> rows;
  route_detail::append_rows(features, signals, means, all, rows);
  const std::vector<float> expected{0.25F, 1, 1, 7, 1, 1, 1, 8, 0.5F, -1, 0, 9};
  REQUIRE(rows.size() == expected.size());
  for (std::size_t i = 0; i < rows.size(); ++i) CHECK(rows[i] == doctest::Approx(expected[i]));
}

TEST_CASE("every feature of evidence is of some database or table") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Evident catalog({database("museum", {table("painting", {"painting_id", "art_style"}),
                                             table("artist", {"painting_id", "name"})}),
                         database("farm", {table("animal", {"animal_id", "weight"})})});
  const EvidenceSignals signals =
      catalog.signals_of("art style of each painting by an artist of the museum");
  const auto is_used = [](const std::vector<float> &of) {
    return std::ranges::any_of(of, [](float value) { return value != 0; });
  };
  for (std::size_t f = 0; f < signals.databases.size(); ++f) {
    CAPTURE(evidence::databases[f].name);
    const bool by_ranking = f == evidence::database_ranked || f == evidence::database_ranked_log;
    CHECK(is_used(signals.databases[f]) != by_ranking);
  }
}

TEST_CASE("the background is computed once, and again after an error") {
  const route_detail::Background background;
  std::size_t asked = 0;
  const auto fails = [](const Question &) -> EvidenceSignals {
    throw Error(ErrorCode::cancelled, "stop");
  };
  test::check_code(ErrorCode::cancelled, [&] { return background.means(fails).size(); });
  const auto signals = [&](const Question &) {
    EvidenceSignals made;
    made.databases[evidence::database_words] = {static_cast<float>(asked++ % 2), 3};
    return made;
  };
  const auto &means = background.means(signals);
  CHECK(means[evidence::database_words] == std::vector<float>{0.5F, 3});
  const std::size_t once = asked;
  CHECK(once == route_detail::background_questions().size());
  background.means(signals);
  CHECK(asked == once);
}

TEST_CASE("a model of evidence survives a round trip, and old files have none") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  const auto model = std::make_shared<RankerModel>(*trained.train());
  REQUIRE(model->schema_only.evidence.is_fitted());
  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "trades.ranker").string();
  write_file(path, model->bytes());
  const std::string question = "the delay of each flight";
  const RankerAnswer answer = Ranker(trained.schema, model).rank(question);
  const RankerAnswer again = Ranker(trained.schema, RankerModel::open(path)).rank(question);
  CHECK(again.databases == answer.databases);
  CHECK(again.tables == answer.tables);
  double sum = 0;
  for (const auto &of : answer.databases) sum += of.score;
  CHECK(sum == doctest::Approx(1));
  model->schema_only.evidence = {};
  write_file(path, model->bytes());
  CHECK(!RankerModel::open(path)->schema_only.evidence.is_fitted());
  CHECK(Ranker(trained.schema, RankerModel::open(path)).rank(question).databases !=
        answer.databases);
}

TEST_CASE("evidence by other features than this release has is refused") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  for (const bool of_tables : {false, true}) {
    const auto model = std::make_shared<RankerModel>(*trained.train());
    EvidenceModel &evidence = model->schema_only.evidence;
    (of_tables ? evidence.tables : evidence.databases).features.back() = "other";
    test::check_code(ErrorCode::mismatch, [&] {
      return Ranker(trained.schema, model).schema().catalog().table_count();
    });
  }
}

TEST_CASE("without gold columns in training, evidence ranks databases and tables only") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  RankerTrainingSet set{trained.schema, trained.examples(), {}};
  for (RankerExample &example : set.examples) {
    if (example.tables.front() != TableId(0)) example.columns.clear();
  }
  const auto some = train_ranker({&set, 1}, "trades", test::small_training());
  CHECK(some->schema_only.evidence.columns.weights.columns() > 0);
  const auto model = std::make_shared<RankerModel>(*some);
  model->schema_only.evidence.columns = {};
  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "tables.ranker").string();
  write_file(path, model->bytes());
  const RankerAnswer answer =
      Ranker(trained.schema, RankerModel::open(path)).rank("the delay of each flight");
  CHECK(answer.tables == Ranker(trained.schema, some).rank("the delay of each flight").tables);
  REQUIRE(!answer.columns.empty());
  CHECK(answer.columns[0].score <= answer.tables[0].score);
}

TEST_CASE("catalogs of single tables teach no evidence of columns, and training ends") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Evident catalog({database("zoo", {table("cage", {"cage_id", "size"})}),
                         database("bank", {table("loan", {"loan_id", "rate"})})});
  const auto trained = [&](std::vector<TableId> tables) {
    const RankerTrainingSet set{catalog.features->schema(),
                                {{"size of every cage", DatabaseId(0), tables, {}},
                                 {"the rate of each loan", DatabaseId(1), {TableId(1)}, {}}}};
    return train_ranker({&set, 1}, "two", test::small_training());
  };
  CHECK(trained({TableId(0)})->schema_only.evidence.is_fitted());
  CHECK(trained({TableId(0)})->schema_only.evidence.columns.weights.columns() == 0);
}

TEST_CASE("a table is not likelier than its database, nor a column than its table") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  const Ranker ranker = trained.ranker();
  for (const RankerExample &example : trained.examples()) {
    const RankerAnswer answer = ranker.rank(example.question);
    for (const auto &[table, score] : answer.tables) {
      const DatabaseId of = trained.catalog->database_of(table);
      CHECK(score <= std::ranges::find(answer.databases, of, &Scored<DatabaseId>::id)->score);
    }
    for (const auto &[column, score] : answer.columns) {
      const TableId of = trained.catalog->table_of(column);
      CHECK(score <= std::ranges::find(answer.tables, of, &Scored<TableId>::id)->score);
    }
  }
}

TEST_CASE("only the weights of evidence are learned from unlike catalogs") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Trained trained;
  const RankerTrainingSet set{trained.schema, trained.examples(), {}};
  const Evident other({database("zoo", {table("cage", {"cage_id", "size"}),
                                        table("keeper", {"keeper_id", "cage_id"})}),
                       database("bank", {table("loan", {"loan_id", "rate"})})});
  const RankerTrainingSet unlike{other.features->schema(),
                                 {{"size of every cage", DatabaseId(0), {TableId(0)}, {}},
                                  {"the rate of each loan", DatabaseId(1), {TableId(2)}, {}}}};
  const auto plain = trained.train();
  const auto more =
      train_ranker({&set, 1}, "trades", test::small_training(), {}, nullptr, {&unlike, 1});
  CHECK(more->schema_only.databases.weights.bytes() ==
        plain->schema_only.databases.weights.bytes());
  CHECK(more->schema_only.tables.trees.bytes() == plain->schema_only.tables.trees.bytes());
  CHECK(more->schema_only.evidence.databases.weights.bytes() !=
        plain->schema_only.evidence.databases.weights.bytes());
  for (const float weight : more->schema_only.evidence.databases.weights.weights)
    CHECK(std::isfinite(weight));

  CHECK(more->seen == plain->seen);
  CHECK(plain->seen_by_evidence.empty());
  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "more.ranker").string();
  write_file(path, more->packed_bytes());
  const auto read = RankerModel::open(path);
  CHECK(read->seen_by_evidence == more->seen_by_evidence);
  CHECK(read->evidence_has_seen("zoo", "Size of every cage?"));
  CHECK(!read->evidence_has_seen("bank", "size of every cage"));
  CHECK(!read->has_seen("zoo", "size of every cage"));
  const std::string known = trained.examples().front().question;
  CHECK(read->has_seen("music", known));
  CHECK(!read->evidence_has_seen("music", known));
}

}  // namespace sluice
