#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "beam/template_questioner.hpp"
#include "sluice/beam/completion_questioner.hpp"
#include "sluice/core/error.hpp"
#include "small_catalog.hpp"
#include "support/error_of.hpp"

namespace sluice {
namespace {

/// The smallest type that models Questioner.
struct Constant {
  std::string question(const SampledSchema & /*sampled*/, Random & /*random*/) const { return "?"; }
};
static_assert(Questioner<Constant>);
static_assert(Questioner<TemplateQuestioner>);
static_assert(Questioner<CompletionQuestioner<std::string (*)(std::string_view)>>);

SampledSchema sample(const test::SmallSchema &small, const std::vector<std::string> &tables,
                     std::string_view column) {
  SampledSchema sampled{small.schema(tables), {}};
  sampled.columns.push_back(
      *small.catalog->find_column(sampled.schema.tables.at(0), std::string(column)));
  return sampled;
}

RoutingPair pair(const test::SmallSchema &small, std::string question,
                 const std::vector<std::string> &tables, std::string_view column) {
  return {std::move(question), sample(small, tables, column)};
}

using Kind = TemplatePiece::Kind;

}  // namespace

TEST_CASE("templates keep function words and slots, and drop values") {
  const test::SmallSchema small;
  const std::vector<RoutingPair> pairs = {
      pair(small, "What is the age of the singer Bowie?", {"singer"}, "age"),
      pair(small, "What is the city of the customer Smith?", {"customer"}, "city"),
      pair(small, "What is the species of the animal Leo?", {"animal"}, "species")};
  const QuestionTemplates mined = QuestionTemplates::mine(pairs, *small.catalog);
  const QuestionTemplate expected = parse_template("what is the {c} of the {t}");
  REQUIRE(mined.for_tables(1).size() == 3);
  for (const QuestionTemplate &made : mined.for_tables(1)) CHECK(made == expected);
  // No question was about two tables, so the built-in templates are used.
  CHECK(std::ranges::equal(mined.for_tables(2), QuestionTemplates::builtin().for_tables(2)));
  CHECK(mined.sizes().tables == std::vector<double>{0, 3});
  CHECK(mined.sizes().columns == std::vector<double>{0, 3});
}

TEST_CASE("every built-in template has a slot for a table") {
  const QuestionTemplates builtin = QuestionTemplates::builtin();
  for (std::size_t tables = 0; tables <= 5; ++tables) {
    REQUIRE_FALSE(builtin.for_tables(tables).empty());
    for (const QuestionTemplate &made : builtin.for_tables(tables)) {
      CHECK(std::ranges::count(made, Kind::table, &TemplatePiece::kind) >= 1);
    }
  }
}

TEST_CASE("a synthetic question names its table and all its columns") {
  const test::SmallSchema small;
  const TemplateQuestioner questioner(small.catalog, QuestionTemplates::builtin(), {});
  Random random(5);
  for (int i = 0; i < 200; ++i) {
    const std::string question = questioner.question(sample(small, {"singer"}, "country"), random);
    CHECK(test::contains(question, "singer"));
    CHECK(test::contains(question, "country"));
  }
}

TEST_CASE("the same random numbers give the same question") {
  const test::SmallSchema small;
  const TemplateQuestioner questioner(small.catalog, QuestionTemplates::builtin(), {});
  const SampledSchema sampled = sample(small, {"customer", "purchase"}, "city");
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random one(seed);
    Random two(seed);
    CHECK(questioner.question(sampled, one) == questioner.question(sampled, two));
  }
}

TEST_CASE("words that people use for a name are learned from pairs") {
  const test::SmallSchema small;
  std::vector<RoutingPair> pairs;
  for (int i = 0; i < 10; ++i) {
    pairs.push_back(pair(small, "wages of zookeepers", {"keeper"}, "salary"));
    pairs.push_back(pair(small, "zookeepers by key", {"keeper"}, "keeper_key"));
    pairs.push_back(pair(small, "where customers live", {"customer"}, "city"));
  }
  const WordAlternatives learned = WordAlternatives::from_pairs(pairs, *small.catalog);
  Random random(1);
  std::size_t wages = 0;
  for (int i = 0; i < 100; ++i) wages += learned.draw("salaries", random) == "wages" ? 1 : 0;
  CHECK(wages > 60);
  CHECK(learned.draw("stadium", random) == "stadium");
  CHECK(WordAlternatives().draw("salary", random) == "salary");
}

TEST_CASE("the prompt for a language model contains the tables with their sampled columns") {
  const test::SmallSchema small;
  std::string shown;
  const auto callback = [&shown](std::string_view prompt) -> std::string {
    shown = prompt;
    return "\n  Question:   \"How old are   the singers?\"\nThat is all.";
  };
  const CompletionQuestioner questioner(small.catalog, callback);
  Random random(1);
  const SampledSchema sampled = sample(small, {"singer", "performance"}, "age");
  CHECK(questioner.question(sampled, random) == "How old are the singers?");
  CHECK(test::contains(shown, "Database: music\nsinger: age\nperformance\nQuestion:"));
}

TEST_CASE("an answer without a question is an error, and a long one is cut between characters") {
  test::check_code(ErrorCode::malformed, [] { return question_in_answer(""); });
  test::check_code(ErrorCode::malformed, [] { return question_in_answer("\n -- \n\"\"\n"); });
  CHECK(question_in_answer("1) Which zoo?") == "Which zoo?");
  CHECK(question_in_answer("- **Which zoo?") == "Which zoo?");
  CHECK(question_in_answer("2 zoos or more?") == "2 zoos or more?");
  std::string line;
  for (int i = 0; i < 2000; ++i) line += "ö";
  const std::string cut = question_in_answer(line);
  CHECK(cut.size() == 1024);
  CHECK(line.starts_with(cut));
}

}  // namespace sluice
