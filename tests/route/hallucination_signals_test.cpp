/// The signals of a schema that was hallucinated for a question.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "route/features/ranker_features.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/route/ranker.hpp"
#include "sluice/train/ranker_trainer.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

TableDefinition table(std::string name, const std::vector<std::string> &columns) {
  TableDefinition made;
  made.name = std::move(name);
  for (const std::string &column : columns) made.columns.push_back({column, {}, {}, {}, {}});
  return made;
}

std::shared_ptr<const Catalog> two_databases() {
  DatabaseDefinition music, transport;
  music.name = "music";
  music.tables = {table("singer", {"singer_id", "name", "age"}),
                  table("concert", {"city", "year"})};
  transport.name = "transport";
  transport.tables = {table("airline", {"airline_id", "country"}),
                      table("flight", {"flight_id", "airline_id", "delay"})};
  return Catalog::make({Database::make(music), Database::make(transport)});
}

struct Fixture {
  std::shared_ptr<const Catalog> catalog = two_databases();
  RankerSchema schema{std::make_shared<const JoinGraphs>(catalog),
                      index_catalog(*catalog),
                      {*default_embedder(), {}}};
  RankerFeatures features{schema, std::make_shared<const TranslationModel>()};

  ColumnId column(std::string_view database, std::string_view table, std::string_view name) const {
    return *catalog->find_column(*catalog->find_table(*catalog->find_database(database), table),
                                 name);
  }

  /// One feature of the columns of a table, in order.
  static std::vector<float> feature(const RankerFeatures &of, const QuestionSignals &signals,
                                    TableId table, std::string_view name) {
    std::vector<float> rows, values;
    of.columns(signals, table, rows);
    const auto names = of.column_features();
    const auto at = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
    REQUIRE(at < names.size());
    for (std::size_t row = 0; row < rows.size(); row += names.size())
      values.push_back(rows[row + at]);
    return values;
  }
};

const HallucinatedSchema hallucinated{{"Flights", {"delay_minutes"}}, {"Airline", {}}};

}  // namespace

TEST_CASE("shares of a hallucinated column sum to 1 within a table and within a database") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Fixture fixture;
  const QuestionSignals signals =
      fixture.features.ask(with_schema_words("which was late?", &hallucinated), &hallucinated);
  double of_database = 0;
  for (const TableId table :
       fixture.catalog->tables(*fixture.catalog->find_database("transport"))) {
    double of_table = 0;
    for (const float share :
         Fixture::feature(fixture.features, signals, table, "stas_made_up_of_table"))
      of_table += share;
    CHECK(of_table == doctest::Approx(1));
    for (const float share :
         Fixture::feature(fixture.features, signals, table, "stas_made_up_of_database"))
      of_database += share;
  }
  CHECK(of_database == doctest::Approx(1));
  const TableId flight = fixture.catalog->table_of(fixture.column("transport", "flight", "delay"));
  for (const char *name : {"stas_made_up", "stas_made_up_in_database", "stas_made_up_in_table"}) {
    CAPTURE(name);
    const std::vector<float> values = Fixture::feature(fixture.features, signals, flight, name);
    CHECK(values[2] > values[0]);
    CHECK(values[2] > values[1]);
  }
  const auto names = fixture.features.database_features();
  for (const char *name : {"stas_made_up_columns", "stas_made_up_tables"}) {
    const auto at = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
    const std::vector<float> values = fixture.features.database_feature(signals, at);
    CHECK(values[1] > values[0]);
  }
}

TEST_CASE("signals are 0 without a hallucinated schema and for hidden columns") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Fixture fixture;
  const HallucinatedSchema nothing;
  const ColumnId delay = fixture.column("transport", "flight", "delay");
  const TableId flight = fixture.catalog->table_of(delay);
  for (const HallucinatedSchema *none :
       {static_cast<const HallucinatedSchema *>(nullptr), &nothing}) {
    const QuestionSignals signals = fixture.features.ask("which was late?", none);
    for (const float value : Fixture::feature(fixture.features, signals, flight, "stas_made_up"))
      CHECK(value == 0);
  }
  Mask mask(fixture.catalog);
  mask.hide(delay);
  const RankerFeatures without = fixture.features.masked_by(mask);
  const QuestionSignals signals = without.ask("which was late?", &hallucinated);
  const auto shares = Fixture::feature(without, signals, flight, "stas_made_up_of_table");
  CHECK(shares[2] == 0);
  CHECK(shares[0] + shares[1] == doctest::Approx(1));
  for (const float value : Fixture::feature(without, signals, flight, "stas_made_up"))
    CHECK(std::isfinite(value));
}

TEST_CASE("only the first of thousands of hallucinated names are used") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Fixture fixture;
  HallucinatedSchema flood;
  for (int t = 0; t < 64; ++t) {
    HallucinatedTable &made = flood.emplace_back();
    made.name = "table " + std::to_string(t);
    for (int c = 0; c < 256; ++c) made.columns.push_back("column " + std::to_string(c));
  }
  const QuestionSignals signals = fixture.features.ask("which was late?", &flood);
  const TableId flight = fixture.catalog->table_of(fixture.column("transport", "flight", "delay"));
  double sum = 0;
  for (const float share :
       Fixture::feature(fixture.features, signals, flight, "stas_made_up_of_table"))
    sum += share;
  CHECK(sum == doctest::Approx(64));
}

TEST_CASE("a ranker uses the structure of a hallucinated schema, not only its words") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const auto model = RankerModel::shipped(default_embedder()->fingerprint());
  if (model == nullptr) return test::skip("no ranker in this build");
  const Fixture fixture;
  const Ranker ranker(fixture.schema, model);
  RankerOptions options;
  options.hallucinated = &hallucinated;
  const RankerAnswer answer = ranker.rank("which was late?", nullptr, options);
  CHECK(fixture.catalog->database(answer.databases.front().id).name() == "transport");
  const RankerAnswer by_words = ranker.rank(with_schema_words("which was late?", &hallucinated));
  CHECK(answer.columns.front().score != by_words.columns.front().score);
}

}  // namespace sluice
