/// Tests retrieval with the database of each question given.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "recall_at.hpp"
#include "sluice/benchmark/benchmark_questions.hpp"
#include "sluice/benchmark/gold_ranks.hpp"
#include "sluice/benchmark/ranking_system.hpp"
#include "sluice/benchmark/retrieval_report.hpp"
#include "sluice/core/json.hpp"
#include "sluice/embed/hashed_embedder.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/schema/mask.hpp"
#include "support/restrict.hpp"

namespace sluice {
namespace {

TableDefinition table_of(std::string name, const std::vector<std::string> &columns) {
  TableDefinition table;
  table.name = std::move(name);
  for (const std::string &column : columns) table.columns.push_back({column, {}, {}, {}, {}});
  table.primary_key = {0};
  return table;
}

std::shared_ptr<const Database> database_of(std::string name, std::vector<TableDefinition> tables) {
  DatabaseDefinition database;
  database.name = std::move(name);
  database.tables = std::move(tables);
  return Database::make(database);
}

/// Three databases that share words.
std::shared_ptr<const Catalog> three_shops() {
  return Catalog::make(
      {database_of("wine_shop", {table_of("customer", {"id", "name", "city", "birth date"}),
                                 table_of("purchase", {"id", "customer id", "wine", "price"}),
                                 table_of("region", {"id", "country", "climate"})}),
       database_of("book_shop", {table_of("customer", {"id", "name", "email"}),
                                 table_of("book", {"id", "title", "author", "price"}),
                                 table_of("author", {"id", "name", "country"}),
                                 table_of("sale", {"id", "book", "customer", "date"})}),
       database_of("zoo", {table_of("animal", {"id", "species", "name"}),
                           table_of("cage", {"id", "animal", "city"})})});
}

std::vector<BenchmarkQuestion> questions_of(const Catalog &catalog) {
  return read_benchmark_questions(
      R"~({"id": "a", "db_id": "book_shop", "question": "names of authors by country and price", "gold_tables": ["author", "book"], "gold_columns": ["author.name", "author.country", "book.price"]})~"
      "\n"
      R"~({"id": "b", "db_id": "wine_shop", "question": "the price of each customer's wine", "gold_tables": ["purchase"], "gold_columns": ["purchase.price", "purchase.wine", "purchase.nothing"]})~"
      "\n"
      R"~({"id": "c", "db_id": "book_shop", "question": "how many customers", "gold_tables": ["customer"], "gold_columns": []})~"
      "\n"
      R"~({"id": "d", "db_id": "zoo", "question": "city of every animal's cage", "gold_elements": ["zoo.cage.city", "zoo.animal.name"]})~",
      "questions", catalog);
}

Mask only(const std::shared_ptr<const Catalog> &catalog, DatabaseId database) {
  Mask mask(catalog, false);
  mask.show(database);
  return mask;
}

double mean(const std::vector<double> &values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

RetrievalReport evaluate_both(const RankingSystem &system, const std::shared_ptr<const Catalog> &of,
                              const std::vector<BenchmarkQuestion> &questions) {
  RetrievalReport report = evaluate_retrieval(system, questions, ProbeField::question);
  evaluate_within_database(report, system, questions, ProbeField::question, of);
  return report;
}

/// Ranks what the mask shows, by id; counts how often it is asked.
struct ByIdSystem final : RankingSystem {
  explicit ByIdSystem(std::shared_ptr<const Catalog> of) : catalog(std::move(of)) {}

  Ranking rank(const RankingQuery &query) const override {
    ++asked;
    Ranking ranking;
    const auto add = [&](auto ids, auto &ranked) {
      for (const auto id : ids) {
        if (visible(query.mask, id)) ranked.push_back(id);
      }
    };
    add(catalog->databases(), ranking.databases);
    add(catalog->tables(), ranking.tables);
    add(catalog->columns(), ranking.columns);
    return ranking;
  }
  bool supports_masks() const override { return masks; }

  std::shared_ptr<const Catalog> catalog;
  bool masks = true;
  mutable std::size_t asked = 0;
};

}  // namespace

TEST_CASE("with its database given, a question ranks what a catalog of that database alone ranks") {
  const auto catalog = three_shops();
  const auto questions = questions_of(*catalog);
  const auto static_table = default_embedder();
  const auto embedder =
      static_table ? static_table : std::optional(AnyEmbedder(HashedEmbedder(64)));
  RankingSystems whole(catalog, embedder);
  for (const RankingSystemInfo &info : ranking_systems()) {
    CAPTURE(std::string(info.name));
    if (info.name == "ranker" && !static_table) continue;
    const auto system = whole.make(info.name);
    REQUIRE(system->supports_masks());
    const RetrievalReport report = evaluate_both(*system, catalog, questions);
    REQUIRE(report.within_database);
    REQUIRE(report.within_database->ranks.size() == questions.size());
    // These learn from questions that are synthesized from the whole catalog.
    constexpr std::array<std::string_view, 3> learn{"bm25-tuned", "table-encoder", "beam"};
    if (std::ranges::find(learn, info.name) != learn.end()) continue;
    for (std::size_t q = 0; q < questions.size(); ++q) {
      CAPTURE(q);
      const auto alone = test::restrict(*catalog, only(catalog, questions[q].database));
      BenchmarkQuestion moved = questions[q];
      moved.database = DatabaseId(0);
      for (TableId &id : moved.tables)
        id = alone->tables()[id.index() - catalog->tables(questions[q].database)[0].index()];
      for (ColumnId &id : moved.columns)
        id = alone->columns()[id.index() - catalog->columns(questions[q].database)[0].index()];
      const auto of_alone = RankingSystems(alone, embedder).make(info.name);
      const Ranking ranking = of_alone->rank({moved.question});
      CHECK(report.within_database->ranks[q] == gold_ranks(moved, ranking));
    }
  }
}

TEST_CASE("every system ranks only what a mask shows") {
  const auto catalog = three_shops();
  const auto embedder = default_embedder();
  RankingSystems systems(catalog, embedder ? embedder : AnyEmbedder(HashedEmbedder(64)));
  Mask mask = only(catalog, DatabaseId(1));
  const ColumnId hidden = catalog->columns(DatabaseId(1))[1];
  mask.hide(hidden);
  for (const RankingSystemInfo &info : ranking_systems()) {
    CAPTURE(std::string(info.name));
    if (info.name == "ranker" && !embedder) continue;
    const Ranking ranking =
        systems.make(info.name)->rank({"name and price of wine", nullptr, &mask});
    CHECK(!ranking.columns.empty());
    const auto is_visible = [&](auto id) { return mask.visible(id); };
    CHECK(std::ranges::all_of(ranking.databases, is_visible));
    CHECK(std::ranges::all_of(ranking.tables, is_visible));
    CHECK(std::ranges::all_of(ranking.columns, is_visible));
  }
}

TEST_CASE("columns are complete only if all of a question's gold columns are found") {
  const auto catalog = three_shops();
  const auto questions = questions_of(*catalog);
  const RetrievalReport report = evaluate_both(ByIdSystem(catalog), catalog, questions);
  REQUIRE(report.within_database);
  // In its database, question "a" has its columns at ranks 7, 9 and 10; "b" at 7 and 8, and one
  // that the catalog does not have; "c" has none; "d" at 3 and 6.
  const WithinDatabase &within = *report.within_database;
  CHECK(within.ranks[0].database == 1);
  CHECK(within.ranks[0].columns == std::vector<std::size_t>{9, 10, 7});
  CHECK(within.ranks[1].columns == std::vector<std::size_t>{8, 7, 0});
  CHECK(within.ranks[2].columns.empty());
  CHECK(test::percent_at(within.complete_column_recall, 5) == doctest::Approx(0));
  CHECK(test::percent_at(within.complete_column_recall, 10) == doctest::Approx(200.0 / 3));
  CHECK(test::percent_at(within.complete_column_recall, 100) == doctest::Approx(200.0 / 3));
  CHECK(test::percent_at(within.column_recall, 5) == doctest::Approx(50.0 / 3));
  CHECK(test::percent_at(within.column_recall, 100) ==
        doctest::Approx(100 * (1 + 2.0 / 3 + 1) / 3));
  CHECK(test::percent_at(within.complete_table_recall, 3) == doctest::Approx(100));
  // Over the whole catalog, the zoo's columns are at ranks 28 and 31.
  CHECK(test::percent_at(report.complete_column_recall, 10) == doctest::Approx(0));
  CHECK(test::percent_at(report.complete_column_recall, 30) == doctest::Approx(100.0 / 3));
  CHECK(test::percent_at(report.complete_column_recall, 50) == doctest::Approx(200.0 / 3));
}

TEST_CASE("a system without masks has no figures for a given database") {
  const auto catalog = three_shops();
  ByIdSystem system(catalog);
  system.masks = false;
  const RetrievalReport report = evaluate_both(system, catalog, questions_of(*catalog));
  CHECK(!report.within_database);
  JsonWriter writer;
  write_json(report, *catalog, writer);
  CHECK(!JsonDocument::parse(writer.text()).root().find("within_database"));
}

TEST_CASE("in a catalog of one database, each question is asked once") {
  const auto all = three_shops();
  const auto zoo = test::restrict(*all, only(all, DatabaseId(2)));
  const auto questions = read_benchmark_questions(
      R"({"db_id": "zoo", "question": "cages", "gold_elements": ["zoo.cage.id"]})", "q", *zoo);
  const ByIdSystem system(zoo);
  const RetrievalReport report = evaluate_both(system, zoo, questions);
  CHECK(system.asked == 1);
  REQUIRE(report.within_database);
  CHECK(report.within_database->ranks == report.ranks);
}

TEST_CASE("the mean of the questions' values is the report's figure") {
  const auto catalog = three_shops();
  const auto questions = questions_of(*catalog);
  const RetrievalReport report =
      evaluate_both(*RankingSystems(catalog).make("zero-shot"), catalog, questions);
  JsonWriter all;
  write_json(report, *catalog, all);
  const JsonDocument document = JsonDocument::parse(all.text());
  std::vector<std::string> lines;
  for (std::size_t q = 0; q < questions.size(); ++q) {
    JsonWriter writer;
    write_question_json(report, questions, q, *catalog, writer);
    lines.push_back(writer.text());
  }
  const auto check = [&](std::string_view name, bool within) {
    CAPTURE(std::string(name));
    const auto figures_of = [&](JsonValue root) {
      return within ? root.at("within_database").find(name) : root.find(name);
    };
    figures_of(document.root())->each_member([&](std::string_view cut, JsonValue figure) {
      std::vector<double> values;
      for (const std::string &line : lines) {
        const JsonDocument question = JsonDocument::parse(line);
        if (const auto of = figures_of(question.root())) values.push_back(of->at(cut).as_number());
      }
      REQUIRE(!values.empty());
      CHECK(figure.as_number() == doctest::Approx(mean(values)));
    });
  };
  check("database_recall", false);
  for (const char *name :
       {"table_recall", "complete_table_recall", "column_recall", "complete_column_recall"}) {
    check(name, false);
    check(name, true);
  }
  const JsonDocument third = JsonDocument::parse(lines[2]);
  CHECK(third.root().at("question").as_integer() == 2);
  CHECK(third.root().at("id").as_string() == "c");
  CHECK(third.root().at("db_id").as_string() == "book_shop");
  CHECK(!third.root().find("column_recall"));
  CHECK(!third.root().at("within_database").find("complete_column_recall"));
}

}  // namespace sluice
