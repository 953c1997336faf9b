/// Tests the probability of the first database in rankings and in what is written for each
/// question.

#include <doctest/doctest.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/benchmark/ranking_system.hpp"
#include "sluice/benchmark/retrieval_report.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/schema/catalog.hpp"

namespace sluice {
namespace {

std::shared_ptr<const Catalog> farm_and_cinema() {
  DatabaseDefinition farm, cinema;
  farm.name = "farm";
  farm.tables = {{"harvest", {}, {}, {{"crop", {}, {}, {}, {}}, {"weight", {}, {}, {}, {}}}, {}}};
  cinema.name = "cinema";
  cinema.tables = {{"movie", {}, {}, {{"title", {}, {}, {}, {}}, {"length", {}, {}, {}, {}}}, {}}};
  return Catalog::make({Database::make(farm), Database::make(cinema)});
}

}  // namespace

TEST_CASE("only systems that use the ranker give a probability of the first database") {
  RankingSystems systems(farm_and_cinema());
  for (const std::string_view name : {"bm25-max", "zero-shot"}) {
    CAPTURE(name);
    CHECK(!systems.make(name)->rank({"the title of each movie"}).database_probability);
  }
  for (const std::string_view name : {"ranker", "default"}) {
    CAPTURE(name);
    const auto probability =
        systems.make(name)->rank({"the title of each movie"}).database_probability;
    REQUIRE(probability.has_value());
    CHECK(*probability > 0.5F);  // the better of two
    CHECK(*probability <= 1.0F);
  }
}

TEST_CASE("a question's object has the probability of its first database, if there is one") {
  struct Sure final : RankingSystem {
    Ranking rank(const RankingQuery &query) const override {
      Ranking ranking;
      ranking.databases = {DatabaseId(0)};
      if (query.question == "sure") ranking.database_probability = 0.75F;
      return ranking;
    }
  };
  const auto catalog = farm_and_cinema();
  std::vector<BenchmarkQuestion> questions(2);
  questions[0].question = "sure";
  questions[1].question = "unsure";
  const RetrievalReport report = evaluate_retrieval(Sure(), questions, ProbeField::question);
  CHECK(report.database_probabilities == std::vector<std::optional<float>>{0.75F, std::nullopt});
  for (std::size_t q = 0; q < questions.size(); ++q) {
    JsonWriter writer;
    write_question_json(report, questions, q, *catalog, writer);
    const std::string text(writer.text());
    CHECK((text.find(R"("database_probability":0.75)") != std::string::npos) == (q == 0));
  }
}

}  // namespace sluice
