/// What a schema that was made up for a question tells the ranker.

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

struct Heard {
  std::shared_ptr<const Catalog> catalog = two_databases();
  RankerSchema schema{std::make_shared<const JoinGraphs>(catalog),
                      index_catalog(*catalog),
                      {*default_embedder(), {}}};
  RankerFeatures features{schema, std::make_shared<const TranslationModel>()};

  ColumnId column(std::string_view database, std::string_view table, std::string_view name) const {
    return *catalog->find_column(*catalog->find_table(*catalog->find_database(database), table),
                                 name);
  }

  /// Of the columns of a table, in their order.
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

const HallucinatedSchema made_up{{"Flights", {"delay_minutes"}}, {"Airline", {}}};

}  // namespace

TEST_CASE("a made-up column is shared out among the columns of a table, and of a database") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Heard heard;
  const QuestionSignals signals =
      heard.features.ask(with_schema_words("which was late?", &made_up), &made_up);
  double of_database = 0;
  for (const TableId table : heard.catalog->tables(*heard.catalog->find_database("transport"))) {
    double of_table = 0;
    for (const float share :
         Heard::feature(heard.features, signals, table, "stas_made_up_of_table"))
      of_table += share;
    CHECK(of_table == doctest::Approx(1));
    for (const float share :
         Heard::feature(heard.features, signals, table, "stas_made_up_of_database"))
      of_database += share;
  }
  CHECK(of_database == doctest::Approx(1));
  const TableId flight = heard.catalog->table_of(heard.column("transport", "flight", "delay"));
  for (const char *name : {"stas_made_up", "stas_made_up_in_database", "stas_made_up_in_table"}) {
    CAPTURE(name);
    const std::vector<float> values = Heard::feature(heard.features, signals, flight, name);
    CHECK(values[2] > values[0]);
    CHECK(values[2] > values[1]);
  }
  const auto names = heard.features.database_features();
  for (const char *name : {"stas_made_up_columns", "stas_made_up_tables"}) {
    const auto at = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
    const std::vector<float> values = heard.features.database_feature(signals, at);
    CHECK(values[1] > values[0]);
  }
}

TEST_CASE("where nothing was made up nothing is said of it, nor of what is hidden") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Heard heard;
  const HallucinatedSchema nothing;
  const ColumnId delay = heard.column("transport", "flight", "delay");
  const TableId flight = heard.catalog->table_of(delay);
  for (const HallucinatedSchema *none :
       {static_cast<const HallucinatedSchema *>(nullptr), &nothing}) {
    const QuestionSignals signals = heard.features.ask("which was late?", none);
    for (const float value : Heard::feature(heard.features, signals, flight, "stas_made_up"))
      CHECK(value == 0);
  }
  Mask mask(heard.catalog);
  mask.hide(delay);
  const RankerFeatures without = heard.features.masked_by(mask);
  const QuestionSignals signals = without.ask("which was late?", &made_up);
  const auto shares = Heard::feature(without, signals, flight, "stas_made_up_of_table");
  CHECK(shares[2] == 0);
  CHECK(shares[0] + shares[1] == doctest::Approx(1));
  for (const float value : Heard::feature(without, signals, flight, "stas_made_up"))
    CHECK(std::isfinite(value));
}

TEST_CASE("of a flood of made-up names only the first are compared") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Heard heard;
  HallucinatedSchema flood;
  for (int t = 0; t < 64; ++t) {
    HallucinatedTable &made = flood.emplace_back();
    made.name = "table " + std::to_string(t);
    for (int c = 0; c < 256; ++c) made.columns.push_back("column " + std::to_string(c));
  }
  const QuestionSignals signals = heard.features.ask("which was late?", &flood);
  const TableId flight = heard.catalog->table_of(heard.column("transport", "flight", "delay"));
  double sum = 0;
  for (const float share : Heard::feature(heard.features, signals, flight, "stas_made_up_of_table"))
    sum += share;
  CHECK(sum == doctest::Approx(64));
}

TEST_CASE("a ranker hears the form of what was made up, not only its words") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const auto model = RankerModel::shipped(default_embedder()->fingerprint());
  if (model == nullptr) return test::skip("no ranker in this build");
  const Heard heard;
  const Ranker ranker(heard.schema, model);
  RankerOptions options;
  options.hallucinated = &made_up;
  const RankerAnswer answer = ranker.rank("which was late?", nullptr, options);
  CHECK(heard.catalog->database(answer.databases.front().id).name() == "transport");
  const RankerAnswer by_words = ranker.rank(with_schema_words("which was late?", &made_up));
  CHECK(answer.columns.front().score != by_words.columns.front().score);
}

}  // namespace sluice
