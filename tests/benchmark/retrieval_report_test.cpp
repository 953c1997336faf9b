#include "sluice/benchmark/retrieval_report.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "recall_at.hpp"
#include "sluice/benchmark/ranking_system.hpp"
#include "sluice/core/error.hpp"
#include "sluice/schema/load.hpp"

namespace sluice {

using test::percent_at;

TEST_CASE("questions that a system was trained on are rejected") {
  struct Learned final : RankingSystem {
    Ranking rank(const RankingQuery &) const override { return {}; }
    bool is_trained() const override { return true; }
    bool has_seen(DatabaseId database, std::string_view question) const override {
      return database == DatabaseId(1) && question == "known";
    }
  };
  std::vector<BenchmarkQuestion> questions(2);
  questions[0].question = questions[1].question = "known";
  CHECK(evaluate_retrieval(Learned(), questions, ProbeField::question).setting == "trained");
  questions[1].database = DatabaseId(1);
  CHECK_THROWS_WITH_AS(evaluate_retrieval(Learned(), questions, ProbeField::question),
                       "1 of the 2 questions were used to train the system", Error);
}

TEST_CASE("questions that only evidence was learned from are asked and counted") {
  struct Weighed final : RankingSystem {
    Ranking rank(const RankingQuery &) const override { return {}; }
    bool is_trained() const override { return true; }
    bool evidence_has_seen(DatabaseId database, std::string_view question) const override {
      return database == DatabaseId(1) && question == "known";
    }
  };
  std::vector<BenchmarkQuestion> questions(3);
  for (BenchmarkQuestion &of : questions) of.question = "known";
  questions[1].database = DatabaseId(1);
  RetrievalReport report = evaluate_retrieval(Weighed(), questions, ProbeField::question);
  report.system = "some";
  CHECK(report.seen_questions == 1);
  const std::string sentence =
      "1 of these 3 questions were used to learn the weights of evidence of some.";
  CHECK(seen_sentence(report) == sentence);
  DatabaseDefinition a, b;
  a.name = "a";
  b.name = "b";
  const auto catalog = Catalog::make({Database::make(a), Database::make(b)});
  const auto page = [&] { return retrieval_page({&report, 1}, questions, *catalog); };
  CHECK(page().find(sentence) != std::string::npos);
  questions[1].database = DatabaseId(0);
  report = evaluate_retrieval(Weighed(), questions, ProbeField::question);
  CHECK(report.seen_questions == 0);
  CHECK(seen_sentence(report).empty());
  CHECK(page().find("weights of evidence") == std::string::npos);
}

TEST_CASE("precision by size groups databases by their number of tables") {
  Databases databases;
  for (const std::size_t tables : {2U, 30U, 4U, 1U}) {
    DatabaseDefinition made;
    made.name = "d" + std::to_string(tables);
    for (std::size_t t = 0; t < tables; ++t) {
      made.tables.push_back({"t" + std::to_string(t), {}, {}, {{"c", {}, {}, {}, {}}}, {}});
    }
    databases.push_back(Database::make(made));
  }
  RetrievalReport report;
  report.precision_by_database = {
      {DatabaseId(0), 1, 1.0}, {DatabaseId(1), 5, 0.5}, {DatabaseId(3), 3, 0.2}};
  const auto sizes = precision_by_size(report, *Catalog::make(databases));
  REQUIRE(sizes.size() == 2);
  CHECK(sizes[0].least == 1);
  CHECK(sizes[0].most == 2);
  CHECK(sizes[0].questions == 4);
  CHECK(sizes[0].precision == doctest::Approx((1 + 3 * 0.2) / 4));
  CHECK(sizes[1].least == 21);
  CHECK(sizes[1].questions == 5);
  CHECK(sizes[1].precision == doctest::Approx(0.5));
}

TEST_CASE("recall is macro over questions, micro over gold, and complete only if all are found") {
  /// Ranks ids in order.
  struct InOrder final : RankingSystem {
    Ranking rank(const RankingQuery &) const override {
      return {{DatabaseId(1), DatabaseId(0)},
              {TableId(0), TableId(1), TableId(2)},
              {ColumnId(0), ColumnId(1), ColumnId(2), ColumnId(3)}};
    }
  };
  std::vector<BenchmarkQuestion> questions(2);
  questions[0].tables = {TableId(1)};
  questions[0].columns = {ColumnId(0), ColumnId(3)};
  questions[1].database = DatabaseId(1);
  questions[1].tables = {TableId(0), TableId(9), TableId(2)};
  questions[1].columns = {ColumnId(1)};
  questions[1].unknown = 1;
  const RetrievalReport report = evaluate_retrieval(InOrder(), questions, ProbeField::question);
  CHECK(percent_at(report.database_recall, 1) == doctest::Approx(50));
  CHECK(percent_at(report.database_recall, 5) == doctest::Approx(100));
  CHECK(percent_at(report.table_recall, 5) == doctest::Approx(100 * (1 + 2.0 / 3) / 2));
  CHECK(percent_at(report.table_recall_micro, 5) == doctest::Approx(75));
  CHECK(percent_at(report.complete_table_recall, 15) == doctest::Approx(50));
  CHECK(percent_at(report.column_recall, 3) == doctest::Approx(50));
  CHECK(percent_at(report.column_recall, 5) == doctest::Approx(75));
  CHECK(percent_at(report.complete_column_recall, 5) == doctest::Approx(50));
  // One gold table at rank 2; of three gold tables, ranks 1 and 3: (1/2 + (1/1 + 2/3) / 3) / 2.
  CHECK(report.mean_average_precision == doctest::Approx((0.5 + (1 + 2.0 / 3) / 3) / 2));
  REQUIRE(report.precision_by_database.size() == 2);
  CHECK(report.precision_by_database[1].database == DatabaseId(1));
  CHECK(report.precision_by_database[1].questions == 1);
  CHECK(report.precision_by_database[1].precision == doctest::Approx((1 + 2.0 / 3) / 3));
  // The first question has another database first, the second a table that is not ranked.
  REQUIRE(report.misses.size() == 2);
  CHECK(report.misses[0].kind == MissedLevel::database);
  CHECK(report.misses[0].rank == 2);
  CHECK(report.misses[0].first == DatabaseId(1));
  CHECK(report.misses[1].kind == MissedLevel::table);
  CHECK(report.misses[1].object == 9);
  CHECK(report.misses[1].rank == 0);
  CHECK(report.miss_counts() == std::array<std::size_t, missed_levels>{1, 1, 0});
}

TEST_CASE("a page of reports has figures, curves and misses, and escapes text") {
  DatabaseDefinition definition;
  definition.name = "d<script>alert(1)</script>";
  for (int t = 0; t < 20; ++t) {
    TableDefinition table;
    table.name = "t" + std::to_string(t);
    for (const char *column : {"a", "b"}) table.columns.push_back({column, {}, {}, {}, {}});
    definition.tables.push_back(table);
  }
  DatabaseDefinition other = definition;
  other.name = "other";
  const auto catalog = Catalog::make({Database::make(definition), Database::make(other)});
  struct InOrder final : RankingSystem {
    Ranking rank(const RankingQuery &) const override {
      Ranking ranking{{DatabaseId(0), DatabaseId(1)}, {}, {}};
      for (std::size_t id = 0; id < 30; ++id) {
        ranking.tables.emplace_back(id);
        ranking.columns.emplace_back(id);
      }
      return ranking;
    }
  };
  // All found; a column at rank 26; a table at rank 17; many with another database first.
  std::vector<BenchmarkQuestion> questions(203);
  for (BenchmarkQuestion &question : questions) {
    question.question = "<script>q</script> \xFF";
    question.database = DatabaseId(1);
  }
  for (std::size_t q = 0; q < 3; ++q) questions[q].database = DatabaseId(0);
  questions[1].columns = {ColumnId(0), ColumnId(25)};
  questions[2].tables = {TableId(16), TableId(0)};
  std::vector<RetrievalReport> reports(
      2, evaluate_retrieval(InOrder(), questions, ProbeField::question));
  CHECK(reports[0].miss_counts() == std::array<std::size_t, missed_levels>{200, 1, 1});
  reports[0].system = "<script>";
  reports[1].system = "second";
  reports[1].without = {"luck"};
  const std::string page = retrieval_page(reports, questions, *catalog);
  CHECK(page == retrieval_page(reports, questions, *catalog));
  CHECK(page.find("<script") == std::string::npos);
  CHECK(page.find("&lt;script&gt;q") != std::string::npos);
  CHECK(page.find("second without luck") != std::string::npos);
  CHECK(page.find("d&lt;script&gt;alert(1)&lt;/script&gt;.t12.b") != std::string::npos);
  const auto count = [&](const std::string &part) {
    std::size_t found = 0;
    for (std::size_t at = page.find(part); at != page.npos; at = page.find(part, at + 1)) ++found;
    return found;
  };
  CHECK(count("<polyline") == 4);
  CHECK(count("<details>") == 6);
  CHECK(count("&lt;script&gt;q") == 2 * (100 + 1 + 1));  // lists are limited
  CHECK(retrieval_page({}, {}, *catalog).ends_with("</html>\n"));
}

}  // namespace sluice
