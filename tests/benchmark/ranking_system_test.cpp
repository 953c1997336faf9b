/// The papers' figures, as far as they can be reproduced.

#include "sluice/benchmark/ranking_system.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

#include "recall_at.hpp"
#include "sluice/benchmark/retrieval_report.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/embed/hashed_embedder.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/schema/load.hpp"
#include "support/error_of.hpp"
#include "support/random_pool.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

using test::percent_at;

struct Benchmark {
  std::string schemas;
  std::string questions;

  bool there() const { return exists(path(schemas)) && exists(path(questions)); }

  std::shared_ptr<const Catalog> catalog() const {
    return Catalog::make(load(path(schemas).string()));
  }
  /// Returns every `step`-th question.
  std::vector<BenchmarkQuestion> ask(const Catalog &of, std::size_t step = 1) const {
    const auto all = read_benchmark_questions(read_file(path(questions).string()), questions, of);
    std::vector<BenchmarkQuestion> some;
    for (std::size_t q = 0; q < all.size(); q += step) some.push_back(all[q]);
    return some;
  }
  RetrievalReport run(const std::string &system, ProbeField probes = ProbeField::question) const {
    const auto all = catalog();
    return evaluate_retrieval(*RankingSystems(all).make(system), ask(*all), probes);
  }

 private:
  static std::filesystem::path path(const std::string &name) {
    return test::data_directory() / name;
  }
};

/// All questions, or few of them with a sanitizer, which is slow.
#if defined(SLUICE_TEST_SANITIZED)
constexpr std::size_t every = 10;
constexpr double sample_error = 8.0;
#else
constexpr std::size_t every = 1;
constexpr double sample_error = 1.0;
#endif

const Benchmark spider_union{"spider_union/elements.txt.gz", "spider_union/questions.jsonl.gz"};
const Benchmark spider{"spider/tables.json.gz", "spider/dev.jsonl.gz"};
const Benchmark spider_syn{"spider/tables.json.gz", "spider_syn/dev.jsonl.gz"};
const Benchmark bird_union{"bird_union/elements.txt.gz", "bird_union/questions_even.jsonl.gz"};

void check_near(double found, double published, double tolerance) {
  CAPTURE(found);
  CAPTURE(published);
  CHECK(found >= published - tolerance);
  CHECK(found <= published + tolerance);
}

void check_columns(const RetrievalReport &report, const std::vector<double> &published,
                   double tolerance = 1.0) {
  constexpr std::size_t cuts[] = {3, 5, 10, 20, 30, 50, 100};
  for (std::size_t i = 0; i < published.size(); ++i) {
    CAPTURE(cuts[i]);
    check_near(percent_at(report.column_recall, cuts[i]), published[i], tolerance);
  }
}

}  // namespace

TEST_CASE("BM25 by the mean of tables reproduces DBCopilot's figures on Spider") {
  if (!spider.there()) return test::skip("no Spider questions");
  const RetrievalReport report = spider.run("bm25-mean");
  CHECK(report.questions == 1034);
  check_near(percent_at(report.database_recall, 1), 69.9, 0.3);
  check_near(percent_at(report.database_recall, 5), 91.5, 0.3);
  check_near(percent_at(report.table_recall, 5), 86.5, 0.3);
  check_near(percent_at(report.table_recall, 15), 93.9, 0.3);
}

TEST_CASE("BM25 by the mean of tables reproduces DBCopilot's figures on Spider-Syn") {
  if (!spider_syn.there()) return test::skip("no Spider-Syn questions");
  const RetrievalReport report = spider_syn.run("bm25-mean");
  check_near(percent_at(report.database_recall, 1), 28.9, 0.3);
  check_near(percent_at(report.database_recall, 5), 57.9, 0.3);
  check_near(percent_at(report.table_recall, 5), 45.3, 0.3);
  check_near(percent_at(report.table_recall, 15), 59.0, 0.3);
}

TEST_CASE(
    "without the ranker, Spider's databases are found better than by any unsupervised baseline") {
  if (!spider.there()) return test::skip("no Spider questions");
  const auto catalog = spider.catalog();
  const RetrievalReport report =
      evaluate_retrieval(*RankingSystems(catalog).make("zero-shot"), spider.ask(*catalog, every),
                         ProbeField::question);
  const double off = every == 1 ? 0 : 10;
  // Vectors are used if the build has a table.
  const bool vectors = default_embedder().has_value();
  CHECK(percent_at(report.database_recall, 1) >= (vectors ? 85.5 : 82) - off);
  CHECK(percent_at(report.database_recall, 5) >= (vectors ? 97.5 : 95) - off);
}

TEST_CASE("the default finds what the ranker finds, and more columns, on Spider and Spider-Syn") {
  if (!spider_syn.there()) return test::skip("no Spider-Syn questions");
  if (!default_embedder()) return test::skip("no static table in this build");
  const auto catalog = spider_syn.catalog();
  RankingSystems systems(catalog);
  const auto ranker = systems.make("ranker"), asked = systems.make("default");
  const auto zero_shot = systems.make("zero-shot");
  CHECK(asked->is_trained());
  CHECK(!zero_shot->is_trained());
  CHECK(asked->has_seen(*catalog->find_database("department_management"),
                        "How many heads of the departments are older than 56 ?"));
  const double off = every == 1 ? 1 : 10;
  for (const Benchmark *of : {&spider, &spider_syn}) {
    const auto questions = of->ask(*catalog, every == 1 ? 2 : 2 * every);
    const auto run = [&](const RankingSystem &system) {
      return evaluate_retrieval(system, questions, ProbeField::question);
    };
    const RetrievalReport best = run(*ranker), found = run(*asked);
    CHECK(percent_at(found.database_recall, 1) == percent_at(best.database_recall, 1));
    CHECK(percent_at(found.complete_table_recall, 15) ==
          percent_at(best.complete_table_recall, 15));
    CHECK(percent_at(found.database_recall, 1) >= (of == &spider ? 88 : 66) - off);
    CHECK(percent_at(found.database_recall, 5) >= (of == &spider ? 99 : 90) - off);
    for (const std::size_t cut : {5U, 10U, 20U, 30U}) {
      CAPTURE(cut);
      // With other words than the schema's, joining columns displace gold columns.
      const bool is_crowded = of == &spider_syn && cut > 5;
      CHECK(percent_at(found.column_recall, cut) >=
            percent_at(best.column_recall, cut) - (is_crowded ? 2 : 1) * off);
    }
    if (of == &spider) continue;
    const RetrievalReport words = run(*zero_shot);
    CHECK(percent_at(found.column_recall, 10) > percent_at(words.column_recall, 10) + 5 - off);
  }
}

TEST_CASE("CRUSH4SQL over lexical probes finds BirdUnion's columns, by either rule") {
  if (!bird_union.there()) return test::skip("no BirdUnion questions");
  const std::vector<double> published{38, 50, 64, 75, 80, 84, 90};
  check_columns(bird_union.run("crush", ProbeField::hallucinated), published);
  check_columns(bird_union.run("crush-rounds", ProbeField::hallucinated), published);
  check_columns(bird_union.run("bm25-max"), {34, 44, 56, 67, 73, 78, 84});
}

TEST_CASE("vectors of the static table find SpiderUnion's columns, better when fused with BM25") {
  if (!spider_union.there()) return test::skip("no SpiderUnion questions");
  const auto model = default_embedder();
  if (!model) return test::skip("no static table in this build");
  const auto catalog = spider_union.catalog();
  const auto questions = spider_union.ask(*catalog, every);
  RankingSystems systems(catalog, model);
  const auto run = [&](const RankingOptions &options) {
    return evaluate_retrieval(*systems.make("dense", options), questions, ProbeField::question);
  };
  check_columns(run({}), {45.5, 55.4, 67.6, 78.6, 82.9, 88.4, 93.0}, sample_error);
  RankingOptions fused;
  fused.fusion = FusionOptions{.second_weight = 1};
  check_columns(run(fused), {53.3, 61.9, 73.5, 83.4, 87.4, 92.0, 95.2}, sample_error);
}

TEST_CASE(
    "CRUSH4SQL over the static table finds BirdUnion's columns, better when fused with BM25") {
  if (!bird_union.there()) return test::skip("no BirdUnion questions");
  const auto model = default_embedder();
  if (!model) return test::skip("no static table in this build");
  const auto catalog = bird_union.catalog();
  const auto questions = bird_union.ask(*catalog, every);
  RankingSystems systems(catalog, model);
  const auto run = [&](const RankingOptions &options) {
    return evaluate_retrieval(*systems.make("crush-rounds", options), questions,
                              ProbeField::hallucinated);
  };
  check_columns(run({.text = ColumnText::table_column}), {40.4, 54.0, 67.1, 77.8, 82.1, 87.1, 93.7},
                sample_error);
  RankingOptions fused;
  fused.fusion = FusionOptions{};
  check_columns(run(fused), {41.4, 55.8, 71.8, 82.7, 87.8, 92.0, 96.7}, sample_error);
}

TEST_CASE("CRUSH4SQL over an encoder is better than in the paper on BirdUnion") {
  if (!bird_union.there()) return test::skip("no BirdUnion questions");
  const auto folder = test::encoder_directory();
  if (!exists(folder / "model.safetensors"))
    return test::skip("no encoder; SLUICE_ENCODER names it");
  const auto catalog = bird_union.catalog();
  // A sample: all questions take half a minute.
  const auto questions = bird_union.ask(*catalog, every == 1 ? 24 : 192);
  RankingSystems systems(catalog, open_embedder(folder.string()));
  const auto run = [&](const RankingOptions &options) {
    return evaluate_retrieval(*systems.make("crush-rounds", options), questions,
                              ProbeField::hallucinated);
  };
  const double off = every == 1 ? 8 : 40;
  check_columns(run({}), {45.4, 60.7, 75.6, 85.2, 89.2, 93.5, 98.0}, off);
  RankingOptions fused;
  fused.fusion = FusionOptions{};
  check_columns(run(fused), {45.5, 61.2, 75.6, 85.8, 90.3, 94.4, 98.1}, off);
}

TEST_CASE("options that a system does not support are rejected, and other systems still work") {
  const auto catalog = test::chain_catalog(1, 2, 3);
  RankingSystems words(catalog);
  RankingOptions fused, contextual;
  fused.fusion = FusionOptions{};
  contextual.contextual_states = true;
  test::check_code(ErrorCode::invalid_argument, [&] { return words.make("crush", fused); });
  test::check_code(ErrorCode::invalid_argument, [&] { return words.make("crush", contextual); });
  RankingSystems vectors(catalog, AnyEmbedder(HashedEmbedder(64)));
  test::check_code(ErrorCode::invalid_argument, [&] { return vectors.make("crush", contextual); });
  CHECK(!vectors.make("crush", fused)->rank({"t1 c10"}).columns.empty());
}

TEST_CASE("every listed system can be created, and no other") {
  DatabaseDefinition database;
  database.name = "d";
  database.tables = {{"t", {}, {}, {{"c", {}, {}, {}, {}}}, {}}};
  const auto catalog = Catalog::make({Database::make(database)});
  RankingSystems systems(catalog, AnyEmbedder(HashedEmbedder(64)));
  RankingSystems plain(catalog);
  for (const RankingSystemInfo &system : ranking_systems()) {
    // The built-in ranker uses only the static table.
    RankingSystems &from = system.name == "ranker" ? plain : systems;
    const Ranking ranking = from.make(system.name)->rank({"t c"});
    CHECK(ranking.databases == std::vector{DatabaseId(0)});
    CHECK(ranking.columns == std::vector{ColumnId(0)});
  }
  CHECK_THROWS_WITH_AS(
      systems.make("best"),
      "there is no system \"best\"; there are bm25-mean, bm25-max, bm25-tuned, "
      "table-encoder, crush, crush-rounds, dense, maxsim, ranker, beam, zero-shot, default",
      Error);
}

}  // namespace sluice
