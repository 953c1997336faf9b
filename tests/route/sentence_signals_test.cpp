#include "route/zero_shot/sentence_signals.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "route/zero_shot/meaning_signals.hpp"
#include "sluice/core/random.hpp"
#include "sluice/embed/hashed_embedder.hpp"
#include "sluice/route/meaning_vectors.hpp"
#include "support/error_of.hpp"
#include "support/random_schema.hpp"

namespace sluice {
namespace {

const AnyEmbedder &embedder() {
  static const AnyEmbedder model = HashedEmbedder(40);
  return model;
}

MeaningVectors vectors_of(const Catalog &catalog, std::size_t threads = 1) {
  return embed_meanings(catalog, SchemaWords(catalog), embedder(), embedder(), threads);
}

SentenceSignals signals_of(const std::shared_ptr<const Catalog> &catalog) {
  const MeaningVectors made = vectors_of(*catalog);
  return {catalog, embedder(), AdaptiveIndex(made.tables), AdaptiveIndex(made.columns)};
}

float cosine(const std::string &a, const std::string &b) {
  std::vector<float> vectors(2 * embedder().dimensions());
  embedder().embed(std::array<std::string_view, 2>{a, b}, vectors);
  double sum = 0;
  for (std::size_t i = 0; i < embedder().dimensions(); ++i)
    sum += double{vectors[i]} * vectors[embedder().dimensions() + i];
  return static_cast<float>(sum);
}

/// The signals without quantization, by sorting all cosines of a database.
SentenceSignals::Signals slow_signals(const Catalog &catalog, const std::string &question,
                                      const Mask *mask) {
  SentenceSignals::Signals signals;
  signals.tables.resize(catalog.table_count());
  for (const DatabaseId database : catalog.databases()) {
    std::vector<float> tables{0, 0};
    std::vector<float> columns;
    for (const TableId table : catalog.tables(database)) {
      if (!visible(mask, table)) continue;
      signals.tables[table.index()] = cosine(question, table_text(catalog, table, mask));
      tables.push_back(signals.tables[table.index()]);
      for (const ColumnId column : catalog.columns(table)) {
        if (visible(mask, column))
          columns.push_back(cosine(question, column_text(catalog, column)));
      }
    }
    std::ranges::sort(tables, std::ranges::greater{});
    signals.two_tables.push_back(tables[0] + tables[1]);
    std::ranges::sort(columns, std::ranges::greater{});
    columns.resize(std::min<std::size_t>(columns.size(), 5));
    float sum = 0;
    for (const float best : columns) sum += best;
    signals.five_columns.push_back(columns.empty() ? 0 : sum / static_cast<float>(columns.size()));
  }
  return signals;
}

void check_near(const std::vector<float> &found, const std::vector<float> &expected,
                float tolerance) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    CHECK(std::abs(found[i] - expected[i]) < tolerance);
}

bool same_rows(const QuantizedRows &a, const QuantizedRows &b) {
  return std::ranges::equal(a.codes(), b.codes()) && std::ranges::equal(a.scales(), b.scales());
}

}  // namespace

TEST_CASE(
    "sentence signals are close to those of a slow loop without quantization, with and without a mask") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const auto catalog = test::random_catalog(seed, 1 + random.below(12));
    const Mask mask = test::random_mask(catalog, seed);
    const SentenceSignals signals = signals_of(catalog);
    const std::string question = column_text(*catalog, ColumnId(0)) + " of the year";
    for (const Mask *seen : {static_cast<const Mask *>(nullptr), &mask}) {
      const auto found = signals.of(question, seen);
      const auto expected = slow_signals(*catalog, question, seen);
      check_near(found.tables, expected.tables, 0.02F);
      check_near(found.two_tables, expected.two_tables, 0.04F);
      check_near(found.five_columns, expected.five_columns, 0.02F);
    }
  }
}

TEST_CASE("a catalog without databases has no signals, and a database without columns has zeros") {
  const auto none = Catalog::make({});
  CHECK(signals_of(none).of("anything", nullptr).five_columns.empty());
  DatabaseDefinition bare;
  bare.name = "bare";
  DatabaseDefinition full;
  full.name = "full";
  full.tables = {{"singer", "", "", {{"age", {}, {}, {}, {}}}, {}}};
  DatabaseDefinition last;
  last.name = "last";
  const auto catalog =
      Catalog::make({Database::make(bare), Database::make(full), Database::make(last)});
  const auto signals = signals_of(catalog).of("singer age", nullptr);
  CHECK(signals.five_columns[0] == 0);
  CHECK(signals.five_columns[1] > 0.9F);
  CHECK(signals.five_columns[2] == 0);
}

TEST_CASE("a table with a hidden column scores like one without it") {
  const auto singers = [](const std::vector<std::string> &columns) {
    DatabaseDefinition database;
    database.name = "music";
    TableDefinition table;
    table.name = "singer";
    for (const std::string &name : columns) table.columns.push_back({name, {}, {}, {}, {}});
    database.tables = {table};
    return Catalog::make({Database::make(database)});
  };
  const auto whole = singers({"name", "age", "salary"});
  Mask mask(whole);
  mask.hide(ColumnId(2));
  const auto masked = signals_of(whole).of("what do singers earn", &mask);
  const auto without = signals_of(singers({"name", "age"})).of("what do singers earn", nullptr);
  CHECK(masked.tables == without.tables);
  CHECK(masked.two_tables == without.two_tables);
  CHECK(masked.five_columns == without.five_columns);
}

TEST_CASE("with graphs, the databases near a question have the signals of a full scan") {
  const auto catalog = test::random_catalog(11, 2'500);
  MeaningVectors made = vectors_of(*catalog);
  const SentenceSignals exact(catalog, embedder(), AdaptiveIndex(made.tables),
                              AdaptiveIndex(made.columns));
  link_meanings(made, 1, nullptr, 2);
  REQUIRE(made.column_graph);
  const SentenceSignals linked(catalog, embedder(), AdaptiveIndex(made.tables, made.table_graph),
                               AdaptiveIndex(made.columns, made.column_graph));
  const auto best = [](const std::vector<float> &signal) {
    return std::ranges::max_element(signal) - signal.begin();
  };
  std::size_t same_best = 0;
  Random random(2);
  for (int q = 0; q < 20; ++q) {
    const ColumnId column(random.below(catalog->column_count()));
    const std::string question = "each " + column_text(*catalog, column) + " of the year";
    const std::array likely{DatabaseId(random.below(catalog->database_count()))};
    const auto expected = exact.of(question, nullptr);
    const auto found = linked.of(question, nullptr, likely);
    REQUIRE(found.two_tables_spread);
    const std::size_t d = likely.front().index();
    CHECK(found.two_tables[d] == expected.two_tables[d]);
    CHECK(found.five_columns[d] == expected.five_columns[d]);
    for (const TableId table : catalog->tables(likely.front()))
      CHECK(found.tables[table.index()] == expected.tables[table.index()]);
    CHECK(best(found.tables) == best(expected.tables));
    same_best += best(found.five_columns) == best(expected.five_columns) ? 1 : 0;
    SpreadOf spread;
    for (const float signal : expected.five_columns) spread.add(signal);
    CHECK(std::abs(found.five_columns_spread->mean - spread.spread().mean) < 0.03);
    CHECK(std::abs(std::sqrt(found.five_columns_spread->variance) -
                   std::sqrt(spread.spread().variance)) < 0.03);
  }
  CHECK(same_best >= 18);
}

TEST_CASE("with graphs and a mask, the signals are those of a full scan") {
  const auto catalog = test::random_catalog(12, 1'500);
  MeaningVectors made = vectors_of(*catalog);
  const SentenceSignals exact(catalog, embedder(), AdaptiveIndex(made.tables),
                              AdaptiveIndex(made.columns));
  link_meanings(made, 1, nullptr);
  const SentenceSignals linked(catalog, embedder(), AdaptiveIndex(made.tables, made.table_graph),
                               AdaptiveIndex(made.columns, made.column_graph));
  const Mask mask = test::random_mask(catalog, 5);
  const std::string question = column_text(*catalog, ColumnId(3)) + " of the year";
  const auto found = linked.of(question, &mask);
  const auto expected = exact.of(question, &mask);
  CHECK(found.tables == expected.tables);
  CHECK(found.two_tables == expected.two_tables);
  CHECK(found.five_columns == expected.five_columns);
  CHECK_FALSE(found.two_tables_spread);
}

TEST_CASE("known graphs are taken if their rows are the same, and built otherwise") {
  const auto catalog = test::random_catalog(4, 30);
  MeaningVectors known = vectors_of(*catalog);
  link_meanings(known, 1, nullptr);
  const auto links = [](const MeaningVectors &of) { return of.column_graph->parts().row_links; };
  MeaningVectors same = vectors_of(*catalog);
  link_meanings(same, 1, &known);
  CHECK(links(same).data() == links(known).data());
  MeaningVectors other = vectors_of(*test::random_catalog(4, 29));
  link_meanings(other, 1, &known);
  CHECK(other.column_graph->rows() == other.columns.size());
  link_meanings(other, other.columns.size(), &known);
  CHECK_FALSE(other.table_graph);
  CHECK(other.column_graph);
  link_meanings(other, other.columns.size() + 1, &known);
  CHECK_FALSE(other.column_graph);
}

TEST_CASE("vectors have the same bits on one thread and on eight") {
  const auto catalog = test::random_catalog(7, 400);
  REQUIRE(catalog->column_count() > 2048);
  const MeaningVectors one = vectors_of(*catalog, 1);
  const MeaningVectors eight = vectors_of(*catalog, 8);
  CHECK(same_rows(one.tables, eight.tables));
  CHECK(same_rows(one.columns, eight.columns));
  CHECK(same_rows(one.words, eight.words));
}

TEST_CASE("vectors of another embedder or another catalog are refused") {
  const auto catalog = test::random_catalog(1, 3);
  const auto graphs = std::make_shared<const JoinGraphs>(catalog);
  const auto words = std::make_shared<const SchemaWords>(*catalog);
  const MeaningVectors vectors = vectors_of(*catalog);
  const AnyEmbedder other = HashedEmbedder(41);
  CHECK_NOTHROW(MeaningSignals(graphs, words, embedder(), embedder(), vectors));
  test::check_code(ErrorCode::mismatch,
                   [&] { MeaningSignals(graphs, words, other, embedder(), vectors); });
  test::check_code(ErrorCode::mismatch,
                   [&] { MeaningSignals(graphs, words, embedder(), other, vectors); });
  const MeaningVectors fewer = vectors_of(*test::random_catalog(1, 2));
  test::check_code(ErrorCode::mismatch,
                   [&] { MeaningSignals(graphs, words, embedder(), embedder(), fewer); });
}

TEST_CASE("the embedded texts have the form of the current version of the vectors") {
  // If this changes, increment MeaningVectors::form: stored vectors are of other texts.
  DatabaseDefinition database;
  database.name = "music";
  database.tables = {
      {"concertSinger",
       "",
       "",
       {{"singer_id", {}, {}, {}, {}}, {"Net_Worth", "net worth in US$", {}, {}, {}}},
       {}}};
  const auto catalog = Catalog::make({Database::make(database)});
  CHECK(MeaningVectors::form == 1);
  CHECK(table_text(*catalog, TableId(0), nullptr) == "concert singer : singer id, net worth in us");
  CHECK(column_text(*catalog, ColumnId(1)) == "concert singer net worth in us");
}

}  // namespace sluice
