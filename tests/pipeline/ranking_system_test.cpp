/// The papers' figures, where they can be had again.

#include "sluice/pipeline/ranking_system.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/json.hpp"
#include "sluice/pipeline/retrieval_report.hpp"
#include "sluice/schema/load.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

struct Benchmark {
  std::string schemas;
  std::string questions;

  bool there() const { return exists(path(schemas)) && exists(path(questions)); }

  RetrievalReport run(const std::string &system, ProbeField probes = ProbeField::question) const {
    const auto catalog = Catalog::make(load(path(schemas).string()));
    const auto asked =
        read_benchmark_questions(read_file(path(questions).string()), questions, *catalog);
    return evaluate_retrieval(*make_ranking_system(system, catalog), asked, probes);
  }

 private:
  static std::filesystem::path path(const std::string &name) {
    return test::data_directory() / name;
  }
};

const Benchmark spider{"spider/tables.json.gz", "spider/dev.jsonl.gz"};
const Benchmark spider_syn{"spider/tables.json.gz", "spider_syn/dev.jsonl.gz"};
const Benchmark bird_union{"bird_union/elements.txt.gz", "bird_union/questions_even.jsonl.gz"};

double at(const std::vector<RecallAt> &recall, std::size_t cut) {
  for (const RecallAt &point : recall) {
    if (point.cut == cut) return 100 * point.share;
  }
  return -1;
}

void check_near(double found, double published, double tolerance) {
  CAPTURE(found);
  CAPTURE(published);
  CHECK(found >= published - tolerance);
  CHECK(found <= published + tolerance);
}

void check_columns(const RetrievalReport &report, const std::vector<double> &published) {
  constexpr std::size_t cuts[] = {3, 5, 10, 20, 30, 50, 100};
  for (std::size_t i = 0; i < published.size(); ++i) {
    CAPTURE(cuts[i]);
    check_near(at(report.column_recall, cuts[i]), published[i], 1.0);
  }
}

}  // namespace

TEST_CASE("BM25 by the mean of tables has DBCopilot's figures on Spider") {
  if (!spider.there()) return test::skip("no Spider questions");
  const RetrievalReport report = spider.run("bm25-mean");
  CHECK(report.questions == 1034);
  check_near(at(report.database_recall, 1), 69.9, 0.3);
  check_near(at(report.database_recall, 5), 91.5, 0.3);
  check_near(at(report.table_recall, 5), 86.5, 0.3);
  check_near(at(report.table_recall, 15), 93.9, 0.3);
}

TEST_CASE("BM25 by the mean of tables has DBCopilot's figures on Spider-Syn") {
  if (!spider_syn.there()) return test::skip("no Spider-Syn questions");
  const RetrievalReport report = spider_syn.run("bm25-mean");
  check_near(at(report.database_recall, 1), 28.9, 0.3);
  check_near(at(report.database_recall, 5), 57.9, 0.3);
  check_near(at(report.table_recall, 5), 45.3, 0.3);
  check_near(at(report.table_recall, 15), 59.0, 0.3);
}

TEST_CASE("the default finds Spider's databases better than any unsupervised row") {
  if (!spider.there()) return test::skip("no Spider questions");
  const RetrievalReport report = spider.run("default");
  CHECK(at(report.database_recall, 1) >= 82);
  CHECK(at(report.database_recall, 5) >= 95);
}

TEST_CASE("CRUSH4SQL over lexical probes finds BirdUnion's columns, by either rule") {
  if (!bird_union.there()) return test::skip("no BirdUnion questions");
  const std::vector<double> published{38, 50, 64, 75, 80, 84, 90};
  check_columns(bird_union.run("crush", ProbeField::hallucinated), published);
  check_columns(bird_union.run("crush-rounds", ProbeField::hallucinated), published);
  check_columns(bird_union.run("bm25-max"), {34, 44, 56, 67, 73, 78, 84});
}

TEST_CASE("every system that is listed can be made, and no other") {
  DatabaseDefinition database;
  database.name = "d";
  database.tables = {{"t", {}, {}, {{"c", {}, {}, {}, {}}}, {}}};
  const auto catalog = Catalog::make({Database::make(database)});
  for (const RankingSystemInfo &system : ranking_systems()) {
    const Ranking ranking = make_ranking_system(system.name, catalog)->rank({"t c"});
    CHECK(ranking.databases == std::vector{DatabaseId(0)});
    CHECK(ranking.columns == std::vector{ColumnId(0)});
  }
  CHECK_THROWS_WITH_AS(make_ranking_system("best", catalog),
                       "there is no system \"best\"; there are bm25-mean, bm25-max, crush, "
                       "crush-rounds, dense, beam, default",
                       Error);
}

TEST_CASE("recall is macro over questions, micro over gold, complete only with all found") {
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
  CHECK(at(report.database_recall, 1) == doctest::Approx(50));
  CHECK(at(report.database_recall, 5) == doctest::Approx(100));
  CHECK(at(report.table_recall, 5) == doctest::Approx(100 * (1 + 2.0 / 3) / 2));
  CHECK(at(report.table_recall_micro, 5) == doctest::Approx(75));
  CHECK(at(report.complete_table_recall, 15) == doctest::Approx(50));
  CHECK(at(report.column_recall, 3) == doctest::Approx(50));
  CHECK(at(report.column_recall, 5) == doctest::Approx(75));
  CHECK(at(report.complete_column_recall, 5) == doctest::Approx(50));
  // Ranks 2 of 1, and 1, 3 of three: (1/2 + (1/1 + 2/3) / 3) / 2.
  CHECK(report.mean_average_precision == doctest::Approx((0.5 + (1 + 2.0 / 3) / 3) / 2));
}

}  // namespace sluice
